"""Figures 1 and 2: how much cosines waver, and whether lists of words agree."""

from collections.abc import Iterator

import numpy as np
from matplotlib import figure as drawing

from quaver.items.columns import E2, NOTE, PAIRS, RUNS, interval, texts, wholes
from quaver.items.ends import share_ends, with_ends
from quaver.items.item import Table, build
from quaver.items.look import finish, look
from quaver.items.panels import blank, grid, label
from quaver.measures.spread import mean_deviation
from quaver.papers.antoniak2018 import PAPER
from quaver.papers.antoniak2018.declare import QUERIES, figure_of, table
from quaver.papers.antoniak2018.drawing import (
    by_corpus,
    draw_flowing,
    panel,
    points,
    sampling_handles,
)
from quaver.papers.antoniak2018.queried import CELL, LISTED, SIZES, Queried, thin
from quaver.papers.antoniak2018.scene import Scene, of_scene

ABSENT, AGREEMENT = ("skipped", "zero"), ("jaccard", "positions")
AGREED = tuple(f"{kind}_{n}" for kind in AGREEMENT for n in SIZES)
TOP = 1.05  # where markers at 1 are whole


def deviation_rows(scene: Scene) -> Iterator[dict]:
    """Mean deviation of the closest words, a row per cell: 0 or more."""
    for own in scene.cells:
        row = own.row | {"absent": scene.absent, "note": (own.remark,)}
        if own.runs:
            deviation = mean_deviation(own.nearest(scene.absent, LISTED))
            row |= {"runs": own.runs, "queries": len(own.names)}
            row |= with_ends("deviation", deviation.estimate)
            row["note"] = (thin(deviation, own.runs), own.remark)
        yield row


def agreement_rows(scene: Scene) -> Iterator[dict]:
    """Mean agreement of lists of 2 and 10, a row per cell and n: in [0, 1]."""
    for own in scene.cells:
        row = own.row | {"agreement": scene.agreement, "note": (own.remark,)}
        if not own.runs:
            yield row
            continue
        row |= {"runs": own.runs, "queries": len(own.names)}
        for n in SIZES:
            mean = own.agreement(scene.agreement, n)
            pairs = int((~np.isnan(own.agreements[scene.agreement, n])).sum())
            none = "no value: no two runs have a query" if np.isnan(mean.value) else ""
            facts = {"pairs": pairs, "n": n, **share_ends("mean", mean)}
            yield row | facts | {"note": (none or thin(mean, own.runs), own.remark)}


def coded_rows(scene: Scene) -> Iterator[dict]:
    """Deviations and agreements in both spellings, a row per cell."""
    for own in scene.cells:
        yield own.row | (_spelled(own) if own.runs else {"note": own.remark})


def _spelled(own: Queried) -> dict:
    row = {"runs": own.runs, "queries": len(own.names)}
    for way in ABSENT:
        deviation = mean_deviation(own.nearest(way, LISTED))
        row |= with_ends(way, deviation.estimate)
    for n in SIZES:
        for kind in AGREEMENT:
            row |= share_ends(f"{kind}_{n}", own.agreement(kind, n))
    few = thin(mean_deviation(own.nearest("skipped", LISTED)), own.runs)
    return row | {"note": (few, own.remark)}


@look()
def draw_deviations(results) -> drawing.Figure:
    """Mean deviations x 10^2: a panel per corpus."""
    frame = build(DEVIATIONS, results)
    names = sorted(set(frame["technique"]))
    columns = [column.head for column in interval("deviation", E2)]

    def draw(axes, name, rows):
        if len(panel(axes, name, rows, columns[0])):
            points(axes, rows, names, columns)

    return draw_flowing(
        *(FIGURE_1, by_corpus(frame, "document"), draw),
        height=2.9,
        labels=("", "mean deviation of cosines (× 10⁻²)"),
        handles=lambda: sampling_handles(frame["sampling"]),
    )


