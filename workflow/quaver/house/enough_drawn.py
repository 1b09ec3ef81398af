"""Two answers as pictures: whether runs are enough, and whether the text is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from quaver.house.enough_text import is_drawn
from quaver.items.item import Figure
from quaver.items.look import (
    FAINT,
    INK,
    WIDTH,
    finish,
    from_zero,
    handles_of,
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

BAND, STAR = 0.15, 14


@dataclass(frozen=True)
class Drawn:
    """What is drawn of a cell's queries; None of all where there is nothing (why)."""

    cell: object
    why: str
    curve: Curve | None = None
    answer: Enough | None = None
    sizes: Sequence[int] = ()
    agreed: Sequence[float] = ()


@look()
def draw_enough_runs(records: Iterable, tolerance: float) -> Drawing:
    """Deviation and agreement of lists over runs: QueryNumbers -> a row per view.

    Of bootstrapped cells; each record is read once.
    """
    # the others do not waver by the text, which is what is asked
    kept = (r for r in records if r.cell.sampling == "bootstrapped")
    drawn = [_reduced(record, tolerance) for record in kept]
    looks = technique_looks(part.cell.technique for part in drawn)
    cells = [part.cell for part in drawn]
    views = sorted({(c.corpus, c.unit, -c.fraction, c.view) for c in cells})
    figure, panels = _panels(len(views))
    for (left, right), (*_, view) in zip(panels, views, strict=False):
        own = [part for part in drawn if part.cell.view == view]
        title(left, view)
        _runs_row(left, right, own, looks)
    if not views:
        _empty(panels[0], "no queries of bootstrapped runs in the study")
    _label(panels, "runs", ("deviation of cosines", "words two lists share"))
    handles = handles_of(looks, linewidth=1.4)
    caption = f"{ENOUGH_RUNS.caption} Tolerance: {tolerance:.0%}."
    finish(figure, ENOUGH_RUNS.title, caption, handles)
    return figure


