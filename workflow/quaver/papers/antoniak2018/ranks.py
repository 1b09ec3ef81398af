"""Figure 3: how words near a query rise and fall from run to run."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.axes import Axes

from quaver.items import columns as col
from quaver.items.look import COLOURS, INK, shown
from quaver.items.panels import remark
from quaver.measures.rank_change import box
from quaver.papers.antoniak2018 import declare
from quaver.papers.antoniak2018.lists import AS_PUBLISHED, ranked_queries
from quaver.papers.antoniak2018.queried import CELL, LISTED, Queried
from quaver.papers.antoniak2018.scene import Scene, of_cells

PUBLISHED_QUERY = "men"
ALL_QUERIES = "all queries"
MIDDLE = "its lists agree as those of the middle query"
ROOM = 6  # places of boxes there is room for at least
BOX = {"low": "whislo", "quartile_1": "q1", "median": "med"}
BOX |= {"quartile_3": "q3", "high": "whishi"}  # our columns, and matplotlib's names
STYLE = {
    "showfliers": False,
    "patch_artist": True,
    "boxprops": {"facecolor": COLOURS[4], "alpha": 0.6, "edgecolor": INK},
    "medianprops": {"color": INK, "linewidth": 1.6},
    "whiskerprops": {"color": INK},
    "capprops": {"color": INK},
    "widths": 0.6,
}


def change_rows(scene: Scene, own: Queried) -> Iterator[dict]:
    """Boxes of changes of rank, a row per query, published or middle, and all; rank."""
    names, order = own.names, ranked_queries(own)
    is_there = PUBLISHED_QUERY in names
    number = names.index(PUBLISHED_QUERY) if is_there else order[len(order) // 2]
    facts = {"query": names[number], "chosen": AS_PUBLISHED if is_there else MIDDLE}
    facts["note"] = own.remark
    words = own.near_words[number]
    for rank, word in enumerate(words):
        yield facts | {"word": word} | _box([own.changes[number]], rank)
    if not len(words):
        yield facts | {"note": (own.remark, "no word is in half of the runs")}
    # of all queries together, by place of the word
    for rank in range(max(map(len, own.near_words))):
        long = [each for each in own.changes if len(each.places) > rank]
        yield {"query": ALL_QUERIES, "note": own.remark} | _box(long, rank)


def _box(changes: list, rank: int) -> dict:
    values = np.concatenate([each.changes[:, rank] for each in changes])
    mean = np.mean([each.mean_ranks[rank] for each in changes])
    return {"rank": rank + 1, "mean_rank": mean} | box(values)._asdict()


def draw_changes(frame: pd.DataFrame) -> tuple[drawing.Figure, list]:
    """Boxes of changes of rank: two panels per corpus."""

    def draw(name: str, rows: pd.DataFrame, left: Axes, right: Axes) -> None:
        own = rows[rows["query"] != ALL_QUERIES]
        queries = [query for query in own["query"] if isinstance(query, str)]
        named = f"{name}: {shown(queries[0])}" if queries else name
        every = rows[(rows["query"] == ALL_QUERIES) | rows["median"].isna()]
        _draw_boxes(left, named, own, words=True)
        _draw_boxes(right, f"{name}: {ALL_QUERIES}", every, words=False)

    views, labels = declare.by_corpus(frame, "sentence"), ("", "change of rank")
    share = (False, False)
    return declare.small_multiples(views, draw, 2.5, labels, share=share), []


def _draw_boxes(axes: Axes, name: str, rows: pd.DataFrame, *, words: bool) -> None:
    """Boxes named by their words, or by their places."""
    rows = declare.panel(axes, name, rows, "median")
    if not len(rows):
        return
    axes.axhline(0, color=INK, linestyle="--", linewidth=0.8)
    boxes = rows[list(BOX)].rename(columns=BOX).to_dict("records")
    places = rows["rank"].astype(int).to_list()
    axes.bxp(boxes, positions=places, **STYLE)
    axes.set_xlabel("" if words else "place in the order of mean ranks")
    axes.set_xticks(places, list(map(shown, rows["word"])) if words else places)
    axes.set_xlim(0.4, max(ROOM, *places) + 0.6)
    for text in axes.get_xticklabels() if words else ():
        text.set(fontsize=8.5, rotation=35, ha="right", rotation_mode="anchor")
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.14 * (high - low))
    outliers, values = (int(rows[each].sum()) for each in ("outliers", "values"))
    remark(axes, f"{outliers} of {values} are outliers")


CHANGES = declare.table(
    "Figure 3",
    "How do words rise and fall?",
    f"Change of rank over bootstrapped runs of the {LISTED} words of best mean rank "
    "near a query, rank in a run minus mean rank: below 0 = nearer than on average. "
    "Low and high: the farthest values within 1.5 times the distance of the quartiles; "
    f"outliers lie beyond. One query, {PUBLISHED_QUERY} as published or the one whose "
    "lists agree as those of the middle one, then all.",
    (
        *(CELL, col.RUNS, col.texts("query chosen"), col.wholes("rank")),
        *(col.texts("word"), col.numbers("mean_rank", *BOX)),
        col.wholes("outliers values"),
    ),
    keys="view technique query rank word mean_rank quartile_1 median quartile_3 "
    "outliers",
    rows=of_cells(change_rows),
)
FIGURE_3 = declare.figure_of(
    CHANGES,
    draw_changes,
    "Change of rank over bootstrapped runs, rank in a run minus mean rank, of the 10 "
    "words of best mean rank (one of two readings of the paper): of one query, and of "
    "all by place of the word in the order of mean ranks. Boxes hold the middle half, "
    "lines reach to the farthest value within 1.5 times its width, outliers are only "
    "counted, as in the paper.",
    of_one=True,
)
