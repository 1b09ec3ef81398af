"""Two answers as pictures: whether runs are enough, and whether the text is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from quaver.items.look import (
    FAINT,
    INK,
    WIDTH,
    finish,
    from_zero,
    look,
    say,
    technique_looks,
    title,
)
from quaver.measures.enough_runs import (
    Curve,
    Enough,
    deviation_curve,
    enough,
    list_agreement,
)
from quaver.measures.enough_text import (
    LEAST_WORDS,
    WIDEST,
    by_chance,
    by_frequency,
    line_of,
    stable_from,
    with_chance,
)
from quaver.measures.spread import nearest
from quaver.statistics import pair_mean
from quaver.statistics.values import value_of

TITLE_RUNS = "How many runs are enough?"
CAPTION_RUNS = (
    "Left: mean deviation over runs of the cosines between query words and their "
    "nearest words, had one stopped after so many bootstrapped runs, with its 95 % "
    "interval (jackknife over runs); without the bias of few runs the curve is level "
    "but for chance. Star: by all runs together, from here half of the interval is "
    "within the tolerance of the study; none where it takes more runs. Right: share of "
    "the nearest words by the mean over so many runs that as many other runs list too, "
    "among the stored candidates: too high where these hold little of single runs' "
    "lists, as the table of the same name says."
)
TITLE_TEXT = "Is the text large enough?"
CAPTION_TEXT = (
    "Left: nearest neighbours two bootstrapped runs share, over the words that all "
    "fractions of the text have, with 95 % intervals over runs; dashed: what more text "
    "would give, to ten times as much, by the last two points, and within which bounds "
    "if the curve bends no more than it has so far (three fractions or more), up to "
    f"where these are {WIDEST:g} apart. Right: the same of single words of the largest "
    "fraction, by frequency (isotonic regression, without the most frequent "
    f"{LEAST_WORDS - 1}); star: from here words are stable. Grey: the threshold."
)
BAND, STAR = 0.15, 14


@dataclass(frozen=True)
class Drawn:
    """What is drawn of a cell's queries; None of all where there is nothing (why)."""

    cell: object
    why: str
    curve: Curve | None = None
    found: Enough | None = None
    sizes: Sequence[int] = ()
    agreed: Sequence[float] = ()


@look()
def figure_enough_runs(records: Iterable, tolerance: float) -> Figure:
    """Deviation and agreement of lists over runs: QueryNumbers -> a row per view.

    Of bootstrapped cells; each record is read once.
    """
    kept = (r for r in records if r.cell.sampling == "bootstrapped")
    drawn = [_reduced(record, tolerance) for record in kept]
    looks = technique_looks(one.cell.technique for one in drawn)
    cells = [one.cell for one in drawn]
    views = sorted({(c.corpus, c.unit, -c.fraction, c.view) for c in cells})
    figure, panels = _panels(len(views))
    for (left, right), (*_, view) in zip(panels, views, strict=False):
        own = [one for one in drawn if one.cell.view == view]
        title(left, view)
        _runs_row(left, right, own, looks)
    if not views:
        _empty(panels[0], "no queries of bootstrapped runs in the study")
    _label(panels, "runs", ("deviation of cosines", "words two lists share"))
    handles = _handles(looks)
    finish(figure, TITLE_RUNS, f"{CAPTION_RUNS} Tolerance: {tolerance:.0%}.", handles)
    return figure


def _reduced(record, tolerance: float) -> Drawn:
    cosines = record.candidate_cosines
    if cosines is None or len(cosines) < 2 or not cosines.shape[1]:
        why = record.note or "no query, or fewer than two runs"
        return Drawn(record.cell, why)
    n = record.neighbours.shape[2]
    half = len(cosines) // 2
    sizes = sorted({2**k for k in range(half.bit_length())} | {half})
    near = nearest(cosines, n)
    return Drawn(
        record.cell,
        "",
        deviation_curve(near),
        enough(near, tolerance),
        sizes,
        [list_agreement(cosines, n, size) for size in sizes],
    )


