"""Equation 3.6 and Figure 3.2: averaging narrows and shifts cosines."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import isnan
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.averages import INTERVAL, thin
from quaver.items.claims import Band, Claim
from quaver.items.ends import ends
from quaver.items.look import COLOURS, finish, look, title
from quaver.items.panels import blank, grid, label, remark
from quaver.measures.averaging import Effect, deviation_ratio, mean_ratio
from quaver.papers.rettenmeier2020.averages import averages_of_size, method_of
from quaver.papers.rettenmeier2020.comparable import published
from quaver.papers.rettenmeier2020.declare import claim_row, figure, table
from quaver.papers.rettenmeier2020.panels import part_of, placed, rows_of, techniques_of
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import identity
from quaver.statistics.expected import centred

RATIOS = {"deviation": deviation_ratio, "mean": mean_ratio}
PRINTED = {"deviation": 0.005 / 1.28**2, "mean": 0.005}  # 1/1.28, of Eq. 3.6
BINS = 60  # of the cosines at most
SINGLE = {"color": COLOURS[0], "linestyle": "-", "linewidth": 1.4}
AVERAGED = {"color": COLOURS[1], "linestyle": (0, (3, 1.2)), "linewidth": 1.6}


def _rows(results: Any) -> list[dict]:
    """Ratios of deviations and means, two rows per cell: 0 or more."""
    return [row for record in results.distributions() for row in _own(record)]


def _own(record: DistributionNumbers) -> Iterable[dict]:
    row = identity(record.cell)
    averaged, missing = averages_of_size(record, 2)
    if averaged is None:
        return [{**row, "note": missing}]
    # of the same pairs of words as those of the averages, which are no others
    single = record.averages.single.cosines
    return [
        {
            **row,
            **{"quantity": quantity, "cell": record.cell},
            **_ends(ratio(single, averaged.cosines, 2)),
        }
        for quantity, ratio in RATIOS.items()
    ]


def _ends(effect: Effect) -> dict:
    row = ends("ratio", effect.value, effect.low, effect.high)
    return {**row, "groups": effect.groups, "note": thin(effect)}


def _limits(published_row: Mapping, row: Mapping) -> tuple[float, float]:
    """Published limits, as wide as their print."""
    # a limit printed as 1.28 stands for all that rounds to it
    half = PRINTED[row["quantity"]]
    return published_row["low"] - half, published_row["high"] + half


def _claimed(results: Any, quantity: str) -> list[dict]:
    """Rows of one of the two ratios, and those that say why there is none."""
    # rows that lack a value name no quantity: they belong to both claims
    rows = (row for row in _rows(results) if row.get("quantity", quantity) == quantity)
    return [claim_row(row, "ratio") for row in rows]


@look()
def figure_3_2(results: Any) -> Drawing:
    """Cosines in runs and averages: two panels per cell."""
    records = list(results.distributions())
    rows, columns = rows_of(records), techniques_of(records)
    drawing, panels = grid((2 * max(1, len(rows)), len(columns)), 1.75, (False, False))
    # a cell has two panels, one below the other
    both = (placed(panels[start::2], records) for start in (0, 1))
    for (upper, record, name), (lower, *_) in zip(*both, strict=True):
        title(upper, name)
        compared = part_of(upper, record, "averages")
        group = None if compared is None else smallest(compared)
        if group is not None:
            _draw_cosines((upper, lower), compared, group)
            continue
        lower.set_axis_off()
        if compared is not None:
            blank(upper, "no averages")
    if not records:
        blank(panels[0, 0], "no cells")
        panels[1, 0].set_axis_off()
    label(drawing, panels, "cosine", "density")
    handles = [
        Line2D([], [], label="single runs", **SINGLE),
        Line2D([], [], label=_averaged(records), **AVERAGED),
    ]
    finish(drawing, FIGURE_3_2.title, FIGURE_3_2.caption, handles)
    return drawing


def smallest(compared) -> tuple[str, int] | None:
    """Method and size of the averages that stand beside single runs; None: no such."""
    method = method_of(compared)
    sizes = sorted(size for name, size in compared.averages if name == method)
    # the smallest has most groups, and so the smoothest outline
    return (method, sizes[0]) if sizes else None


def _averaged(records: Sequence) -> str:
    compared = [r.averages for r in records if r.averages is not None]
    shown = sorted({group for group in map(smallest, compared) if group})
    return "averages of " + (
        ", ".join(f"{size} ({name})" for name, size in shown) or "runs"
    )


def _draw_cosines(panels: tuple[Axes, Axes], compared, group: tuple[str, int]) -> None:
    """Distributions around the mean above, of the means below."""
    upper, lower = panels
    both = compared.single.cosines, compared.averages[group].cosines
    # stretched: few spaces lie closer to their own mean than to the true one
    around = [centred(values).ravel() for values in both]
    means = [np.asarray(values, dtype=np.float64).mean(axis=0) for values in both]
    # the same axis for both, or the narrowing could not be seen
    reach = 4 * max(np.sqrt(np.mean(np.square(values))) for values in around)
    _outlines(upper, around, (-reach, reach))
    _outlines(lower, means, (min(map(np.min, means)), max(map(np.max, means))))
    for axes, room in ((upper, 1.25), (lower, 1.5)):  # for what is said above
        axes.set_ylim(0, room * axes.dataLim.ymax)
    remark(upper, "around the\nmean of a pair", "left")
    remark(upper, _ratio("deviation", deviation_ratio(*both, group[1])))
    remark(lower, "means\nof pairs", "left")
    remark(lower, _ratio("mean", mean_ratio(*both, group[1])))


def _ratio(name: str, effect: Effect) -> str:
    """Averages as a multiple of single runs, in three short lines."""
    if isnan(effect.value):
        return f"{name}\nno ratio"
    ends = "" if isnan(effect.low) else f"\n[{effect.low:.2f}, {effect.high:.2f}]"
    return f"{name}\n× {effect.value:.2f}{ends}"


def _outlines(axes: Axes, both: Sequence[np.ndarray], ends: tuple) -> None:
    bins = min(BINS, round(1.3 * np.sqrt(len(both[0]))) + 1)
    # cosines that do not vary at all leave no width to bin
    edges = np.linspace(*(ends if ends[0] < ends[1] else (-1, 1)), bins + 1)
    for values, style in zip(both, (SINGLE, AVERAGED), strict=True):
        heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
        if style is SINGLE:
            axes.stairs(heights, edges, fill=True, alpha=0.2, color=style["color"])
        axes.stairs(heights, edges, **style)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="y", labelleft=False, length=0)


PUBLISHED = published(
    "equation_3_6",
    keys=("quantity",),
    columns={"published_low": "low", "published_high": "high"},
    value="ratio",
    ends=_limits,
)
EQUATION_3_6 = table(
    "Equation 3.6",
    "Cosines in averages of two runs as a part of those in single runs",
    "deviation over runs or averages (free of the bias of few), and mean, both "
    "averaged over random pairs of words. A deviation of 0.707 = all of it was "
    "independent noise; published are limits over all techniques and languages, into "
    f"which an interval is to reach. {INTERVAL}",
    columns="CELL quantity:text groups:whole ratio±",
    keys=(
        "view technique sampling quantity ratio low high published_low published_high "
        "verdict"
    ),
    rows=_rows,
    published=PUBLISHED,
    reads=("compare_averages",),
)
# ratios: means over texts are taken of logarithms
_claim = partial(Claim, tested="Equation 3.6, section 3.2.1", ratios=True)
NARROWED = _claim(
    "averaging narrows the spread of cosines",
    quantity="deviation / that in single runs",
    rows=partial(_claimed, quantity="deviation"),
    band=Band(high=1),
)
SHIFTED = _claim(
    "averaging moves means of cosines away from 0",
    quantity="mean / that in single runs",
    rows=partial(_claimed, quantity="mean"),
    band=Band(low=1),
)
FIGURE_3_2 = figure(
    "Figure 3.2",
    title="Averaging narrows and shifts cosines:",
    caption=(
        "Upper panels: cosines of random pairs of words around the mean of their pair, "
        "over all pairs, in single runs and in aligned averages; stretched by sqrt(n / "
        "(n - 1)), as n spaces lie closer to their own mean than to the true one. "
        "Lower panels: the means of the pairs, which the new normalisation of averages "
        "shifts away from 0. Numbers: mean deviation and mean of averages, divided by "
        "those of single runs (Eq. 3.6), with the 95 % interval by jackknife over "
        "groups of runs."
    ),
    draw=figure_3_2,
    reads=("compare_averages",),
)
