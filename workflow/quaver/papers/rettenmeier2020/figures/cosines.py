"""Figures 2.2 to 2.5: how cosines of pairs of words are distributed over runs."""

import textwrap
from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items.look import COLOURS, FAINT, INK, shown
from quaver.measures.independence import expected_shares
from quaver.papers.rettenmeier2020.figures.panels import (
    Item,
    blank,
    draw,
    raise_top,
    remark,
)
from quaver.statistics.expected import (
    BINS,
    normal_density,
    p_shares,
    share_band,
    studentised_density,
    whitened,
)

FEW = 20  # runs: below that a histogram says less than its dots
REACH, WHITE_BINS = 4.0, 64  # of whitened cosines, deviations to either side
LETTERS = 34  # of a line inside a panel
HIGHEST = 20.0  # per cent: higher bars are cut, unless higher ones are expected
LIKE_NORMAL = 50  # runs from which whitening hardly alters the normal curve
FILL = {"color": COLOURS[0], "alpha": 0.35, "linewidth": 0}
EDGE = {"color": COLOURS[0], "linewidth": 1.2}
DASHED = {"color": INK, "linestyle": "--", "linewidth": 1.2}
EXACT = {"color": COLOURS[1], "linestyle": "-", "linewidth": 1.6}
BAND = {"facecolor": FAINT, "alpha": 0.45, "linewidth": 0}


def figure_2_2(records: Sequence) -> Figure:
    """Cosine of the example pair over runs: DistributionNumbers -> a panel per cell."""
    return draw(EXAMPLE, records)


def figure_2_3(records: Sequence) -> Figure:
    """Spearman's p between pairs of words: DistributionNumbers -> a panel per cell."""
    return draw(INDEPENDENCE, records)


def figure_2_4(records: Sequence) -> Figure:
    """Shapiro-Wilk's p of pairs of words: DistributionNumbers -> a panel per cell."""
    return draw(NORMALITY, records)


def figure_2_5(records: Sequence) -> Figure:
    """Whitened cosines of all pairs: DistributionNumbers -> a panel per cell."""
    return draw(WHITENED, records)


def _draw_example(axes: Axes, cosines) -> None:
    values = np.asarray(cosines.example_cosines, dtype=np.float64)
    mean, deviation = values.mean(), values.std()
    words = " – ".join(shown(word) for word in cosines.example)
    words = textwrap.fill(words, LETTERS, break_on_hyphens=False)
    text = f"{words}\n{mean:.4f} ± {deviation:.4f}, {len(values)} runs"
    remark(axes, text, "left")
    axes.set_ylim(0, 1.9)
    if not deviation:
        axes.plot(values, np.full(len(values), 0.08), "|", color=COLOURS[0])
        return
    peak = normal_density(mean, mean, deviation)
    across = np.linspace(mean - 3.5 * deviation, mean + 3.5 * deviation, 141)
    axes.plot(across, normal_density(across, mean, deviation) / peak, **DASHED)
    if len(values) >= FEW:
        heights, edges = np.histogram(values, _bins(len(values)), density=True)
        axes.stairs(heights / peak, edges, fill=True, **FILL)
        axes.stairs(heights / peak, edges, **EDGE)
        raise_top(axes, 1.4 * heights.max() / peak)
    else:
        rug = {"markersize": 14, "markeredgewidth": 1.4, "color": COLOURS[0]}
        axes.plot(values, np.full(len(values), 0.12), "|", **rug)
    axes.locator_params(axis="x", nbins=4)


def _bins(runs: int) -> int:
    return min(30, round(1.5 * np.sqrt(runs)))


def _draw_independence(axes: Axes, cosines) -> None:
    _draw_shares(axes, cosines.independence, expected_shares(cosines.runs))


def _draw_normality(axes: Axes, cosines) -> None:
    _draw_shares(axes, cosines.normality, np.full(BINS, 1 / BINS))


def _draw_shares(axes: Axes, p: np.ndarray, expected: np.ndarray) -> None:
    """Bars of the p-values found, over what is expected and its band, in per cent."""
    edges, tests = np.linspace(0, 1, BINS + 1), int(np.count_nonzero(~np.isnan(p)))
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", ".5", "", "1"])
    if not tests:
        blank(axes, "no p-values: the cosines do not vary")
        return
    shares = 100 * p_shares(p)
    low, high = (100 * end for end in share_band(expected, tests))
    axes.stairs(shares, edges, fill=True, **FILL)
    axes.stairs(high, edges, baseline=low, fill=True, zorder=2, **BAND)
    axes.stairs(100 * expected, edges, baseline=None, zorder=3, **DASHED)
    axes.stairs(shares, edges, zorder=4, **EDGE)
    top = max(1.45 * min(shares.max(), HIGHEST), 1.2 * high.max(), 10)
    raise_top(axes, top)
    untested = f", {len(p) - tests} without p" if tests < len(p) else ""
    text = f"p < .05: {shares[0]:.1f} % (expected {100 * expected[0]:.1f} %)"
    remark(axes, f"{text}\n{tests} tests{untested}")


