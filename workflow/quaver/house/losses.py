"""How far runs are apart: PIP losses, other distances, neighbours in common."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import nan

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.cells import own_cells, views_of
from quaver.items import look
from quaver.items.ends import cut
from quaver.items.item import Figure, Table
from quaver.items.panels import flowing
from quaver.measures import QUANTITIES
from quaver.results.records import SAMPLINGS, CellNumbers, gap, grouped, identity, lost
from quaver.statistics import Estimate, pair_mean

PIP = QUANTITIES["pip"].range
GOLDEN = 0.6180339887498949  # steps of it fill an interval evenly
VECTOR_DOTS = 500  # more than this are drawn as pixels, to keep the svg small
DISTANCES = {
    "eigenspace_overlap": ("eigenspace overlap", 1.0),
    "displacement": ("displacement after alignment", 0.0),
    "knn_overlap": ("10-NN overlap corrected for chance", 1.0),
    "rank_biased_overlap": ("rank-biased overlap", 1.0),
}


def loss_row(cell: CellNumbers) -> dict:
    """PIP loss of a cell: mean, its interval and deviation over pairs of runs."""
    row = {**identity(cell), "cell": cell, "runs": cell.runs, "words": cell.words}
    return row | _mean(cell, cell.losses)


def _mean(cell: CellNumbers, pairs: np.ndarray | None) -> dict:
    # a mean over the pairs that have a value would be of the easier ones
    if pairs is None or not is_whole(pairs):
        partial = "" if pairs is None else "a pair of runs has no value"
        return {"note": [gap(cell) or partial or "not measured"]}
    mean = pair_mean(pairs)
    row = {name: value for name, value in vars(mean).items() if name != "best"}
    return {**row, "note": [gap(cell), mean.note]}


def _within(row: dict, bounds: Sequence = PIP) -> dict:
    low, high, beyond = cut(row.get("low", nan), row.get("high", nan), bounds)
    return {**row, "low": low, "high": high, "note": [*row["note"], beyond]}


def is_whole(pairs: np.ndarray) -> bool:
    """Tell whether all pairs of runs have a value: (runs, runs)."""
    return not np.isnan(pairs[np.triu_indices(len(pairs), 1)]).any()


def by_view(cells: Sequence[CellNumbers]) -> list[list[CellNumbers]]:
    """Cells of each sampling and view, in order: techniques that can be compared."""
    groups = grouped(cells, lambda cell: (SAMPLINGS.index(cell.sampling), cell.view))
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


def _losses(results) -> Iterator[dict]:
    cells = own_cells(results)  # variants of sweeps do not compete
    losses = {(own[0].view, own[0].sampling): means(own) for own in by_view(cells)}
    for cell in cells:
        own = losses[cell.view, cell.sampling]
        rank = [*own].index(cell.technique) + 1 if cell.technique in own else None
        yield {**_within(loss_row(cell)), "rank": rank, "order": order(own)}


def _neighbours(results) -> Iterator[dict]:
    cells = own_cells(results)
    # a cell that was not measured has a row for every n that others have
    sizes = sorted({n for cell in cells for n in cell.overlaps}) or [None]
    for cell in cells:
        for n in sizes:
            row = {**identity(cell), "n": n}
            if n not in cell.overlaps:
                yield {**row, "note": gap(cell) or "not measured"}
                continue
            share, jaccard = map(pair_mean, cell.overlaps[n])
            notes = [lost(cell), share.note]
            for x, mean in (("p", share), ("j", jaccard)):
                low, high, beyond = cut(mean.low, mean.high, (0, 1))
                row |= {f"{x}_mean": mean.mean, f"{x}_low": low, f"{x}_high": high}
                notes.append(f"{x}: {beyond}" if beyond else "")
            yield {**row, "pairs": share.pairs, "note": notes}


def _distances(results) -> Iterator[dict]:
    for cell in own_cells(results):
        # first, as it is what the others are held against
        row = {**identity(cell), "measure": "reduced PIP loss", "best": 0.0}
        yield row | _within(_mean(cell, cell.losses))
        for field, values in cell.distances.items():
            name, best = DISTANCES[field]
            row |= {"measure": name, "best": best}
            yield row | _within(_mean(cell, values), QUANTITIES[field].range)
        if not cell.distances:
            missing = gap(cell) or "not measured"
            yield {**identity(cell), "measure": "others", "note": missing}


LOSSES = Table(
    name="losses",
    title="PIP loss between runs, and the order of techniques",
    caption="Mean PIP loss between runs, with its 95 % interval; 0 = the same space, "
    "1 = the most. Rank 1 is the steadiest technique of a view and sampling. "
    "Order: all techniques, with '<' where intervals are apart, else '~'.",
    order=2,
    reads=("pip", "records"),
    wanted=lambda grid: "pip" in grid.study.analyses.stability.measures,
    columns="CELL runs pairs words mean±:e2 deviation:e4 rank order note",
    keys="view technique sampling runs words mean± rank note",
    rows=_losses,
)
NEIGHBOURS = Table(
    name="neighbours",
    title="Nearest neighbours two runs have in common",
    caption="Neighbours two runs have in common: p@n, the share of the n nearest, and "
    "j@n, their Jaccard overlap. Means over pairs of runs with the 95 % interval.",
    order=5,
    reads=("neighbours",),
    columns="CELL n pairs p_mean p_low p_high j_mean j_low j_high note",
    keys="view technique sampling n p_mean p_low p_high j_mean note",
    rows=_neighbours,
)
DISTANCES_TABLE = Table(
    name="distances",
    title="Other distances of whole spaces beside the PIP loss",
    caption="Distances of whole spaces: mean and standard deviation over pairs of "
    "runs, with the 95 % interval of the mean. Best: the value of equal spaces.",
    order=9,
    reads=("distances",),
    columns="CELL measure runs pairs mean deviation low high best note",
    keys="view technique sampling measure mean low high best note",
    rows=_distances,
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
    # techniques share half of the room between two samplings
    shifts = np.linspace(-0.25, 0.25, len(looks)) if len(looks) > 1 else [0]
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
    low, high, _ = cut(losses.low, losses.high, PIP)
    reach = np.array([[losses.mean - low], [high - losses.mean]]) * scale
    bars = {"capsize": 3, "markersize": 6, "linestyle": "none", "zorder": 3}
    bars |= {"markeredgecolor": "white", **appearance}
    # no bar below three runs
    reach = reach if reach.max() > 0 else None
    axes.errorbar(centre, losses.mean * scale, reach, **bars)
    return losses.mean * scale


LOSSES_FIGURE = Figure(
    name="losses",
    title="How much do word embeddings waver when training is repeated?",
    caption="Faint: every pair of runs; marker: their mean, with its 95 % interval "
    "over runs; 0 = every run gives the same space. Fixed: the same text in the same "
    "order; shuffled: in another order; bootstrapped: another draw of the text.",
    order=2,
    reads=("pip", "records"),
    draw=lambda results: draw_losses(own_cells(results)),
)
