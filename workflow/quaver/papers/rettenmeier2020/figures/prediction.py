"""Figures 2.7 and A.1 to A.3: overlaps of neighbours predicted from cosines."""

from collections.abc import Sequence
from math import isnan, sqrt

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scipy.special import ndtr, ndtri

from quaver.items.look import COLOURS, INK, WIDTH, finish, look
from quaver.papers.rettenmeier2020.figures.panels import (
    Item,
    blank,
    draw,
    label,
    remark,
)

VECTOR_DOTS = 100  # more than this are drawn as pixels, to keep the svg small
THRESHOLD = 1e-5  # of the pruning (A.2)
# Words 1 and 100 of Table 2.4: means and deviations of their cosines.
HUNDREDTH = (0.489 - 0.650) / sqrt(0.009**2 + 0.010**2)
DIAGONAL = {"color": COLOURS[1], "linestyle": "--", "linewidth": 1.2}
DOT = {"color": COLOURS[0], "marker": "o"}
CURVE = {"color": COLOURS[0], "linewidth": 1.8}
TITLE_A_1 = "One normal variable larger than another: Figure A.1 of Rettenmeier 2020"
CAPTION_A_1 = (
    "Chance that a word's cosine with the target exceeds the nearest word's (Eq. A.8), "
    "by the distance of their means in deviations of the difference; left linear, "
    "right logarithmic. It falls so fast that nearly all words can be left out: those "
    "below 1e-5 (dotted) are. Diamond: words 100 and 1 of Table 2.4 (Eq. A.2 rounds on "
    "the way and prints 2.74e-33). The same for every study."
)


def figure_2_7(records: Sequence) -> Figure:
    """Structure factor over observed p@1: DistributionNumbers -> a panel per cell."""
    return draw(STRUCTURE, records)


def figure_A_2(records: Sequence) -> Figure:
    """Predicted over observed p@1: DistributionNumbers -> a panel per cell."""
    return draw(PREDICTED, records)


def figure_A_3(records: Sequence) -> Figure:
    """Predicted over observed p@2: DistributionNumbers -> a panel per cell."""
    return draw(PREDICTED_2, records)


@look()
def figure_A_1() -> Figure:
    """Eq. A.8 on a linear and on a logarithmic axis: nothing -> two panels."""
    figure = Figure(figsize=(WIDTH, 4.4), layout="constrained")
    panels = figure.subplots(1, 2, squeeze=False)
    cut = float(ndtri(THRESHOLD))
    for axes, left in zip(panels[0], (-6.0, -13.0), strict=True):
        across = np.linspace(left, 5.0, 361)
        axes.plot(across, ndtr(across), **CURVE)
        axes.axvline(cut, color=INK, linestyle=":", linewidth=1.2)
        axes.set_xlim(left, 5.0)
    linear, logarithmic = panels[0]
    linear.annotate(f" p = 1e-5 at {cut:.2f}", (cut, 0.5), fontsize=8, color=INK)
    logarithmic.axhline(THRESHOLD, color=INK, linestyle=":", linewidth=1.2)
    logarithmic.set_yscale("log")
    chance = float(ndtr(HUNDREDTH))
    logarithmic.plot([HUNDREDTH], [chance], "D", color=COLOURS[1], markersize=6)
    below = {"textcoords": "offset points", "xytext": (8, -4), "fontsize": 8}
    logarithmic.annotate(f"{chance:.1e}", (HUNDREDTH, chance), color=INK, **below)
    label(figure, panels, "(μₓ − μᵧ) / √(σₓ² + σᵧ²)", "p(x > y)")
    handles = [
        Line2D([], [], label="½ [1 + erf((μₓ − μᵧ) / √(2 (σₓ² + σᵧ²)))]", **CURVE),
        Line2D([], [], color=INK, linestyle=":", label="pruning, 1e-5"),
    ]
    finish(figure, TITLE_A_1, CAPTION_A_1, handles)
    return figure


def _draw_structure(axes: Axes, found) -> None:
    _draw_dots(axes, (found.observed, found.structure))
    _correlation(axes, found, "structure")


def _draw_predicted(axes: Axes, found) -> None:
    _draw_dots(axes, (found.observed, found.predicted))
    _correlation(axes, found, "prediction")


def _draw_predicted_2(axes: Axes, found) -> None:
    _draw_dots(axes, (found.observed_2, found.predicted_2))
    _correlation(axes, found, "prediction_2")


def _draw_dots(axes: Axes, pair: tuple[np.ndarray, np.ndarray]) -> None:
    observed, predicted = pair
    axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    ticks = [0, 0.25, 0.5, 0.75, 1], ["0", "", ".5", "", "1"]
    axes.set_xticks(*ticks)
    axes.set_yticks(*ticks)
    if not len(observed):
        blank(axes, "no target words")
        return
    many = len(observed) > VECTOR_DOTS
    dots = {"s": 7, "alpha": 0.35, "linewidths": 0, "rasterized": many}
    axes.scatter(observed, predicted, **dots, **DOT)
    axes.plot([0, 1], [0, 1], **DIAGONAL)


def _correlation(axes: Axes, found, name: str) -> None:
    value, low, high = found.correlations[name]
    words = len(found.observed_2 if name == "prediction_2" else found.observed)
    if isnan(value):
        text = "no r: values do not vary"
    elif isnan(low):
        text = f"r = {value:.3f}, no interval"
    else:
        text = f"r = {value:.3f} [{low:.3f}, {high:.3f}]"
    if words:
        remark(axes, f"{words} words, {found.runs} runs\n{text}", "left")


def _handles() -> list[Artist]:
    dots = {"linestyle": "none", "markersize": 4, **DOT}
    return [
        Line2D([], [], label="target words", **dots),
        Line2D([], [], label="both equal", **DIAGONAL),
    ]


CAPTION_R = (
    " r: Pearson's correlation with its 95 % interval by jackknife over runs. Of few "
    "runs the overlap takes few values, and their chance lowers r."
)
STRUCTURE = Item(
    part="prediction",
    draw=_draw_structure,
    title=(
        "Neighbours tell of the structure of a space: Figure 2.7 of Rettenmeier 2020"
    ),
    caption=(
        "Structure factor of target words over the observed p@1, the share of pairs of "
        "runs with the same nearest word. The structure factor is the prediction of "
        "p@1 with one common deviation for all pairs of words, as the text defines "
        f"it: it knows nothing of how much single words waver.{CAPTION_R}"
    ),
    below="observed p@1",
    beside="structure factor",
    handles=_handles,
)
PREDICTED = Item(
    part="prediction",
    draw=_draw_predicted,
    title="Nearest words, predicted and observed: Figure A.2 of Rettenmeier 2020",
    caption=(
        "p@1 of target words predicted from means and deviations of cosines "
        f"(Eq. 2.22 and 2.23) over the observed p@1.{CAPTION_R}"
    ),
    below="observed p@1",
    beside="predicted p@1",
    handles=_handles,
)
PREDICTED_2 = Item(
    part="prediction",
    draw=_draw_predicted_2,
    title="Two nearest words, predicted and observed: Figure A.3 of Rettenmeier 2020",
    caption=(
        "p@2 of target words predicted from means and deviations of cosines "
        f"(Eq. A.15 and A.16) over the observed p@2.{CAPTION_R}"
    ),
    below="observed p@2",
    beside="predicted p@2",
    handles=_handles,
)
