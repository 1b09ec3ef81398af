"""What pairs of runs have in common: nearest neighbours, and distances of spaces."""

from collections.abc import Iterator

import numpy as np

from quaver.house.cells import own_cells
from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import CellNumbers, gap, identity, lost
from quaver.statistics import pair_mean

DISTANCES = {
    "eigenspace_overlap": ("eigenspace overlap", 1.0),
    "displacement": ("displacement after alignment", 0.0),
    "knn_overlap": ("10-NN overlap corrected for chance", 1.0),
    "rank_biased_overlap": ("rank-biased overlap", 1.0),
}


def is_whole(pairs: np.ndarray) -> bool:
    """Tell whether all pairs of runs have a value: (runs, runs)."""
    return not np.isnan(pairs[np.triu_indices(len(pairs), 1)]).any()


def _neighbours(results) -> Iterator[dict]:
    cells = own_cells(results)
    # a cell that was not measured has a row for every n that others have
    sizes = sorted({n for cell in cells for n in cell.overlaps}) or [None]
    for cell in cells:
        for n in sizes:
            row = {**identity(cell), "n": n}
            if n not in cell.overlaps:
                yield {**row, "note": gap(cell) or "not measured"}
                continue
            share, jaccard = map(pair_mean, cell.overlaps[n])
            for letter, mean in (("p", share), ("j", jaccard)):
                parts = "mean", "low", "high"
                row |= {f"{letter}_{part}": getattr(mean, part) for part in parts}
            yield {**row, "pairs": share.pairs, "note": (lost(cell), share.note)}


def _distances(results) -> Iterator[dict]:
    for cell, distances in results.distances():
        # first, as it is what the others are held against
        yield _row(cell, "reduced PIP loss", 0.0, cell.losses)
        if distances is None:
            missing = gap(cell) or "not measured"
            yield {**identity(cell), "measure": "others", "note": missing}
            continue
        for field, (name, best) in DISTANCES.items():
            yield _row(cell, name, best, getattr(distances, field))


def _row(cell: CellNumbers, name: str, best: float, pairs) -> dict:
    row = {**identity(cell), "measure": name, "best": best}
    # a mean over the pairs that have a value would be of the easier ones
    if pairs is None or not is_whole(pairs):
        partial = "" if pairs is None else "a pair of runs has no value"
        return {**row, "note": gap(cell) or partial or "not measured"}
    mean = pair_mean(pairs)
    return {**row, **vars(mean), "note": (gap(cell), mean.note)}


NEIGHBOURS = Table(
    name="neighbours",
    title="Nearest neighbours two runs have in common",
    caption=(
        "Neighbours two runs have in common: p@n, the share of the n nearest, and j@n, "
        "their Jaccard overlap. Means over pairs of runs with the 95 % interval."
    ),
    order=5,
    reads=("neighbours",),
    columns=(
        (col.CELL, col.wholes("n"), col.PAIRS),
        (col.numbers("p_mean p_low p_high j_mean j_low j_high"), col.NOTE),
    ),
    keys="view technique sampling n p_mean p_low p_high j_mean note",
    rows=_neighbours,
)
TABLE = Table(
    name="distances",
    title="Other distances of whole spaces beside the PIP loss",
    caption=(
        "Distances of whole spaces: mean and standard deviation over pairs of runs, "
        "with the 95 % interval of the mean. Best: the value of equal spaces."
    ),
    order=9,
    reads=("distances",),
    columns=(
        (col.CELL, col.texts("measure"), col.RUNS, col.PAIRS),
        (col.numbers("mean deviation low high best"), col.NOTE),
    ),
    keys="view technique sampling measure mean low high best note",
    rows=_distances,
)
