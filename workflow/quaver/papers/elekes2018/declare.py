"""How items of this paper are declared; figures show the tables of their names."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from quaver.items import look
from quaver.items.drawn import numbered, with_figure
from quaver.items.item import Figure, Table
from quaver.items.panels import blank, flowing, label
from quaver.papers.elekes2018 import PAPER
from quaver.papers.elekes2018.sections import Section, is_measured

HEIGHT, REST = 3.2, 1.9  # inches, of each row of panels and of what is around
NOTHING = "no such cells in the study"
Drawn = tuple  # the drawing, what its legend shows, and sentences below it


def wants(measure: str, *own: Section, least: int = 1) -> Callable:
    """Tells of a grid whether it measures so many models of one of these sections."""

    def wanted(grid) -> bool:
        return any(is_measured(grid, each, measure, least) for each in own)

    return wanted


def table(number: str, title: str, caption: str, columns: str, **facts) -> Table:
    """Declare Table 4, or the numbers of Figure 1; a note follows the columns."""
    facts |= {"columns": f"{columns} note", "paper": PAPER.title}
    return numbered(number, title, caption, **facts)


def drawn(*facts, draw: Callable, tails=("", ""), **more) -> tuple[Table, Figure]:
    """Declare the table of a figure, as a table is, and the figure of it."""
    return with_figure(table(*facts, **more), draw, tails)


def by_sampling(
    frame: pd.DataFrame,
    column: str,
    draw: Callable[[Axes, pd.DataFrame, Mapping], None],
    names: tuple[str, str],
) -> Drawn:
    """Draw rows that have a number, in a panel for each sampling; the others are said.

    names: what stands below and beside the panels.
    """
    seen = frame[frame[column].notna()]
    groups = [*seen.groupby("sampling", sort=False)]
    figure, panels = flowing(len(groups), HEIGHT, REST)
    looks = looks_of(frame, seen)
    for axes, (name, rows) in zip(panels, groups, strict=False):
        if len(groups) > 1:
            look.title(axes, name)
        draw(axes, rows, looks)
        axes.set_xlabel(names[0])
    if not groups:
        blank(panels[0], NOTHING)
    label(figure, np.array([panels]), "", names[1])
    return figure, look.handles_of(looks), *reasons(frame, seen)


def looks_of(frame: pd.DataFrame, seen: pd.DataFrame) -> dict[str, dict]:
    """Colours of models that are seen, by their places among all."""
    turns = zip(frame["model"].drop_duplicates(), look.COLOURS, strict=False)
    there = {*seen["model"]}
    return {model: {"color": colour} for model, colour in turns if model in there}


def reasons(frame: pd.DataFrame, seen: pd.DataFrame) -> list[str]:
    """What rows of a frame are not seen, and why: a sentence for each model."""
    lost = frame.drop(seen.index).drop_duplicates("model")
    return [f"Not drawn: {row.model}, {row.note}." for row in lost.itertuples()]
