"""Numbers of Figures 3 and 6 of Antoniak and Mimno 2018: ranks, and how many runs."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from quaver.items.ends import ends
from quaver.measures.rank_change import box
from quaver.measures.spread import growth
from quaver.papers.antoniak2018.cells import (
    CELL,
    LISTED,
    PAPER,
    Queried,
    Ways,
    why,
)
from quaver.papers.antoniak2018.deviations import absent
from quaver.papers.antoniak2018.lists import AS_PUBLISHED, ranked_queries
from quaver.papers.antoniak2018.roles import shown_technique
from quaver.results.records import E2, frame, note

CLOSEST = 20
PUBLISHED_QUERY = "men"
ALL_QUERIES = "all queries"
MIDDLE = "its lists agree as those of the middle query"
CAPTION_3 = (
    f"How words rise and fall, as Figure 3 of {PAPER}: change of rank over the "
    f"bootstrapped runs of the {LISTED} words of a query of best mean rank (of those "
    "that half of the runs have, among the stored candidates), that is rank in a run "
    "minus mean rank, below 0 = nearer than on average. The top 10 words of the paper "
    f"may also be those whose mean rank is {LISTED} or better: where lists waver, "
    "these are few or none, and the steadiest. Rank: place of the word in the order of "
    "mean ranks. Low and high: the farthest values within 1.5 times the distance of "
    "the quartiles; outliers lie beyond and are counted. One query: "
    f"{PUBLISHED_QUERY}, as published, if it was asked for and is in the corpus, else "
    "the one whose lists agree as those of the middle one (by mean Jaccard of 10, ties "
    "by name); then all queries together."
)
CAPTION_6 = (
    f"Deviation against the number of runs, as Figure 6 of {PAPER}: of the cosine of a "
    f"query with each of its {CLOSEST} closest words (by mean over all runs), over the "
    "first so many bootstrapped runs, averaged. Plain has ddof 0, as in the paper, and "
    "must rise with the runs for a reason of statistics alone: expected is the share "
    "of the true deviation it shows on average, c4(n) sqrt((n - 1) / n), if cosines "
    "are normal. Unbiased (ddof 1 over c4) is freed of it if they are. Root: of the "
    "mean variance (ddof 1), free of it whatever they are. As runs are drawn alike, "
    "nothing else can rise but by chance. Interval: 95 %, of the unbiased one, "
    "jackknife over the same runs."
)
COLUMNS_3 = (
    *(*CELL, "runs", "query", "chosen", "rank", "word", "mean_rank", "low"),
    *("quartile_1", "median", "quartile_3", "high", "outliers", "values", "note"),
)
COLUMNS_6 = (
    *(*CELL, "queries", "runs", "plain_e2", "unbiased_e2", "unbiased_low_e2"),
    *("unbiased_high_e2", "root_e2", "expected", "note"),
)


def antoniak2018_figure_3(cells: Sequence[Queried]) -> pd.DataFrame:
    """Boxes of changes of rank, a row per bootstrapped cell, query or all, and rank."""
    own = [one for one in cells if one.cell.sampling == "bootstrapped"]
    rows = [row for one in own for row in _boxes(one)]
    table = frame(rows, COLUMNS_3, CAPTION_3)
    table.attrs["technique"] = shown_technique(own)
    return table


def antoniak2018_figure_6(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """Mean deviation of the first runs, a row per bootstrapped cell and number."""
    own = [one for one in cells if one.cell.sampling == "bootstrapped"]
    rows = [row for one in own for row in _curve(one, ways)]
    return frame(rows, COLUMNS_6, f"{CAPTION_6} {absent(ways)}")


def _boxes(one: Queried) -> Iterator[dict]:
    if not one.changes:
        yield {**one.row, "note": why(one)}
        return
    place, chosen = _example(one)
    common = {**one.row, "runs": one.runs, "note": why(one)}
    named = {"query": one.names[place], "chosen": chosen}
    found = one.changes[place]
    for rank in range(len(found.places)):
        facts = named | {"rank": rank + 1, "mean_rank": float(found.mean_ranks[rank])}
        facts |= {"word": one.near_words[place][rank]}
        yield {**common, **facts, **box(found.changes[:, rank])._asdict()}
    if not len(found.places):
        said = note(why(one), "no word is in half of the runs")
        yield {**common, **named, "note": said}
    longest = max(len(each.places) for each in one.changes)
    for rank in range(longest):
        own = [each for each in one.changes if len(each.places) > rank]
        values = np.concatenate([each.changes[:, rank] for each in own])
        mean = float(np.mean([each.mean_ranks[rank] for each in own]))
        facts = {"query": ALL_QUERIES, "rank": rank + 1, "mean_rank": mean}
        yield {**common, **facts, **box(values)._asdict()}


def _example(one: Queried) -> tuple[int, str]:
    """Place of the query that is shown alone, and why."""
    if PUBLISHED_QUERY in one.names:
        return list(one.names).index(PUBLISHED_QUERY), AS_PUBLISHED
    order = ranked_queries(one)
    return order[len(order) // 2], MIDDLE


def _curve(one: Queried, ways: Ways) -> Iterator[dict]:
    if not one.runs:
        yield {**one.row, "note": why(one)}
        return
    found = growth(one.nearest(ways, CLOSEST))
    for place, runs in enumerate(found.runs):
        row = {**one.row, "queries": len(one.names), "runs": int(runs)}
        row |= {"plain_e2": found.plain[place] * E2, "expected": found.expected[place]}
        free = (found.unbiased[place], found.low[place], found.high[place])
        row["root_e2"] = found.root[place] * E2
        yield {**row, **ends("unbiased", *free, suffix="_e2", scale=E2), "note": ""}
