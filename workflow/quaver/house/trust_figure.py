"""The list to trust of one word: its nearest words by technique, and how sure they are.

A panel per technique: bars of cosines with intervals, told apart by fill and hatching,
and beside them the share of runs that hold each word.
"""

import textwrap
from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items.look import (
    COLOURS,
    FAINT,
    INK,
    LETTERS_OF_CAPTION,
    finish,
    look,
    say,
    shown,
)
from quaver.measures.trust import ELSEWHERE, STABLE, TOO_HIGH, TOO_LITTLE, UNCERTAIN

COLUMNS = 3
PANEL, ALONE, ROW = 4.1, 7.0, 0.25  # inches: width of a panel, height of its rows
LEAST = 5  # rows of a panel at least: an empty one says why it is empty
AROUND, ABOVE = 0.95, 0.9  # inches: of a panel's title and axis; of title and legend
LINE = 0.16  # inches of a line of the caption
PARTS = (3.4, 1.0)  # widths of bars and of the shares beside them
SMALL = 8
LONG = 18  # letters of a word; what is longer is cut
LOOKS = {
    STABLE: {"facecolor": COLOURS[4], "edgecolor": INK},
    UNCERTAIN: {"facecolor": "white", "edgecolor": COLOURS[1], "hatch": "////"},
    TOO_LITTLE: {"facecolor": "white", "edgecolor": FAINT, "linestyle": ":"},
}
CAPTION = (
    "The words nearest to it by their mean cosine over bootstrapped runs, by rank. "
    "Bars: {too_high} Whiskers: its {confidence} % interval; tick: the mean over "
    "bootstrapped runs, which read the text resampled; dotted line: the cosine of an "
    "average word. "
    "Dots: share of the bootstrapped runs that hold the word among the {n} nearest, "
    "with Wilson's 95 % interval; dotted line: the {stable} % that a stable word "
    "needs. At the right: how many of the runs have both words. Stable: held so often, "
    "and more often than by chance, with an interval above the average word; it does "
    "not hang on which passages were read. {elsewhere} Do not compare cosines of "
    "different techniques."
)


@look()
def figure_of_word(words: Sequence) -> Figure:
    """Draw the neighbours of one word of a corpus: WordTrusts, one per technique."""
    rows = -(-len(words) // COLUMNS)
    columns = -(-len(words) // rows)
    longest = max([LEAST, *(len(one.names) for one in words)])
    width = max(ALONE, PANEL * columns)
    caption = _caption(words)
    lines = len(textwrap.wrap(caption, round(width * LETTERS_OF_CAPTION)))
    height = rows * (ROW * longest + AROUND) + ABOVE + LINE * lines
    figure = Figure(figsize=(width, height), layout="constrained")
    parts = figure.subplots(
        rows, 2 * columns, squeeze=False, width_ratios=PARTS * columns
    )
    panels = parts.reshape(-1, 2)
    for (bars, shares), one in zip(panels, words, strict=False):
        _draw(bars, shares, one, longest)
    for axes in panels[len(words) :].ravel():
        axes.set_axis_off()
    finish(figure, _title(words[0]), caption, _handles())
    return figure


def _title(one) -> str:
    return f"Nearest words of “{shown(one.word)}” in {one.cell.view}"


def _caption(words: Sequence) -> str:
    rule = words[0].rule
    shares = {x: f"{100 * getattr(rule, x):g}" for x in ("confidence", "stable")}
    said = CAPTION.format(n=rule.n, elsewhere=ELSEWHERE, too_high=TOO_HIGH, **shares)
    remarks: dict[str, list[str]] = {}
    for one in words:
        if one.remark:
            remarks.setdefault(one.remark, []).append(one.cell.technique)
    told = [f" {', '.join(names)}: {text}." for text, names in remarks.items()]
    return said + "".join(told)


def _draw(bars: Axes, shares: Axes, one, longest: int) -> None:
    """One technique: its bars and, beside them, the shares of runs."""
    name = one.cell.technique
    if one.found is None:
        bars.set_title(f"{name}: {one.verdict}")
        say(bars, one.why)
        bars.set_axis_off()
        shares.set_axis_off()
        return
    count = len(one.names)
    few = one.verdict == TOO_LITTLE
    said = one.verdict if few else f"{one.found.stable} of {one.rule.n} stable"
    bars.set_title(f"{name}: {said}")
    places = np.arange(count)
    _draw_bars(bars, one, places)
    _draw_shares(shares, one, places)
    for axes in (bars, shares):
        axes.set_ylim(longest - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x")
        axes.tick_params(axis="y", length=0)
        axes.tick_params(axis="x", labelsize=SMALL)
    names = [f"{_short(word)}  {k}" for k, word in enumerate(one.names, start=1)]
    bars.set_yticks(places, names)
    bars.set_xlabel("cosine", fontsize=SMALL + 1)
    shares.set_xlabel("runs that\nhold it", fontsize=SMALL + 1)


def _draw_bars(axes: Axes, one, places: np.ndarray) -> None:
    found = one.found
    # where there is no interval there is no correction: the mean as it is
    lengths = np.where(np.isnan(found.estimate), found.mean, found.estimate)
    for place, length, verdict in zip(places, lengths, found.verdict, strict=True):
        axes.barh(place, length, height=0.68, linewidth=1, **LOOKS[verdict])
    known = ~np.isnan(found.low)
    reach = np.abs([found.low - lengths, found.high - lengths])[:, known]
    whiskers = {"linestyle": "none", "color": INK, "capsize": 2.5, "linewidth": 1.2}
    axes.errorbar(lengths[known], places[known], xerr=reach, **whiskers)
    ticks = {"linestyle": "none", "marker": "|", "markersize": 10, "zorder": 4}
    axes.plot(found.mean, places, color="black", markeredgewidth=2.2, **ticks)
    axes.axvline(0, color=FAINT, linewidth=0.8)
    axes.axvline(one.average, color=INK, linestyle=":", linewidth=1.2)


def _draw_shares(axes: Axes, one, places: np.ndarray) -> None:
    found = one.found
    reach = found.held - found.held_low, found.held_high - found.held
    # Wilson's interval holds the share but for rounding
    reach = np.maximum(reach, 0)
    axes.errorbar(
        found.held,
        places,
        xerr=reach,
        linestyle="none",
        color=FAINT,
        linewidth=1.2,
        zorder=2,
    )
    kept = np.array([said == STABLE for said in found.verdict])
    dots = {"linestyle": "none", "marker": "o", "markersize": 6, "zorder": 3}
    dots |= {"markeredgecolor": INK}
    axes.plot(found.held[kept], places[kept], color=COLOURS[4], **dots)
    axes.plot(found.held[~kept], places[~kept], color="white", **dots)
    axes.axvline(one.rule.stable, color=INK, linestyle=":", linewidth=1.2)
    axes.set_xlim(-0.12, 1.15)
    axes.set_xticks([0, 0.5, 1], ["0", "½", "1"])
    axes.set_yticks([])
    for place, count in zip(places, found.present, strict=True):
        where = {"transform": axes.get_yaxis_transform(), "va": "center"}
        axes.text(1.04, place, f"{count}/{one.runs}", fontsize=SMALL, **where)


def _short(word: str) -> str:
    """The word as our font has it, cut where it is long."""
    text = shown(word)
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _handles() -> list[Artist]:
    line = {"linestyle": "none", "color": "black", "markeredgewidth": 2.2}
    return [
        *(Patch(label=verdict, linewidth=1, **own) for verdict, own in LOOKS.items()),
        Line2D([], [], marker="|", markersize=10, label="bootstrapped mean", **line),
    ]
