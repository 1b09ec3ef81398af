"""Figures and tables 2.2 to 2.5: cosines over runs, their distribution and tests."""

import textwrap
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from quaver.items.claims import Band
from quaver.items.look import COLOURS, FAINT, INK, shown
from quaver.items.panels import blank, raise_top, remark
from quaver.measures.independence import expected_rejections, expected_shares
from quaver.papers.rettenmeier2020.comparable import reason
from quaver.papers.rettenmeier2020.declare import claim, of_cells, over_cells, table
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import spoken
from quaver.statistics import expected as theory
from quaver.statistics.values import share_interval

FEW = 20  # runs: below that a histogram says less than its dots
REACH = 4.0  # of whitened cosines, deviations to either side
LIKE_NORMAL = 50  # runs from which whitening hardly alters the normal curve
EVEN = np.full(theory.BINS, 1 / theory.BINS)  # shares of p, of normal cosines
# "Even" in the thesis is told by eye, from bars: one half higher or lower would be seen
EVEN_ENOUGH = 0.5
ENDS = ("share", "low", "high")
LEVEL = 0.05  # expected share of p-values below it, where the hypothesis holds
# Figure 2.4: the text names word2vec, "especially for Hindi and Finnish"
NOT_NORMAL = {("hi", "word2vec"), ("fi", "word2vec")}
HIGHEST = 20.0  # per cent: higher bars are cut, unless higher ones are expected
FILL = {"color": COLOURS[0], "alpha": 0.35, "linewidth": 0}
EDGE = {"color": COLOURS[0], "linewidth": 1.2}
FILLED = {"facecolor": "#A6CCE3", "edgecolor": COLOURS[0]}
DASHED = {"color": INK, "linestyle": "--", "linewidth": 1.2}
EXACT = {"color": COLOURS[1], "linestyle": "-", "linewidth": 1.6}
BAND = {"facecolor": FAINT, "alpha": 0.45, "linewidth": 0}


def _independence(record: DistributionNumbers) -> list[dict]:
    cosines = record.cosines
    expected = expected_rejections(cosines.runs, LEVEL)
    return [_row(np.asarray(cosines.independence), expected, cosines.runs)]


def _normality_rows(results) -> list[dict]:
    reason_of = reason(results)

    def make(record: DistributionNumbers) -> list[dict]:
        row = _row(np.asarray(record.cosines.normality), LEVEL, record.cosines.runs)
        trained = spoken(record.cell.language), record.cell.trainer
        # here the thesis found the opposite of what _row expects of any text
        if trained in NOT_NORMAL and row["tests"]:
            other = reason_of(record.cell)
            row |= Band(low=LEVEL).columns(tuple(row[end] for end in ENDS))
            row["published"] = "more than expected"
            row |= {"verdict": f"not comparable: {other}"} if other else {}
        return [row]

    return over_cells(results, "cosines", make)


def _row(p: np.ndarray, expected: float, runs: int) -> dict:
    # pairs whose cosines never change have no p: a deterministic technique has none
    tested = p[np.isfinite(p)]
    tests, rejected = len(tested), int((tested < LEVEL).sum())
    row = {"runs": runs, "tests": tests, "untested": len(p) - tests}
    row |= {"rejected": rejected, "expected": expected}
    if not tests:
        return {**row, "note": "no pair of words has a p-value"}
    low, high = share_interval(rejected, tests)
    interval = rejected / tests, low, high
    row |= dict(zip(ENDS, interval, strict=True)) | {"published": "even"}
    row["freedom"] = np.inf  # of Wilson's interval: it is of the tests, not of the runs
    # the whole interval: that of few tests would hold what is expected, whatever it is
    ends = ((1 + sign * EVEN_ENOUGH) * expected for sign in (-1, 1))
    return row | Band(*ends).columns(interval)


