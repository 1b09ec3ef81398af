"""The distribution of similarities, as it is and standardised, and by rank."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.similarities import drawn_groups, told
from quaver.items import look
from quaver.items.item import Figure
from quaver.items.panels import blank, grid
from quaver.statistics.distributions import standardised

REACH = 5  # deviations to either side of the mean
EMPTY = "no similarities were counted"
MARGIN = 0.0005  # share of the pairs at either end that need not be in sight


@look.look()
def draw_similarities(records) -> Drawing:
    """Densities and curves: SimilarityNumbers -> a row of panels per view, sampling."""
    groups = drawn_groups(records)
    figure, panels = grid((len(groups), 3), 2.6, (False, False))
    looks = look.technique_looks(x.cell.technique for x in records if not x.cell.base)
    for row, ((view, sampling), own) in zip(panels, groups.items(), strict=False):
        look.title(row[0], f"{view}, {sampling}")
        for numbers in own:
            colour = looks[numbers.cell.technique]["color"]
            _draw(row, numbers, {"color": colour, "linewidth": 1.3})
        _label(row, own)
    for axes in panels[0] if not groups else ():
        blank(axes, EMPTY)
    for column in panels.T[:2]:
        look.from_zero(column)
    handles = look.handles_of({x: {"color": looks[x]["color"]} for x in looks})
    look.finish(figure, SIMILARITIES_FIGURE.title, SIMILARITIES_FIGURE.caption, handles)
    return figure


def _draw(row: np.ndarray, numbers, style: dict) -> None:
    """Density as it is, standardised, and mean similarity by rank, over runs."""
    binned = numbers.binned
    shares = binned.counts / binned.counts.sum(axis=1, keepdims=True)
    for axes, edges in zip(
        row, (binned.edges[None], standardised(binned)), strict=False
    ):
        density = (shares / np.diff(edges, axis=1)).mean(axis=0)
        axes.plot(_middles(edges).mean(axis=0), density, **style)
    means = numbers.curve.mean(axis=0)
    row[2].plot(np.arange(len(means)) + 1, means, **style)


def _middles(edges: np.ndarray) -> np.ndarray:
    return (edges[:, 1:] + edges[:, :-1]) / 2


def _label(row: np.ndarray, own) -> None:
    """Name the axes, and leave out what is empty."""
    counts = sum(x.binned.counts.sum(axis=0) / x.binned.counts.sum() for x in own)
    edges, seen = own[0].binned.edges, np.cumsum(counts) / counts.sum()
    inside = np.flatnonzero((seen > MARGIN) & (seen < 1 - MARGIN))
    if len(inside):
        row[0].set_xlim(edges[inside[0]], edges[inside[-1] + 1])
    row[1].set_xlim(-REACH, REACH)
    row[2].set_xscale("log")
    names = ("cosine", "density"), ("standardised cosine", ""), ("rank", "mean cosine")
    for axes, (below, beside) in zip(row, names, strict=True):
        _name(axes, below, beside)


def _name(axes: Axes, below: str, beside: str) -> None:
    axes.set_xlabel(below)
    axes.set_ylabel(beside)


SIMILARITIES_FIGURE = Figure(
    name="similarities",
    title="How similar are two words?",
    caption="Left: how often cosines of random words with all others have which size, "
    "over runs. Middle: the same less the mean, over the deviation; one shape would be "
    "one line. Right: mean cosine of words with their nearest word, the next, and on.",
    order=15,
    reads=("similarity",),
    draw=lambda results: draw_similarities(told(results)),
)
