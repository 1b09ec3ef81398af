"""What the figures of Antoniak and Mimno 2018 share: a panel per corpus, and points.

They are drawn from the tables of their names, so that both say the same.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from math import isnan

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quaver.items.look import (
    COLOURS,
    FAINT,
    LINE,
    MARKERS,
    SAMPLINGS,
    WIDTH,
)
from quaver.papers.rettenmeier2020.figures.panels import blank

COLUMNS = 3
WIDE, HALF = 46, 0.3  # letters above a panel of more than this part of the width
SMALL = 7.5  # points, of texts inside panels
MANY = 5  # names below a panel are turned from here on
SAMPLING_LOOKS = {
    name: {"color": COLOURS[place], "marker": MARKERS[place]}
    for place, name in enumerate(SAMPLINGS)
}


def by_corpus(frame: pd.DataFrame, unit: str) -> list[tuple[str, pd.DataFrame]]:
    """Names and rows of each corpus's view: in this unit if it has it, whole if so."""
    found = []
    for corpus, rows in frame.groupby("corpus", sort=True):
        units = sorted(set(rows["unit"]), key=lambda each: (each != unit, each))
        own = rows[rows["unit"] == units[0]]
        whole = own["fraction"].max()
        name = f"{corpus}, {units[0]}s{part(whole)}"
        found.append((name, own[own["fraction"] == whole]))
    return found


def part(fraction: float) -> str:
    """How a part of a corpus is named; nothing of the whole."""
    return "" if fraction == 1 else f", first {100 * fraction:g} %"


def flowing(count: int, height: float, *, sharey: bool = True) -> tuple[Figure, list]:
    """Make so many panels of a height in rows of three."""
    columns = min(max(1, count), COLUMNS)
    rows = -(-max(1, count) // columns)
    width = WIDTH if columns > 1 else 6.5
    figure = Figure(figsize=(width, height * rows + 1.8), layout="constrained")
    panels = figure.subplots(rows, columns, sharey=sharey, squeeze=False).ravel()
    for spare in panels[max(1, count) :]:
        spare.remove()
    return figure, list(panels[: max(1, count)])


def panel(axes: Axes, name: str, rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Name a panel and give its rows with numbers; where none has, it says why."""
    width = axes.get_position().width  # of the figure: panels of two columns are wide
    axes.set_title(textwrap.fill(name, WIDE if width > HALF else LINE))
    known = rows[rows[column].notna()]
    if not len(known):
        blank(axes, why(rows))
    return known


def why(rows: pd.DataFrame) -> str:
    """Why rows have no numbers: what their notes say, each once."""
    notes = list(dict.fromkeys(x for x in rows["note"] if isinstance(x, str) and x))
    return notes[0] if notes else "no such cells in the study"


def points(
    axes: Axes, rows: pd.DataFrame, names: Sequence[str], columns: Sequence[str]
) -> None:
    """Draw a value and its interval of each technique and sampling side by side.

    columns: of the value, and of both ends of its interval.
    """
    shifts = np.linspace(-0.24, 0.24, len(SAMPLINGS))
    for (sampling, own), shift in zip(SAMPLING_LOOKS.items(), shifts, strict=True):
        for place, technique in enumerate(names):
            of = (rows["technique"] == technique) & (rows["sampling"] == sampling)
            for _, row in rows[of].iterrows():
                _point(axes, place + shift, row, (columns, own))
    axes.set_xticks(range(len(names)), names)
    if len(names) >= MANY or max(map(len, names), default=0) * len(names) > 26:
        axes.tick_params(axis="x", labelrotation=30)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.tick_params(axis="x", length=0)


def _point(axes: Axes, place: float, row: Mapping, how: tuple) -> None:
    (column, low, high), own = how
    value = row[column]
    if isnan(value):
        letters = {"fontsize": SMALL, "ha": "center", "va": "bottom", "rotation": 90}
        text = f" {row['note'] or 'no number'}"[:28]
        axes.text(place, 0, text, color=FAINT, **letters)
        return
    reach = None
    if not isnan(row[low]):
        reach = [[value - max(row[low], 0)], [row[high] - value]]
    bars = {"markersize": 6, "markeredgecolor": "white", "linestyle": "none"}
    bars |= {"clip_on": False, "zorder": 3}  # markers at 0 are whole
    axes.errorbar(place, value, reach, capsize=3, **own, **bars)


def pairs(items: Sequence, panels: Sequence) -> Iterator[tuple]:
    """Each item with its panel."""
    return zip(items, panels, strict=False)
