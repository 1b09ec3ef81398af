"""Figures 3.2, 3.5 and 3.6 of Rettenmeier 2020: what averaging does."""

from collections.abc import Sequence
from math import isnan

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from quaver.items.look import (
    COLOURS,
    FAINT,
    INK,
    finish,
    from_zero,
    look,
    present,
    technique_looks,
    title,
)
from quaver.measures.averaging import Effect, deviation_ratio, mean_ratio, relative_loss
from quaver.papers.rettenmeier2020.figures.panels import (
    blank,
    grid,
    label,
    part_of,
    placed,
    remark,
    rows_of,
    techniques_of,
)
from quaver.statistics import pair_mean
from quaver.statistics.expected import centred

TREE = "tree"  # the thesis's way to average, shown where a study has it
BINS = 60  # of the cosines at most
SINGLE = {"color": COLOURS[0], "linestyle": "-", "linewidth": 1.4}
AVERAGED = {"color": COLOURS[1], "linestyle": (0, (3, 1.2)), "linewidth": 1.6}
TITLE_3_2 = "Averaging narrows and shifts cosines: Figure 3.2 of Rettenmeier 2020"
CAPTION_3_2 = (
    "Upper panels: cosines of random pairs of words around the mean of their pair, "
    "over all pairs, in single runs and in aligned averages; stretched by sqrt(n / (n "
    "- 1)), as n spaces lie closer to their own mean than to the true one. Lower "
    "panels: the means of the pairs. Averages of unit vectors are shorter than 1 and "
    "normalised again, which shifts means away from 0. Numbers: mean deviation and "
    "mean of averages, divided by those of single runs (Eq. 3.6), with the 95 % "
    "interval by jackknife over groups of runs."
)
TITLE_3_5 = (
    "Averaging steadies: Figure 3.5 of Rettenmeier 2020 for this study's corpora"
)
CAPTION_3_5 = (
    "Mean reduced PIP loss between aligned averages of so many runs, as a fraction of "
    "the single runs' mean. Dashed: "
    "1 / sqrt(size), as if nothing but independent noise were averaged."
)


@look()
def figure_3_2(records: Sequence) -> Figure:
    """Cosines in runs and averages: DistributionNumbers -> two panels per cell."""
    rows, columns = rows_of(records), techniques_of(records)
    figure, panels = grid((2 * max(1, len(rows)), len(columns)), 1.75, (False, False))
    both = (placed(panels[start::2], records) for start in (0, 1))
    for (upper, record, name), (lower, *_) in zip(*both, strict=True):
        title(upper, name)
        compared = part_of(upper, record, "averages")
        group = None if compared is None else smallest(compared)
        if group is not None:
            _draw_cosines((upper, lower), compared, group)
            continue
        lower.set_axis_off()
        if compared is not None:
            blank(upper, "no averages")
    if not records:
        blank(panels[0, 0], "no cells")
        panels[1, 0].set_axis_off()
    label(figure, panels, "cosine", "density")
    handles = [
        Line2D([], [], label="single runs", **SINGLE),
        Line2D([], [], label=_averaged(records), **AVERAGED),
    ]
    finish(figure, TITLE_3_2, CAPTION_3_2, handles)
    return figure


def method_of(compared) -> str:
    """The way to average that is shown: the thesis's tree, else the first compared."""
    return TREE if TREE in compared.methods else compared.methods[0]


def smallest(compared) -> tuple[str, int] | None:
    """Method and size of the averages that stand beside single runs; None: no such."""
    method = method_of(compared)
    sizes = sorted(size for name, size in compared.averages if name == method)
    return (method, sizes[0]) if sizes else None


def _averaged(records: Sequence) -> str:
    compared = [r.averages for r in records if r.averages is not None]
    shown = sorted({group for group in map(smallest, compared) if group})
    return "averages of " + (
        ", ".join(f"{size} ({name})" for name, size in shown) or "runs"
    )


