"""How items of this paper are declared; figures show the tables of their names."""

import textwrap
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.axes import Axes

from quaver.items import look, panels
from quaver.items.drawn import numbered, with_figure
from quaver.items.item import Figure, Table, has
from quaver.papers.antoniak2018 import PAPER
from quaver.papers.antoniak2018.queried import scene_of

QUERIES = ("queries",)  # the measure that nearly all items are made of
WIDE, HALF = 46, 0.3  # letters above a panel of more than this part of the width
MANY, ROOM = 5, 26  # names below a panel, and their letters, that are turned
CUT = 28  # letters of a reason beside a panel's points
STYLES = [*look.technique_looks("abcdefg").values()]  # all colours and markers
LOOKS = dict(zip(look.SAMPLINGS, STYLES, strict=False))
DOTS = {"linestyle": "none", "markersize": 6, "markeredgecolor": "white"}
Views = Sequence[tuple[str, pd.DataFrame]]  # names and rows
Drawn = tuple  # the drawing, what its legend shows, and sentences below it


def asks(grid) -> bool:
    """Tell whether a study asks for queries; neighbours alone are none of the paper."""
    asked = grid.study.analyses.queries
    return bool(asked.words or asked.topics) and has(*QUERIES)(grid)


def table(number: str, title: str, caption: str, columns: str, **facts) -> Table:
    """Declare Table 4, or the numbers of Figure 1; a note follows the columns."""
    facts = {"reads": QUERIES, "wanted": asks} | facts
    facts |= {"columns": f"{columns} note", "paper": PAPER.title}
    return numbered(number, title, caption, **facts)


def drawn(
    *facts, draw: Callable, tails=("", ""), of_one: bool = False, **more
) -> tuple[Table, Figure]:
    """Declare the table of a figure, as a table is, and what draw makes of it: Drawn.

    tails: what the captions of both say besides. of_one: a single technique is drawn.
    """

    def draw_of(frame, results) -> Drawn:
        sentences = []
        if of_one and (technique := scene_of(results).shown):
            frame = frame[frame["technique"] == technique]
            sentences.append(f"Technique: {technique}.")
        figure, handles, *others = draw(frame)
        return figure, handles, *sentences, *others

    return with_figure(table(*facts, **more), draw_of, tails)


def by_corpus(frame: pd.DataFrame, unit: str, most: str = "") -> Views:
    """Of each corpus one view: that of most, a column, in this unit, and largest."""

    def order(view: tuple) -> tuple:
        (own, fraction), rows = view
        highest = rows[most].fillna(0).max() if most else 0
        return -highest, own != unit, own, -fraction

    views = []
    for corpus, rows in frame.groupby("corpus", sort=True):
        (own, fraction), rows = min(rows.groupby(["unit", "fraction"]), key=order)
        views.append((f"{corpus}, {own}s{part(fraction)}", rows))
    return views


def part(fraction: float) -> str:
    """How a part of a corpus is named; nothing of the whole."""
    return "" if fraction == 1 else f", first {100 * fraction:g} %"


def small_multiples(
    views: Views, draw: Callable, height: float, labels: tuple[str, str], *, share=None
) -> drawing.Figure:
    """Draw views in a panel each, from 0 on, or in two that share these (x, y) axes."""
    if share:
        figure, lines = panels.grid((len(views), 2), height, share)
    else:
        figure, flow = panels.flowing(len(views), height, 1.8)
        lines = np.array(flow)[:, None]
    for (name, rows), line in zip(views, lines, strict=False):
        draw(name, rows, *line)
    for axes in lines.flat if not views else ():
        panels.blank(axes, "no cells")
    if not share:
        look.from_zero(lines.flat)
    panels.label(figure, lines if share else lines.T, *labels)
    return figure


def panel(axes: Axes, name: str, rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Name a panel and give its rows with numbers; where none has, it says why."""
    width = axes.get_position().width  # of the figure: panels of two columns are wide
    axes.set_title(textwrap.fill(name, WIDE if width > HALF else look.LINE))
    measured = rows[rows[column].notna()]
    if not len(measured):
        panels.blank(axes, reason(rows))
    return measured


def reason(rows: pd.DataFrame) -> str:
    """Why rows have no numbers: the first of their notes."""
    notes = (text for text in rows["note"] if isinstance(text, str) and text)
    return next(notes, "no such cells in the study")


def points(axes: Axes, title: str, rows: pd.DataFrame, *, names, columns) -> None:
    """Draw the value and ends of each technique and sampling side by side."""
    if not len(panel(axes, title, rows, columns[0])):
        return
    shifts = np.linspace(-0.24, 0.24, len(LOOKS))
    for (sampling, style), shift in zip(LOOKS.items(), shifts, strict=True):
        for column, technique in enumerate(names):
            of = (rows["technique"] == technique) & (rows["sampling"] == sampling)
            for *numbers, note in rows.loc[of, [*columns, "note"]].to_numpy():
                _point(axes, column + shift, numbers, note, **style)
    axes.set_xticks(range(len(names)), names)
    if len(names) >= MANY or max(map(len, names), default=0) * len(names) > ROOM:
        axes.tick_params(axis="x", labelrotation=30)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.tick_params(axis="x", length=0)


def _point(axes: Axes, x: float, numbers: Sequence[float], note: str, **style) -> None:
    value, low, high = numbers
    if np.isnan(value):
        letters = {"fontsize": 7.5, "ha": "center", "va": "bottom", "rotation": 90}
        axes.text(x, 0, f" {note or 'no number'}"[:CUT], color=look.FAINT, **letters)
        return
    reach = None if np.isnan(low) else [[value - max(low, 0)], [high - value]]
    bars = {"clip_on": False, "zorder": 3}  # markers at 0 are whole
    axes.errorbar(x, value, reach, capsize=3, **style, **DOTS, **bars)
