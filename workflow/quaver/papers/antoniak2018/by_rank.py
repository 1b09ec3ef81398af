"""Figures 4 and 5: deviations rank by rank, of units and of parts of a corpus."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from quaver.items.columns import E2, RUNS, interval, numbers, texts, wholes
from quaver.items.ends import ends, with_ends
from quaver.items.item import Figure, Table, build
from quaver.items.look import COLOURS, MARKERS, look
from quaver.items.panels import remark
from quaver.measures.spread import mean_deviation_by_rank
from quaver.papers.antoniak2018.declare import figure_of, table
from quaver.papers.antoniak2018.drawing import draw_flowing, panel, part, reason
from quaver.papers.antoniak2018.queried import CELL, LISTED, Queried, thin
from quaver.papers.antoniak2018.scene import (
    Scene,
    View,
    of_scene,
    scene_of,
    shared,
    view_of,
)
from quaver.statistics.deviations import deviations, quotient

QUARTILES = ("quartile_1", "median", "quartile_3")
Series = list[tuple[str, pd.DataFrame]]  # names and rows of what a panel compares


def documents(view: View) -> View:
    """What units are held against."""
    return view[0], "document", view[2]


def whole(view: View) -> View:
    """What parts of a corpus are held against."""
    return view[0], view[1], 1.0


def rank_rows(scene: Scene, against: Callable[[View], View]) -> Iterator[dict]:
    """Deviation by rank and its ratio to another view: a row per cell and rank."""
    for own in scene.drawn:
        base = against(view_of(own.cell))
        other = scene.get(base, own.cell.technique, own.cell.sampling)
        for row in _rows(own, other, base, absent=scene.absent):
            yield own.row | row | {"absent": scene.absent}


def _rows(
    own: Queried, other: Queried | None, base: View, *, absent: str
) -> Iterator[dict]:
    """Rows of a cell, with ratios to another; one that says why there are none."""
    if not own.runs:
        yield {"note": own.remark}
        return
    cosines = own.nearest(absent, LISTED)
    by_query = deviations(cosines)
    ratios, lack = _ratios(own, other, absent)
    _, unit, fraction = base
    why = f"no ratio to {unit} {fraction:g}: {lack}" if lack else ""
    for rank, deviation in enumerate(mean_deviation_by_rank(cosines)):
        row = {"runs": own.runs, "queries": len(own.names), "rank": rank + 1}
        row |= with_ends("deviation", deviation.estimate) | _quartiles(
            by_query[:, rank]
        )
        if ratios:
            row |= {"against": f"{unit}, {fraction:g}", **ends("ratio", *ratios[rank])}
        yield row | {"note": (thin(deviation, own.runs), why, own.remark)}


def _ratios(
    own: Queried, other: Queried | None, absent: str
) -> tuple[list[tuple[float, float, float]], str]:
    """Ratio at each rank and its ends; or why there are none."""
    if own is other:
        return [], ""
    if other is None:
        return [], "not in the study"
    if not other.runs:
        return [], other.remark
    sides = map(mean_deviation_by_rank, shared((own, other), absent, LISTED))
    return [quotient([mine], [theirs]) for mine, theirs in zip(*sides, strict=True)], ""


def _quartiles(values: np.ndarray) -> Mapping:
    values = values[~np.isnan(values)]
    if not len(values):
        return {}
    quartiles = np.quantile(values, (0.25, 0.5, 0.75))
    return dict(zip(QUARTILES, map(float, quartiles), strict=True))


@look()
def draw_units(results) -> drawing.Figure:
    """Deviations by rank and unit: a panel per corpus."""

    def series(rows: pd.DataFrame) -> Series:
        largest = rows["fraction"].max()
        own = rows[rows["fraction"] == largest]
        # a unit without this part of the corpus is drawn too, and says that it has none
        units = sorted(set(rows["unit"]))
        return [(f"{unit}s{part(largest)}", own[own["unit"] == unit]) for unit in units]

    return _draw(FIGURE_4, BY_UNIT, series, results)


@look()
def draw_parts(results) -> drawing.Figure:
    """Deviations by rank and part: a panel per corpus."""

    def series(rows: pd.DataFrame) -> Series:
        units = sorted(set(rows["unit"]), key=lambda each: (each != "sentence", each))
        parts = rows[rows["unit"] == units[0]].groupby("fraction", sort=True)
        names = {fraction: part(fraction).removeprefix(", ") for fraction, _ in parts}
        return [(names[size] or "whole corpus", own) for size, own in parts][::-1]

    return _draw(FIGURE_5, BY_PART, series, results)


def _draw(
    figure: Figure, numbers_of: Table, series: Callable[[pd.DataFrame], Series], results
) -> drawing.Figure:
    """A panel per corpus: of each view medians and quartiles by rank."""
    frame, technique = build(numbers_of, results), scene_of(results).shown
    own = frame[frame["technique"] == technique]
    labels: list[str] = []

    def draw(axes: Axes, corpus: str, rows: pd.DataFrame) -> None:
        shown = series(rows)
        if len(panel(axes, corpus, pd.concat(of for _, of in shown), "median_e2")):
            labels.extend(name for name, _ in shown if name not in labels)
            _draw_series(axes, shown, labels)

    return draw_flowing(
        *(figure, list(own.groupby("corpus", sort=True)), draw),
        height=2.8,
        labels=("rank of the word", "deviation of cosines (× 10⁻²)"),
        handles=lambda: _handles(labels),
        more=f" Technique: {technique}." if technique else "",
    )


def _draw_series(axes: Axes, series: Series, labels: list[str]) -> None:
    shifts = np.linspace(-0.18, 0.18, len(series)) if len(series) > 1 else [0.0]
    for (name, rows), shift in zip(series, shifts, strict=True):
        style = _style(labels.index(name))
        if rows["median_e2"].isna().all():
            remark(axes, f"{name}: {reason(rows)}")
        ranks = rows["rank"].astype(float).to_numpy() + shift
        box = rows["quartile_1_e2"], rows["quartile_3_e2"]
        axes.vlines(ranks, *box, color=style["color"], linewidth=3.5, alpha=0.5)
        dots = {"linestyle": "none", "markersize": 6, "markeredgecolor": "white"}
        axes.plot(ranks, rows["median_e2"], **dots, **style)
    axes.set_xticks(range(1, LISTED + 1))


def _handles(labels: list[str]) -> list[Artist]:
    return [
        Line2D([], [], label=name, linestyle="none", **_style(number))
        for number, name in enumerate(labels)
    ]


def _style(number: int) -> dict:
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
    }


CAPTION = (
    "Deviation over bootstrapped runs (ddof 0) of the cosine of a query with its "
    "nearest, second nearest ... word: marker = median over queries, bar = the middle "
    "half of the queries{units}. Means with intervals, and ratios, are in the table of "
    "this name."
)
UNITS = "; in sentences, as in the paper, where the study has them"
_by_rank = partial(
    table,
    caption=(
        "Deviation over bootstrapped runs (ddof 0) of the cosine of a query with its "
        "nearest, second nearest ... word (by mean over the runs of the cell itself): "
        "mean over queries with its 95 % interval by jackknife over runs, and "
        "quartiles. Ratio: to the same rank in the view against, over the runs and "
        "queries that both have; the words are the nearest in these runs among those "
        "nearest over all runs."
    ),
    columns=(
        *(CELL, RUNS, wholes("queries rank"), interval("deviation", E2)),
        *(numbers(*QUARTILES, scale=E2), texts("against"), interval("ratio")),
        texts("absent"),
    ),
    keys="view technique rank deviation deviation_low deviation_high median ratio low "
    "high",
)
BY_UNIT = _by_rank(
    "Figure 4", "Documents against sentences:", rows=of_scene(rank_rows, documents)
)
FIGURE_4 = figure_of(BY_UNIT, draw_units, CAPTION.format(units=""))
BY_PART = _by_rank(
    "Figure 5", "Whole corpus against a part:", rows=of_scene(rank_rows, whole)
)
FIGURE_5 = figure_of(BY_PART, draw_parts, CAPTION.format(units=UNITS))
