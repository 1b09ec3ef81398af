"""Distances of whole spaces side by side."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from quaver.results.distribution_records import Distances
from quaver.results.records import (
    IDENTITY,
    CellNumbers,
    frame,
    gap,
    identity,
    note,
)
from quaver.statistics import pair_mean

DISTANCES = {
    "eigenspace_overlap": ("eigenspace overlap", 1.0),
    "displacement": ("displacement after alignment", 0.0),
    "knn_overlap": ("10-NN overlap corrected for chance", 1.0),
    "rank_biased_overlap": ("rank-biased overlap", 1.0),
}
CAPTION = (
    "Distances of whole spaces that users compare with the reduced PIP loss, which "
    "stands first: mean and standard deviation over pairs of runs, and the 95 % "
    "interval of the mean by jackknife over runs. Best: the value of equal spaces."
)
COLUMNS = (
    *(*IDENTITY, "sampling", "measure", "runs", "pairs", "mean", "deviation"),
    *("low", "high", "best", "note"),
)


def distances(
    records: Iterable[tuple[CellNumbers, Distances | None]],
) -> pd.DataFrame:
    """Distances of whole spaces, a row per cell and distance."""
    rows = [row for cell, found in records for row in _rows(cell, found)]
    return frame(rows, COLUMNS, CAPTION)


def _rows(cell: CellNumbers, found: Distances | None) -> list[dict]:
    rows = [_row(cell, "reduced PIP loss", 0.0, cell.losses)]
    if found is None:
        missing = gap(cell) or "not measured"
        return [*rows, {**identity(cell), "measure": "others", "note": missing}]
    return rows + [
        _row(cell, name, best, getattr(found, field))
        for field, (name, best) in DISTANCES.items()
    ]


def _row(cell: CellNumbers, name: str, best: float, pairs) -> dict:
    row = {**identity(cell), "measure": name, "best": best}
    if pairs is None or np.isnan(pairs[np.triu_indices(len(pairs), 1)]).any():
        lost = "" if pairs is None else "a pair of runs has no value"
        return {**row, "note": gap(cell) or lost or "not measured"}
    mean = pair_mean(pairs)
    names = ("mean", "deviation", "low", "high", "runs", "pairs")
    row |= {name: getattr(mean, name) for name in names}
    return {**row, "note": note(gap(cell), mean.note)}
