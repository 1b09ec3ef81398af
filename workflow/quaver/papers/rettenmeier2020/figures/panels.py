"""Small multiples: a row per corpus view, a column per technique."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quaver.items.look import (
    INK,
    SAMPLINGS,
    WIDTH,
    finish,
    look,
    say,
    title,
)

ALONE, EACH = 6.5, 2.7  # inches: of a lone column, of a column at least
HIGHER = 1.3  # times the height, in a lone column
ABOVE_AND_BELOW = 1.6  # inches for the title, the legend and the caption
SMALL = 8  # points, of texts inside panels


@dataclass(frozen=True)
class Item:
    """A figure of distribution cells: what is drawn of each, and what is said.

    part: attribute of DistributionNumbers. draw(axes, part): one cell. height: inches
    of a panel. share: whether the panels share their x and y axes.
    """

    part: str
    draw: Callable[[Axes, object], None]
    title: str
    caption: str
    below: str
    beside: str
    handles: Callable[[], list[Artist]]
    height: float = 2.2
    share: tuple[bool, bool] = (True, True)


@look()
def draw(item: Item, records: Sequence) -> Figure:
    """Draw one item of DistributionNumbers: a panel per cell."""
    rows, columns = rows_of(records), techniques_of(records)
    figure, panels = grid((len(rows), len(columns)), item.height, item.share)
    for axes, record, name in placed(panels, records):
        title(axes, name)
        part = part_of(axes, record, item.part)
        if part is not None:
            item.draw(axes, part)
    if not records:
        blank(panels[0, 0], "no cells")
    label(figure, panels, item.below, item.beside)
    finish(figure, item.title, item.caption, item.handles())
    return figure


def part_of(axes: Axes, record, part: str):
    """What a record has of a part, or None, and the panel says why."""
    if record is None:
        blank(axes, "not in the study")
        return None
    found = getattr(record, part)
    if found is None:
        blank(axes, record.notes.get(part, "") or "not measured")
    return found


def blank(axes: Axes, text: str) -> None:
    """Say why a panel is empty; numbers along its axes go, unless others share them."""
    say(axes, text)
    axes.grid(visible=False)
    shared = axes.get_shared_x_axes(), axes.get_shared_y_axes()
    for axis, group in zip((axes.xaxis, axes.yaxis), shared, strict=True):
        if len(group.get_siblings(axes)) == 1:
            axis.set_visible(False)


def raise_top(axes: Axes, top: float) -> None:
    """Let y go from 0 to so far at least, in all panels that share it."""
    kept = 0 if axes.get_autoscaley_on() else axes.get_ylim()[1]
    axes.set_ylim(0, max(top, kept))


def rows_of(records: Iterable) -> list[tuple]:
    """Views and samplings, in order, of cells or records that have a cell."""
    cells = [getattr(record, "cell", record) for record in records]
    return sorted({row_of(cell) for cell in cells})


def techniques_of(records: Iterable) -> list[str]:
    """Names of techniques, in order."""
    return sorted({getattr(record, "cell", record).technique for record in records})


def placed(panels: np.ndarray, records: Sequence) -> Iterator[tuple]:
    """Each panel with its record, None where the study has no such cell, and name."""
    known = {(row_of(r.cell), r.cell.technique): r for r in records}
    rows, columns = rows_of(records), techniques_of(records)
    several = len({row[-2] for row in rows}) > 1
    for row, line in zip(rows, panels, strict=False):
        for technique, axes in zip(columns, line, strict=True):
            name = f"{row[-1]}, {technique}"
            name += f", {SAMPLINGS[row[-2]]}" if several else ""
            yield axes, known.get((row, technique)), name


def row_of(cell) -> tuple:
    """What makes a row: view and sampling, in the order of rows."""
    view = cell.corpus, cell.unit, cell.fraction
    return (*view, SAMPLINGS.index(cell.sampling), cell.view)


def grid(
    shape: tuple[int, int], height: float, share: tuple[bool, bool] = (True, True)
) -> tuple[Figure, np.ndarray]:
    """Make panels, at least one: rows x columns of so many inches' height."""
    rows, columns = (max(1, count) for count in shape)
    width = max(WIDTH, EACH * columns) if columns > 1 else ALONE
    height *= HIGHER if columns == 1 else 1
    size = width, height * rows + ABOVE_AND_BELOW
    figure = Figure(figsize=size, layout="constrained")
    sharex, sharey = share
    panels = figure.subplots(rows, columns, sharex=sharex, sharey=sharey, squeeze=False)
    return figure, panels


def label(figure: Figure, panels: np.ndarray, below: str, beside: str) -> None:
    """Name the axes below the last panel of each column and beside all rows."""
    for column in panels.T:
        used = [axes for axes in column if axes.axison]
        (used or column)[-1].set_xlabel(below)
    figure.supylabel(beside, fontsize=10)


def remark(axes: Axes, text: str, side: str = "right") -> None:
    """Write into an upper corner of a panel, over a veil that keeps it readable."""
    place = {"left": 0.02, "right": 0.985}[side]
    veil = {"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 1}
    letters = {"fontsize": SMALL, "color": INK, "bbox": veil, "zorder": 5}
    where = {"transform": axes.transAxes, "ha": side, "va": "top", "in_layout": False}
    axes.text(place, 0.97, text, **letters, **where)
