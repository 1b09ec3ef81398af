"""Items of a paper by its numbers, and figures that show the tables of their names."""

from collections.abc import Callable
from dataclasses import replace

from matplotlib.figure import Figure as Drawing

from quaver.items import look
from quaver.items.item import Figure, Table, build


def numbered(number: str, title: str, caption: str, *, paper: str, **facts) -> Table:
    """Declare Table 4 of a paper, or the numbers of its Figure 1.

    paper: its title.
    """
    kind, order = number.split()
    return Table(
        name=number.lower().replace(" ", "_"),
        title=f"{title} {number} of {paper}",
        caption=caption,
        order=int(order) + (10 if kind == "Figure" else 0),
        **facts,
    )


def with_figure(numbers: Table, draw: Callable, tails=("", "")) -> tuple[Table, Figure]:
    """A table, and what draws it: its name, title and place, a caption of its own.

    draw: of the data frame and Results, the drawing, what its legend shows, and
    sentences that follow the caption. tails: what the captions of both say besides.
    """
    above, below = (f"{numbers.caption} {tail}".strip() for tail in tails)

    @look.look()
    def draw_of(results) -> Drawing:
        drawing, handles, *others = draw(build(numbers, results), results)
        look.finish(drawing, numbers.title, " ".join([below, *others]), handles)
        return drawing

    same = ("name", "title", "order", "reads", "wanted")
    facts = {name: getattr(numbers, name) for name in same}
    figure = Figure(caption=below, draw=draw_of, **facts)
    return replace(numbers, caption=above), figure
