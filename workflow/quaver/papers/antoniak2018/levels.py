"""Figures 1 and 2: how much cosines waver, and whether lists of words agree."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.axes import Axes

from quaver.items import columns as col
from quaver.items.ends import share_ends, with_ends
from quaver.items.item import Table
from quaver.measures.spread import mean_deviation
from quaver.papers.antoniak2018 import PAPER, declare
from quaver.papers.antoniak2018.queried import CELL, LISTED, SIZES, Queried, thin
from quaver.papers.antoniak2018.scene import Scene, of_cells

ABSENT, AGREEMENT = ("skipped", "zero"), ("jaccard", "positions")
AGREED = tuple(f"{kind}_{n}" for kind in AGREEMENT for n in SIZES)
TOP = 1.05  # where markers at 1 are whole


def deviation_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    """Mean deviation of the closest words, a row per cell: 0 or more."""
    deviation = mean_deviation(own.nearest(scene.absent, LISTED))
    row = with_ends("deviation", deviation.estimate)
    yield row | {"note": (thin(deviation, own.runs), own.remark)}


def agreement_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    """Mean agreement of lists of 2 and 10, a row per cell and n: in [0, 1]."""
    for n in SIZES:
        mean = own.agreement(scene.agreement, n)
        pairs = int((~np.isnan(own.agreements[scene.agreement, n])).sum())
        few = thin(mean, own.runs) if pairs else "no value: no two runs have a query"
        row = {"pairs": pairs, "n": n, "note": (few, own.remark)}
        yield row | share_ends("mean", mean)


def coded_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    """Deviations and agreements in both spellings, a row per cell."""
    spelled = {way: mean_deviation(own.nearest(way, LISTED)) for way in ABSENT}
    row = {"note": (thin(spelled["skipped"], own.runs), own.remark)}
    for way, deviation in spelled.items():
        row |= with_ends(way, deviation.estimate)
    for kind in AGREEMENT:
        for n in SIZES:
            row |= share_ends(f"{kind}_{n}", own.agreement(kind, n))
    yield row


def draw_deviations(frame: pd.DataFrame) -> tuple[drawing.Figure, list]:
    """Mean deviations x 10^2: a panel per corpus."""
    names = sorted(set(frame["technique"]))
    columns = [column.head for column in col.interval("deviation", col.E2)]

    def draw(name: str, rows: pd.DataFrame, axes: Axes) -> None:
        if len(declare.panel(axes, name, rows, columns[0])):
            declare.points(axes, rows, names, columns)

    views = declare.by_corpus(frame, "document")
    labels = "", "mean deviation of cosines (× 10⁻²)"
    figure = declare.small_multiples(views, draw, 2.9, labels)
    return figure, declare.sampling_handles(frame["sampling"])


def draw_agreement(frame: pd.DataFrame) -> tuple:
    """Agreement of lists: a panel per corpus and length."""
    names = sorted(set(frame["technique"]))

    def draw(name: str, rows: pd.DataFrame, *line: Axes) -> None:
        for n, axes in zip(SIZES, line, strict=True):
            own = rows[(rows["n"] == n) | rows["n"].isna()]
            if len(declare.panel(axes, f"{name}: {n} nearest", own, "mean")):
                declare.points(axes, own, names, ("mean", "low", "high"))

    views = declare.by_corpus(frame, "sentence")
    labels = "", "mean agreement of lists"
    figure = declare.small_multiples(views, draw, 2.3, labels, share=(False, True))
    for axes in figure.axes:
        axes.set_ylim(0, TOP)
        axes.set_yticks(np.linspace(0, 1, 6))
        axes.tick_params(labelleft=True)
    kinds = [f"Agreement: {kind}." for kind in sorted(set(frame["agreement"]))]
    return figure, declare.sampling_handles(frame["sampling"]), *kinds


DEVIATIONS = declare.table(
    "Figure 1",
    "How much do cosines waver?",
    "Deviation over runs (ddof 0) of the cosine of a query with each of its "
    f"{LISTED} closest words (by mean cosine over the runs of the cell itself), "
    "averaged over words and queries. Interval: 95 %, jackknife over runs. Where all "
    "cosines of a technique are near 1 they waver little, and lists may differ.",
    (
        *(CELL, col.RUNS, col.wholes("queries"), col.interval("deviation", col.E2)),
        col.texts("absent"),
    ),
    keys="view technique sampling runs queries deviation deviation_low "
    "deviation_high absent note",
    rows=of_cells(deviation_rows, drawn=False),
)
FIGURE_1 = declare.figure_of(
    DEVIATIONS,
    draw_deviations,
    "Marker: deviation over runs (ddof 0) of the cosine of a query with each of its "
    f"{LISTED} closest words, averaged over words and queries; bar: its 95 % interval. "
    "Shown are whole documents of whole corpora, as in the paper, where the study has "
    "them; the table of this name holds all.",
)
AGREEMENTS = declare.table(
    "Figure 2",
    "Do lists of nearest words agree?",
    "Mean over pairs of runs and queries of the agreement of the lists of the n "
    "nearest words, 1 = the same words. Agreement: Jaccard of the sets, or, as coded, "
    "the share of list positions that agree. Interval: 95 %, jackknife over runs, as "
    "pairs share runs.",
    (
        *(CELL, col.RUNS, col.PAIRS, col.wholes("queries n"), col.interval("mean")),
        col.texts("agreement"),
    ),
    keys="view technique sampling runs n mean low high agreement note",
    rows=of_cells(agreement_rows, drawn=False),
)
FIGURE_2 = declare.figure_of(
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
        *(CELL, col.RUNS, col.wholes("queries")),
        *(col.interval(way, col.E2) for way in ABSENT),
        *(*map(col.interval, AGREED), col.NOTE),
    ),
    keys=("view", "technique", "sampling", *ABSENT, *AGREED, "note"),
    rows=of_cells(coded_rows, drawn=False),
    order=17,
    reads=declare.QUERIES,
)
