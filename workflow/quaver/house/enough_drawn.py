"""Two answers as pictures: whether runs are enough, and whether the text is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from operator import attrgetter

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import EngFormatter, MaxNLocator, NullLocator

from quaver.house.cells import views_of
from quaver.house.enough_runs import length_of
from quaver.house.enough_text import is_drawn, line_of
from quaver.items import look
from quaver.items.ends import share_ends
from quaver.items.item import Figure
from quaver.measures import enough_runs, enough_text
from quaver.measures.spread import nearest
from quaver.results.records import grouped
from quaver.statistics import pair_mean
from quaver.statistics.values import value_of

BAND = 0.15
STAR = {"marker": "*", "markersize": 14, "zorder": 4}
STAR |= {"markeredgecolor": look.INK, "markeredgewidth": 0.8}


@look.look()
def draw_enough_runs(records: Iterable, analyses) -> Drawing:
    """Deviation and agreement of lists over runs: QueryNumbers -> a row per view."""
    # the others do not waver by the text, which is what is asked
    kept = [record for record in records if record.cell.sampling == "bootstrapped"]
    cells = [record.cell for record in kept]
    rows = {view: [r for r in kept if r.cell.view == view] for view in views_of(cells)}
    looks = look.technique_looks(cell.technique for cell in cells)
    draw = partial(_runs_row, looks=looks, analyses=analyses)
    nothing = "no queries of bootstrapped runs in the study"
    tolerance = f"deviation (tolerance: {analyses.enough.tolerance:.0%})"
    labels = ("runs", "runs"), (tolerance, "list share")
    return _drawn(rows, draw, labels, (ENOUGH_RUNS, looks, nothing))


def _runs_row(left, right, records: Sequence, *, looks: dict, analyses) -> str:
    """Draw a view; or why there is nothing to draw."""
    # what a copy reads of the cosines of a cell goes with it
    n = length_of(analyses)
    for record in map(copy, records):
        cosines = record.candidate_cosines
        if cosines is None or len(cosines) < 2 or not cosines.shape[1]:
            continue
        appearance = looks[record.cell.technique]
        near, colour = nearest(cosines, n), appearance["color"]
        curve = enough_runs.deviation_curve(near)
        # a marker per run would hide the line
        few = {"markersize": 4, "markevery": max(1, len(curve.runs) // 8)}
        left.plot(curve.runs, curve.deviation, linewidth=1.4, **appearance, **few)
        ends = np.maximum((curve.low, curve.high), 0)  # as in the table
        left.fill_between(curve.runs, *ends, color=colour, alpha=BAND)
        needed = enough_runs.enough(near, analyses.enough.tolerance).needed
        if needed <= curve.runs[-1]:  # else it lies outside of the picture
            height = curve.deviation[np.searchsorted(curve.runs, needed)]
            left.plot([needed], [height], color=colour, **STAR)
        # doubling: the curve is steep at first and flat later
        last, _ = enough_runs.half_agreement(cosines, n)
        sizes = sorted({2**k for k in range(last.bit_length())} | {last})
        agreed = [enough_runs.list_agreement(cosines, n, size) for size in sizes]
        right.plot(sizes, agreed, markersize=5, linewidth=1.4, **appearance)
    if not right.lines:
        return records[0].note or "no query, or fewer than two runs"
    right.set_ylim(0, 1)
    look.from_zero([left])
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ""


@look.look()
def draw_enough_text(records: Iterable, threshold: float) -> Drawing:
    """Shared neighbours over tokens and frequency: TextNumbers -> a row per text."""
    records = sorted(records, key=attrgetter("corpus", "unit"))
    looks = look.technique_looks(record.technique for record in records)
    rows = grouped(records, lambda record: f"{record.corpus} by {record.unit}")
    draw = partial(_text_row, looks=looks, threshold=threshold)
    nothing = "no bootstrapped runs in the study"
    labels = ("tokens", "frequency of a word"), ("neighbours shared", "")
    return _drawn(rows, draw, labels, (ENOUGH_TEXT, looks, nothing))


def _text_row(left, right, records: Sequence, *, looks: dict, threshold: float) -> str:
    """Draw a text; or why there is nothing to draw."""
    there = [record for record in records if record.sizes]
    if not there:
        return records[0].note
    for record in there:
        appearance = looks[record.technique]
        frequency, colour = record.frequency, appearance["color"]
        _sizes(left, record, appearance)
        places, shares = enough_text.by_frequency(frequency, record.word_share)
        # beyond it a mean over words rests on a handful
        few = min(enough_text.LEAST_WORDS, len(frequency))
        kept = places <= np.sort(frequency)[-few]
        places, shares = places[kept], shares[kept]
        right.plot(places, shares, color=colour, linewidth=1.6)
        few = np.linspace(0, len(places) - 1, 6).astype(int)
        dots = {**appearance, "markersize": 5, "linestyle": "none"}
        right.plot(places[few], shares[few], **dots)
        start = enough_text.stable_from(frequency, record.word_share, threshold)
        if np.isfinite(start):
            height = shares[np.searchsorted(places, start)]
            right.plot([start], [height], color=colour, **STAR)
    for axes in (left, right):
        axes.axhline(threshold, color=look.FAINT, linewidth=1, linestyle=":")
        axes.set_ylim(0, 1)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))  # 20k, 1.5M
        axes.xaxis.set_minor_locator(NullLocator())
        low, high = axes.get_xlim()
        if high < 10 * low:  # too narrow for powers of ten
            axes.xaxis.set_major_locator(MaxNLocator(4))
    return ""


def _sizes(axes: Axes, record, appearance: dict) -> None:
    """The share of the whole text; points of its fractions, and the line of these."""
    colour = appearance["color"]
    dots = {**appearance, "linestyle": "none", "capsize": 3}
    _dots(axes, record.sizes[-1:], "share", markersize=9, **dots)
    sizes = [size for size in record.sizes if size.common is not None]
    if len(record.sizes) < 2 or not sizes:
        return
    tokens, values = _dots(axes, sizes, "common", markersize=4, **dots)
    axes.plot(tokens, values, color=colour, linewidth=1.2)
    # a small text has few words, and chance shares more of few
    line = line_of(record, record.sizes)
    if line is None:
        return
    # ten times the text: further out the interval is wider than what it tells
    places = np.geomspace(tokens[-1], 10 * tokens[-1], 100)
    chance = enough_text.by_chance(sizes[-1].words, record.n)
    middle, low, high = enough_text.with_chance(line.at(places), chance)
    kept = ~(high - low > enough_text.WIDEST)  # all, where two points have no interval
    axes.plot(places[kept], middle[kept], "--", color=colour, linewidth=1.2)
    if len(sizes) > 2:
        axes.fill_between(places[kept], low[kept], high[kept], color=colour, alpha=BAND)


def _dots(axes: Axes, sizes: Sequence, name: str, **dots) -> tuple:
    """Draw mean shares of fractions, with ends as in the table: -> tokens, means."""
    shares = [value_of(pair_mean(getattr(size, name))) for size in sizes]
    ends = np.array([[*share_ends(name, share).values()] for share in shares]).T
    tokens, reach = [size.tokens for size in sizes], np.abs(ends[1:] - ends[0])
    axes.errorbar(tokens, ends[0], np.nan_to_num(reach), **dots)
    return tokens, ends[0]


def _drawn(rows: Mapping, draw: Callable, labels: tuple, texts: tuple) -> Drawing:
    """Two panels for each row, labelled below and beside; or why there are no rows."""
    item, looks, nothing = texts
    reasons = [] if rows else [nothing]
    count = max(1, len(rows))
    figure = Drawing(figsize=(look.WIDTH, 2.7 * count + 1.7), layout="constrained")
    panels = figure.subplots(count, 2, squeeze=False)
    for pair, (name, records) in zip(panels, rows.items(), strict=False):
        look.title(pair[0], name)
        reasons.append(draw(*pair, records))
    for pair, why in zip(panels, reasons, strict=True):
        for axes in pair if why else ():
            look.say(axes, why)
            axes.set_axis_off()
    for column, below, beside in zip(panels.T, *labels, strict=True):
        column[-1].set_xlabel(below)
        for axes in column:
            axes.set_ylabel(beside)
    look.finish(figure, item.title, item.caption, look.handles_of(looks, linewidth=1.4))
    return figure


ENOUGH_RUNS = Figure(
    name="enough_runs",
    title="How many runs tell the deviation of cosines?",
    caption="Left: deviation of cosines of words asked for with their nearest, by the "
    "first so many bootstrapped runs, with its 95 % interval; star: from here half of "
    "it is within the tolerance. Right: what lists by the mean over so many "
    "runs share with others. Whether runs are enough for lists: see the findings.",
    order=13,
    reads=("queries",),
    wanted=lambda grid: any(
        cell.sampling == "bootstrapped" and grid.is_asked(cell) for cell in grid.shown()
    ),
    draw=lambda results: draw_enough_runs(results.queries(), results.study.analyses),
)
ENOUGH_TEXT = Figure(
    name="enough_text",
    title="Is the text large enough?",
    caption="Left: share of neighbours two bootstrapped runs have in common, of the "
    "text as a whole (large dots) and, for words that all its fractions have, of each "
    "(small dots); dashed: up to ten times the text. Right: the same by frequency of a "
    "word; star: from here words reach the threshold (grey).",
    order=14,
    reads=("neighbours", "encode_corpus"),
    wanted=is_drawn,
    draw=lambda results: draw_enough_text(
        results.sizes(), results.study.analyses.enough.share
    ),
)
