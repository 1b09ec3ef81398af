"""How similarities are distributed, as stored by cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from quaver.results.by_cell import by_cell
from quaver.results.records import CellNumbers
from quaver.statistics.distributions import Binned

MEASURES = ("similarity", "vocabulary")  # the measure itself, and what it reads


@dataclass(frozen=True)
class SimilarityNumbers:
    """The distribution of similarities in the runs of a cell.

    binned: histograms (runs, bins), means and deviations of all pairs. draws: (runs,
    draws) standardised. curve: (runs, ranks) mean similarity by place in the lists.
    pairs: counted in a run, targets: words they are of. capped: what was asked for and
    is not there. note: why there is nothing.
    """

    cell: CellNumbers
    binned: Binned | None = None
    draws: np.ndarray | None = None
    curve: np.ndarray | None = None
    targets: int = 0
    pairs: int = 0
    capped: str = ""
    note: str = ""


def similarities(results) -> Iterator[SimilarityNumbers]:
    """All that a study asks for, by cell; or why a cell has nothing."""
    return by_cell(results, MEASURES, _of_file, SimilarityNumbers)


def _of_file(file, numbers: CellNumbers) -> Iterator[SimilarityNumbers]:
    names = "histogram", "edges", "mean", "deviation"
    yield SimilarityNumbers(
        numbers,
        Binned(*(file[name][:] for name in names)),
        draws=file["draws"][:],
        curve=file["curve"][:],
        targets=len(file["targets"]),
        pairs=int(file.attrs["pairs"]),
        capped=str(file.attrs["note"]),
    )
