"""Figure 3: how words near a query rise and fall from run to run."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib import figure as drawing
from matplotlib.axes import Axes

from quaver.items.columns import RUNS, numbers, texts, wholes
from quaver.items.item import build
from quaver.items.look import COLOURS, INK, finish, look, shown
from quaver.items.panels import blank, grid, label, remark
from quaver.measures.spread import box
from quaver.papers.antoniak2018.declare import figure_of, table
from quaver.papers.antoniak2018.drawing import by_corpus, panel
from quaver.papers.antoniak2018.lists import AS_PUBLISHED, ranked_queries
from quaver.papers.antoniak2018.queried import CELL, LISTED, Queried
from quaver.papers.antoniak2018.scene import Scene, of_scene, scene_of

PUBLISHED_QUERY = "men"
ALL_QUERIES = "all queries"
MIDDLE = "its lists agree as those of the middle query"
ROOM = 6  # places of boxes there is room for at least
BOX = {"low": "whislo", "quartile_1": "q1", "median": "med"}
BOX |= {"quartile_3": "q3", "high": "whishi"}  # our columns, and matplotlib's names


def change_rows(scene: Scene) -> Iterator[dict]:
    """Boxes of changes of rank, a row per bootstrapped cell, query or all, and rank."""
    for own in scene.drawn:
        if not own.changes:
            yield own.row | {"note": own.remark}
            continue
        for row in (*_of_query(own), *_of_all(own)):
            yield own.row | {"runs": own.runs, "note": own.remark} | row


def _of_query(own: Queried) -> Iterator[dict]:
    """Rows of the published query, or of the one that is as the middle one."""
    names, order = list(own.names), ranked_queries(own)
    is_there = PUBLISHED_QUERY in names
    number = names.index(PUBLISHED_QUERY) if is_there else order[len(order) // 2]
    facts = {"query": names[number], "chosen": AS_PUBLISHED if is_there else MIDDLE}
    changes, words = own.changes[number], own.near_words[number]
    for rank, (mean, word) in enumerate(zip(changes.mean_ranks, words, strict=True)):
        row = facts | {"rank": rank + 1, "word": word, "mean_rank": float(mean)}
        yield row | box(changes.changes[:, rank])._asdict()
    if not len(words):
        yield facts | {"note": (own.remark, "no word is in half of the runs")}


def _of_all(own: Queried) -> Iterator[dict]:
    """Rows of all queries together, by place of the word."""
    for rank in range(max(len(each.places) for each in own.changes)):
        long = [each for each in own.changes if len(each.places) > rank]
        values = np.concatenate([each.changes[:, rank] for each in long])
        mean = float(np.mean([each.mean_ranks[rank] for each in long]))
        row = {"query": ALL_QUERIES, "rank": rank + 1, "mean_rank": mean}
        yield row | box(values)._asdict()


@look()
def draw_changes(results) -> drawing.Figure:
    """Boxes of changes of rank: two panels per corpus."""
    frame, technique = build(CHANGES, results), scene_of(results).shown
    views = by_corpus(frame[frame["technique"] == technique], "sentence")
    figure, panels = grid((len(views), 2), 2.5, (False, False))
    for (name, rows), line in zip(views, panels, strict=False):
        own = rows[rows["query"] != ALL_QUERIES]
        queries = [query for query in own["query"] if isinstance(query, str)]
        named = f"{name}: {shown(queries[0])}" if queries else name
        every = rows[(rows["query"] == ALL_QUERIES) | rows["median"].isna()]
        _draw_boxes(line[0], named, own, words=True)
        _draw_boxes(line[1], f"{name}: {ALL_QUERIES}", every, words=False)
    for axes in panels[0] if not views else ():
        blank(axes, "no cells")
    label(figure, panels, "", "change of rank")
    more = f" Technique: {technique}." if technique else ""
    finish(figure, FIGURE_3.title, f"{FIGURE_3.caption}{more}", [])
    return figure


def _draw_boxes(axes: Axes, name: str, rows: pd.DataFrame, *, words: bool) -> None:
    rows = panel(axes, name, rows, "median")
    if not len(rows):
        return
    axes.axhline(0, color=INK, linestyle="--", linewidth=0.8)
    boxes = rows[list(BOX)].rename(columns=BOX).to_dict("records")
    places = rows["rank"].astype(int).to_list()
    line = {"color": INK}
    axes.bxp(
        boxes,
        positions=places,
        showfliers=False,
        patch_artist=True,
        boxprops={"facecolor": COLOURS[4], "alpha": 0.6, "edgecolor": INK},
        medianprops={"color": INK, "linewidth": 1.6},
        whiskerprops=line,
        capprops=line,
        widths=0.6,
    )
    _name_boxes(axes, places, rows["word"] if words else None)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.14 * (high - low))
    outliers, values = (int(rows[each].sum()) for each in ("outliers", "values"))
    remark(axes, f"{outliers} of {values} are outliers")


def _name_boxes(axes: Axes, places: list[int], words: pd.Series | None) -> None:
    """Name boxes by their words, or by their places."""
    axes.set_xlabel("place in the order of mean ranks" if words is None else "")
    axes.set_xticks(places, places if words is None else list(map(shown, words)))
    axes.set_xlim(0.4, max(ROOM, *places) + 0.6)
    for text in axes.get_xticklabels() if words is not None else ():
        text.set(fontsize=8.5, rotation=35, ha="right", rotation_mode="anchor")


CHANGES = table(
    "Figure 3",
    "How do words rise and fall?",
    f"Change of rank over bootstrapped runs of the {LISTED} words of best mean rank "
    "near a query, rank in a run minus mean rank: below 0 = nearer than on average. "
    "Low and high: the farthest values within 1.5 times the distance of the quartiles; "
    f"outliers lie beyond. One query, {PUBLISHED_QUERY} as published or the one whose "
    "lists agree as those of the middle one, then all.",
    (
        *(CELL, RUNS, texts("query chosen"), wholes("rank"), texts("word")),
        *(numbers("mean_rank", *BOX), wholes("outliers values")),
    ),
    keys="view technique query rank word mean_rank quartile_1 median quartile_3 "
    "outliers",
    rows=of_scene(change_rows),
)
FIGURE_3 = figure_of(
    CHANGES,
    draw_changes,
    "Change of rank over bootstrapped runs, rank in a run minus mean rank, of the 10 "
    "words of best mean rank (one of two readings of the paper): of one query, and of "
    "all by place of the word in the order of mean ranks. Boxes hold the middle half, "
    "lines reach to the farthest value within 1.5 times its width, outliers are only "
    "counted, as in the paper.",
)
