"""Figures 4 to 6: deviations rank by rank, of units and of parts, and run by run."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from quaver.items import look
from quaver.items.ends import ends, with_ends
from quaver.items.panels import remark
from quaver.measures.spread import growth, mean_deviation_by_rank
from quaver.papers.antoniak2018 import declare, queried
from quaver.papers.antoniak2018.queried import CELL, LISTED, MEASURED, Queried, Scene
from quaver.statistics.deviations import deviations, quotient

QUARTILES = ("quartile_1", "median", "quartile_3")
CURVES = ("runs", "plain", *ends("unbiased", 0, 0, 0), "root", "expected")
CLOSEST = 20  # words of Figure 6
BANDS_FROM = 5  # runs: intervals of fewer would hide the curves
LINES = {"as in the paper": {"linestyle": "--"}}
LINES |= {"freed of the bias of few runs": {"linestyle": "-"}}


def _rank_rows(scene: Scene, own: Queried, **against) -> Iterator[dict]:
    """Deviation by rank and its ratio to another view: against says what differs."""
    cosines, base = own.nearest(scene.absent, LISTED), own.key._replace(**against)
    by_query, other = deviations(cosines), scene.by_key.get(base)
    lack, ratios = "" if other else "not in the study", []
    if other and other is not own:
        lack = "" if other.runs else other.remark
        sides = () if lack else queried.shared((own, other), scene.absent, LISTED)
        parts = zip(*map(mean_deviation_by_rank, sides), strict=True)
        ratios = [quotient([mine], [theirs]) for mine, theirs in parts]
    why = f"no ratio to {base.unit} {base.fraction:g}: {lack}" if lack else ""
    for rank, deviation in enumerate(mean_deviation_by_rank(cosines)):
        row = {"rank": rank + 1} | with_ends("deviation", deviation.estimate)
        values = by_query[:, rank][~np.isnan(by_query[:, rank])]
        quartiles = np.quantile(values, (0.25, 0.5, 0.75)) if len(values) else ()
        row |= dict(zip(QUARTILES, quartiles, strict=False))
        if ratios:
            row["against"] = f"{base.unit}, {base.fraction:g}"
            row |= ends("ratio", *ratios[rank])
        yield row | {"note": own.notes(deviation, why)}


def _growth_rows(scene: Scene, own: Queried) -> list[dict]:
    points = zip(*growth(own.nearest(scene.absent, CLOSEST)), strict=True)
    return [dict(zip(CURVES, point, strict=True)) for point in points]


def _units(rows: pd.DataFrame) -> declare.Views:
    largest = rows["fraction"].max()
    own = rows[rows["fraction"] == largest]
    # a unit without this part of the corpus is drawn too, and says that it has none
    part = declare.part(largest)
    return [(f"{x}s{part}", own[own["unit"] == x]) for x in sorted(set(rows["unit"]))]


def _parts(rows: pd.DataFrame) -> declare.Views:
    unit = min(rows["unit"], key=lambda each: (each != "sentence", each))
    sizes = rows[rows["unit"] == unit].groupby("fraction", sort=True)
    named = [(declare.part(size).removeprefix(", "), own) for size, own in sizes]
    return [(name or "whole corpus", own) for name, own in named][::-1]


def _draw_ranks(choose: Callable, frame: pd.DataFrame) -> declare.Drawn:
    looks: dict[str, dict] = {}

    def draw(name: str, rows: pd.DataFrame, axes: Axes) -> None:
        series = choose(rows)
        every = pd.concat(own for _, own in series)
        if not len(declare.panel(axes, name, every, "median_e2")):
            return
        shifts = np.linspace(-0.18, 0.18, len(series)) if len(series) > 1 else [0.0]
        for (label, own), shift in zip(series, shifts, strict=True):
            style = declare.STYLES[len(looks) % len(declare.STYLES)]
            style = looks.setdefault(label, style)
            if own["median_e2"].isna().all():
                remark(axes, f"{label}: {declare.reason(own)}")
            ranks = own["rank"].astype(float).to_numpy() + shift
            box = own["quartile_1_e2"], own["quartile_3_e2"]
            axes.vlines(ranks, *box, color=style["color"], linewidth=3.5, alpha=0.5)
            axes.plot(ranks, own["median_e2"], **declare.DOTS, **style)
        axes.set_xticks(range(1, LISTED + 1))

    views = list(frame.groupby("corpus", sort=True))
    labels = "rank of the word", "deviation of cosines (× 10⁻²)"
    figure = declare.small_multiples(views, draw, 2.8, labels)
    return figure, look.handles_of(looks, linestyle="none")


def _draw_growth(frame: pd.DataFrame) -> declare.Drawn:
    looks = look.technique_looks(frame["technique"])

    def draw(name: str, rows: pd.DataFrame, axes: Axes) -> None:
        measured = declare.panel(axes, name, rows, "plain_e2")
        gone = rows[~rows["technique"].isin(measured["technique"])]
        if len(measured) and len(gone):
            lacking = gone.groupby("technique", sort=True)
            remark(axes, "\n".join(f"{n}: {declare.reason(own)}" for n, own in lacking))
        for technique, own in measured.groupby("technique", sort=True):
            _draw_curves(axes, own, looks[technique])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    views = declare.by_corpus(frame, "document", "runs")
    labels = "number of runs", "mean deviation of cosines (× 10⁻²)"
    figure = declare.small_multiples(views, draw, 3.1, labels)
    return figure, look.handles_of(looks) + look.handles_of(LINES, color=look.INK)


def _draw_curves(axes: Axes, rows: pd.DataFrame, style: dict) -> None:
    runs, colour = rows["runs"].astype(float).to_numpy(), style["color"]
    axes.plot(runs, rows["plain_e2"], color=colour, linestyle="--", linewidth=1.2)
    marks = (1 % len(runs), max(1, len(runs) // 8))
    line = {"linewidth": 1.6, "markevery": marks, "markeredgecolor": "white"}
    axes.plot(runs, rows["unbiased_e2"], **line, **style)
    band = rows["unbiased_low_e2"], rows["unbiased_high_e2"]
    several = {"where": runs >= BANDS_FROM, "alpha": 0.13, "linewidth": 0}
    axes.fill_between(runs, *band, color=colour, **several)


def _by_rank(number: str, title: str, series: Callable, units="", **against) -> tuple:
    return declare.drawn(
        *(number, title),
        "Deviation over bootstrapped runs (ddof 0) of the cosine of a query with its "
        "nearest, second nearest ... word (by mean over the runs of the cell itself):",
        f"{MEASURED} rank deviation±:e2 {':e2 '.join(QUARTILES)}:e2 against ratio± "
        "absent",
        keys="view technique rank deviation± median ratio±",
        rows=queried.of_cells(_rank_rows, **against),
        draw=partial(_draw_ranks, series),
        tails=(
            "mean over queries with its 95 % interval by jackknife over runs, and "
            "quartiles. Ratio: to the same rank in the view against, over runs and "
            "queries of both; words: the nearest in these runs of those of all runs.",
            "marker = median over queries, bar = the middle half of them; means and "
            f"ratios are in the table of this name{units}.",
        ),
        of_one=True,
    )


BY_UNIT, FIGURE_4 = _by_rank(
    "Figure 4", "Documents against sentences:", _units, unit="document"
)
UNITS = "; shown in sentences, as in the paper, where the study has them"
BY_PART, FIGURE_5 = _by_rank(
    "Figure 5", "Whole corpus against a part:", _parts, UNITS, fraction=1.0
)
GROWTH, FIGURE_6 = declare.drawn(
    "Figure 6",
    "How many runs are enough?",
    "Deviation over the first so many bootstrapped runs of the cosine of a query with "
    f"each of its {CLOSEST} closest words, averaged: plain (dashed; ddof 0, as in the "
    "paper) must rise with the runs, by expected if cosines are normal. Unbiased "
    "(solid; ddof 1 over c4, with its 95 % interval by jackknife over runs) is freed "
    "of this if they are, root, of the mean variance, whatever they are.",
    f"{CELL} queries runs plain:e2 unbiased±:e2 root:e2 expected absent",
    keys="view technique runs plain unbiased± root expected note",
    rows=queried.of_cells(_growth_rows),
    draw=_draw_growth,
    tails=("", "Shown: of every corpus the view of most runs; intervals from 5 runs."),
)