def _draw_shares(axes: Axes, p: np.ndarray, expected: np.ndarray) -> None:
    edges = np.linspace(0, 1, theory.BINS + 1)
    tests = int(np.count_nonzero(~np.isnan(p)))
    # every other label: those of neighbouring panels would touch
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", ".5", "", "1"])
    if not tests:
        blank(axes, "no p-values: the cosines do not vary")
        return
    shares = 100 * theory.p_shares(p)
    low, high = (100 * end for end in theory.share_band(expected, tests))
    axes.stairs(shares, edges, fill=True, **FILL)
    axes.stairs(high, edges, baseline=low, fill=True, zorder=2, **BAND)
    axes.stairs(100 * expected, edges, baseline=None, zorder=3, **DASHED)
    axes.stairs(shares, edges, zorder=4, **EDGE)
    # room for two lines of text above the bars
    raise_top(axes, max(1.45 * min(shares.max(), HIGHEST), 1.2 * high.max(), 10))
    untested = f", {len(p) - tests} without p" if tests < len(p) else ""
    text = f"p < .05: {shares[0]:.1f} % (expected {100 * expected[0]:.1f} %)"
    remark(axes, f"{text}\n{tests} tests{untested}")


def _draw_example(axes: Axes, cosines) -> None:
    values = np.asarray(cosines.example_cosines, dtype=np.float64)
    mean, deviation = values.mean(), values.std()
    words = " – ".join(map(shown, cosines.example))
    # 34 letters go into a line; a hyphenated word is one word of the vocabulary
    words = textwrap.fill(words, 34, break_on_hyphens=False)
    text = f"{mean:.4f} ± {deviation:.4f}, {len(values)} runs"
    remark(axes, f"{words}\n{text}", "left")
    # bars are scaled to the peak of the curve, which is then at 1 in all panels
    axes.set_ylim(0, 1.9)
    if not deviation:
        axes.plot(values, np.full(len(values), 0.08), "|", color=COLOURS[0])
        return
    peak = theory.normal_density(mean, mean, deviation)
    # no cosine lies beyond, where a curve would claim some
    ends = np.clip([mean - 3.5 * deviation, mean + 3.5 * deviation], -1, 1)
    across = np.linspace(*ends, 141)
    axes.plot(across, theory.normal_density(across, mean, deviation) / peak, **DASHED)
    if len(values) >= FEW:
        bins = min(30, round(1.5 * np.sqrt(len(values))))
        heights, edges = np.histogram(values, bins, density=True)
        axes.stairs(heights / peak, edges, fill=True, **FILL)
        axes.stairs(heights / peak, edges, **EDGE)
        raise_top(axes, 1.4 * heights.max() / peak)
    else:
        rug = {"markersize": 14, "markeredgewidth": 1.4, "color": COLOURS[0]}
        axes.plot(values, np.full(len(values), 0.12), "|", **rug)
    axes.locator_params(axis="x", nbins=4)


def _draw_whitened(axes: Axes, cosines) -> None:
    values, runs = theory.whitened(cosines.cosines), cosines.runs
    if not len(values):
        blank(axes, "the cosines do not vary")
        return
    edges = np.linspace(-REACH, REACH, 65)
    # not density=True: what lies beyond the edges counts in the whole
    heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
    axes.stairs(heights, edges, fill=True, **FILL)
    axes.stairs(heights, edges, **EDGE)
    across = np.linspace(-REACH, REACH, 321)
    # of two runs both values are fixed at -1 and 1
    if 3 <= runs < LIKE_NORMAL:
        axes.plot(across, theory.studentised_density(across, runs), **EXACT)
    axes.plot(across, theory.normal_density(across), **DASHED)
    axes.set_xlim(-REACH, REACH)
    raise_top(axes, min(max(0.5, 1.25 * heights.max()), 1.0))
    remark(axes, f"{len(values) // runs} pairs\n{runs} runs", "left")


