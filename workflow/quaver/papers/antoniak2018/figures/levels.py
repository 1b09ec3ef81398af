"""Figures 1 and 2 of Antoniak and Mimno 2018: deviations and agreement by sampling."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items.look import finish, from_zero, look, present
from quaver.papers.antoniak2018.figures.common import (
    SAMPLING_LOOKS,
    by_corpus,
    flowing,
    pairs,
    panel,
    points,
)
from quaver.papers.rettenmeier2020.figures.panels import blank, grid, label

PAPER = "Antoniak and Mimno 2018"
TITLE_1 = f"How much do cosines waver? Figure 1 of {PAPER}"
CAPTION_1 = (
    "Marker: deviation over runs (ddof 0) of the cosine of a query with each of its 10 "
    "closest words, averaged over words and queries; bar: its 95 % interval by "
    "jackknife over runs. Closest: by mean cosine over the runs of the cell itself. "
    "Shown are whole documents of whole corpora, as in the paper, where the study has "
    "them; the table of the same name holds all. Where all cosines of a technique are "
    "near 1, as of word2vec on little text, they waver little and lists may differ."
)
TITLE_2 = f"Do lists of nearest words agree? Figure 2 of {PAPER}"
CAPTION_2 = (
    "Marker: mean over pairs of runs and queries of the agreement of the lists of the "
    "2 and of the 10 nearest words, 1 = the same words; bar: its 95 % interval by "
    "jackknife over runs. Shown are sentences of whole corpora, as in the paper, where "
    "the study has them; the table of the same name holds all."
)
ENDS_1 = ("deviation_e2", "deviation_low_e2", "deviation_high_e2")
ENDS_2 = ("mean", "low", "high")
TOP = 1.05  # where markers at 1 are whole


@look()
def antoniak2018_figure_1(frame: pd.DataFrame) -> Figure:
    """Mean deviations x 10^2: the table of this name -> a panel per corpus."""
    wanted = by_corpus(frame, "document")
    figure, panels = flowing(len(wanted), 2.9)
    names = sorted(set(frame["technique"]))
    for (name, rows), axes in pairs(wanted, panels):
        if len(panel(axes, name, rows, ENDS_1[0])):
            points(axes, rows, names, ENDS_1)
    if not wanted:
        blank(panels[0], "no cells")
    from_zero(panels)
    figure.supylabel("mean deviation of cosines (× 10⁻²)", fontsize=10)
    finish(figure, TITLE_1, CAPTION_1, handles(frame["sampling"]))
    return figure


@look()
def antoniak2018_figure_2(frame: pd.DataFrame) -> Figure:
    """Agreement of lists: the table of this name -> a panel per corpus and length."""
    wanted = by_corpus(frame, "sentence")
    figure, panels = grid((len(wanted), 2), 2.3, (False, True))
    names = sorted(set(frame["technique"]))
    for (name, rows), line in pairs(wanted, panels):
        for n, axes in zip((2, 10), line, strict=True):
            own = rows[(rows["n"] == n) | rows["n"].isna()]
            if len(panel(axes, f"{name}: {n} nearest", own, "mean")):
                points(axes, own, names, ENDS_2)
    if not wanted:
        for axes in panels[0]:
            blank(axes, "no cells")
    for axes in panels.ravel():
        axes.set_ylim(0, TOP)
        axes.set_yticks(np.linspace(0, 1, 6))
        axes.tick_params(labelleft=True)
    label(figure, panels, "", "mean agreement of lists")
    spelling = frame.attrs.get("caption", "").partition("Agreement here: ")[2]
    said = f"{CAPTION_2} Agreement: {spelling}" if spelling else CAPTION_2
    finish(figure, TITLE_2, said, handles(frame["sampling"]))
    return figure


def handles(samplings: Iterable[str]) -> list[Artist]:
    """What the legend shows: the samplings there are."""
    return [
        Line2D([], [], label=name, linestyle="none", **SAMPLING_LOOKS[name])
        for name in present(samplings)
    ]
