"""PIP losses between runs: the table, the order of techniques, the picture."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isnan, nan

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.cells import own_cells, views_of
from quaver.items import columns as col
from quaver.items import look
from quaver.items.item import Figure, Table
from quaver.items.panels import flowing
from quaver.measures import QUANTITIES
from quaver.results.records import SAMPLINGS, CellNumbers, gap, identity
from quaver.statistics import Estimate, pair_mean

SPREAD = 0.5  # of the room between two samplings, shared by the techniques
GOLDEN = 0.6180339887498949  # steps of it fill an interval evenly
VECTOR_DOTS = 500  # more than this are drawn as pixels, to keep the svg small


def loss_row(cell: CellNumbers) -> dict:
    """PIP loss of a cell: mean, its interval and deviation over pairs of runs."""
    row = {**identity(cell), "cell": cell, "runs": cell.runs, "words": cell.words}
    if cell.losses is None:
        return {**row, "note": [gap(cell)]}
    losses = pair_mean(cell.losses)
    return {**row, **vars(losses), "note": [gap(cell), losses.note]}


def by_view(cells: Sequence[CellNumbers]) -> list[list[CellNumbers]]:
    """Cells of each sampling and view, in order: techniques that can be compared."""
    groups = defaultdict(list)
    for cell in cells:
        groups[SAMPLINGS.index(cell.sampling), cell.view].append(cell)
    return [groups[group] for group in sorted(groups)]


def means(cells: Sequence[CellNumbers]) -> dict[str, Estimate]:
    """Mean losses by technique, steadiest first; of cells that have losses."""
    losses = {c.technique: pair_mean(c.losses) for c in cells if c.losses is not None}
    return dict(sorted(losses.items(), key=lambda item: item[1].mean))


def order(losses: Mapping[str, Estimate]) -> str:
    """Techniques, steadiest first: '<' where intervals are apart, '~' where not."""
    text = next(iter(losses), "")
    for first, second in pairwise(losses):
        mark = "<" if losses[first].high < losses[second].low else "~"
        text += f" {mark} {second}"
    return text


def _rows(results) -> Iterator[dict]:
    cells = own_cells(results)  # variants of sweeps do not compete
    losses = {(own[0].view, own[0].sampling): means(own) for own in by_view(cells)}
    for cell in cells:
        own = losses[cell.view, cell.sampling]
        rank = [*own].index(cell.technique) + 1 if cell.technique in own else None
        yield {**loss_row(cell), "rank": rank, "order": order(own)}


LOSSES = Table(
    name="losses",
    title="PIP loss between runs, and the order of techniques",
    caption=(
        "Reduced PIP loss between runs: mean and standard deviation over pairs of "
        "runs, with the 95 % interval of the mean; 0 = the same space, 1 = the most. "
        "Rank: among the techniques of a view and sampling, 1 = steadiest; order: all "
        "of them, with '<' where intervals are apart, else '~'."
    ),
    order=2,
    reads=("pip", "records"),
    wanted=lambda grid: "pip" in grid.study.analyses.stability.measures,
    columns=(
        (col.CELL, col.RUNS, col.PAIRS, col.WORDS, col.interval("mean", col.E2)),
        col.numbers("deviation", scale=col.E4, places=1),
        (col.wholes("rank"), col.texts("order"), col.NOTE),
    ),
    keys="view technique sampling runs words mean low high rank note",
    rows=_rows,
)


@look.look()
def draw_losses(cells: Sequence) -> Drawing:
    """PIP loss x 10^2 per technique x sampling: CellNumbers -> a panel per view."""
    views = views_of(cells)
    figure, panels = flowing(len(views), 3.2, 1.4)
    looks = look.technique_looks(cell.technique for cell in cells)
    samplings = look.present(cell.sampling for cell in cells)
    for axes, view in zip(panels, views, strict=False):
        axes.set_title(view)
        _draw([cell for cell in cells if cell.view == view], axes, looks, samplings)
    if not views:
        look.say(panels[0], "no cells")
    look.from_zero(panels)
    figure.supylabel(f"{QUANTITIES['pip'].label} (× 10⁻²)", fontsize=10)
    handles = look.handles_of(looks, linewidth=1.2)
    look.finish(figure, LOSSES_FIGURE.title, LOSSES_FIGURE.caption, handles)
    return figure


def _draw(cells: Sequence, axes: Axes, looks: dict, samplings: list[str]) -> None:
    shifts = np.linspace(-SPREAD / 2, SPREAD / 2, len(looks)) if len(looks) > 1 else [0]
    for (technique, appearance), shift in zip(looks.items(), shifts, strict=True):
        own = {cell.sampling: cell for cell in cells if cell.technique == technique}
        places = np.arange(len(samplings)) + shift
        means = [
            _cell(axes, own[name], centre, appearance) if name in own else nan
            for name, centre in zip(samplings, places, strict=True)
        ]
        axes.plot(places, means, color=appearance["color"], linewidth=1, alpha=0.6)
    axes.set_xticks(range(len(samplings)), samplings)
    axes.set_xlim(-0.5, len(samplings) - 0.5)
    axes.tick_params(length=0)


def _cell(axes: Axes, cell, centre: float, appearance: dict) -> float:
    """Draw one cell and give its mean loss x 10^2; NaN where it was not measured."""
    if cell.losses is None:
        small = {"fontsize": 7.5, "ha": "center", "va": "bottom", "rotation": 90}
        axes.text(centre, 0, " not measured", color=appearance["color"], **small)
        return nan
    scale = QUANTITIES["pip"].scale
    values = cell.losses[np.triu_indices(len(cell.losses), 1)] * scale
    # spread evenly and without chance, so that a figure's bits repeat
    sideways = (np.arange(1, len(values) + 1) * GOLDEN % 1 - 0.5) * 0.12
    many = len(values) > VECTOR_DOTS
    dots = {"s": 14, "alpha": 0.1 if many else 0.3, "linewidths": 0}
    dots |= {"color": appearance["color"], "rasterized": many}
    axes.scatter(centre + sideways, values, **dots)
    losses = pair_mean(cell.losses)
    # no bar below three runs
    reach = 0 if isnan(losses.low) else (losses.high - losses.mean) * scale
    bars = {"capsize": 3, "markersize": 6, "linestyle": "none", "zorder": 3}
    bars |= {"markeredgecolor": "white", **appearance}
    axes.errorbar(centre, losses.mean * scale, reach or None, **bars)
    return losses.mean * scale


LOSSES_FIGURE = Figure(
    name="losses",
    title="How much do word embeddings waver when training is repeated?",
    caption=(
        "Faint: every pair of runs; marker: their mean, with its 95 % interval over "
        "runs; 0 = every run gives the same space. Fixed: the same text in the same "
        "order; shuffled: in another order; bootstrapped: another draw of the text."
    ),
    order=2,
    reads=("pip", "records"),
    wanted=LOSSES.wanted,
    draw=lambda results: draw_losses(own_cells(results)),
)
