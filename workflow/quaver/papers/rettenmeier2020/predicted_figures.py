"""Figures 2.7 and A.1 to A.3: overlaps of neighbours predicted from cosines."""

from functools import partial
from math import isnan, sqrt

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from scipy.special import ndtr, ndtri

from quaver.items.look import COLOURS, INK, WIDTH, finish, look
from quaver.items.panels import blank, label, remark
from quaver.papers.rettenmeier2020.declare import figure
from quaver.papers.rettenmeier2020.panels import keyed, of_cells
from quaver.results.distribution_records import Prediction

VECTOR_DOTS = 100  # more than this are drawn as pixels, to keep the svg small
THRESHOLD = 1e-5  # of the pruning (A.2)
# Words 1 and 100 of Table 2.4, as printed: another rounding gives another power of ten
HUNDREDTH = (0.489 - 0.650) / sqrt(0.009**2 + 0.010**2)
DIAGONAL = {"color": COLOURS[1], "linestyle": "--", "linewidth": 1.2}
DOT = {"color": COLOURS[0], "marker": "o"}
CURVE = {"color": COLOURS[0], "linewidth": 1.8}
CUT = {"color": INK, "linestyle": ":"}


@look()
def _normal(results) -> Drawing:
    """Eq. A.8 on a linear and on a logarithmic axis, the same for every study."""
    drawing = Drawing(figsize=(WIDTH, 4.4), layout="constrained")
    panels = drawing.subplots(1, 2, squeeze=False)
    cut = float(ndtri(THRESHOLD))
    # the logarithm shows what is far too small for a linear axis
    for axes, left in zip(panels[0], (-6.0, -13.0), strict=True):
        across = np.linspace(left, 5.0, 361)
        axes.plot(across, ndtr(across), **CURVE)
        axes.axvline(cut, **CUT, linewidth=1.2)
        axes.set_xlim(left, 5.0)
    linear, logarithmic = panels[0]
    linear.annotate(f" p = 1e-5 at {cut:.2f}", (cut, 0.5), fontsize=8, color=INK)
    logarithmic.axhline(THRESHOLD, **CUT, linewidth=1.2)
    logarithmic.set_yscale("log")
    chance = float(ndtr(HUNDREDTH))
    logarithmic.plot([HUNDREDTH], [chance], "D", color=COLOURS[1], markersize=6)
    below = {"textcoords": "offset points", "xytext": (8, -4), "fontsize": 8}
    logarithmic.annotate(f"{chance:.1e}", (HUNDREDTH, chance), color=INK, **below)
    label(drawing, panels, "(μₓ − μᵧ) / √(σₓ² + σᵧ²)", "p(x > y)")
    styles = {"½ [1 + erf((μₓ − μᵧ) / √(2 (σₓ² + σᵧ²)))]": CURVE, "pruning, 1e-5": CUT}
    finish(drawing, FIGURE_A_1.title, FIGURE_A_1.caption, keyed(styles))
    return drawing


def _draw(axes: Axes, prediction: Prediction, *, over: str, dots: str, r: str) -> None:
    """Dots of target words over the observed overlap, and their correlation."""
    observed, predicted = getattr(prediction, over), getattr(prediction, dots)
    axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    # both axes alike, so that the diagonal means equality
    ticks = [0, 0.25, 0.5, 0.75, 1], ["0", "", ".5", "", "1"]
    axes.set_xticks(*ticks)
    axes.set_yticks(*ticks)
    if not len(observed):
        blank(axes, "no target words")
        return
    looks = {"rasterized": len(observed) > VECTOR_DOTS, "linewidths": 0, **DOT}
    axes.scatter(observed, predicted, s=7, alpha=0.35, **looks)
    axes.plot([0, 1], [0, 1], **DIAGONAL)
    r, low, high = prediction.correlations[r]
    ends = ", no interval" if isnan(low) else f" [{low:.3f}, {high:.3f}]"
    text = "no r: values do not vary" if isnan(r) else f"r = {r:.3f}{ends}"
    remark(axes, f"{len(observed)} words, {prediction.runs} runs\n{text}", "left")


R = (
    "r: Pearson's correlation with its 95 % interval by jackknife over runs. Of few "
    "runs the overlap takes few values, and their chance lowers r."
)
DOTS = {"linestyle": "none", "markersize": 4, **DOT}
HANDLES = {"target words": DOTS, "both equal": DIAGONAL}
_figure = partial(of_cells, part="prediction", handles=lambda records: HANDLES)
FIGURE_2_7 = _figure(
    "Figure 2.7",
    "Neighbours tell of the structure of a space:",
    "Structure factor of target words, the prediction of p@1 with one deviation for "
    "all pairs of words, over the observed p@1, the share of pairs of runs with the "
    f"same nearest word. {R}",
    panel=partial(_draw, over="observed", dots="structure", r="structure"),
    axes=("observed p@1", "structure factor"),
)
FIGURE_A_1 = figure(
    "Figure A.1",
    "One normal variable larger than another:",
    "Chance that a word's cosine with the target exceeds the nearest word's (Eq. A.8), "
    "by the distance of their means in deviations of the difference. It falls so fast "
    "that nearly all words, those below 1e-5 (dotted), can be left out. Diamond: words "
    "100 and 1 of Table 2.4 (Eq. A.2 rounds on the way and prints 2.74e-33).",
    draw=_normal,
    wanted=lambda grid: True,
)
FIGURE_A_2 = _figure(
    "Figure A.2",
    "Nearest words, predicted and observed:",
    "p@1 of target words predicted from means and deviations of cosines "
    f"(Eq. 2.22 and 2.23) over the observed p@1. {R}",
    panel=partial(_draw, over="observed", dots="predicted", r="prediction"),
    axes=("observed p@1", "predicted p@1"),
)
FIGURE_A_3 = _figure(
    "Figure A.3",
    "Two nearest words, predicted and observed:",
    "p@2 of target words predicted from means and deviations of cosines "
    f"(Eq. A.15 and A.16) over the observed p@2. {R}",
    panel=partial(_draw, over="observed_2", dots="predicted_2", r="prediction_2"),
    axes=("observed p@2", "predicted p@2"),
)
