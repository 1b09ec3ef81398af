"""Figures of cells: a row per view and sampling, a column per technique."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items import look
from quaver.items.item import Figure
from quaver.items.panels import blank, grid, label
from quaver.papers.rettenmeier2020.declare import figure


def of_cells(
    number: str,
    title: str,
    caption: str,
    *,
    part: str,
    panel: Callable,
    axes: tuple[str, str],
    handles: Callable[[list], Mapping[str, Mapping]],
    share: tuple[bool, bool] = (True, True),
    lines: int = 1,
    reads: Sequence[str] = (),
    **facts,
) -> Figure:
    """Declare a figure of distributions: a panel per cell, or lines of panels.

    part: attribute of DistributionNumbers. panel(*axes of a cell, part): draws one
    cell. axes: what is below the panels and beside them. handles: of records, the
    styles of the legend. share: whether panels share x and y. reads: else the part.
    """

    @look.look()
    def draw(results):
        records = list(results.distributions())
        by_place = {(row_of(r), r.cell.technique): r for r in records}
        rows, names = rows_of(records), sorted({name for _, name in by_place})
        shape = lines * max(1, len(rows)), len(names)
        drawing, panels = grid(shape, 2.2 if lines == 1 else 1.75, share)
        # (rows, techniques, lines)
        cells = panels.reshape(-1, lines, panels.shape[1]).swapaxes(1, 2)
        for (row, sampling), across in zip(rows.items(), cells, strict=False):
            for name, own in zip(names, across, strict=True):
                look.title(own[0], f"{row[-1]}, {name}{sampling}")
                record = by_place.get((row, name))
                measured = getattr(record, part, None)
                if measured is not None:
                    panel(*own, measured)
                    continue
                why = record.notes.get(part) if record else "not in the study"
                blank_cell(*own, text=why or "not measured")
        if not records:
            blank_cell(*panels[:, 0], text="no cells")
        label(drawing, panels, *axes)
        look.finish(drawing, item.title, item.caption, keyed(handles(records)))
        return drawing

    # draw reads title and caption of the item it is part of, hence the closure
    item = figure(number, title, caption, draw=draw, reads=reads or (part,), **facts)
    return item


def blank_cell(first: Axes, *others: Axes, text: str) -> None:
    """Say in the first panel of a cell why it is empty, and take the others away."""
    blank(first, text)
    for axes in others:
        axes.set_axis_off()


def keyed(styles: Mapping[str, Mapping]) -> list[Artist]:
    """What the legend shows by its labels: what has a face as a patch, else a line."""
    return [
        Patch(label=name, **own)
        if "facecolor" in own
        else Line2D([], [], label=name, **own)
        for name, own in styles.items()
    ]


def rows_of(records: Iterable) -> dict[tuple, str]:
    """Rows in order, and what their names say of the sampling: ', shuffled' or ''."""
    rows = sorted({row_of(record) for record in records})
    # most studies measure distributions of one sampling: it needs no naming
    several = len({row[-2] for row in rows}) > 1
    return {row: f", {look.SAMPLINGS[row[-2]]}" if several else "" for row in rows}


def row_of(record) -> tuple:
    """What makes a row: view and sampling, in the order of rows."""
    cell = record.cell
    sampling = look.SAMPLINGS.index(cell.sampling)
    return cell.corpus, cell.unit, cell.fraction, sampling, cell.view
