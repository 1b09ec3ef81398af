"""Small multiples: panels in rows and columns, and what is written into them."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from quaver.items.look import FAINT, INK, WIDTH, say

ALONE, EACH = 6.5, 2.7  # inches: of a lone column, of a column at least
HIGHER = 1.3  # times the height, in a lone column
ABOVE_AND_BELOW = 1.6  # inches for the title, the legend and the caption
COLUMNS = 3  # of panels that flow
SMALL = 8  # points, of texts inside panels


def grid(
    shape: tuple[int, int], height: float, share: tuple[bool, bool] = (True, True)
) -> tuple[Figure, np.ndarray]:
    """Make panels, at least one: rows x columns of so many inches' height."""
    rows, columns = (max(1, count) for count in shape)
    height *= HIGHER if columns == 1 else 1
    return _panels(rows, columns, height * rows + ABOVE_AND_BELOW, share)


def flowing(count: int, height: float, rest: float) -> tuple[Figure, list[Axes]]:
    """Make panels in rows of three that share y; inches of each, and of the rest."""
    count = max(1, count)
    columns = min(count, COLUMNS)
    rows = -(-count // columns)
    figure, panels = _panels(rows, columns, height * rows + rest, (False, True))
    # hidden ones would still take part in sharing y
    for spare in panels.flat[count:]:
        spare.remove()
    return figure, list(panels.flat[:count])


def _panels(rows: int, columns: int, height: float, share) -> tuple[Figure, np.ndarray]:
    width = max(WIDTH, EACH * columns) if columns > 1 else ALONE
    figure = Figure(figsize=(width, height), layout="constrained")
    x, y = share
    return figure, figure.subplots(rows, columns, sharex=x, sharey=y, squeeze=False)


def label(figure: Figure, panels: np.ndarray, below: str, beside: str) -> None:
    """Name the axes beside all rows and, if they have one name, below each column."""
    for column in panels.T if below else ():
        used = [axes for axes in column if axes.axison]  # the last may be switched off
        (used or column)[-1].set_xlabel(below)
    figure.supylabel(beside, fontsize=10)


def blank(axes: Axes, text: str) -> None:
    """Say why a panel is empty; numbers along its axes go, unless others share them."""
    say(axes, text)
    axes.grid(visible=False)
    shared = axes.get_shared_x_axes(), axes.get_shared_y_axes()
    for axis, group in zip((axes.xaxis, axes.yaxis), shared, strict=True):
        # of a shared axis the numbers would vanish in the other panels, too
        if len(group.get_siblings(axes)) == 1:
            axis.set_visible(False)


def raise_top(axes: Axes, top: float) -> None:
    """Let y go from 0 to so far at least, in all panels that share it."""
    # set by an earlier panel that shares the axis
    kept = 0 if axes.get_autoscaley_on() else axes.get_ylim()[1]
    axes.set_ylim(0, max(top, kept))


def remark(axes: Axes, text: str, side: str = "right") -> None:
    """Write into an upper corner of a panel, over a veil that keeps it readable."""
    veil = {"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 1}
    letters = {"fontsize": SMALL, "color": INK, "bbox": veil, "zorder": 5}
    where = {"transform": axes.transAxes, "ha": side, "va": "top", "in_layout": False}
    axes.text(0.02 if side == "left" else 0.985, 0.97, text, **letters, **where)


def size_axis(axes: Axes, sizes: Sequence[int]) -> None:
    """Let x be the runs averaged, in steps of doubling."""
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(sizes, [str(size) for size in sizes])


def tell(axes: Axes, reasons: Mapping[str, Sequence[str]]) -> None:
    """Write into the lower corner why techniques are not drawn."""
    text = "\n".join(f"{why}: {', '.join(names)}" for why, names in reasons.items())
    corner = {"transform": axes.transAxes, "fontsize": SMALL, "color": FAINT}
    axes.text(0.02, 0.03, text, **corner)
