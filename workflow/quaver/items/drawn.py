"""Figures that show the numbers of a table, under its name."""

from collections.abc import Callable

from matplotlib.figure import Figure as Drawing

from quaver.items import look
from quaver.items.item import Figure, Table, build


def figure_of(numbers: Table, caption: str, draw: Callable) -> Figure:
    """Declare what draws a table: its name, title and place, a caption of its own.

    draw: of the data frame and Results, the drawing, what its legend shows, and
    sentences that follow the caption.
    """

    @look.look()
    def draw_of(results) -> Drawing:
        drawing, handles, *others = draw(build(numbers, results), results)
        look.finish(drawing, numbers.title, " ".join([caption, *others]), handles)
        return drawing

    same = ("name", "title", "order", "reads", "wanted")
    facts = {name: getattr(numbers, name) for name in same}
    return Figure(caption=caption, draw=draw_of, **facts)
