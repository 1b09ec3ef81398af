"""Figures 1 to 3: how much cosines, lists of nearest words and ranks waver."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from quaver.items import look
from quaver.items.ends import share_ends, with_ends
from quaver.items.item import Table
from quaver.items.panels import remark
from quaver.measures.spread import AGREEMENTS, box, mean_deviation
from quaver.papers.antoniak2018 import PAPER, declare, queried
from quaver.papers.antoniak2018.lists import AS_PUBLISHED, ranked_queries
from quaver.papers.antoniak2018.queried import CELL, LISTED, MEASURED, Queried, Scene

ABSENT = ("skipped", "zero")
AGREED = tuple(f"{kind}_{n}" for kind in AGREEMENTS for n in queried.SIZES)
DEVIATION = ("deviation_e2", "deviation_low_e2", "deviation_high_e2")
PUBLISHED_QUERY, ALL_QUERIES = "men", "all queries"
MIDDLE = "its lists agree as those of the middle query"
BOX = {"low": "whislo", "quartile_1": "q1", "median": "med"}
BOX |= {"quartile_3": "q3", "high": "whishi"}  # our columns, and matplotlib's names
BOX_LOOKS = dict.fromkeys(("whiskerprops", "capprops"), {"color": look.INK}) | {
    "boxprops": {"facecolor": look.COLOURS[4], "alpha": 0.6, "edgecolor": look.INK},
    "medianprops": {"color": look.INK, "linewidth": 1.6},
}


def _deviation_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    deviation = mean_deviation(own.nearest(scene.absent, LISTED))
    yield with_ends("deviation", deviation.estimate) | {"note": own.notes(deviation)}


def _agreement_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    for n in queried.SIZES:
        agreed = own.agreements[scene.agreement, n]
        mean, pairs = queried.over_pairs(agreed), int((~np.isnan(agreed)).sum())
        none = "no value: no two runs have a query", own.remark
        row = {"pairs": pairs, "n": n, "note": own.notes(mean) if pairs else none}
        yield row | share_ends("mean", mean)


def _coded_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    spelled = {way: mean_deviation(own.nearest(way, LISTED)) for way in ABSENT}
    row = {"note": own.notes(spelled["skipped"])}
    for way, deviation in spelled.items():
        row |= with_ends(way, deviation.estimate)
    for (kind, n), agreed in own.agreements.items():
        row |= share_ends(f"{kind}_{n}", queried.over_pairs(agreed))
    yield row


def _change_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    """Boxes by rank, of the published query or the middle one, then of all queries."""
    names, order = own.names, ranked_queries(own)
    is_there = PUBLISHED_QUERY in names
    number = names.index(PUBLISHED_QUERY) if is_there else order[len(order) // 2]
    facts = {"query": names[number], "chosen": AS_PUBLISHED if is_there else MIDDLE}
    words = own.near_words[number]
    for rank, word in enumerate(words):
        boxed = _box([own.changes[number]], rank)
        yield facts | {"word": word, "note": own.remark} | boxed
    if not len(words):
        yield facts | {"note": (own.remark, "no word is in half of the runs")}
    for rank in range(max(map(len, own.near_words))):
        long = [each for each in own.changes if len(each.places) > rank]
        yield {"query": ALL_QUERIES, "note": own.remark} | _box(long, rank)


def _box(changes: list, rank: int) -> dict:
    values = np.concatenate([each.changes[:, rank] for each in changes])
    mean = np.mean([each.mean_ranks[rank] for each in changes])
    return {"rank": rank + 1, "mean_rank": mean} | box(values)._asdict()


def _draw_levels(frame: pd.DataFrame, unit: str, columns, label: str) -> declare.Drawn:
    names = {"names": sorted(set(frame["technique"])), "columns": columns}
    by_n = "n" in frame

    def draw(name: str, rows: pd.DataFrame, *line: Axes) -> None:
        for n, axes in zip(queried.SIZES if by_n else (0,), line, strict=True):
            own = rows[(rows["n"] == n) | rows["n"].isna()] if n else rows
            declare.points(axes, f"{name}: {n} nearest" if n else name, own, **names)

    views = declare.by_corpus(frame, unit)
    height, share = (2.3, (False, True)) if by_n else (2.9, None)
    figure = declare.small_multiples(views, draw, height, ("", label), share=share)
    for axes in figure.axes if by_n else ():
        axes.set_ylim(0, 1.05)  # markers at 1 are whole
        axes.set_yticks(np.linspace(0, 1, 6))
        axes.tick_params(labelleft=True)
    kinds = sorted(set(frame["agreement"])) if by_n else []
    looks = {name: declare.LOOKS[name] for name in look.present(frame["sampling"])}
    handles = look.handles_of(looks, linestyle="none")
    return figure, handles, *(f"Agreement: {kind}." for kind in kinds)


def _draw_changes(frame: pd.DataFrame) -> declare.Drawn:
    def draw(name: str, rows: pd.DataFrame, left: Axes, right: Axes) -> None:
        own = rows[rows["query"] != ALL_QUERIES]
        queries = [query for query in own["query"] if isinstance(query, str)]
        named = f"{name}: {look.shown(queries[0])}" if queries else name
        every = rows[(rows["query"] == ALL_QUERIES) | rows["median"].isna()]
        _draw_boxes(left, named, own, words=True)
        _draw_boxes(right, f"{name}: {ALL_QUERIES}", every, words=False)

    facts = declare.by_corpus(frame, "sentence"), draw, 2.5, ("", "change of rank")
    return declare.small_multiples(*facts, share=(False, False)), []


def _draw_boxes(axes: Axes, name: str, rows: pd.DataFrame, *, words: bool) -> None:
    rows = declare.panel(axes, name, rows, "median")
    if not len(rows):
        return
    axes.axhline(0, color=look.INK, linestyle="--", linewidth=0.8)
    boxes = rows[list(BOX)].rename(columns=BOX).to_dict("records")
    places = rows["rank"].astype(int).to_list()
    kind = {"showfliers": False, "patch_artist": True, "widths": 0.6}
    axes.bxp(boxes, positions=places, **kind, **BOX_LOOKS)
    axes.set_xlabel("" if words else "place in the order of mean ranks")
    axes.set_xticks(places, list(map(look.shown, rows["word"])) if words else places)
    axes.set_xlim(0.4, max(6, *places) + 0.6)  # room for six boxes at least
    for text in axes.get_xticklabels() if words else ():
        text.set(fontsize=8.5, rotation=35, ha="right", rotation_mode="anchor")
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.14 * (high - low))
    outliers, values = (int(rows[each].sum()) for each in ("outliers", "values"))
    remark(axes, f"{outliers} of {values} are outliers")


SHOWN = (
    "Shown: {} of whole corpora, as in the paper, where the study has them; the table "
    "of this name holds all."
)
DEVIATIONS, FIGURE_1 = declare.drawn(
    "Figure 1",
    "How much do cosines waver?",
    f"Deviation over runs (ddof 0) of the cosine of a query with its {LISTED} closest "
    "words (by mean cosine over the runs of the cell itself), averaged over words and "
    "queries, with its 95 % interval by jackknife over runs.",
    f"{MEASURED} deviation±:e2 absent",
    keys="view technique sampling runs queries deviation± absent note",
    rows=queried.of_cells(_deviation_rows, drawn=False),
    draw=lambda frame: _draw_levels(
        frame, "document", DEVIATION, "mean deviation of cosines (× 10⁻²)"
    ),
    tails=(
        "Where all cosines are near 1 they waver little, and lists may differ.",
        SHOWN.format("whole documents"),
    ),
)
AGREEMENT, FIGURE_2 = declare.drawn(
    "Figure 2",
    "Do lists of nearest words agree?",
    "Mean over pairs of runs and queries of the agreement of the lists of the n "
    "nearest words, 1 = the same words, with its 95 % interval by jackknife over runs. "
    "Agreement: Jaccard of the sets, or, as coded, the share of positions that agree.",
    f"{CELL} runs pairs queries n mean± agreement:text",
    keys="view technique sampling runs n mean± agreement note",
    rows=queried.of_cells(_agreement_rows, drawn=False),
    draw=lambda frame: _draw_levels(
        frame, "sentence", ("mean", "low", "high"), "mean agreement of lists"
    ),
    tails=("", SHOWN.format("sentences")),
)
AS_CODED = Table(
    name="as_coded",
    title=f"Both spellings of what {PAPER.title} count, side by side",
    caption=f"Deviation of the {LISTED} closest words (ddof 0): runs that lack a word "
    "skipped, or its cosine there 0, as coded. Agreement of lists of 2 and 10: "
    "Jaccard of the sets, as the text says, or the share of list positions that hold "
    "the same word, as coded. Intervals: 95 %, jackknife over runs.",
    columns=f"{MEASURED} skipped±:e2 zero±:e2 {'± '.join(AGREED)}± note",
    keys=f"view technique sampling {' '.join((*ABSENT, *AGREED))} note",
    rows=queried.of_cells(_coded_rows, drawn=False),
    order=17,
    reads=declare.QUERIES,
    wanted=declare.asks,
)
CHANGES, FIGURE_3 = declare.drawn(
    "Figure 3",
    "How do words rise and fall?",
    f"Rank in a bootstrapped run minus mean rank of the {LISTED} words of best mean "
    "rank near a query (one of two readings of the paper): below 0 = nearer than on "
    "average. Low, high: the farthest values within 1.5 times the distance of the "
    "quartiles; outliers are counted, as in the paper. One query, "
    f"{PUBLISHED_QUERY} as published or the middle by agreement, then all, by place.",
    f"{CELL} runs query chosen rank word mean_rank {' '.join(BOX)} outliers:whole "
    "values:whole",
    keys="view technique query rank word mean_rank quartile_1 median quartile_3 "
    "outliers",
    rows=queried.of_cells(_change_rows),
    draw=_draw_changes,
    of_one=True,
)
