"""Figures 2.2 and 2.5: how cosines of pairs of words are distributed over runs."""

import textwrap

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items.look import COLOURS, INK, shown
from quaver.items.panels import blank, raise_top, remark
from quaver.papers.rettenmeier2020.panels import of_cells
from quaver.statistics.expected import normal_density, studentised_density, whitened

FEW = 20  # runs: below that a histogram says less than its dots
REACH, WHITE_BINS = 4.0, 64  # of whitened cosines, deviations to either side
LETTERS = 34  # of a line inside a panel
LIKE_NORMAL = 50  # runs from which whitening hardly alters the normal curve
FILL = {"color": COLOURS[0], "alpha": 0.35, "linewidth": 0}
EDGE = {"color": COLOURS[0], "linewidth": 1.2}
DASHED = {"color": INK, "linestyle": "--", "linewidth": 1.2}
EXACT = {"color": COLOURS[1], "linestyle": "-", "linewidth": 1.6}


def _draw_example(axes: Axes, cosines) -> None:
    values = np.asarray(cosines.example_cosines, dtype=np.float64)
    mean, deviation = values.mean(), values.std()
    words = " – ".join(shown(word) for word in cosines.example)
    # a hyphenated word is one word of the vocabulary
    words = textwrap.fill(words, LETTERS, break_on_hyphens=False)
    text = f"{words}\n{mean:.4f} ± {deviation:.4f}, {len(values)} runs"
    remark(axes, text, "left")
    # bars are scaled to the peak of the curve, which is then at 1 in all panels
    axes.set_ylim(0, 1.9)
    if not deviation:
        axes.plot(values, np.full(len(values), 0.08), "|", color=COLOURS[0])
        return
    peak = normal_density(mean, mean, deviation)
    across = np.linspace(mean - 3.5 * deviation, mean + 3.5 * deviation, 141)
    axes.plot(across, normal_density(across, mean, deviation) / peak, **DASHED)
    if len(values) >= FEW:
        bins = min(30, round(1.5 * np.sqrt(len(values))))
        heights, edges = np.histogram(values, bins, density=True)
        axes.stairs(heights / peak, edges, fill=True, **FILL)
        axes.stairs(heights / peak, edges, **EDGE)
        raise_top(axes, 1.4 * heights.max() / peak)
    else:
        rug = {"markersize": 14, "markeredgewidth": 1.4, "color": COLOURS[0]}
        axes.plot(values, np.full(len(values), 0.12), "|", **rug)
    axes.locator_params(axis="x", nbins=4)


def _draw_whitened(axes: Axes, cosines) -> None:
    values, runs = whitened(cosines.cosines), cosines.runs
    if not len(values):
        blank(axes, "the cosines do not vary")
        return
    edges = np.linspace(-REACH, REACH, WHITE_BINS + 1)
    # not density=True: what lies beyond the edges counts in the whole
    heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
    axes.stairs(heights, edges, fill=True, **FILL)
    axes.stairs(heights, edges, **EDGE)
    across = np.linspace(-REACH, REACH, 321)
    # of two runs both values are fixed at -1 and 1
    if 3 <= runs < LIKE_NORMAL:
        axes.plot(across, studentised_density(across, runs), **EXACT)
    axes.plot(across, normal_density(across), **DASHED)
    axes.set_xlim(-REACH, REACH)
    raise_top(axes, min(max(0.5, 1.25 * heights.max()), 1.0))
    pairs = len(values) // runs
    remark(axes, f"{pairs} pairs\n{runs} runs", "left")


def filled(label: str) -> Patch:
    """The key of a histogram."""
    return Patch(facecolor="#A6CCE3", edgecolor=COLOURS[0], label=label)


def _whitened_handles() -> list[Artist]:
    return [
        filled("whitened cosines"),
        Line2D([], [], label="normal curve", **DASHED),
        Line2D([], [], label="exact for so few runs", **EXACT),
    ]


FIGURE_2_2 = of_cells(
    "Figure 2.2",
    title="Cosine of one pair of words over runs:",
    caption=(
        "The cosine of the two words named in each panel, once per run "
        f"(histogram; below {FEW} runs a stroke per run), and the normal curve of "
        "the same mean and deviation (given as mean ± deviation). Words this font "
        "cannot show are given by the numbers of their characters."
    ),
    part="cosines",
    panel=_draw_example,
    axes=("cosine", "density (normal peak = 1)"),
    handles=lambda: [filled("runs"), Line2D([], [], label="normal curve", **DASHED)],
    share=(False, False),
    reads=("cosines",),
)
FIGURE_2_5 = of_cells(
    "Figure 2.5",
    title="The shape of the distribution of cosines:",
    caption=(
        "Cosines of random pairs of words, each pair brought to mean 0 and deviation 1 "
        "over the runs. Brought there by their own mean and deviation, values of few "
        "runs cannot lie far out (at most sqrt(runs - 1)) even if the cosines are "
        "normal: the solid line is the exact density for so many normal runs "
        f"(Thompson 1935), shown below {LIKE_NORMAL} runs; compare the bars with it, "
        "and with the normal curve (dashed) where there is no other line."
    ),
    part="cosines",
    panel=_draw_whitened,
    axes=("whitened cosine", "density"),
    handles=_whitened_handles,
    reads=("cosines",),
)
