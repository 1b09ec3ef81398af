"""Tables and Figures 2.3 and 2.4: are cosines independent, and normal, over runs?"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items.claims import Claim, verdict_of
from quaver.items.look import FAINT
from quaver.items.panels import blank, raise_top, remark
from quaver.measures.independence import expected_rejections, expected_shares
from quaver.papers.rettenmeier2020.comparable import reason
from quaver.papers.rettenmeier2020.cosines import DASHED, EDGE, FILL, filled
from quaver.papers.rettenmeier2020.declare import claim_row, table
from quaver.papers.rettenmeier2020.languages import rows_of
from quaver.papers.rettenmeier2020.panels import of_cells
from quaver.results.distribution_records import Cosines
from quaver.results.records import spoken
from quaver.statistics.expected import BINS, p_shares, share_band
from quaver.statistics.values import share_interval

Tests = Callable[[Cosines], tuple[np.ndarray, float]]  # p, and expected below LEVEL
LEVEL = 0.05  # expected share of p-values below it, where the hypothesis holds
EVEN, HEAPED = "even", "more than expected"
# Figure 2.4: the text names word2vec, "especially for Hindi and Finnish"
NOT_NORMAL = {("hi", "word2vec"), ("fi", "word2vec")}
HIGHEST = 20.0  # per cent: higher bars are cut, unless higher ones are expected
BAND = {"facecolor": FAINT, "alpha": 0.45, "linewidth": 0}


def _independence(cosines: Cosines) -> tuple[np.ndarray, float]:
    p = np.asarray(cosines.independence)
    return p, expected_rejections(cosines.runs, LEVEL)


def _independence_rows(results: Any) -> list[dict]:
    """Share of rejected independence, one row per cell: in [0, 1]."""
    make = partial(_row, tests=_independence)
    records = results.distributions()
    return [row for each in records for row in rows_of(each, "cosines", make)]


def _normality_rows(results: Any) -> list[dict]:
    """Share of rejected normality, one row per cell: in [0, 1]."""
    make = partial(_row, tests=lambda cosines: (np.asarray(cosines.normality), LEVEL))
    reason_of, rows = reason(results), []
    for record in results.distributions():
        (row,) = rows_of(record, "cosines", make)
        trained = spoken(record.cell.language), record.cell.trainer
        # here the thesis found the opposite of what _row expects of any text
        if trained in NOT_NORMAL and row.get("tests"):
            other = reason_of(record.cell)
            verdict = verdict_of(row["low"] > LEVEL)
            row |= {"published": HEAPED}
            row |= {"verdict": f"not comparable: {other}" if other else verdict}
        rows.append(row)
    return rows


def _row(cosines: Cosines, tests: Tests) -> Iterable[dict]:
    """Share of p-values below the level, and whether it is as expected."""
    p, expected = tests(cosines)
    # pairs whose cosines never change have no p: a deterministic technique has none at
    # all
    tested = p[np.isfinite(p)]
    rejected = int((tested < LEVEL).sum())
    row = {"runs": cosines.runs, "tests": len(tested), "rejected": rejected}
    row |= {"expected": expected, "untested": len(p) - len(tested)}
    if not len(tested):
        return [{**row, "note": "no pair of words has a p-value"}]
    low, high = share_interval(rejected, len(tested))
    row |= {"share": rejected / len(tested), "low": low, "high": high}
    # an interval, as the share of few tests wavers by chance
    row |= {"verdict": verdict_of(bool(low <= expected <= high))}
    return [{**row, "published": EVEN}]


def _claimed(results: Any, rows: Callable) -> list[dict]:
    return [claim_row(row, "share") for row in rows(results)]


def _draw_independence(axes: Axes, cosines) -> None:
    _draw_shares(axes, cosines.independence, expected_shares(cosines.runs))


def _draw_normality(axes: Axes, cosines) -> None:
    _draw_shares(axes, cosines.normality, np.full(BINS, 1 / BINS))


def _draw_shares(axes: Axes, p: np.ndarray, expected: np.ndarray) -> None:
    """Bars of the p-values found, over what is expected and its band, in per cent."""
    edges, tests = np.linspace(0, 1, BINS + 1), int(np.count_nonzero(~np.isnan(p)))
    # every other label: those of neighbouring panels would touch
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
    # room for two lines of text above the bars
    top = max(1.45 * min(shares.max(), HIGHEST), 1.2 * high.max(), 10)
    raise_top(axes, top)
    untested = f", {len(p) - tests} without p" if tests < len(p) else ""
    text = f"p < .05: {shares[0]:.1f} % (expected {100 * expected[0]:.1f} %)"
    remark(axes, f"{text}\n{tests} tests{untested}")


def _handles() -> list[Artist]:
    expected = Line2D([], [], label="expected", **DASHED)
    return [filled("p-values found"), expected, Patch(label="its 95 % band", **BAND)]


SHARES = (
    "tests, and the share with p < 0.05 with Wilson's interval over tests (all share "
    "the runs), beside the share expected where the hypothesis holds."
)
PUBLISHED = (
    "Published: even p-values for any text, where the interval is to hold what is "
    "expected, or more than expected, where it is to lie above."
)
BARS = (
    "Band: where 95 % of the bars would lie if the tests were independent of each "
    "other; bars higher than the panel are cut."
)
_table = partial(
    table,
    columns=(
        "CELL runs:whole tests:whole untested:whole rejected:whole share low high "
        "expected published:text verdict:verdict"
    ),
    keys="view technique sampling tests share low high expected published verdict",
    reads=("cosines",),
)
_claim = partial(Claim, quantity="share of tests with p < 0.05")
_figure = partial(of_cells, part="cosines", handles=_handles, reads=("cosines",))
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
INDEPENDENT = _claim(
    "cosines are independent",
    "section 2.1.3, Figure 2.3",
    rows=partial(_claimed, rows=_independence_rows),
)
NORMAL = _claim(
    "cosines are normal, but for word2vec in Hindi and Finnish",
    "section 2.1.3, Figure 2.4",
    rows=partial(_claimed, rows=_normality_rows),
)
FIGURE_2_3 = _figure(
    "Figure 2.3",
    title="Are cosines independent of each other?",
    caption=(
        "p-values of Spearman's correlation over runs between the cosines of two "
        "random pairs of words. Dashed: what independence gives for so many runs; "
        "ranks of few runs take few values, so it is even only where runs are many. "
        f"{BARS}"
    ),
    panel=_draw_independence,
    axes=("p (Spearman)", "share of the tests (%)"),
)
FIGURE_2_4 = _figure(
    "Figure 2.4",
    title="Are cosines normally distributed?",
    caption=(
        "p-values of the Shapiro-Wilk test of the cosines of random pairs of words "
        "over runs. Dashed: what normal cosines give; with few runs the test finds "
        f"only gross deviations. {BARS}"
    ),
    panel=_draw_normality,
    axes=("p (Shapiro-Wilk)", "share of the tests (%)"),
)
