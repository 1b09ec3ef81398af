"""What averaging steadies: the loss between averages, as a part of single runs'."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.cells import own_cells, views_of
from quaver.items.item import Figure
from quaver.items.look import (
    INK,
    finish,
    from_zero,
    handles_of,
    look,
    present,
    technique_looks,
)
from quaver.items.look import title as name_panel
from quaver.items.panels import blank, grid, label, size_axis, tell
from quaver.items.reads import has
from quaver.measures.averaging import relative_loss
from quaver.statistics import pair_mean

CAPTION = (
    "Mean reduced PIP loss between aligned averages of so many runs, as a fraction "
    "of the single runs' mean. Dashed: 1 / sqrt(size), as if nothing but "
    "independent noise were averaged."
)


@look()
def draw_averages(cells: Sequence, title: str, caption: str) -> Drawing:
    """Relative PIP loss of averages: CellNumbers -> panels views x samplings."""
    views = views_of(cells)
    samplings = present(cell.sampling for cell in cells)
    looks = technique_looks(cell.technique for cell in cells)
    figure, panels = grid((len(views), len(samplings)), 2.6)
    for view, row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            name_panel(axes, f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        blank(panels[0, 0], "no cells")
    label(figure, panels, "runs averaged", "relative PIP loss")
    from_zero(panels.ravel())
    handles = handles_of(looks)
    handles.append(Line2D([], [], color=INK, linestyle="--", label="1 / sqrt(size)"))
    finish(figure, title, f"{caption}{_left_out(cells)}", handles)
    return figure


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


def _relative(cell) -> dict[int, float]:
    """Mean loss of averages as a fraction of the single runs', by size, from 1."""
    # of runs that do not differ no part can be told
    if cell.losses is None or not pair_mean(cell.losses).mean:
        return {}
    return {1: 1.0} | {
        size: relative_loss(cell.losses, losses, size).value
        for size, losses in sorted(cell.averages.items())
        if losses is not None
    }


def _left_out(cells: Sequence) -> str:
    sizes = sorted({s for c in cells for s in c.averages if 2 * s > c.runs})
    if not sizes:
        return ""
    named = ", ".join(str(size) for size in sizes)
    return f" Left out, since comparing them needs 2 * size <= runs: size {named}."


AVERAGES = Figure(
    name="averages",
    title="Averaging steadies: loss between averages of so many runs",
    caption=CAPTION,
    order=4,
    reads=("averages", "pip", "records"),
    wanted=has("averages"),
    draw=lambda results: draw_averages(
        own_cells(results), AVERAGES.title, AVERAGES.caption
    ),
)
