"""Figures 4.1 and 4.2: change of words over frequency, and what averaging does."""

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes

from quaver.house.laws_controlled import QUANTITIES, is_asked, value_of
from quaver.items import look, panels
from quaver.items.item import Figure
from quaver.papers.rettenmeier2020.changes_laws import EXPLAINED, NAMES, SLOPE, laws
from quaver.papers.rettenmeier2020.declare import figure, keyed
from quaver.results.laws import AS_CODED, COSINE, LawNumbers

PICKED, SEED = 3000, 20200911  # words of a panel at most, and which
LABELS = {"slope": SLOPE, "explained": EXPLAINED}
LOOKS = {
    "genuine": {"color": look.COLOURS[0], "marker": "o"},
    "random": {"color": look.COLOURS[1], "marker": "s"},
    "like_periods": {"color": look.COLOURS[2], "marker": "^"},
}
DASHES = {COSINE: "-", AS_CODED: (0, (3, 1.5))}


def _title(numbers: LawNumbers) -> str:
    return f"{numbers.series}, {numbers.technique}"


@look.look()
def _draw_words(results, item: Figure):
    every = laws(results)
    shape = -(-len(every) // panels.COLUMNS), min(len(every), panels.COLUMNS)
    drawing, axes = panels.grid(shape, 2.8)
    for own, numbers in zip(axes.flat, every, strict=False):
        look.title(own, _title(numbers))
        if numbers.note:
            panels.blank(own, numbers.note)
            continue
        _dots(own, *numbers.example)
        early, late = numbers.periods[-2:]
        panels.remark(own, f"{early} to {late}")
    _spare(axes.flat[len(every) :], not every)
    panels.label(drawing, axes, "log frequency (z)", "log change (z)")
    look.finish(drawing, item.title, item.caption, [])
    return drawing


def _dots(axes: Axes, frequency: np.ndarray, change: np.ndarray) -> None:
    """Dots of words, and their line by least squares."""
    picked = np.random.default_rng(SEED).permutation(len(frequency))[:PICKED]
    dots = {"s": 5, "alpha": 0.35, "linewidths": 0, "rasterized": True}
    axes.scatter(frequency[picked], change[picked], color=look.COLOURS[0], **dots)
    ends = np.array([frequency.min(), frequency.max()])
    slope, level = np.polyfit(frequency, change, 1)
    axes.plot(ends, level + slope * ends, color="white", linewidth=4)
    axes.plot(ends, level + slope * ends, color=look.INK, linewidth=1.6)


@look.look()
def _draw_sizes(results, item: Figure):
    every = laws(results)
    drawing, axes = panels.grid((len(QUANTITIES), len(every)), 2.4, (True, False))
    for column, numbers in zip(axes.T, every, strict=False):
        look.title(column[0], _title(numbers))
        for own, quantity in zip(column, QUANTITIES, strict=True):
            if numbers.note:
                panels.blank(own, numbers.note)
            else:
                _lines(own, numbers, quantity)
    for row, name in zip(axes, LABELS.values(), strict=True):
        row[0].set_ylabel(name.replace(" by", "\nby").replace(" over", "\nover"))
    _spare(axes.flat if not every else (), not every)
    panels.label(drawing, axes, "runs averaged", "")
    ways = {"cosine": COSINE, "as coded": AS_CODED}
    styles = {
        **{
            name.replace("_", " "): {"linestyle": "-", **x} for name, x in LOOKS.items()
        },
        **{x: {"linestyle": DASHES[ways[x]], "color": look.INK} for x in ways},
    }
    look.finish(drawing, item.title, item.caption, keyed(styles))
    return drawing


def _lines(axes: Axes, numbers: LawNumbers, quantity: str) -> None:
    """Values by size, with their intervals, of each condition and way."""
    sizes = sorted({size for _, size in numbers.genuine.lines})
    for name, condition in numbers.conditions.items():
        style = LOOKS[NAMES.get(name, name)]
        for way, dash in DASHES.items():
            own = [size for x, size in condition.lines if x == way]
            if not own:
                continue
            values = [value_of(condition.lines[way, x], quantity) for x in own]
            middle = [each.value for each in values]
            facts = {**style, "linestyle": dash, "markersize": 4, "linewidth": 1.4}
            # as coded beside it has much the same
            reach = [each.reach() for each in values] if way == COSINE else None
            axes.errorbar(own, middle, yerr=reach, capsize=2, **facts)
    axes.axhline(0, color=look.FAINT, linewidth=0.8)
    panels.size_axis(axes, sizes)


def _spare(axes: Iterable[Axes], is_empty: bool) -> None:
    """Switch off panels that nothing is drawn in, or say why there is nothing."""
    for place, own in enumerate(axes):
        if is_empty and not place:
            panels.blank(own, "no laws measured")
        else:
            own.set_axis_off()


FIGURE_4_1 = figure(
    "Figure 4.1",
    "Change of words over their frequency:",
    "Change of single words from the last period but one to the last, in one run: 1 - "
    "cos after alignment, over their occurrences in the earlier. Both are logarithms, "
    f"standardised over all pairs of periods; of {PICKED} random words at most. Line: "
    "least squares.",
    draw=lambda results: _draw_words(results, FIGURE_4_1),
    wanted=is_asked,
    reads=("change_laws",),
)
FIGURE_4_2 = figure(
    "Figure 4.2",
    "What averaging does to slope and variance explained:",
    "Above the slope of change over frequency, below the variance that frequency "
    "explains, of periods (genuine), of batches of random documents (random), and of "
    "random documents of the periods' sizes. As coded: by the dot product of averages "
    "that lost a part of their length. Intervals of 95 %.",
    draw=lambda results: _draw_sizes(results, FIGURE_4_2),
    wanted=is_asked,
    reads=("change_laws",),
)
