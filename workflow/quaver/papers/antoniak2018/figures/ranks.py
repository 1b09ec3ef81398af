"""Figures 3, 4 and 5 of Antoniak and Mimno 2018: what happens rank by rank."""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items.look import (
    COLOURS,
    INK,
    MARKERS,
    finish,
    from_zero,
    look,
    shown,
)
from quaver.papers.antoniak2018.figures.common import (
    by_corpus,
    flowing,
    pairs,
    panel,
    part,
    why,
)
from quaver.papers.antoniak2018.figures.levels import PAPER
from quaver.papers.rettenmeier2020.figures.panels import blank, grid, label, remark

ALL_QUERIES = "all queries"
RANKS, ROOM = 10, 6  # places of boxes there is room for at least
TITLE_3 = f"How do words rise and fall? Figure 3 of {PAPER}"
CAPTION_3 = (
    "Change of rank over bootstrapped runs, rank in a run minus mean rank, of the 10 "
    "words of best mean rank (one of two readings of the paper, see the table of the "
    "same name): boxes hold the middle half, lines reach to the farthest value within "
    "1.5 times its width, outliers are counted and not drawn, as in the paper. Left: "
    "one query; right: all, by place of the word in the order of mean ranks. Below 0 = "
    "nearer than on average."
)
TITLE_4 = f"Documents against sentences: Figure 4 of {PAPER}"
TITLE_5 = f"Whole corpus against a part: Figure 5 of {PAPER}"
CAPTION_RANKS = (
    "Deviation over bootstrapped runs (ddof 0) of the cosine of a query with its "
    "nearest, second nearest ... word, by mean cosine over all runs of the cell "
    "itself: marker = median over queries, bar = the middle half of the queries. Means "
    "with intervals are in the table of the same name, and ratios: over the runs both "
    "cells have, of words among those nearest over all runs of each."
)


@look()
def antoniak2018_figure_3(frame: pd.DataFrame) -> Figure:
    """Boxes of changes of rank: the table of this name -> two panels per corpus."""
    technique, own = _of_technique(frame)
    wanted = by_corpus(own, "sentence")
    figure, panels = grid((len(wanted), 2), 2.5, (False, False))
    for (name, rows), line in pairs(wanted, panels):
        one = rows[rows["query"] != ALL_QUERIES]
        queries = [x for x in one["query"] if isinstance(x, str)]
        named = f"{name}: {shown(queries[0])}" if queries else name
        whole = rows[(rows["query"] == ALL_QUERIES) | rows["median"].isna()]
        _boxes(line[0], named, one, words=True)
        _boxes(line[1], f"{name}: {ALL_QUERIES}", whole, words=False)
    if not wanted:
        for axes in panels[0]:
            blank(axes, "no cells")
    label(figure, panels, "", "change of rank")
    finish(figure, TITLE_3, f"{CAPTION_3}{_said(technique)}", [])
    return figure


