"""What the figures of this paper share: a panel per corpus, and points by sampling.

They are drawn from the tables of their names, so that both say the same.
"""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isnan

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from quaver.items import item
from quaver.items.look import (
    COLOURS,
    FAINT,
    LINE,
    MARKERS,
    SAMPLINGS,
    finish,
    from_zero,
    handles_of,
    present,
)
from quaver.items.panels import blank, flowing

WIDE, HALF = 46, 0.3  # letters above a panel of more than this part of the width
SMALL = 7.5  # points, of texts inside panels
MANY = 5  # names below a panel are turned from here on
ROOM = 26  # letters of all names below a panel
CUT = 28  # letters of a reason beside a panel's points
SAMPLING_LOOKS = {
    name: {"color": COLOURS[number], "marker": MARKERS[number]}
    for number, name in enumerate(SAMPLINGS)
}


def by_corpus(frame: pd.DataFrame, unit: str) -> list[tuple[str, pd.DataFrame]]:
    """Names and rows of each corpus's view: in this unit if it has it, whole if so."""
    views = []
    for corpus, rows in frame.groupby("corpus", sort=True):
        units = sorted(set(rows["unit"]), key=lambda each: (each != unit, each))
        own = rows[rows["unit"] == units[0]]
        whole = own["fraction"].max()
        name = f"{corpus}, {units[0]}s{part(whole)}"
        views.append((name, own[own["fraction"] == whole]))
    return views


def part(fraction: float) -> str:
    """How a part of a corpus is named; nothing of the whole."""
    return "" if fraction == 1 else f", first {100 * fraction:g} %"


def draw_flowing(
    figure: item.Figure,
    views: Sequence[tuple[str, pd.DataFrame]],
    draw: Callable[[Axes, str, pd.DataFrame], None],
    *,
    height: float,
    labels: tuple[str, str],
    handles: Callable[[], Sequence[Artist]],
    more: str = "",
) -> Figure:
    """Draw a panel per view in rows of three; labels: below and beside them.

    handles: what the legend shows, once all is drawn. more: sentences of the caption.
    """
    drawn, panels = flowing(len(views), height, 1.8)
    for (name, rows), axes in zip(views, panels, strict=False):
        draw(axes, name, rows)
    if not views:
        blank(panels[0], "no cells")
    from_zero(panels)
    below, beside = labels
    drawn.supylabel(beside, fontsize=10)
    for axes in panels if below else ():
        axes.set_xlabel(below)
    finish(drawn, figure.title, f"{figure.caption}{more}", list(handles()))
    return drawn


def panel(axes: Axes, name: str, rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Name a panel and give its rows with numbers; where none has, it says why."""
    width = axes.get_position().width  # of the figure: panels of two columns are wide
    axes.set_title(textwrap.fill(name, WIDE if width > HALF else LINE))
    measured = rows[rows[column].notna()]
    if not len(measured):
        blank(axes, reason(rows))
    return measured


def reason(rows: pd.DataFrame) -> str:
    """Why rows have no numbers: the first of their notes."""
    notes = [text for text in rows["note"] if isinstance(text, str) and text]
    return notes[0] if notes else "no such cells in the study"


def points(
    axes: Axes, rows: pd.DataFrame, names: Sequence[str], columns: Sequence[str]
) -> None:
    """Draw a value and its interval of each technique and sampling side by side.

    columns: of the value, and of both ends of its interval.
    """
    shifts = np.linspace(-0.24, 0.24, len(SAMPLINGS))
    for (sampling, style), shift in zip(SAMPLING_LOOKS.items(), shifts, strict=True):
        for column, technique in enumerate(names):
            of = (rows["technique"] == technique) & (rows["sampling"] == sampling)
            for _, row in rows[of].iterrows():
                _point(axes, column + shift, row, columns, style=style)
    axes.set_xticks(range(len(names)), names)
    if len(names) >= MANY or max(map(len, names), default=0) * len(names) > ROOM:
        axes.tick_params(axis="x", labelrotation=30)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.tick_params(axis="x", length=0)


def _point(axes: Axes, x: float, row: Mapping, columns, *, style: Mapping) -> None:
    value, low, high = (row[column] for column in columns)
    if isnan(value):
        letters = {"fontsize": SMALL, "ha": "center", "va": "bottom", "rotation": 90}
        text = f" {row['note'] or 'no number'}"[:CUT]
        axes.text(x, 0, text, color=FAINT, **letters)
        return
    reach = None if isnan(low) else [[value - max(low, 0)], [high - value]]
    bars = {"markersize": 6, "markeredgecolor": "white", "linestyle": "none"}
    bars |= {"clip_on": False, "zorder": 3}  # markers at 0 are whole
    axes.errorbar(x, value, reach, capsize=3, **style, **bars)


def sampling_handles(samplings: Iterable[str]) -> list[Artist]:
    """What the legend shows: the samplings there are."""
    looks = {name: SAMPLING_LOOKS[name] for name in present(samplings)}
    return handles_of(looks, linestyle="none")