def _runs_row(left: Axes, right: Axes, drawn: Sequence[Drawn], looks: dict) -> None:
    there = [one for one in drawn if one.curve is not None]
    for one in there:
        appearance = looks[one.cell.technique]
        curve, colour = one.curve, appearance["color"]
        few = {"markersize": 4, "markevery": max(1, len(curve.runs) // 8)}
        left.plot(curve.runs, curve.deviation, linewidth=1.4, **appearance, **few)
        left.fill_between(curve.runs, curve.low, curve.high, color=colour, alpha=BAND)
        if one.found.needed <= curve.runs[-1]:
            place = np.searchsorted(curve.runs, one.found.needed)
            _star(left, one.found.needed, curve.deviation[place], colour)
        right.plot(one.sizes, one.agreed, markersize=5, linewidth=1.4, **appearance)
    if not there:
        _empty((left, right), drawn[0].why)
        return
    right.set_ylim(0, 1)
    from_zero([left])
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


@look()
def figure_enough_text(records: Iterable, threshold: float) -> Figure:
    """Shared neighbours over tokens and frequency: TextNumbers -> a row per text."""
    records = list(records)
    looks = technique_looks(one.technique for one in records)
    texts = sorted({(one.corpus, one.unit) for one in records})
    figure, panels = _panels(len(texts))
    for pair, text in zip(panels, texts, strict=False):
        own = [one for one in records if (one.corpus, one.unit) == text]
        title(pair[0], " by ".join(text))
        _text_row(pair, own, looks, threshold)
    if not texts:
        _empty(panels[0], "no bootstrapped runs in the study")
    _label(panels, ("tokens", "frequency of a word"), ("neighbours shared", ""))
    finish(figure, TITLE_TEXT, CAPTION_TEXT, _handles(looks))
    return figure


def _text_row(pair, records: Sequence, looks: dict, threshold: float) -> None:
    left, right = pair
    there = [one for one in records if one.sizes]
    if not there:
        _empty(pair, records[0].note)
        return
    for one in there:
        appearance = looks[one.technique]
        _sizes(left, one, appearance)
        places, shares = _rising(one)
        right.plot(places, shares, color=appearance["color"], linewidth=1.6)
        few = np.linspace(0, len(places) - 1, 6).astype(int)
        dots = {**appearance, "markersize": 5, "linestyle": "none"}
        right.plot(places[few], shares[few], **dots)
        start = stable_from(one.frequency, one.word_share, threshold)
        if np.isfinite(start):
            height = shares[np.searchsorted(places, start)]
            _star(right, start, height, appearance["color"])
    for axes in pair:
        axes.axhline(threshold, color=FAINT, linewidth=1, linestyle=":")
        axes.set_ylim(0, 1)
        _logarithmic(axes)


def _rising(one) -> tuple[np.ndarray, np.ndarray]:
    """Shares by frequency, up to where enough words are as frequent or more."""
    places, shares = by_frequency(one.frequency, one.word_share)
    last = np.sort(one.frequency)[-min(LEAST_WORDS, len(one.frequency))]
    return places[places <= last], shares[places <= last]


def _sizes(axes: Axes, one, appearance: dict) -> None:
    """Points of the fractions of a text, and the line through them."""
    sizes = [size for size in one.sizes if size.common is not None]
    found = [value_of(pair_mean(size.common)) for size in sizes]
    reach = [x.reach() if np.isfinite(x.error) else 0 for x in found]
    tokens, values = [size.tokens for size in sizes], [x.value for x in found]
    dots = {**appearance, "linestyle": "none", "markersize": 6, "capsize": 3}
    axes.errorbar(tokens, values, reach, **dots)
    axes.plot(tokens, values, color=appearance["color"], linewidth=1.2)
    chances = [by_chance(size.words, one.n) for size in sizes]
    line = line_of(tokens, [size.common for size in sizes], chances)
    if line is None:
        return
    places = np.geomspace(tokens[-1], 10 * tokens[-1], 100)
    middle, low, high = with_chance(line.at(places), chances[-1])
    shown = ~(high - low > WIDEST)  # all, where two points tell no interval
    colour, dashes = appearance["color"], {"linewidth": 1.2, "linestyle": "--"}
    axes.plot(places[shown], middle[shown], color=colour, **dashes)
    if len(sizes) > 2:
        ends = low[shown], high[shown]
        axes.fill_between(places[shown], *ends, color=colour, alpha=BAND)


def _panels(rows: int) -> tuple[Figure, np.ndarray]:
    rows = max(1, rows)
    figure = Figure(figsize=(WIDTH, 2.7 * rows + 1.7), layout="constrained")
    return figure, figure.subplots(rows, 2, squeeze=False)


def _empty(pair: Sequence[Axes], why: str) -> None:
    for axes in pair:
        say(axes, why)
        axes.set_axis_off()


def _star(axes: Axes, x: float, y: float, colour: str) -> None:
    edge = {"markeredgecolor": INK, "markeredgewidth": 0.8, "zorder": 4}
    axes.plot([x], [y], marker="*", markersize=STAR, color=colour, **edge)


def _label(panels: np.ndarray, below, beside) -> None:
    below = (below, below) if isinstance(below, str) else below
    for row in panels:
        for axes, name in zip(row, beside, strict=True):
            axes.set_ylabel(name)
    for axes, name in zip(panels[-1], below, strict=True):
        axes.set_xlabel(name)


def _logarithmic(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.xaxis.set_minor_locator(NullLocator())


def _short(value: float, _place) -> str:
    """Tokens as people say them: 20k, 1.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _handles(looks: dict) -> list[Line2D]:
    return [
        Line2D([], [], linewidth=1.4, label=name, **appearance)
        for name, appearance in looks.items()
    ]
