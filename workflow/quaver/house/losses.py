"""The picture of a study: PIP loss of every technique, sampling and view."""

from collections.abc import Sequence
from math import isnan, nan

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items.look import (
    WIDTH,
    finish,
    from_zero,
    look,
    present,
    say,
    technique_looks,
)
from quaver.measures import QUANTITIES
from quaver.statistics import pair_mean

SPREAD = 0.5  # of the room between two samplings, shared by the techniques
GOLDEN = 0.6180339887498949  # steps of it fill an interval evenly
VECTOR_DOTS = 500  # more than this are drawn as pixels, to keep the svg small
TITLE = "How much do word embeddings waver when training is repeated?"
CAPTION = (
    "Faint: every pair of runs. Marker: their mean, with its 95 % interval over runs. "
    "0 = every run gives the same space. Fixed: the same text in the same order; "
    "shuffled: in another order; bootstrapped: another draw of the text."
)


@look()
def figure_losses(cells: Sequence) -> Figure:
    """PIP loss x 10^2 per technique x sampling: CellNumbers -> a panel per view."""
    views = sorted(
        {(cell.corpus, cell.unit, cell.fraction, cell.view) for cell in cells}
    )
    figure, panels = _panels(max(1, len(views)))
    looks = technique_looks(cell.technique for cell in cells)
    samplings = present(cell.sampling for cell in cells)
    for axes, (*_, view) in zip(panels, views, strict=False):
        axes.set_title(view)
        _draw([cell for cell in cells if cell.view == view], (axes, looks, samplings))
    if not views:
        say(panels[0], "no cells")
    from_zero(panels)
    measure = QUANTITIES["pip"]
    figure.supylabel(f"{measure.label} (× 10⁻²)", fontsize=10)
    handles = [
        Line2D([], [], linewidth=1.2, label=name, **appearance)
        for name, appearance in looks.items()
    ]
    finish(figure, TITLE, CAPTION, handles)
    return figure


def _panels(count: int) -> tuple[Figure, list[Axes]]:
    columns = min(count, 3)
    rows = -(-count // columns)
    width = WIDTH if columns > 1 else 6.5
    figure = Figure(figsize=(width, 3.2 * rows + 1.4), layout="constrained")
    panels = figure.subplots(rows, columns, sharey=True, squeeze=False).ravel()
    for spare in panels[count:]:
        spare.remove()
    return figure, list(panels[:count])


def _draw(cells: Sequence, panel: tuple[Axes, dict, list[str]]) -> None:
    axes, looks, samplings = panel
    shifts = np.linspace(-SPREAD / 2, SPREAD / 2, len(looks)) if len(looks) > 1 else [0]
    for (technique, appearance), shift in zip(looks.items(), shifts, strict=True):
        own = {cell.sampling: cell for cell in cells if cell.technique == technique}
        places = np.arange(len(samplings)) + shift
        means = [
            _cell(axes, own[name], place, appearance) if name in own else nan
            for name, place in zip(samplings, places, strict=True)
        ]
        axes.plot(places, means, color=appearance["color"], linewidth=1, alpha=0.6)
    axes.set_xticks(range(len(samplings)), samplings)
    axes.set_xlim(-0.5, len(samplings) - 0.5)
    axes.tick_params(length=0)


def _cell(axes: Axes, cell, place: float, appearance: dict) -> float:
    """Draw one cell and give its mean loss x 10^2; NaN where it was not measured."""
    if cell.losses is None:
        small = {"fontsize": 7.5, "ha": "center", "va": "bottom", "rotation": 90}
        axes.text(place, 0, " not measured", color=appearance["color"], **small)
        return nan
    scale = QUANTITIES["pip"].scale
    values = cell.losses[np.triu_indices(len(cell.losses), 1)] * scale
    sideways = (np.arange(1, len(values) + 1) * GOLDEN % 1 - 0.5) * 0.12
    many = len(values) > VECTOR_DOTS
    dots = {"s": 14, "alpha": 0.1 if many else 0.3, "linewidths": 0}
    dots |= {"color": appearance["color"], "rasterized": many}
    axes.scatter(place + sideways, values, **dots)
    found = pair_mean(cell.losses)
    reach = 0 if isnan(found.low) else (found.high - found.mean) * scale
    bars = {
        "capsize": 3,
        "markersize": 6,
        "markeredgecolor": "white",
        "linestyle": "none",
    }
    bars["zorder"] = 3
    axes.errorbar(place, found.mean * scale, reach or None, **appearance, **bars)
    return found.mean * scale
