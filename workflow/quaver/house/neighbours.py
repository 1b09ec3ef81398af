"""Nearest neighbours that runs have in common."""

from collections.abc import Iterator

from quaver.house.cells import own_cells
from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import CellNumbers, gap, identity, lost
from quaver.statistics import pair_mean

LETTERS = {"p": 0, "j": 1}  # of share and Jaccard, as the overlaps of a cell hold them


def _rows(results) -> Iterator[dict]:
    cells = own_cells(results)
    # a cell that was not measured has a row for every n that others have
    sizes = sorted({n for cell in cells for n in cell.overlaps}) or [None]
    for cell in cells:
        for n in sizes:
            yield _row(cell, n)


def _row(cell: CellNumbers, n: int | None) -> dict:
    row = {**identity(cell), "n": n}
    if n not in cell.overlaps:
        return {**row, "note": gap(cell) or "not measured"}
    means = [pair_mean(matrix) for matrix in cell.overlaps[n]]
    for letter, column in LETTERS.items():
        for part in ("mean", "low", "high"):
            row[f"{letter}_{part}"] = getattr(means[column], part)
    share = means[0]
    return {**row, "pairs": share.pairs, "note": (lost(cell), share.note)}


NEIGHBOURS = Table(
    name="neighbours",
    title="Nearest neighbours two runs have in common",
    caption=(
        "Nearest neighbours two runs have in common: p@n, the share of n neighbours, "
        "and j@n, their Jaccard overlap; 1 = the same neighbours. Means over pairs of "
        "runs with the 95 % interval."
    ),
    order=5,
    reads=("neighbours",),
    columns=(
        (col.CELL, col.wholes("n"), col.PAIRS),
        (col.numbers("p_mean p_low p_high j_mean j_low j_high"), col.NOTE),
    ),
    keys="view technique sampling n p_mean p_low p_high j_mean note",
    rows=_rows,
)
