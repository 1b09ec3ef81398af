"""What a table of scored pairs says of similar words, as stored by cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Optional

import numpy as np

from quaver.results.by_cell import by_cell
from quaver.results.records import CellNumbers
from quaver.results.whole import OfText, beside_whole

ARRAYS = "runs", "edges", "values", "counts", "without", "relabelled", "moves"
ARRAYS += "sized", "sized_relabelled"


@dataclass(frozen=True)
class ScoredNumbers(OfText):
    """Pairs of a table by cosine and score, in the runs of a cell.

    stored: arrays by their names in the file (docs/architecture.md), which are those of
    quaver.results.meaning. known: pairs whose words all runs have, of so many pairs.
    note: why there is nothing. whole: what the whole text has, beside drawn ones.
    """

    cell: CellNumbers
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    known: int = 0
    pairs: int = 0
    note: str = ""
    whole: Optional["ScoredNumbers"] = None


def scored(results) -> Iterator[ScoredNumbers]:
    """All that a study asks for, by cell; or why a cell has nothing."""
    return beside_whole(by_cell(results, ("scored",), _of_file, ScoredNumbers))


def _of_file(file, numbers: CellNumbers) -> Iterator[ScoredNumbers]:
    stored = {name: file[name][:] for name in ARRAYS}
    counts = (int(file.attrs[name]) for name in ("known", "pairs"))
    yield ScoredNumbers(numbers, stored, *counts)
