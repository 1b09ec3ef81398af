"""Figures 2.8/2.9 and 3.5 of Rettenmeier 2020, for whatever study was run."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from quaver.figures.look import (
    COLOURS,
    FAINT,
    INK,
    WIDTH,
    finish,
    from_zero,
    look,
    present,
    say,
    technique_looks,
)
from quaver.measures import MEASURES
from quaver.statistics import pair_mean

PICKED = 2000  # words of a panel at most, as in the thesis
PICK_SEED = 20200723  # which words: one fixed permutation of the rows
BINS, LEAST = 20, 5  # frequency bins, and the words one needs to have a median
KINDS = {"intrinsic": COLOURS[0], "extrinsic": COLOURS[1]}
TITLE_2_8 = (
    "Instability of words over their frequency: Figures 2.8 and 2.9 of "
    "Rettenmeier 2020 for this study's corpora"
)
CAPTION_2_8 = (
    "Intrinsic (between shuffled runs) and extrinsic instability (what bootstrapping "
    f"adds) of {PICKED} random words at most. Lines: medians of all words in {BINS} "
    f"bins of frequency ({LEAST} words or more). A word whose bootstrapped runs differ "
    "less than its shuffled ones has no extrinsic value; the panel says how many."
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
def figure_2_8(records: Sequence) -> Figure:
    """Word instability over frequency: WordNumbers -> panels views x techniques."""
    views = _ordered((r.corpus, r.view) for r in records)
    techniques = sorted({r.technique for r in records})
    figure, panels = _grid(len(views), len(techniques))
    for (_, view), row in zip(views, panels, strict=False):
        for technique, axes in zip(techniques, row, strict=True):
            found = [r for r in records if (r.view, r.technique) == (view, technique)]
            axes.set_title(f"{view}, {technique}")
            _draw_words(axes, found[0] if found else None)
    if not records:
        say(panels[0, 0], "no words measured")
    _label(figure, panels, "word frequency", "instability (× 10⁻²)")
    handles = [
        Line2D(
            [], [], color=colour, marker="o", markersize=4, label=MEASURES[kind].label
        )
        for kind, colour in KINDS.items()
    ]
    finish(figure, TITLE_2_8, CAPTION_2_8, handles)
    return figure


@look()
def figure_3_5(cells: Sequence) -> Figure:
    """Relative PIP loss of averages: CellNumbers -> panels views x samplings."""
    views = _ordered((c.corpus, c.unit, c.fraction, c.view) for c in cells)
    samplings = present(cell.sampling for cell in cells)
    looks = technique_looks(cell.technique for cell in cells)
    figure, panels = _grid(len(views), len(samplings))
    for (*_, view), row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            axes.set_title(f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        say(panels[0, 0], "no cells")
    _label(figure, panels, "runs averaged", "relative PIP loss")
    handles = [
        Line2D([], [], label=name, **appearance) for name, appearance in looks.items()
    ]
    handles.append(Line2D([], [], color=INK, linestyle="--", label="1 / sqrt(size)"))
    finish(figure, TITLE_3_5, f"{CAPTION_3_5}{_left_out(cells)}", handles)
    return figure


def picked(words: int) -> np.ndarray:
    """Rows of the random words a panel shows: (at most PICKED,), ascending."""
    order = np.random.default_rng(PICK_SEED).permutation(words)
    return np.sort(order[:PICKED])


def running_median(
    frequency: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Medians in equal steps of log frequency: (words,) twice -> (bins,) twice.

    NaN values do not count; bins of fewer than LEAST words are left out.
    """
    known = ~np.isnan(values)
    frequency, values = np.log10(frequency[known]), values[known]
    if not len(values):
        return np.empty(0), np.empty(0)
    edges = np.linspace(frequency.min(), frequency.max(), BINS + 1)
    bins = np.clip(np.searchsorted(edges, frequency, side="right"), 1, BINS)
    kept = [k for k in range(1, BINS + 1) if np.count_nonzero(bins == k) >= LEAST]
    middles = [10 ** np.median(frequency[bins == k]) for k in kept]
    return np.array(middles), np.array([np.median(values[bins == k]) for k in kept])


def _ordered(views) -> list[tuple]:
    return sorted(set(views))


def _grid(rows: int, columns: int) -> tuple[Figure, np.ndarray]:
    rows, columns = max(1, rows), max(1, columns)
    width = WIDTH if columns > 1 else 6.5
    figure = Figure(figsize=(width, 2.6 * rows + 1.6), layout="constrained")
    return figure, figure.subplots(
        rows, columns, sharex=True, sharey=True, squeeze=False
    )


def _label(figure: Figure, panels: np.ndarray, below: str, beside: str) -> None:
    for axes in panels[-1]:
        axes.set_xlabel(below)
    figure.supylabel(beside, fontsize=10)
    from_zero(panels.ravel())


def _draw_words(axes: Axes, record) -> None:
    axes.set_xscale("log")
    if record is None or not len(record.words):
        say(axes, "not measured" if record is None else "no words shared")
        return
    rows = picked(len(record.words))
    for kind, colour in KINDS.items():
        values = getattr(record, kind) * MEASURES[kind].scale
        shown = rows[~np.isnan(values[rows])]
        dots = {"s": 5, "alpha": 0.25, "linewidths": 0, "rasterized": True}
        axes.scatter(record.frequency[shown], values[shown], color=colour, **dots)
        line = {"color": "white", "linewidth": 4.0, "solid_capstyle": "round"}
        medians = running_median(record.frequency, values)
        axes.plot(*medians, **line)
        axes.plot(*medians, **line | {"color": colour, "linewidth": 2.0})
    text = f"no extrinsic value: {record.missing} of {len(record.words)}"
    place = {"transform": axes.transAxes, "ha": "right", "va": "top", "fontsize": 8}
    axes.text(0.99, 0.99, text, color=INK, **place)


def _draw_averages(axes: Axes, cells: Sequence, looks: dict) -> None:
    sizes = sorted({1, *(size for cell in cells for size in _relative(cell))})
    curve = np.geomspace(1, sizes[-1], 65)
    axes.plot(curve, curve**-0.5, color=INK, linestyle="--", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(sizes, [str(size) for size in sizes])
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


def _relative(cell) -> dict[int, float]:
    """Mean loss of averages as a fraction of the single runs', by size, from 1."""
    if cell.losses is None or not pair_mean(cell.losses).mean:
        return {}
    single = pair_mean(cell.losses).mean
    known = {size: cell.averages[size] for size in sorted(cell.averages)}
    means = {s: pair_mean(m).mean for s, m in known.items() if m is not None}
    return {1: 1.0, **{size: mean / single for size, mean in means.items()}}


def _left_out(cells: Sequence) -> str:
    sizes = sorted({s for c in cells for s in c.averages if 2 * s > c.runs})
    if not sizes:
        return ""
    named = ", ".join(str(size) for size in sizes)
    return f" Left out, since comparing them needs 2 * size <= runs: size {named}."
