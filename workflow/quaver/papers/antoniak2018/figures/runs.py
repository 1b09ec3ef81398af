"""Figure 6 of Antoniak and Mimno 2018: the deviation against the number of runs."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from quaver.items.look import INK, finish, from_zero, look, technique_looks
from quaver.papers.antoniak2018.figures.common import flowing, pairs, panel, part, why
from quaver.papers.antoniak2018.figures.levels import PAPER
from quaver.papers.rettenmeier2020.figures.panels import blank, remark

MARKS = 8  # markers along a line
BANDS_FROM = 5  # runs: intervals of fewer would hide the curves
TITLE = f"How many runs are enough? Figure 6 of {PAPER}"
CAPTION = (
    "Deviation over the first so many bootstrapped runs of the cosine of a query with "
    "each of its 20 closest words (by mean over all runs), averaged. Dashed: with ddof "
    "0, as in the paper; it must rise with the runs for a reason of statistics alone. "
    "Solid: freed of that bias (ddof 1 over c4), with its 95 % interval by jackknife "
    "over runs, from 5 of them, if cosines are normal; of others the root of their "
    "mean variance, in the table, is free of bias. Of every corpus the view with most "
    "runs is shown, documents of the whole corpus first; the table of the same name "
    "holds all."
)
STYLES = {"as in the paper": "--", "freed of the bias of few runs": "-"}


@look()
def antoniak2018_figure_6(frame: pd.DataFrame) -> Figure:
    """Curves over the number of runs: the table of this name -> a panel per corpus."""
    wanted = [_most_runs(rows) for _, rows in frame.groupby("corpus", sort=True)]
    figure, panels = flowing(len(wanted), 3.1)
    looks = technique_looks(frame["technique"])
    for (name, rows), axes in pairs(wanted, panels):
        known = panel(axes, name, rows, "plain_e2")
        _say_missing(axes, rows, known)
        for technique, own in known.groupby("technique", sort=True):
            _draw(axes, own, looks[technique])
        axes.set_xlabel("number of runs")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if not wanted:
        blank(panels[0], "no cells")
    from_zero(panels)
    figure.supylabel("mean deviation of cosines (× 10⁻²)", fontsize=10)
    handles = [Line2D([], [], label=name, **own) for name, own in looks.items()]
    handles += [
        Line2D([], [], label=name, color=INK, linestyle=style)
        for name, style in STYLES.items()
    ]
    finish(figure, TITLE, CAPTION, handles)
    return figure


def _say_missing(axes: Axes, rows: pd.DataFrame, known: pd.DataFrame) -> None:
    """Techniques of a panel without a curve, and why, where others have one."""
    gone = rows[~rows["technique"].isin(known["technique"])]
    if len(known) and len(gone):
        lacking = gone.groupby("technique", sort=True)
        remark(axes, "\n".join(f"{name}: {why(own)}" for name, own in lacking))


def _most_runs(rows: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """The view of a corpus that has most runs, its name and rows."""
    corpus = rows["corpus"].iloc[0]

    def place(item: tuple) -> tuple:
        (unit, fraction), own = item
        most = own["runs"].max()
        return -(0 if pd.isna(most) else most), unit != "document", unit, -fraction

    (unit, fraction), own = min(rows.groupby(["unit", "fraction"]), key=place)
    return f"{corpus}, {unit}s{part(fraction)}", own


def _draw(axes: Axes, rows: pd.DataFrame, own: dict) -> None:
    """Both curves of one technique, markers on the solid one."""
    runs = rows["runs"].astype(float).to_numpy()
    colour = own["color"]
    axes.plot(runs, rows["plain_e2"], color=colour, linestyle="--", linewidth=1.2)
    every = max(1, len(runs) // MARKS)
    axes.plot(
        runs,
        rows["unbiased_e2"],
        linewidth=1.6,
        markevery=(1 % len(runs), every),
        markeredgecolor="white",
        **own,
    )
    ends = rows["unbiased_low_e2"], rows["unbiased_high_e2"]
    several = {"where": runs >= BANDS_FROM, "alpha": 0.13, "linewidth": 0}
    axes.fill_between(runs, *ends, color=colour, **several)