def _reduced(record, tolerance: float) -> Drawn:
    cosines = record.candidate_cosines
    if cosines is None or len(cosines) < 2 or not cosines.shape[1]:
        why = record.note or "no query, or fewer than two runs"
        return Drawn(record.cell, why)
    n = record.neighbours.shape[2]
    half = len(cosines) // 2
    # doubling: the curve is steep at first and flat later
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
    there = [part for part in drawn if part.curve is not None]
    for part in there:
        appearance = looks[part.cell.technique]
        curve, colour = part.curve, appearance["color"]
        # a marker per run would hide the line
        few = {"markersize": 4, "markevery": max(1, len(curve.runs) // 8)}
        left.plot(curve.runs, curve.deviation, linewidth=1.4, **appearance, **few)
        left.fill_between(curve.runs, curve.low, curve.high, color=colour, alpha=BAND)
        if part.answer.needed <= curve.runs[-1]:  # else it lies outside of the picture
            index = np.searchsorted(curve.runs, part.answer.needed)
            _star(left, part.answer.needed, curve.deviation[index], colour)
        right.plot(part.sizes, part.agreed, markersize=5, linewidth=1.4, **appearance)
    if not there:
        _empty((left, right), drawn[0].why)
        return
    right.set_ylim(0, 1)
    from_zero([left])
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


@look()
def draw_enough_text(records: Iterable, threshold: float) -> Drawing:
    """Shared neighbours over tokens and frequency: TextNumbers -> a row per text."""
    records = list(records)
    looks = technique_looks(record.technique for record in records)
    texts = sorted({(record.corpus, record.unit) for record in records})
    figure, panels = _panels(len(texts))
    for pair, text in zip(panels, texts, strict=False):
        own = [record for record in records if (record.corpus, record.unit) == text]
        title(pair[0], " by ".join(text))
        _text_row(pair, own, looks, threshold)
    if not texts:
        _empty(panels[0], "no bootstrapped runs in the study")
    _label(panels, ("tokens", "frequency of a word"), ("neighbours shared", ""))
    finish(
        figure, ENOUGH_TEXT.title, ENOUGH_TEXT.caption, handles_of(looks, linewidth=1.4)
    )
    return figure


def _text_row(pair, records: Sequence, looks: dict, threshold: float) -> None:
    left, right = pair
    there = [record for record in records if record.sizes]
    if not there:
        _empty(pair, records[0].note)
        return
    for record in there:
        appearance = looks[record.technique]
        _sizes(left, record, appearance)
        places, shares = _rising(record)
        right.plot(places, shares, color=appearance["color"], linewidth=1.6)
        few = np.linspace(0, len(places) - 1, 6).astype(int)
        dots = {**appearance, "markersize": 5, "linestyle": "none"}
        right.plot(places[few], shares[few], **dots)
        start = stable_from(record.frequency, record.word_share, threshold)
        if np.isfinite(start):
            height = shares[np.searchsorted(places, start)]
            _star(right, start, height, appearance["color"])
    for axes in pair:
        axes.axhline(threshold, color=FAINT, linewidth=1, linestyle=":")
        axes.set_ylim(0, 1)
        _logarithmic(axes)


def _rising(record) -> tuple[np.ndarray, np.ndarray]:
    """Shares by frequency, up to where enough words are as frequent or more."""
    places, shares = by_frequency(record.frequency, record.word_share)
    # beyond it a mean over words rests on a handful
    last = np.sort(record.frequency)[-min(LEAST_WORDS, len(record.frequency))]
    return places[places <= last], shares[places <= last]


def _sizes(axes: Axes, record, appearance: dict) -> None:
    """Points of the fractions of a text, and the line through them."""
    sizes = [size for size in record.sizes if size.common is not None]
    shares = [value_of(pair_mean(size.common)) for size in sizes]
    reach = [x.reach() if np.isfinite(x.error) else 0 for x in shares]
    tokens, values = [size.tokens for size in sizes], [x.value for x in shares]
    dots = {**appearance, "linestyle": "none", "markersize": 6, "capsize": 3}
    axes.errorbar(tokens, values, reach, **dots)
    axes.plot(tokens, values, color=appearance["color"], linewidth=1.2)
    # a small text has few words, and chance shares more of few
    chances = [by_chance(size.words, record.n) for size in sizes]
    line = line_of(tokens, [size.common for size in sizes], chances)
    if line is None:
        return
    # ten times the text: further out the interval is wider than what it tells
    places = np.geomspace(tokens[-1], 10 * tokens[-1], 100)
    middle, low, high = with_chance(line.at(places), chances[-1])
    shown = ~(high - low > WIDEST)  # all, where two points tell no interval
    colour, dashes = appearance["color"], {"linewidth": 1.2, "linestyle": "--"}
    axes.plot(places[shown], middle[shown], color=colour, **dashes)
    if len(sizes) > 2:
        ends = low[shown], high[shown]
        axes.fill_between(places[shown], *ends, color=colour, alpha=BAND)


def _panels(rows: int) -> tuple[Drawing, np.ndarray]:
    rows = max(1, rows)
    figure = Drawing(figsize=(WIDTH, 2.7 * rows + 1.7), layout="constrained")
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


ENOUGH_RUNS = Figure(
    name="enough_runs",
    title="How many runs are enough?",
    caption=(
        "Left: mean deviation over runs of the cosines between query words and their "
        "nearest words, had one stopped after so many bootstrapped runs, with its 95 % "
        "interval; star: from here half of the interval is within the tolerance of the "
        "study. Right: share of the nearest words by the mean over so many runs that "
        "as many other runs list too."
    ),
    order=13,
    reads=("queries",),
    draw=lambda results: draw_enough_runs(
        results.queries(), results.study.analyses.enough.tolerance
    ),
)
ENOUGH_TEXT = Figure(
    name="enough_text",
    title="Is the text large enough?",
    caption=(
        "Left: nearest neighbours two bootstrapped runs share, over the words that all "
        "fractions of the text have; dashed: what more text would give, up to ten "
        "times as much, with bounds where three fractions tell them. Right: the same "
        "of single words of the largest fraction, by frequency; star: from here words "
        "are stable; grey: the threshold."
    ),
    order=14,
    reads=("neighbours", "encode_corpus"),
    wanted=is_drawn,
    draw=lambda results: draw_enough_text(
        results.sizes(), results.study.analyses.enough.share
    ),
)
