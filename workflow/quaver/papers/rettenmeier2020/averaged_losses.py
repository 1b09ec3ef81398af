"""Figure 3.5, and its numbers: PIP loss between averages of runs."""

from typing import Any

import numpy as np

from quaver.house.averages import CAPTION, INTERVAL, draw_averages
from quaver.house.cells import own_cells
from quaver.items.ends import ends
from quaver.measures.averaging import expected_loss, relative_loss
from quaver.papers.rettenmeier2020.declare import figure, table
from quaver.results.records import CellNumbers, gap, identity
from quaver.statistics import pair_mean


def _rows(results: Any) -> list[dict]:
    """PIP loss of averages, one row per cell and size (1 = the single runs)."""
    return [row for cell in own_cells(results) for row in _rows_of(cell)]


def _rows_of(cell: CellNumbers) -> list[dict]:
    sizes = {1: cell.losses, **cell.averages}
    return [_row(cell, size, losses) for size, losses in sorted(sizes.items())]


def _row(cell: CellNumbers, size: int, losses: np.ndarray | None) -> dict:
    """Mean loss between averages of a size, and its part of that of their runs."""
    row = {**identity(cell), "size": size, "theoretical": expected_loss(size)}
    if losses is None:
        return {**row, "note": [gap(cell), _lacks(cell, size)]}
    loss = pair_mean(losses)
    row |= {"groups": len(losses), "pairs": loss.pairs}
    row |= ends("mean", loss.mean, loss.low, loss.high)
    # averages may stand though the runs' own losses are not wanted
    if cell.losses is None:
        return {**row, "note": [gap(cell), loss.note]}
    effect = relative_loss(cell.losses, losses, size)
    row |= ends("relative", effect.value, effect.low, effect.high)
    equal = "no fraction: single runs do not differ"
    remark = equal if np.isnan(effect.value) else effect.note
    return {**row, "note": [gap(cell), remark]}


def _lacks(cell: CellNumbers, size: int) -> str:
    # one average alone has nothing to be compared with
    if size > 1 and 2 * size > cell.runs:
        return f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
    return "" if gap(cell) else "not measured"


TABLE_OF_3_5 = table(
    "Figure 3.5",
    "PIP loss between aligned averages of so many runs",
    "mean, the same as a fraction of the single runs' mean (relative), and "
    "1/sqrt(size), the limit if nothing but independent noise were averaged. A size "
    f"needs twice as many runs. {INTERVAL}",
    columns=("CELL size:whole groups:whole pairs:whole mean±:e2 relative± theoretical"),
    keys=(
        "view technique sampling size groups mean relative relative_low relative_high "
        "theoretical"
    ),
    rows=_rows,
    reads=("averages",),
)
FIGURE_3_5 = figure(
    "Figure 3.5",
    title="Averaging steadies:",
    more=" for this study's corpora",
    caption=CAPTION,
    draw=lambda results: draw_averages(
        own_cells(results), FIGURE_3_5.title, FIGURE_3_5.caption
    ),
    reads=("averages",),
)