@look()
def draw_agreement(results) -> drawing.Figure:
    """Agreement of lists: a panel per corpus and length."""
    frame = build(AGREEMENTS, results)
    views = by_corpus(frame, "sentence")
    figure, panels = grid((len(views), len(SIZES)), 2.3, (False, True))
    names = sorted(set(frame["technique"]))
    for (name, rows), line in zip(views, panels, strict=False):
        for n, axes in zip(SIZES, line, strict=True):
            own = rows[(rows["n"] == n) | rows["n"].isna()]
            if len(panel(axes, f"{name}: {n} nearest", own, "mean")):
                points(axes, own, names, ("mean", "low", "high"))
    for axes in panels.ravel():
        if not views:
            blank(axes, "no cells")
        axes.set_ylim(0, TOP)
        axes.set_yticks(np.linspace(0, 1, 6))
        axes.tick_params(labelleft=True)
    label(figure, panels, "", "mean agreement of lists")
    kinds = "".join(f" Agreement: {kind}." for kind in sorted(set(frame["agreement"])))
    handles = sampling_handles(frame["sampling"])
    finish(figure, FIGURE_2.title, f"{FIGURE_2.caption}{kinds}", handles)
    return figure


DEVIATIONS = table(
    "Figure 1",
    "How much do cosines waver?",
    "Deviation over runs (ddof 0) of the cosine of a query with each of its "
    f"{LISTED} closest words (by mean cosine over the runs of the cell itself), "
    "averaged over words and queries. Interval: 95 %, jackknife over runs. Where all "
    "cosines of a technique are near 1 they waver little, and lists may differ.",
    (CELL, RUNS, wholes("queries"), interval("deviation", E2), texts("absent")),
    keys="view technique sampling runs queries deviation deviation_low "
    "deviation_high absent note",
    rows=of_scene(deviation_rows),
)
FIGURE_1 = figure_of(
    DEVIATIONS,
    draw_deviations,
    "Marker: deviation over runs (ddof 0) of the cosine of a query with each of its "
    f"{LISTED} closest words, averaged over words and queries; bar: its 95 % interval. "
    "Shown are whole documents of whole corpora, as in the paper, where the study has "
    "them; the table of this name holds all.",
)
AGREEMENTS = table(
    "Figure 2",
    "Do lists of nearest words agree?",
    "Mean over pairs of runs and queries of the agreement of the lists of the n "
    "nearest words, 1 = the same words. Agreement: Jaccard of the sets, or, as coded, "
    "the share of list positions that agree. Interval: 95 %, jackknife over runs, as "
    "pairs share runs.",
    (CELL, RUNS, PAIRS, wholes("queries n"), interval("mean"), texts("agreement")),
    keys="view technique sampling runs n mean low high agreement note",
    rows=of_scene(agreement_rows),
)
FIGURE_2 = figure_of(
    AGREEMENTS,
    draw_agreement,
    "Marker: mean over pairs of runs and queries of the agreement of the lists of the "
    "2 and of the 10 nearest words, 1 = the same words; bar: its 95 % interval. Shown "
    "are sentences of whole corpora, as in the paper, where the study has them; the "
    "table of this name holds all.",
)
AS_CODED = Table(
    name="as_coded",
    title=f"Both spellings of what {PAPER.title} count, side by side",
    caption=(
        f"Deviation of the {LISTED} closest words (ddof 0): runs that lack a word "
        "skipped, or its cosine there 0, as coded. Agreement of lists of 2 and 10: "
        "Jaccard of the sets, as the text says, or the share of list positions that "
        "hold the same word, as coded. Intervals: 95 %, jackknife over runs."
    ),
    columns=(
        *(CELL, RUNS, wholes("queries")),
        *(interval(way, E2) for way in ABSENT),
        *(interval(name) for name in AGREED),
        NOTE,
    ),
    keys=("view", "technique", "sampling", *ABSENT, *AGREED, "note"),
    rows=of_scene(coded_rows),
    order=17,
    reads=QUERIES,
)
