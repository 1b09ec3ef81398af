"""Figure 6: the deviation of cosines against the number of runs."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from quaver.items.columns import E2, RUNS, interval, numbers, texts, wholes
from quaver.items.ends import ends
from quaver.items.item import build
from quaver.items.look import INK, handles_of, look, technique_looks
from quaver.items.panels import remark
from quaver.measures.spread import growth
from quaver.papers.antoniak2018.declare import figure_of, table
from quaver.papers.antoniak2018.drawing import draw_flowing, panel, part, reason
from quaver.papers.antoniak2018.queried import CELL
from quaver.papers.antoniak2018.scene import Scene, of_scene

CLOSEST = 20
MARKS = 8  # markers along a line
BANDS_FROM = 5  # runs: intervals of fewer would hide the curves
STYLES = {"as in the paper": "--", "freed of the bias of few runs": "-"}


def growth_rows(scene: Scene) -> Iterator[dict]:
    """Mean deviation of the first runs, a row per bootstrapped cell and number."""
    for own in scene.drawn:
        row = own.row | {"absent": scene.absent}
        if not own.runs:
            yield row | {"note": own.remark}
            continue
        row["queries"] = len(own.names)
        curve = growth(own.nearest(scene.absent, CLOSEST))
        for runs, plain, unbiased, low, high, root, expected in zip(
            *curve, strict=True
        ):
            facts = {"runs": int(runs), "plain": plain, "root": root}
            facts |= {"expected": expected, **ends("unbiased", unbiased, low, high)}
            yield row | facts


@look()
def draw_growth(results) -> drawing.Figure:
    """Curves over the number of runs: a panel per corpus."""
    frame = build(GROWTH, results)
    looks = technique_looks(frame["technique"])

    def draw(axes: Axes, name: str, rows: pd.DataFrame) -> None:
        measured = panel(axes, name, rows, "plain_e2")
        _say_missing(axes, rows, measured)
        for technique, own in measured.groupby("technique", sort=True):
            _draw_curves(axes, own, looks[technique])
        axes.set_xlabel("number of runs")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    handles = handles_of(looks)
    handles += [
        Line2D([], [], label=name, color=INK, linestyle=style)
        for name, style in STYLES.items()
    ]
    return draw_flowing(
        FIGURE_6,
        [_most_runs(rows) for _, rows in frame.groupby("corpus", sort=True)],
        draw,
        height=3.1,
        labels=("", "mean deviation of cosines (× 10⁻²)"),
        handles=lambda: handles,
    )


def _say_missing(axes: Axes, rows: pd.DataFrame, measured: pd.DataFrame) -> None:
    """Techniques of a panel without a curve, and why, where others have one."""
    gone = rows[~rows["technique"].isin(measured["technique"])]
    if len(measured) and len(gone):
        lacking = gone.groupby("technique", sort=True)
        remark(axes, "\n".join(f"{name}: {reason(own)}" for name, own in lacking))


def _most_runs(rows: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """The view of a corpus that has most runs, its name and rows."""
    corpus = rows["corpus"].iloc[0]

    def order(view: tuple) -> tuple:
        (unit, fraction), own = view
        most = own["runs"].max()
        return -(0 if pd.isna(most) else most), unit != "document", unit, -fraction

    (unit, fraction), own = min(rows.groupby(["unit", "fraction"]), key=order)
    return f"{corpus}, {unit}s{part(fraction)}", own


def _draw_curves(axes: Axes, rows: pd.DataFrame, style: dict) -> None:
    """Both curves of one technique, markers on the solid one."""
    runs = rows["runs"].astype(float).to_numpy()
    colour = style["color"]
    axes.plot(runs, rows["plain_e2"], color=colour, linestyle="--", linewidth=1.2)
    marks = (1 % len(runs), max(1, len(runs) // MARKS))
    line = {"linewidth": 1.6, "markevery": marks, "markeredgecolor": "white"}
    axes.plot(runs, rows["unbiased_e2"], **line, **style)
    band = rows["unbiased_low_e2"], rows["unbiased_high_e2"]
    several = {"where": np.asarray(runs >= BANDS_FROM), "alpha": 0.13, "linewidth": 0}
    axes.fill_between(runs, *band, color=colour, **several)


GROWTH = table(
    "Figure 6",
    "How many runs are enough?",
    f"Deviation of the cosine of a query with each of its {CLOSEST} closest words over "
    "the first so many bootstrapped runs, averaged: plain (ddof 0, as in the paper) "
    "must rise with the runs, by expected if cosines are normal. Unbiased (ddof 1 over "
    "c4) is freed of this if they are, root, of the mean variance, whatever they are. "
    "Interval: 95 %, of the unbiased one, jackknife over runs.",
    (
        *(CELL, wholes("queries"), RUNS, numbers("plain", scale=E2)),
        *(interval("unbiased", E2), numbers("root", scale=E2)),
        *(numbers("expected"), texts("absent")),
    ),
    keys="view technique runs plain unbiased unbiased_low unbiased_high root expected "
    "note",
    rows=of_scene(growth_rows),
)
FIGURE_6 = figure_of(
    GROWTH,
    draw_growth,
    "Deviation over the first so many bootstrapped runs of the cosine of a query with "
    f"each of its {CLOSEST} closest words, averaged. Dashed: with ddof 0, as in the "
    "paper, which must rise with the runs for a reason of statistics alone; solid: "
    "freed of that bias (ddof 1 over c4), with its 95 % interval, from 5 runs. Of "
    "every corpus the view with most runs is shown.",
)