@look()
def antoniak2018_figure_4(frame: pd.DataFrame) -> Figure:
    """Deviations by rank and unit: the table of this name -> a panel per corpus."""

    def views(rows: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
        whole = rows["fraction"].max()
        for unit in sorted(set(rows["unit"])):
            of = (rows["unit"] == unit) & (rows["fraction"] == whole)
            yield f"{unit}s{part(whole)}", rows[of]

    return _by_rank(frame, views, TITLE_4, "")


@look()
def antoniak2018_figure_5(frame: pd.DataFrame) -> Figure:
    """Deviations by rank and part: the table of this name -> a panel per corpus."""

    def views(rows: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
        units = sorted(set(rows["unit"]), key=lambda each: (each != "sentence", each))
        own = rows[rows["unit"] == units[0]]
        for fraction in sorted(set(own["fraction"]), reverse=True):
            name = part(fraction).removeprefix(", ") or "whole corpus"
            yield name, own[own["fraction"] == fraction]

    said = " Units: sentences, as in the paper, where the study has them."
    return _by_rank(frame, views, TITLE_5, said)


def _of_technique(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """The technique that is drawn, as the table names it, and its rows."""
    technique = frame.attrs.get("technique", "")
    return technique, frame[frame["technique"] == technique]


def _said(technique: str) -> str:
    return f" Technique: {technique}." if technique else ""


def _boxes(axes: Axes, name: str, rows: pd.DataFrame, *, words: bool) -> None:
    rows = panel(axes, name, rows, "median")
    if not len(rows):
        return
    names = ("low", "quartile_1", "median", "quartile_3", "high")
    keys = ("whislo", "q1", "med", "q3", "whishi")
    boxes = [
        dict(zip(keys, (row[each] for each in names), strict=True))
        for _, row in rows.iterrows()
    ]
    axes.axhline(0, color=INK, linestyle="--", linewidth=0.8)
    looks = {"facecolor": COLOURS[4], "alpha": 0.6, "edgecolor": INK}
    line = {"color": INK}
    places = rows["rank"].astype(int).to_list()
    axes.bxp(
        boxes,
        positions=places,
        showfliers=False,
        patch_artist=True,
        boxprops=looks,
        medianprops={"color": INK, "linewidth": 1.6},
        whiskerprops=line,
        capprops=line,
        widths=0.6,
    )
    labels = [shown(word) for word in rows["word"]] if words else places
    axes.set_xlabel("" if words else "place in the order of mean ranks")
    axes.set_xticks(places, labels)
    axes.set_xlim(0.4, max(ROOM, *places) + 0.6)
    if words:
        turned = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
        for text in axes.get_xticklabels():
            text.set(fontsize=8.5, **turned)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.14 * (high - low))
    outliers, values = (int(rows[each].sum()) for each in ("outliers", "values"))
    remark(axes, f"{outliers} of {values} are outliers")


def _by_rank(frame: pd.DataFrame, views: Callable, name: str, said: str) -> Figure:
    """A panel per corpus: of each view medians and quartiles by rank."""
    technique, own = _of_technique(frame)
    wanted = list(own.groupby("corpus", sort=True))
    figure, panels = flowing(len(wanted), 2.8)
    labels: list[str] = []
    for (corpus, rows), axes in pairs(wanted, panels):
        series = list(views(rows))
        if len(panel(axes, corpus, pd.concat(of for _, of in series), "median_e2")):
            labels += [each for each, _ in series if each not in labels]
            _draw_series(axes, series, labels)
    if not wanted:
        blank(panels[0], "no cells")
    from_zero(panels)
    figure.supylabel("deviation of cosines (× 10⁻²)", fontsize=10)
    for axes in panels:
        axes.set_xlabel("rank of the word")
    caption = f"{CAPTION_RANKS}{said}{_said(technique)}"
    finish(figure, name, caption, _handles(labels))
    return figure


def _draw_series(axes: Axes, series: list, labels: list[str]) -> None:
    shifts = np.linspace(-0.18, 0.18, len(series)) if len(series) > 1 else [0.0]
    for (name, rows), shift in zip(series, shifts, strict=True):
        place = labels.index(name)
        if rows["median_e2"].isna().all():
            remark(axes, f"{name}: {why(rows)}")
        colour = COLOURS[place % len(COLOURS)]
        ranks = rows["rank"].astype(float).to_numpy() + shift
        ends = rows["quartile_1_e2"], rows["quartile_3_e2"]
        axes.vlines(ranks, *ends, color=colour, linewidth=3.5, alpha=0.5)
        facts = {"marker": MARKERS[place % len(MARKERS)], "color": colour}
        axes.plot(
            ranks,
            rows["median_e2"],
            linestyle="none",
            markersize=6,
            markeredgecolor="white",
            **facts,
        )
    axes.set_xticks(range(1, RANKS + 1))


def _handles(labels: list[str]) -> list[Artist]:
    return [
        Line2D(
            [],
            [],
            label=name,
            color=COLOURS[place % len(COLOURS)],
            marker=MARKERS[place % len(MARKERS)],
            linestyle="none",
        )
        for place, name in enumerate(labels)
    ]
