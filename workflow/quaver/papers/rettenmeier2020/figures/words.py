"""Figures 2.8 and 2.9 of Rettenmeier 2020: instability of words over frequency."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items.look import COLOURS, finish, from_zero, look, say, title
from quaver.measures import QUANTITIES
from quaver.papers.rettenmeier2020.figures.panels import blank, grid, label, remark

PICKED = 2000  # words of a panel at most, as in the thesis
PICK_SEED = 20200723  # which words: one fixed permutation of the rows
BINS, LEAST = 20, 5  # frequency bins, and the words one needs to have a median
POLISH = "pl"
KINDS = {
    "intrinsic": {"color": COLOURS[0], "marker": "o", "linestyle": "-"},
    "extrinsic": {"color": COLOURS[1], "marker": "^", "linestyle": (0, (3, 1.2))},
}
TITLE_2_8 = (
    "Instability of words over their frequency: Figure 2.8 of Rettenmeier 2020 for "
    "all corpora of this study"
)
TITLE_2_9 = (
    "Instability of words over their frequency: Figure 2.9 of Rettenmeier 2020, "
    "Polish alone"
)
CAPTION = (
    "Intrinsic (between shuffled runs) and extrinsic instability (what bootstrapping "
    f"adds) of {PICKED} random words at most. Lines: medians of all words in {BINS} "
    f"bins of frequency ({LEAST} words or more). A word whose bootstrapped runs differ "
    "less than its shuffled ones has no extrinsic value; the panel says how many."
)


def figure_2_8(records: Sequence) -> Figure:
    """Word instability over frequency: WordNumbers -> panels views x techniques."""
    return _figure(records, TITLE_2_8, "no words measured")


def figure_2_9(records: Sequence) -> Figure:
    """Figure 2.8 of the Polish corpora alone: WordNumbers -> views x techniques."""
    polish = [r for r in records if r.language.partition("-")[0] == POLISH]
    return _figure(polish, TITLE_2_9, "no Polish corpus in this study")


@look()
def _figure(records: Sequence, heading: str, nothing: str) -> Figure:
    views = sorted({(r.corpus, r.view) for r in records})
    techniques = sorted({r.technique for r in records})
    figure, panels = grid((len(views), len(techniques)), 2.6)
    for (_, view), row in zip(views, panels, strict=False):
        for technique, axes in zip(techniques, row, strict=True):
            found = [r for r in records if (r.view, r.technique) == (view, technique)]
            title(axes, f"{view}, {technique}")
            _draw_words(axes, found[0] if found else None)
    if not records:
        blank(panels[0, 0], nothing)
    label(figure, panels, "word frequency", "instability (× 10⁻²)")
    from_zero(panels.ravel())
    handles = [
        Line2D([], [], markersize=4, label=QUANTITIES[kind].label, **style)
        for kind, style in KINDS.items()
    ]
    finish(figure, heading, CAPTION, handles)
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


def _draw_words(axes: Axes, record) -> None:
    axes.set_xscale("log")
    if record is None or not len(record.words):
        why = "" if record is None else record.note or "no words shared"
        say(axes, why or "not in the study")
        return
    rows = picked(len(record.words))
    for kind, style in KINDS.items():
        values = getattr(record, kind) * QUANTITIES[kind].scale
        shown = rows[~np.isnan(values[rows])]
        dots = {"s": 5, "alpha": 0.25, "linewidths": 0, "rasterized": True}
        dots |= {key: style[key] for key in ("color", "marker")}
        axes.scatter(record.frequency[shown], values[shown], **dots)
        medians = running_median(record.frequency, values)
        ground = {"color": "white", "linewidth": 4.0, "solid_capstyle": "round"}
        axes.plot(*medians, **ground)
        line = {key: style[key] for key in ("color", "linestyle")}
        axes.plot(*medians, linewidth=2.0, **line)
    remark(axes, f"no extrinsic value: {record.missing} of {len(record.words)}")