def _draw_whitened(axes: Axes, cosines) -> None:
    values, runs = whitened(cosines.cosines), cosines.runs
    if not len(values):
        blank(axes, "the cosines do not vary")
        return
    edges = np.linspace(-REACH, REACH, WHITE_BINS + 1)
    heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
    axes.stairs(heights, edges, fill=True, **FILL)
    axes.stairs(heights, edges, **EDGE)
    across = np.linspace(-REACH, REACH, 321)
    if 3 <= runs < LIKE_NORMAL:
        axes.plot(across, studentised_density(across, runs), **EXACT)
    axes.plot(across, normal_density(across), **DASHED)
    axes.set_xlim(-REACH, REACH)
    raise_top(axes, min(max(0.5, 1.25 * heights.max()), 1.0))
    pairs = len(values) // runs
    remark(axes, f"{pairs} pairs\n{runs} runs", "left")


def _filled(label: str) -> Patch:
    return Patch(facecolor="#A6CCE3", edgecolor=COLOURS[0], label=label)


def _example_handles() -> list[Artist]:
    return [_filled("runs"), Line2D([], [], label="normal curve", **DASHED)]


def _share_handles() -> list[Artist]:
    expected = Line2D([], [], label="expected", **DASHED)
    return [_filled("p-values found"), expected, Patch(label="its 95 % band", **BAND)]


def _whitened_handles() -> list[Artist]:
    return [
        _filled("whitened cosines"),
        Line2D([], [], label="normal curve", **DASHED),
        Line2D([], [], label="exact for so few runs", **EXACT),
    ]


CAPTION_SHARES = (
    " Band: where 95 % of the bars would lie if the tests were independent of each "
    "other (binomial). All tests rest on the same runs, so bars outside it mean less "
    "than they seem to. The first bar holds the p-values below .05; bars higher than "
    "the panel are cut."
)
EXAMPLE = Item(
    part="cosines",
    draw=_draw_example,
    title="Cosine of one pair of words over runs: Figure 2.2 of Rettenmeier 2020",
    caption=(
        "The cosine of the two words named in each panel, once per run "
        f"(histogram; below {FEW} runs a stroke per run), and the normal curve of "
        "the same mean and deviation (given as mean ± deviation). Words this font "
        "cannot show are given by the numbers of their characters."
    ),
    below="cosine",
    beside="density (normal peak = 1)",
    handles=_example_handles,
    share=(False, False),
)
INDEPENDENCE = Item(
    part="cosines",
    draw=_draw_independence,
    title="Are cosines independent of each other? Figure 2.3 of Rettenmeier 2020",
    caption=(
        "p-values of Spearman's correlation over runs between the cosines of two "
        "random pairs of words. Dashed: what independence gives for so many runs; "
        "ranks of few runs take few values, so it is even only where runs are many."
        f"{CAPTION_SHARES}"
    ),
    below="p (Spearman)",
    beside="share of the tests (%)",
    handles=_share_handles,
)
NORMALITY = Item(
    part="cosines",
    draw=_draw_normality,
    title="Are cosines normally distributed? Figure 2.4 of Rettenmeier 2020",
    caption=(
        "p-values of the Shapiro-Wilk test of the cosines of random pairs of words "
        "over runs. Dashed: what normal cosines give. With few runs the test finds "
        f"only gross deviations.{CAPTION_SHARES}"
    ),
    below="p (Shapiro-Wilk)",
    beside="share of the tests (%)",
    handles=_share_handles,
)
WHITENED = Item(
    part="cosines",
    draw=_draw_whitened,
    title="The shape of the distribution of cosines: Figure 2.5 of Rettenmeier 2020",
    caption=(
        "Cosines of random pairs of words, each pair brought to mean 0 and deviation 1 "
        "over the runs. Brought there by their own mean and deviation, values of few "
        "runs cannot lie far out (at most sqrt(runs - 1)) even if the cosines are "
        "normal: the solid line is the exact density for so many normal runs "
        f"(Thompson 1935), shown below {LIKE_NORMAL} runs; compare the bars with it, "
        "and with the normal curve (dashed) where there is no other line."
    ),
    below="whitened cosine",
    beside="density",
    handles=_whitened_handles,
)
