"""A panel per word: its change over the periods of a series, and how frequent it is."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.change import RULE
from quaver.house.change_trajectories import TITLE, is_followed, is_point, per_million
from quaver.items import look, panels
from quaver.items.item import Figure
from quaver.results.trajectories import NAME, TrajectoryNumbers
from quaver.statistics.periods import LEAST

PANELS = 24  # at most, in the order the words were asked for
COLUMNS = 3
HEIGHT = 1.25  # inches, on average of a panel and of the strip below it
SHARES = 3, 1  # of the height: change, frequency
TICKS = 7  # periods that are named
CAPTION = (
    "Line: squared distance of a word's mean contexts from the period of the hollow "
    "mark (or the one before), with a band that holds all periods at 95 %; dotted: "
    "median of words of like frequency. Gaps: fewer than five documents with the word; "
    "dashed: where a change begins that documents dealt anew to all periods hardly "
    "give. Below: occurrences in a million words; at most 24 panels are drawn."
)


@look.look()
def draw(results) -> Drawing:
    """Draw each word of each series and technique: techniques beside each other."""
    followed = results.trajectories()
    looks = look.technique_looks(x.technique for x in followed)
    shown = _shown(followed)
    # squared distances of two techniques are of unlike sizes: no panel has both
    columns = max(1, min(COLUMNS if len(looks) < 2 else len(looks), len(shown)))
    rows = max(1, -(-len(shown) // columns))
    figure, axes = panels.grid((2 * rows, columns), HEIGHT, share=(False, False))
    axes[0, 0].get_gridspec().set_height_ratios(SHARES * rows)
    tops, strips = axes[::2].ravel(), axes[1::2].ravel()
    is_one = len({x.name for x in followed}) == 1
    for top, strip, (numbers, place) in zip(tops, strips, shown, strict=False):
        word = numbers.words[place]
        look.title(top, look.shown(word if is_one else f"{word}, {numbers.name}"))
        _change(top, numbers, place, looks[numbers.technique])
        _strip(strip, numbers, place)
        top.set_xlim(strip.get_xlim())
    for spare in [*tops[len(shown) :], *strips[len(shown) :]]:
        spare.set_axis_off()
    if not shown:
        why = [x.note or "no word is in any period" for x in followed]
        panels.blank(tops[0], "; ".join(dict.fromkeys(why)))
    panels.label(figure, axes, "", "change")
    look.finish(figure, TITLE, CAPTION, look.handles_of(looks))
    return figure


def _shown(followed: Sequence[TrajectoryNumbers]) -> list[tuple]:
    """Numbers and places of words, in the order they were asked for, technique by
    technique of each."""
    every = [(x, place) for x in followed for place in range(len(x.words))]
    # of a series all techniques have the same words
    return sorted(every, key=lambda each: (each[0].name, each[1]))[:PANELS]


def _change(axes: Axes, numbers: TrajectoryNumbers, place: int, style: dict) -> None:
    """The change of a word in one technique, with its band, gaps and change point."""
    own = {name: values[place] for name, values in numbers.stored.items()}
    x = np.arange(len(numbers.periods))
    colour, marker = style["color"], style["marker"]
    line = {"color": colour, "linewidth": 1.3}
    axes.fill_between(x, own["low"], own["high"], color=colour, alpha=0.15, linewidth=0)
    reach = [own["squared"] - own["low"], own["high"] - own["squared"]]
    marks = {"marker": marker, "markersize": 4, "capsize": 2, "elinewidth": 0.8}
    axes.errorbar(x, own["squared"], yerr=reach, **line, **marks)
    axes.plot(x, own["median"], color=colour, linestyle=":", linewidth=1)
    first = (own["base"] < 0) & (own["documents"] >= LEAST)
    hollow = {"markerfacecolor": "white", "linestyle": "", "color": colour}
    axes.plot(x[first], np.zeros(first.sum()), marker=marker, markersize=5, **hollow)
    axes.axhline(0, color=look.FAINT, linewidth=0.8, zorder=0)
    if is_point(numbers, place):
        begins = numbers.points["begins"][place] - 0.5
        axes.axvline(begins, color=colour, linestyle="--", linewidth=1)
    axes.tick_params(labelbottom=False, bottom=False)


def _strip(axes: Axes, numbers: TrajectoryNumbers, place: int) -> None:
    """How frequent a word is in each period; hollow where too few documents have it."""
    heights = per_million(numbers, place)
    few = numbers.stored["documents"][place] < LEAST
    x = np.arange(len(numbers.periods))
    axes.bar(x[~few], heights[~few], width=0.7, color=look.FAINT)
    axes.bar(x[few], heights[few], width=0.7, edgecolor=look.FAINT, color="white")
    axes.set_xlim(-0.6, len(x) - 0.4)
    step = -(-len(x) // TICKS)
    names = [look.shown(name) for name in numbers.periods[::step]]
    tilted = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
    axes.set_xticks(x[::step], names, fontsize=panels.SMALL, **tilted)
    axes.set_yticks([0, heights.max()], ["0", f"{heights.max():.0f}"])
    axes.tick_params(axis="y", labelsize=panels.SMALL)


FIGURE = Figure(
    name="change_trajectories",
    title=TITLE,
    caption=CAPTION,
    order=8,
    rule=RULE,
    reads=(NAME,),
    wanted=is_followed,
    draw=draw,
)
