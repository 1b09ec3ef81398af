"""How items of this paper are declared; figures show the tables of their names."""

from collections.abc import Callable
from dataclasses import replace

from quaver.items.drawn import figure_of
from quaver.items.item import Figure, Table
from quaver.papers.elekes2018 import PAPER
from quaver.papers.elekes2018.sections import Section, is_measured


def wants(measure: str, *sections: Section, least: int = 1) -> Callable:
    """Tells of a grid whether it measures so many models of one of these sections."""

    def wanted(grid) -> bool:
        return any(is_measured(grid, own, measure, least) for own in sections)

    return wanted


def table(number: str, title: str, caption: str, columns: str, **facts) -> Table:
    """Declare Table 4, or the numbers of Figure 1; a note follows the columns."""
    kind, order = number.split()
    return Table(
        name=number.lower().replace(" ", "_"),
        title=f"{title} {number} of {PAPER.title}",
        caption=caption,
        columns=f"{columns} note",
        order=int(order) + (10 if kind == "Figure" else 0),
        **facts,
    )


def drawn(*facts, draw: Callable, tails=("", ""), **more) -> tuple[Table, Figure]:
    """Declare the table of a figure, as a table is, and the figure of it.

    draw: as of figure_of. tails: what the captions of both say besides.
    """
    numbers = table(*facts, **more)
    above, below = (f"{numbers.caption} {tail}".strip() for tail in tails)
    numbers = replace(numbers, caption=above)
    return numbers, figure_of(numbers, below, draw)
