"""Figure 3.5, and its numbers: PIP loss between averages of runs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.cells import own_cells
from quaver.house.parts import INTERVAL
from quaver.items.ends import ends
from quaver.items.look import (
    INK,
    finish,
    from_zero,
    look,
    present,
    technique_looks,
    title,
)
from quaver.items.panels import blank, grid, label
from quaver.measures.averaging import expected_loss, relative_loss
from quaver.papers.rettenmeier2020.declare import figure, table
from quaver.papers.rettenmeier2020.panels import size_axis, tell
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
    if cell.losses is None:
        return {**row, "note": [gap(cell), loss.note]}
    effect = relative_loss(cell.losses, losses, size)
    row |= ends("relative", effect.value, effect.low, effect.high)
    equal = "no fraction: single runs do not differ"
    remark = equal if np.isnan(effect.value) else effect.note
    return {**row, "note": [gap(cell), remark]}


def _lacks(cell: CellNumbers, size: int) -> str:
    if size > 1 and 2 * size > cell.runs:
        return f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
    return "" if gap(cell) else "not measured"


@look()
def figure_3_5(results: Any) -> Drawing:
    """Relative PIP loss of averages: panels views x samplings."""
    cells = own_cells(results)
    views = sorted({(c.corpus, c.unit, c.fraction, c.view) for c in cells})
    samplings = present(cell.sampling for cell in cells)
    looks = technique_looks(cell.technique for cell in cells)
    drawing, panels = grid((len(views), len(samplings)), 2.6)
    for (*_, view), row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            title(axes, f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        blank(panels[0, 0], "no cells")
    label(drawing, panels, "runs averaged", "relative PIP loss")
    from_zero(panels.ravel())
    handles = [
        Line2D([], [], label=name, **appearance) for name, appearance in looks.items()
    ]
    handles.append(Line2D([], [], color=INK, linestyle="--", label="1 / sqrt(size)"))
    caption = f"{FIGURE_3_5.caption}{_left_out(cells)}"
    finish(drawing, FIGURE_3_5.title, caption, handles)
    return drawing


def _draw_averages(axes: Axes, cells: Sequence, looks: dict) -> None:
    relative = {cell.technique: _relative(cell) for cell in cells}
    sizes = sorted({1, *(size for values in relative.values() for size in values)})
    curve = np.geomspace(1, sizes[-1], 65)
    axes.plot(curve, curve**-0.5, color=INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    reasons: dict[str, list[str]] = {}
    for cell in sorted(cells, key=lambda cell: cell.technique):
        values = relative[cell.technique]
        if values:
            axes.plot(list(values), list(values.values()), **looks[cell.technique])
        else:
            reason = "not measured" if cell.losses is None else "runs do not differ"
            reasons.setdefault(reason, []).append(cell.technique)
    tell(axes, reasons)


def _relative(cell: CellNumbers) -> dict[int, float]:
    """Mean loss of averages as a fraction of the single runs', by size, from 1."""
    rows = {row["size"]: row.get("relative", np.nan) for row in _rows_of(cell)}
    return {size: value for size, value in rows.items() if np.isfinite(value)}


def _left_out(cells: Sequence) -> str:
    sizes = sorted({s for c in cells for s in c.averages if 2 * s > c.runs})
    if not sizes:
        return ""
    named = ", ".join(str(size) for size in sizes)
    return f" Left out, since comparing them needs 2 * size <= runs: size {named}."


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
    caption=(
        "Mean reduced PIP loss between aligned averages of so many runs, as a fraction "
        "of the single runs' mean. Dashed: 1 / sqrt(size), as if nothing but "
        "independent noise were averaged."
    ),
    draw=figure_3_5,
    reads=("averages",),
)
