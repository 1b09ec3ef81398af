"""The list to trust of one word: bars of cosines, shares of runs, by technique."""

import textwrap
from collections.abc import Sequence
from operator import attrgetter

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.house.judged import WordTrust
from quaver.items import look
from quaver.items.look import FAINT, INK
from quaver.measures.trust import STABLE, TOO_LITTLE, UNCERTAIN
from quaver.results.records import grouped

COLUMNS = 3
PANEL, ALONE, ROW = 4.1, 7.0, 0.25  # inches: width of a panel, height of its rows
LEAST = 5  # rows of a panel at least: an empty one says why it is empty
AROUND, ABOVE = 0.95, 0.9  # inches: of a panel's title and axis; of title and legend
LINE = 0.16  # inches of a line of the caption
SMALL = 8
LONG = 18  # letters of a word; what is longer is cut
# told apart by hatching and outline, too: prints are grey
LOOKS = {
    STABLE: {"facecolor": look.COLOURS[4], "edgecolor": INK},
    UNCERTAIN: {"facecolor": "white", "edgecolor": look.COLOURS[1], "hatch": "////"},
    TOO_LITTLE: {"facecolor": "white", "edgecolor": FAINT, "linestyle": ":"},
}
TICK = {"linestyle": "none", "marker": "|", "markersize": 10, "markeredgewidth": 2.2}
CAPTION = (
    "Bars, in this order: mean cosine over bootstrapped runs (not to be compared "
    "between techniques); tick: that on the whole text; whiskers: its {confidence} % "
    "interval on fresh text; dotted: an average word. Dots: how many bootstrapped runs "
    "list the word among the {n} nearest, with Wilson's 95 % interval; dotted: how "
    "many a stable word needs."
)


@look.look()
def draw_word(words: Sequence[WordTrust]) -> Figure:
    """Draw the neighbours of one word of a corpus: a panel for each WordTrust."""
    rows = -(-len(words) // COLUMNS)
    columns = -(-len(words) // rows)
    longest = max([LEAST, *(len(word.names) for word in words)])
    width = max(ALONE, PANEL * columns)
    caption = _caption(words)
    # the caption must not push panels of a small figure together
    lines = len(textwrap.wrap(caption, round(width * look.LETTERS_OF_CAPTION)))
    height = rows * (ROW * longest + AROUND) + ABOVE + LINE * lines
    figure = Figure(figsize=(width, height), layout="constrained")
    widths = (3.4, 1.0) * columns  # of bars and of the shares beside them
    parts = figure.subplots(rows, 2 * columns, squeeze=False, width_ratios=widths)
    panels = parts.reshape(-1, 2)
    for (bars, shares), word in zip(panels, words, strict=False):
        _draw(bars, shares, word, longest)
    for axes in panels[len(words) :].ravel():
        axes.set_axis_off()
    first = words[0]
    title = f"Nearest words of “{look.shown(first.word)}” in {first.cell.view}"
    handles = [Patch(label=name, linewidth=1, **own) for name, own in LOOKS.items()]
    tick = Line2D([], [], color="black", label="runs on the whole text", **TICK)
    look.finish(figure, title, caption, [*handles, tick])
    return figure


def _caption(words: Sequence[WordTrust]) -> str:
    rule, remark_of = words[0].rule, attrgetter("remark")
    caption = CAPTION.format(n=rule.n, confidence=f"{100 * rule.confidence:g}")
    remarks = grouped(filter(remark_of, words), remark_of)
    for text, own in remarks.items():
        caption += f" {', '.join(word.cell.technique for word in own)}: {text}."
    return caption


def _draw(bars: Axes, shares: Axes, word: WordTrust, longest: int) -> None:
    heading = word.verdict
    if word.nearest is not None and heading != TOO_LITTLE:
        heading = f"{word.nearest.stable} of {word.rule.n} stable"
    bars.set_title(f"{word.cell.technique}: {heading}")
    if word.nearest is None:
        look.say(bars, word.why)
        bars.set_axis_off()
        shares.set_axis_off()
        return
    places = np.arange(len(word.names))
    _draw_bars(bars, word, places)
    _draw_shares(shares, word, places)
    for axes, below in ((bars, "cosine"), (shares, "listed by\nso many runs")):
        axes.set_ylim(longest - 0.4, -0.6)  # all panels alike, the nearest word on top
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x")
        axes.tick_params(axis="y", length=0)
        axes.tick_params(axis="x", labelsize=SMALL)
        axes.set_xlabel(below, fontsize=SMALL + 1)


def _draw_bars(axes: Axes, word: WordTrust, places: np.ndarray) -> None:
    nearest, names = word.nearest, []
    # by one mean the words are chosen, put in order and drawn
    bars = zip(places, nearest.mean, nearest.verdict, strict=True)
    for height, length, verdict in bars:
        axes.barh(height, length, height=0.68, linewidth=1, **LOOKS[verdict])
    has_ends = ~np.isnan(nearest.low)
    ends = np.array([nearest.low, nearest.high])[:, has_ends]
    whiskers = {"linestyle": "none", "color": INK, "capsize": 2.5, "linewidth": 1.2}
    middle, reach = ends.mean(axis=0), np.ptp(ends, axis=0) / 2
    axes.errorbar(middle, places[has_ends], xerr=reach, **whiskers)
    axes.plot(nearest.estimate, places, color="black", zorder=4, **TICK)
    axes.axvline(0, color=FAINT, linewidth=0.8)
    axes.axvline(word.average, color=INK, linestyle=":", linewidth=1.2)
    for k, name in enumerate(map(look.shown, word.names)):
        short = name if len(name) <= LONG else f"{name[: LONG - 1]}…"
        names.append(f"{short}  {k + 1}")
    axes.set_yticks(places, names)


def _draw_shares(axes: Axes, word: WordTrust, places: np.ndarray) -> None:
    nearest = word.nearest
    reach = nearest.held - nearest.held_low, nearest.held_high - nearest.held
    # Wilson's interval holds the share but for rounding
    whiskers = {"linestyle": "none", "color": FAINT, "linewidth": 1.2, "zorder": 2}
    axes.errorbar(nearest.held, places, xerr=np.maximum(reach, 0), **whiskers)
    stable = np.array([verdict == STABLE for verdict in nearest.verdict])
    dots = {"linestyle": "none", "marker": "o", "markersize": 6, "zorder": 3}
    dots["markeredgecolor"] = INK
    axes.plot(nearest.held[stable], places[stable], color=look.COLOURS[4], **dots)
    axes.plot(nearest.held[~stable], places[~stable], color="white", **dots)
    axes.axvline(word.rule.stable, color=INK, linestyle=":", linewidth=1.2)
    axes.set_xlim(-0.12, 1.15)
    axes.set_xticks([0, 0.5, 1], ["0", "", f"{word.runs}"])
    axes.set_yticks([])
    where = {"transform": axes.get_yaxis_transform(), "va": "center"}
    for height, count in zip(places, nearest.held * word.runs, strict=True):
        axes.text(1.04, height, f"{count:.0f} of {word.runs}", fontsize=SMALL, **where)