def _draw_cosines(panels: tuple[Axes, Axes], compared, group: tuple[str, int]) -> None:
    """Distributions around the mean above, of the means below."""
    upper, lower = panels
    both = compared.single.cosines, compared.averages[group].cosines
    around = [centred(values).ravel() for values in both]
    means = [np.asarray(values, dtype=np.float64).mean(axis=0) for values in both]
    reach = 4 * max(np.sqrt(np.mean(np.square(values))) for values in around)
    _outlines(upper, around, (-reach, reach))
    _outlines(lower, means, (min(map(np.min, means)), max(map(np.max, means))))
    for axes, room in ((upper, 1.25), (lower, 1.5)):  # for what is said above
        axes.set_ylim(0, room * axes.dataLim.ymax)
    remark(upper, "around the\nmean of a pair", "left")
    remark(upper, _ratio("deviation", deviation_ratio(*both, group[1])))
    remark(lower, "means\nof pairs", "left")
    remark(lower, _ratio("mean", mean_ratio(*both, group[1])))


def _ratio(name: str, found: Effect) -> str:
    """Averages as a multiple of single runs, in three short lines."""
    if isnan(found.value):
        return f"{name}\nno ratio"
    ends = "" if isnan(found.low) else f"\n[{found.low:.2f}, {found.high:.2f}]"
    return f"{name}\n× {found.value:.2f}{ends}"


def _outlines(axes: Axes, both: Sequence[np.ndarray], ends: tuple) -> None:
    bins = min(BINS, round(1.3 * np.sqrt(len(both[0]))) + 1)
    edges = np.linspace(*(ends if ends[0] < ends[1] else (-1, 1)), bins + 1)
    for values, style in zip(both, (SINGLE, AVERAGED), strict=True):
        heights = np.histogram(values, edges)[0] / len(values) / np.diff(edges)
        if style is SINGLE:
            axes.stairs(heights, edges, fill=True, alpha=0.2, color=style["color"])
        axes.stairs(heights, edges, **style)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="y", labelleft=False, length=0)


@look()
def figure_3_5(cells: Sequence) -> Figure:
    """Relative PIP loss of averages: CellNumbers -> panels views x samplings."""
    views = sorted({(c.corpus, c.unit, c.fraction, c.view) for c in cells})
    samplings = present(cell.sampling for cell in cells)
    looks = technique_looks(cell.technique for cell in cells)
    figure, panels = grid((len(views), len(samplings)), 2.6)
    for (*_, view), row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            title(axes, f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        blank(panels[0, 0], "no cells")
    label(figure, panels, "runs averaged", "relative PIP loss")
    from_zero(panels.ravel())
    handles = [
        Line2D([], [], label=name, **appearance) for name, appearance in looks.items()
    ]
    handles.append(Line2D([], [], color=INK, linestyle="--", label="1 / sqrt(size)"))
    finish(figure, TITLE_3_5, f"{CAPTION_3_5}{_left_out(cells)}", handles)
    return figure


def _draw_averages(axes: Axes, cells: Sequence, looks: dict) -> None:
    sizes = sorted({1, *(size for cell in cells for size in _relative(cell))})
    curve = np.geomspace(1, sizes[-1], 65)
    axes.plot(curve, curve**-0.5, color=INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    for cell in sorted(cells, key=lambda cell: cell.technique):
        values = _relative(cell)
        if values:
            axes.plot(list(values), list(values.values()), **looks[cell.technique])
    why = {}
    for cell in sorted(cells, key=lambda cell: cell.technique):
        if not _relative(cell):
            reason = "not measured" if cell.losses is None else "runs do not differ"
            why.setdefault(reason, []).append(cell.technique)
    text = "\n".join(f"{reason}: {', '.join(names)}" for reason, names in why.items())
    place = {"transform": axes.transAxes, "fontsize": 8, "color": FAINT}
    axes.text(0.02, 0.03, text, **place)


def size_axis(axes: Axes, sizes: Sequence[int]) -> None:
    """Let x be the runs averaged, in steps of doubling."""
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(sizes, [str(size) for size in sizes])


def _relative(cell) -> dict[int, float]:
    """Mean loss of averages as a fraction of the single runs', by size, from 1."""
    if cell.losses is None or not pair_mean(cell.losses).mean:
        return {}
    known = {s: cell.averages[s] for s in sorted(cell.averages)}
    return {1: 1.0} | {
        size: relative_loss(cell.losses, losses, size).value
        for size, losses in known.items()
        if losses is not None
    }


def _left_out(cells: Sequence) -> str:
    sizes = sorted({s for c in cells for s in c.averages if 2 * s > c.runs})
    if not sizes:
        return ""
    named = ", ".join(str(size) for size in sizes)
    return f" Left out, since comparing them needs 2 * size <= runs: size {named}."
