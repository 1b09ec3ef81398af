"""Figure 3.5, and its numbers: PIP loss between averages of runs."""

import numpy as np

from quaver.house.averages_drawn import CAPTION, draw_averages
from quaver.house.cells import own_cells
from quaver.house.parts import INTERVAL
from quaver.items.ends import ends
from quaver.measures.averaging import expected_loss, relative_loss
from quaver.papers.rettenmeier2020.declare import figure, table
from quaver.results.records import CellNumbers, gap, identity
from quaver.statistics import pair_mean


def _rows(results) -> list[dict]:
    """PIP loss of averages, one row per cell and size (1 = the single runs)."""
    return [
        {**identity(cell), "size": size, **_row(cell, size, losses)}
        for cell in own_cells(results)
        for size, losses in sorted({1: cell.losses, **cell.averages}.items())
    ]


def _row(cell: CellNumbers, size: int, losses: np.ndarray | None) -> dict:
    """Mean loss between averages of a size, and its part of that of their runs."""
    row = {"theoretical": expected_loss(size)}
    if losses is None:
        lacks = "" if gap(cell) else "not measured"
        # one average alone has nothing to be compared with
        if size > 1 and 2 * size > cell.runs:
            lacks = f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
        return {**row, "note": [gap(cell), lacks]}
    loss = pair_mean(losses)
    row |= {"groups": len(losses), "pairs": loss.pairs}
    row |= ends("mean", loss.mean, loss.low, loss.high)
    # averages may stand though the runs' own losses are not wanted
    if cell.losses is None:
        return {**row, "note": [gap(cell), loss.note]}
    effect = relative_loss(cell.losses, losses, size)
    row |= ends("relative", effect.value, effect.low, effect.high)
    equal = "no fraction: single runs do not differ"
    return {
        **row,
        "note": [gap(cell), equal if np.isnan(effect.value) else effect.note],
    }


TABLE_OF_3_5 = table(
    "Figure 3.5",
    "PIP loss between aligned averages of so many runs",
    "mean, the same as a fraction of the single runs' mean (relative), and "
    "1/sqrt(size), the limit if nothing but independent noise were averaged. A size "
    f"needs twice as many runs. {INTERVAL}",
    columns="CELL size groups pairs mean±:e2 relative± theoretical",
    keys="view technique sampling size groups mean relative± theoretical",
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
