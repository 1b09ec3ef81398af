"""Figures 3.2 and 3.5 and Equation 3.6: what averaging does to cosines and losses."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import isnan, nan

import numpy as np
from matplotlib.axes import Axes

from quaver.house.averages import CAPTION, INTERVAL, draw_averages, thin
from quaver.house.cells import own_cells
from quaver.items.claims import Band, Claim
from quaver.items.ends import ends
from quaver.items.look import COLOURS
from quaver.items.panels import remark
from quaver.measures import averaging
from quaver.papers.rettenmeier2020 import declare
from quaver.papers.rettenmeier2020.declare import figure, of_cells, over_cells, table
from quaver.results.distribution_records import Compared, DistributionNumbers
from quaver.results.records import CellNumbers, gap, identity
from quaver.statistics import pair_mean
from quaver.statistics.expected import centred

METHOD = "tree"  # of averaging, in the thesis
RATIOS = {"deviation": averaging.deviation_ratio, "mean": averaging.mean_ratio}
# half of the last digit of the published limits: 1/1.28, of Eq. 3.6
PRINTED = {"deviation": 0.005 / 1.28**2, "mean": 0.005}
SINGLE = {"color": COLOURS[0], "linestyle": "-", "linewidth": 1.4}
AVERAGED = {"color": COLOURS[1], "linestyle": (0, (3, 1.2)), "linewidth": 1.6}


def method_of(compared: Compared) -> str:
    """The way to average that is shown: the thesis's, else the first compared."""
    return METHOD if METHOD in compared.methods else compared.methods[0]


def _ratios(record: DistributionNumbers) -> list[dict]:
    # never those of another method: the verdict is on the thesis's
    averaged = record.averages.averages.get((METHOD, 2))
    if averaged is None:
        return [{"note": f"no averages of 2 runs by {METHOD}"}]
    # of the same pairs of words as those of the averages, which are no others
    both, rows = (record.averages.single.cosines, averaged.cosines), []
    for quantity, ratio in RATIOS.items():
        effect = ratio(*both, 2)
        row = ends("ratio", *effect[:3]) | {"groups": effect.groups}
        rows.append(row | {"quantity": quantity, "note": thin(effect)})
    return [row | {"cell": record.cell} for row in rows]


def _smallest(compared: Compared) -> tuple[str, int] | None:
    """Method and size of the averages that stand beside single runs; None: no such."""
    method = method_of(compared)
    # the smallest has most groups, and so the smoothest outline
    sizes = [size for name, size in compared.averages if name == method]
    return (method, min(sizes)) if sizes else None


def _handles(records: Sequence[DistributionNumbers]) -> dict:
    compared = [r.averages for r in records if r.averages is not None]
    groups = sorted({group for group in map(_smallest, compared) if group})
    shown = ", ".join(f"{size} ({name})" for name, size in groups) or "runs"
    return {"single runs": SINGLE, f"averages of {shown}": AVERAGED}


def _draw_cosines(upper: Axes, lower: Axes, compared: Compared) -> None:
    group = _smallest(compared)
    if group is None:
        declare.blank_cell(upper, lower, text="no averages")
        return
    both = compared.single.cosines, compared.averages[group].cosines
    # stretched: few spaces lie closer to their own mean than to the true one
    around = [centred(values).ravel() for values in both]
    means = [np.asarray(values, dtype=np.float64).mean(axis=0) for values in both]
    # the same axis for both, or the narrowing could not be seen
    reach = 4 * max(np.sqrt(np.mean(np.square(values))) for values in around)
    _outlines(upper, around, (-reach, reach))
    _outlines(lower, means, (min(map(np.min, means)), max(map(np.max, means))))
    upper.set_ylim(0, 1.25 * upper.dataLim.ymax)  # for what is said above
    lower.set_ylim(0, 1.5 * lower.dataLim.ymax)
    remark(upper, "around the\nmean of a pair", "left")
    remark(lower, "means\nof pairs", "left")
    for axes, (name, ratio) in zip((upper, lower), RATIOS.items(), strict=True):
        value, low, high, *_ = ratio(*both, group[1])
        ends = "" if isnan(low) else f"\n[{low:.2f}, {high:.2f}]"
        words = "no ratio" if isnan(value) else f"× {value:.2f}{ends}"
        remark(axes, f"{name}\n{words}")


def _outlines(axes: Axes, both: Sequence[np.ndarray], ends: tuple) -> None:
    bins = min(60, round(1.3 * np.sqrt(len(both[0]))) + 1)
    # cosines that do not vary at all leave no width to bin
    edges = np.linspace(*(ends if ends[0] < ends[1] else (-1, 1)), bins + 1)
    for values, style in zip(both, (SINGLE, AVERAGED), strict=True):
        heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
        if style is SINGLE:
            axes.stairs(heights, edges, fill=True, alpha=0.2, color=style["color"])
        axes.stairs(heights, edges, **style)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="y", labelleft=False, length=0)


