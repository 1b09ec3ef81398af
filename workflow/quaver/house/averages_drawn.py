"""What averaging steadies: the loss between averages, as a part of single runs'."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.cells import own_cells, views_of
from quaver.items import look
from quaver.items.item import Figure
from quaver.items.panels import blank, grid, label, size_axis, tell
from quaver.items.reads import has
from quaver.measures.averaging import relative_loss
from quaver.statistics import pair_mean

CAPTION = (
    "Mean reduced PIP loss between aligned averages of so many runs, as a fraction "
    "of the single runs' mean. Dashed: 1 / sqrt(size), as if nothing but "
    "independent noise were averaged."
)


@look.look()
def draw_averages(cells: Sequence, title: str, caption: str) -> Drawing:
    """Relative PIP loss of averages: CellNumbers -> panels views x samplings."""
    views = views_of(cells)
    samplings = look.present(cell.sampling for cell in cells)
    looks = look.technique_looks(cell.technique for cell in cells)
    figure, panels = grid((len(views), len(samplings)), 2.6)
    for view, row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            look.title(axes, f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        blank(panels[0, 0], "no cells")
    label(figure, panels, "runs averaged", "relative PIP loss")
    look.from_zero(panels.ravel())
    line = Line2D([], [], color=look.INK, linestyle="--", label="1 / sqrt(size)")
    if sizes := sorted({s for c in cells for s in c.averages if 2 * s > c.runs}):
        sizes = ", ".join(map(str, sizes))
        caption += f" Left out, as comparing needs 2 * size <= runs: size {sizes}."
    look.finish(figure, title, caption, [*look.handles_of(looks), line])
    return figure


def _draw_averages(axes: Axes, cells: Sequence, looks: dict) -> None:
    relative = {cell.technique: _relative(cell) for cell in cells}
    sizes = sorted({1, *(size for values in relative.values() for size in values)})
    curve = np.geomspace(1, sizes[-1], 65)
    axes.plot(curve, curve**-0.5, color=look.INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    reasons = defaultdict(list)
    for cell in sorted(cells, key=lambda cell: cell.technique):
        values = relative[cell.technique]
        if values:
            axes.plot(list(values), list(values.values()), **looks[cell.technique])
        else:
            reason = "not measured" if cell.losses is None else "runs do not differ"
            reasons[reason].append(cell.technique)
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
