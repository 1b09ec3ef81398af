"""What WordNet says of similar words, as stored by cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Optional

import numpy as np

from quaver.results.by_cell import by_cell
from quaver.results.records import CellNumbers
from quaver.results.whole import OfText, beside_whole

MEASURES = ("meaning", "vocabulary")  # the measure itself, and what it reads
LEFT_OUT = {"words", "frequency", "vocabulary", "provenance"}  # of the file


@dataclass(frozen=True)
class MeaningNumbers(OfText):
    """Pairs by similarity and level of the baseline, in the runs of a cell.

    stored: arrays by their names in the file (docs/architecture.md). known: words of
    the vocabulary that WordNet has. capped: what was asked for and is not there. note:
    why there is nothing. whole: what the whole text has, beside texts drawn of it.
    """

    cell: CellNumbers
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    known: int = 0
    capped: str = ""
    note: str = ""
    whole: Optional["MeaningNumbers"] = None


def meanings(results) -> Iterator[MeaningNumbers]:
    """All that a study asks for, by cell; or why a cell has nothing."""
    return beside_whole(by_cell(results, MEASURES, _of_file, MeaningNumbers))


def _of_file(file, numbers: CellNumbers) -> Iterator[MeaningNumbers]:
    stored = {name: file[name][:] for name in file if name not in LEFT_OUT}
    known, note = int(file.attrs["known"]), str(file.attrs["note"])
    yield MeaningNumbers(numbers, stored, known, note)
