"""Figures of cells: a row per view and sampling, a column per technique."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.items.item import Figure
from quaver.items.look import SAMPLINGS, finish, look, title
from quaver.items.panels import blank, grid, label
from quaver.papers.rettenmeier2020.declare import figure

HEIGHT = 2.2  # inches of a panel


def of_cells(
    number: str,
    *,
    part: str,
    panel: Callable[[Axes, Any], None],
    axes: tuple[str, str],
    handles: Callable[[], list[Artist]],
    share: tuple[bool, bool] = (True, True),
    **facts,
) -> Figure:
    """Declare a figure of distributions: a panel per cell.

    part: attribute of DistributionNumbers. panel(axes, part): draws one cell. axes:
    what is below the panels and beside them. share: whether panels share x and y.
    """

    @look()
    def draw(results: Any) -> Drawing:
        records = list(results.distributions())
        shape = len(rows_of(records)), len(techniques_of(records))
        drawing, panels = grid(shape, HEIGHT, share)
        for each, record, name in placed(panels, records):
            title(each, name)
            measured = part_of(each, record, part)
            if measured is not None:
                panel(each, measured)
        if not records:
            blank(panels[0, 0], "no cells")
        label(drawing, panels, *axes)
        finish(drawing, item.title, item.caption, handles())
        return drawing

    # draw reads title and caption of the item it is part of, hence the closure
    item = figure(number, draw=draw, **facts)
    return item


def part_of(axes: Axes, record, part: str):
    """What a record has of a part, or None, and the panel says why."""
    if record is None:
        blank(axes, "not in the study")
        return None
    measured = getattr(record, part)
    if measured is None:
        blank(axes, record.notes.get(part, "") or "not measured")
    return measured


def rows_of(records: Iterable) -> list[tuple]:
    """Views and samplings, in order, of cells or records that have a cell."""
    cells = [getattr(record, "cell", record) for record in records]
    return sorted({row_of(cell) for cell in cells})


def techniques_of(records: Iterable) -> list[str]:
    """Names of techniques, in order."""
    return sorted({getattr(record, "cell", record).technique for record in records})


def placed(panels: np.ndarray, records: Sequence) -> Iterator[tuple]:
    """Each panel with its record, None where the study has no such cell, and name."""
    by_panel = {(row_of(r.cell), r.cell.technique): r for r in records}
    rows, columns = rows_of(records), techniques_of(records)
    # most studies measure distributions of one sampling: it needs no naming
    several = len({row[-2] for row in rows}) > 1
    for row, line in zip(rows, panels, strict=False):
        for technique, axes in zip(columns, line, strict=True):
            name = f"{row[-1]}, {technique}"
            name += f", {SAMPLINGS[row[-2]]}" if several else ""
            yield axes, by_panel.get((row, technique)), name


def row_of(cell) -> tuple:
    """What makes a row: view and sampling, in the order of rows."""
    view = cell.corpus, cell.unit, cell.fraction
    return (*view, SAMPLINGS.index(cell.sampling), cell.view)