SHARES = (
    "tests, and the share with p < 0.05 with Wilson's interval over tests (all share "
    "the runs), beside the share expected where the hypothesis holds."
)
PUBLISHED = (
    "Published: even p-values for any text, where the whole interval is to lie within "
    "half of what is expected, or more than expected, where it is to lie above."
)
BARS = "Band: of 95 % of bars, were tests independent; bars above the panel are cut."
_independence_rows = partial(over_cells, part="cosines", make=_independence)
SHOWN = "share low high expected published:text verdict"
BANDED = SHOWN.replace("verdict", "band verdict")
_table = partial(
    table,
    columns=f"CELL runs tests untested rejected {BANDED}",
    keys=f"view technique sampling tests {SHOWN}",
    reads=("cosines",),
)
TABLE_OF_2_3 = _table(
    "Figure 2.3",
    "Are cosines independent of each other?",
    f"Spearman {SHARES} Of few runs Spearman's p is not even: what is expected is "
    f"counted over all orders of ranks. {PUBLISHED}",
    rows=_independence_rows,
)
TABLE_OF_2_4 = _table(
    "Figure 2.4",
    "Are cosines normally distributed?",
    f"Shapiro-Wilk {SHARES} Few runs find little. {PUBLISHED}",
    rows=_normality_rows,
)
_claim = partial(claim, quantity="share of tests with p < 0.05", value="share")
INDEPENDENT = _claim(
    "cosines are independent",
    tested="section 2.1.3, Figure 2.3",
    rows=_independence_rows,
)
NORMAL = _claim(
    "cosines are normal, but for word2vec in Hindi and Finnish",
    tested="section 2.1.3, Figure 2.4",
    rows=_normality_rows,
)
_figure = partial(of_cells, part="cosines")
OF_P = {"p-values found": FILLED, "expected": DASHED, "its 95 % band": BAND}
_of_p = partial(_figure, handles=lambda records: OF_P)
FIGURE_2_2 = _figure(
    "Figure 2.2",
    "Cosine of one pair of words over runs:",
    "The cosine of the two words named in each panel, once per run (histogram; below "
    f"{FEW} runs a stroke per run), and the normal curve of mean ± deviation. Words "
    "this font cannot show are given by the numbers of their characters.",
    panel=_draw_example,
    axes=("cosine", "density (normal peak = 1)"),
    handles=lambda records: {"runs": FILLED, "normal curve": DASHED},
    share=(False, False),
)
FIGURE_2_3 = _of_p(
    "Figure 2.3",
    "Are cosines independent of each other?",
    "p-values of Spearman's correlation over runs of the cosines of two random pairs "
    f"of words. Dashed: what independence gives, even only for many runs. {BARS}",
    panel=lambda axes, cosines: _draw_shares(
        axes, cosines.independence, expected_shares(cosines.runs)
    ),
    axes=("p (Spearman)", "share of the tests (%)"),
)
FIGURE_2_4 = _of_p(
    "Figure 2.4",
    "Are cosines normally distributed?",
    "p-values of the Shapiro-Wilk test of cosines of random pairs of words over runs. "
    f"Dashed: what normal cosines give; few runs show but gross deviations. {BARS}",
    panel=lambda axes, cosines: _draw_shares(axes, cosines.normality, EVEN),
    axes=("p (Shapiro-Wilk)", "share of the tests (%)"),
)
OF_SHAPE = {"whitened cosines": FILLED, "normal curve": DASHED}
FIGURE_2_5 = _figure(
    "Figure 2.5",
    "The shape of the distribution of cosines:",
    "Cosines of random pairs of words, each pair brought to mean 0 and deviation 1 "
    "over the runs. Brought there by their own mean and deviation, values of few runs "
    "cannot lie far out (at most sqrt(runs - 1)) even if the cosines are normal: the "
    "solid line is the exact density for so many normal runs (Thompson 1935), shown "
    f"below {LIKE_NORMAL} runs; compare the bars with it, and with the normal curve "
    "(dashed) where there is no other line.",
    panel=_draw_whitened,
    axes=("whitened cosine", "density"),
    handles=lambda records: OF_SHAPE | {"exact for so few runs": EXACT},
)
