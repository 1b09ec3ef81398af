"""The words that changed most between two texts, beside all words compared."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.change import (
    AS_OTHERS,
    CHANGED,
    NO_EVIDENCE,
    RULE,
    TITLE,
    is_asked,
    order,
)
from quaver.items import look, panels
from quaver.items.item import Figure
from quaver.results.change import ChangeNumbers

SHOWN = 25  # words of a panel: those that changed most
LEAST = 4  # rows of a panel
COLUMNS = 3
ROW, AROUND = 0.19, 0.7  # inches: of a word, of a title and an axis
BAND = 5, 95  # percentiles of all words compared, as a grey bar
MARKS = {
    CHANGED: {"marker": "o", "color": look.COLOURS[0]},
    AS_OTHERS: {"marker": "s", "color": look.COLOURS[1], "markerfacecolor": "white"},
    NO_EVIDENCE: {"marker": "D", "color": look.FAINT, "markerfacecolor": "white"},
}
CAPTION = (
    "Mark: squared distance of a word's mean contexts in both texts, less what few "
    "documents add to it, with its 95 % interval. Grey: where the middle 90 of 100 "
    "words compared lie; dotted: their median. Compared are all words of about the "
    "frequency of one that was asked for."
)


@look.look()
def draw(results) -> Drawing:
    """Draw the words that changed most: a panel for each pair and technique."""
    told = results.changes()
    longest = max([LEAST, *(min(SHOWN, len(x.words)) for x in told)])
    columns = max(1, min(COLUMNS, len(told)))
    shape, height = (-(-len(told) // columns), columns), ROW * longest + AROUND
    figure, axes = panels.grid(shape, height, share=(False, False))
    for own, numbers in zip(axes.flat, told, strict=False):
        look.title(own, f"{numbers.technique}: {numbers.early} to {numbers.late}")
        if numbers.note:
            panels.blank(own, numbers.note)
        else:
            _draw(own, numbers, longest)
    for spare in axes.flat[len(told) :]:
        spare.set_axis_off()
    handles = [Line2D([], [], label=name, **own) for name, own in MARKS.items()]
    look.finish(figure, TITLE, CAPTION, handles)
    return figure


def _draw(axes: Axes, numbers: ChangeNumbers, longest: int) -> None:
    stored = numbers.stored
    told = [k for k in order(numbers) if np.isfinite(stored["squared"][k])]
    most = sorted(told, key=lambda k: -stored["squared"][k])[:SHOWN]
    compared = stored["controls/squared"]
    compared = compared[np.isfinite(compared)]
    axes.axvspan(*np.percentile(compared, BAND), color="#E4E4E4", zorder=0)
    axes.axvline(np.median(compared), color=look.FAINT, linestyle=":")
    for height, place in enumerate(most):
        value, low, high = (stored[x][place] for x in ("squared", "low", "high"))
        style = {"capsize": 2, "linewidth": 1, **MARKS[stored["verdict"][place]]}
        axes.errorbar(value, height, xerr=[[value - low], [high - value]], **style)
    names = [look.shown(numbers.words[place]) for place in most]
    axes.set_yticks(range(len(most)), names, fontsize=panels.SMALL)
    axes.set_ylim(longest - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.set_xlabel("change", fontsize=panels.SMALL + 1)


FIGURE = Figure(
    name="change",
    title=TITLE,
    caption=CAPTION,
    order=8,
    rule=RULE,
    wanted=is_asked,
    draw=draw,
)
