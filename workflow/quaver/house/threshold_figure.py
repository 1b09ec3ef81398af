"""Mean baseline by cosine, beside what words dealt anew give, and the threshold."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house import meant
from quaver.house.meant import COSINES
from quaver.house.thresholds import RULE, TITLE, told
from quaver.items import look
from quaver.items.item import Figure
from quaver.items.look import FAINT, INK
from quaver.items.panels import blank, flowing, label, remark
from quaver.results.meaning import MeaningNumbers
from quaver.statistics import thresholds
from quaver.statistics.relabelling import ROUNDING
from quaver.statistics.thresholds import Curve, Rule

HEIGHT, REST = 2.2, 1.9  # inches, of each row and of title, legend, caption
EMPTY = "nothing was held against WordNet"
BELOW, BESIDE = "cosine", "LCH in excess of relabellings, deviations"


@look.look()
def draw_thresholds(records: list[MeaningNumbers], rule: Rule) -> Drawing:
    """Draw a panel of each cell that is no variant: excess of mean LCH by cosine."""
    shown = [x for x in records if not x.cell.base]
    figure, axes = flowing(len(shown), HEIGHT, REST)
    looks = look.technique_looks(x.cell.technique for x in shown)
    views = {(x.cell.view, x.cell.sampling) for x in shown}
    for panel, numbers in zip(axes, shown, strict=False):
        cell = numbers.cell
        where = f"{cell.technique}, {cell.view}, {cell.sampling}"
        look.title(panel, where if len(views) > 1 else cell.technique)
        curve = meant.curve_of(numbers.stored, COSINES, rule) if numbers.stored else ""
        if isinstance(curve, str):
            blank(panel, curve or numbers.note)
        else:
            _draw(panel, numbers, curve, looks[cell.technique]["color"])
            panel.set_xlabel(BELOW)
    if not shown:
        blank(axes[0], EMPTY)
    label(figure, np.array([axes]), "", BESIDE)
    handles = look.handles_of({x: {"color": looks[x]["color"]} for x in looks})
    look.finish(figure, TITLE, THRESHOLDS_FIGURE.caption, handles)
    return figure


def _draw(axes: Axes, numbers: MeaningNumbers, curve: Curve, colour: str) -> None:
    """Means of bins, their rising fit, the band of relabellings and the threshold."""
    edges = numbers.stored["edges"]
    # effect is in units of the baseline, the mark by deviations of it
    unit = _deviation(numbers)
    x = (edges[curve.bins] + edges[curve.bins + 1]) / 2
    band = curve.band
    # one-sided, and of fits
    upper = np.maximum(band.upper, 0) / unit
    axes.fill_between(x, 0, upper, color=FAINT, alpha=0.6)
    axes.axhline(curve.effect / unit, color=INK, linewidth=0.8, linestyle=":")
    marks = {"marker": ".", "markersize": 3, "linestyle": "", "alpha": 0.7}
    axes.plot(x, band.mean / unit, color=colour, **marks)
    axes.plot(x, band.fit / unit, color=colour, linewidth=1.3)
    own = thresholds.threshold(curve)
    if own.group is None:
        remark(axes, "no threshold", "left")
    else:
        cosine = own.value(edges)
        axes.axvline(cosine, color=INK, linewidth=1)
        # tables have the whole text's, beside what drawn ones give
        start = "this draw: from" if numbers.is_drawn else "from"
        remark(axes, f"{start} {cosine:.2f}", "left")


def _deviation(numbers: MeaningNumbers) -> float:
    """Deviation of the baseline over all pairs of the first run."""
    stored = numbers.stored
    every = thresholds.moments(stored["counts"][0].sum(axis=0), stored["values"])
    return max(float(np.sqrt(every.variance)), ROUNDING)


THRESHOLDS_FIGURE = Figure(
    name="thresholds",
    title=TITLE,
    caption="Dots: mean LCH of bins of cosines, less that of words dealt anew, in "
    "deviations over all pairs, in the first run; line: the nearest rising curve. "
    "Grey: what the line, not the dots, reaches by chance in 99 % of cases; dotted: "
    "the effect. A vertical line marks the threshold, where the line passes both.",
    order=15,
    rule=RULE,
    reads=("meaning",),
    draw=lambda results: draw_thresholds(told(results), meant.rule_of(results.study)),
)
