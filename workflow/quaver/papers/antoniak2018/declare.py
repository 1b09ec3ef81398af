"""How the tables and figures of this paper are declared."""

from collections.abc import Callable, Sequence

from quaver.items.columns import NOTE
from quaver.items.item import Figure, Table
from quaver.papers.antoniak2018 import PAPER

QUERIES = ("queries",)  # the measure that nearly all items are made of


def table(number: str, title: str, caption: str, columns: Sequence, **facts) -> Table:
    """Declare a table; number: Table 4, or Figure 1 of whose numbers it is.

    A note follows the columns.
    """
    kind, order = number.split()
    return Table(
        name=number.lower().replace(" ", "_"),
        title=f"{title} {number} of {PAPER.title}",
        caption=caption,
        columns=(columns, NOTE),
        order=int(order) + (10 if kind == "Figure" else 0),
        **{"reads": QUERIES} | facts,
    )


def figure_of(table: Table, draw: Callable, caption: str) -> Figure:
    """Declare the figure that is drawn of a table."""
    facts = {"name": table.name, "title": table.title, "order": table.order}
    return Figure(caption=caption, draw=draw, reads=table.reads, **facts)