def _loss_rows(results) -> Iterator[dict]:
    for cell in own_cells(results):
        for size, losses in sorted({1: cell.losses, **cell.averages}.items()):
            yield identity(cell) | _loss_row(cell, size, losses)


def _loss_row(cell: CellNumbers, size: int, losses: np.ndarray | None) -> dict:
    row = {"size": size, "theoretical": averaging.expected_loss(size)}
    if losses is None:
        lacks = "" if gap(cell) else "not measured"
        # one average alone has nothing to be compared with
        if size > 1 and 2 * size > cell.runs:
            lacks = f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
        return {**row, "note": [gap(cell), lacks]}
    loss = pair_mean(losses)
    row |= {"groups": len(losses), "pairs": loss.pairs}
    row |= ends("mean", loss.mean, loss.low, loss.high)
    # averages may stand though the runs' own losses are not wanted
    if cell.losses is None:
        return {**row, "note": [gap(cell), loss.note]}
    effect = averaging.relative_loss(cell.losses, losses, size)
    alike = "no fraction: single runs do not differ"
    row["note"] = [gap(cell), alike if np.isnan(effect.value) else effect.note]
    return row | ends("relative", *effect[:3])


_rows = partial(over_cells, part="averages", make=_ratios)
EQUATION_3_6 = table(
    "Equation 3.6",
    "Cosines in averages of two runs as a part of those in single runs",
    "deviation over runs or averages (free of the bias of few), and mean, over random "
    "pairs of words. A deviation of 0.707 = all was independent noise; published are "
    f"limits over all texts, within which an interval is to lie. {INTERVAL}",
    columns="CELL quantity groups ratio±",
    keys="view technique sampling quantity ratio± published_low published_high verdict",
    rows=_rows,
    published={
        "keys": ("quantity",),
        "columns": {"published_low": "low", "published_high": "high"},
        "value": "ratio",
        "margin": None,  # limits over all texts are a band by themselves
        # a limit printed as 1.28 stands for all that rounds to it
        "ends": lambda theirs, row: (
            theirs["low"] - PRINTED[row["quantity"]],
            theirs["high"] + PRINTED[row["quantity"]],
        ),
    },
    reads=("compare_averages",),
)


def _claim(name: str, quantity: str, band: Band, null: float = nan) -> Claim:
    return declare.claim(
        name,
        tested="Equation 3.6, section 3.2.1",
        quantity=f"{quantity} / that in single runs",
        rows=_rows,
        value="ratio",
        # rows that lack a value name no quantity: they belong to both claims
        keep=lambda row: row.get("quantity", quantity) == quantity,
        band=band,
        null=null,
        ratios=True,  # means over texts are taken of logarithms
    )


# under the null runs share no noise: it averages out, whatever the text
NOISE = averaging.expected_loss(2)
NARROWING = "averaging narrows the spread of cosines"
NARROWED = _claim(NARROWING, "deviation", Band(high=1), NOISE)
SHIFTED = _claim("averaging moves means of cosines away from 0", "mean", Band(low=1))
FIGURE_3_2 = of_cells(
    "Figure 3.2",
    "Averaging narrows and shifts cosines:",
    "Cosines of random pairs of words in single runs and in aligned averages: above "
    "around the mean of their pair, stretched by sqrt(n / (n - 1)), as n spaces lie "
    "near their own mean; below their means, which normalising averages shifts off 0. "
    "Numbers: both by those of single runs (Eq. 3.6), with 95 % jackknife intervals.",
    part="averages",
    panel=_draw_cosines,
    axes=("cosine", "density"),
    handles=_handles,
    share=(False, False),
    lines=2,
    reads=("compare_averages",),
)
TABLE_OF_3_5 = table(
    "Figure 3.5",
    "PIP loss between aligned averages of so many runs",
    "mean, also as a fraction of the single runs' (relative), and 1/sqrt(size), what "
    f"independent noise leaves. A size needs twice as many runs. {INTERVAL}",
    columns="CELL size groups pairs mean±:e2 relative± theoretical",
    keys="view technique sampling size groups mean relative± theoretical",
    rows=_loss_rows,
    reads=("averages",),
)
FIGURE_3_5 = figure(
    "Figure 3.5",
    "Averaging steadies:",
    CAPTION,
    more=" for this study's corpora",
    draw=lambda results: draw_averages(
        own_cells(results), FIGURE_3_5.title, FIGURE_3_5.caption
    ),
    reads=("averages",),
)
