"""Numbers of Figures 1, 4 and 5 of Antoniak and Mimno 2018: how much cosines waver."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from quaver.items.ends import ends, with_ends
from quaver.measures.spread import mean_deviation, mean_deviation_by_rank
from quaver.papers.antoniak2018.cells import (
    ABSENT,
    CELL,
    LISTED,
    PAPER,
    Queried,
    Ways,
    thin,
    why,
)
from quaver.papers.antoniak2018.roles import (
    View,
    by_place,
    shown_technique,
    view_of,
)
from quaver.results.records import E2, frame, note
from quaver.statistics.deviations import deviations, quotient

INTERVAL = (
    "Intervals: 95 %, jackknife leaving out each run; the words are those of all runs."
)
AMONG = (
    "Where one cell has more runs than another, its words are the nearest in the first "
    "runs among those nearest over all of its runs (the stored candidates)."
)
CAPTION_1 = (
    f"How much cosines waver, as Figure 1 of {PAPER}: deviation over runs (ddof 0) of "
    f"the cosine of a query with each of its {LISTED} closest words, averaged over "
    "words and queries. Closest: by mean cosine over the runs of the cell itself. "
    f"{INTERVAL} Techniques compare as far as their cosines do: where all are near 1, "
    "as of word2vec on little text, deviations are small and lists may still differ."
)
BY_RANK = (
    "deviation over bootstrapped runs (ddof 0) of the cosine of a query with its "
    "nearest, second nearest ... word (by mean over the runs of the cell itself): mean "
    "over queries, and quartiles. Ratio: to the same rank in {against}, over the "
    f"queries and the runs that both cells have. {AMONG} {INTERVAL}"
)
CAPTION_4 = f"Units, as Figure 4 of {PAPER}: {BY_RANK.format(against='documents')}"
CAPTION_5 = (
    f"Size of the corpus, as Figure 5 of {PAPER}: "
    f"{BY_RANK.format(against='the whole corpus')}"
)
COLUMNS_1 = (
    *(*CELL, "runs", "queries"),
    *("deviation_e2", "deviation_low_e2", "deviation_high_e2", "note"),
)
COLUMNS_BY_RANK = (
    *(*CELL, "runs", "queries", "rank"),
    *("deviation_e2", "deviation_low_e2", "deviation_high_e2"),
    *("quartile_1_e2", "median_e2", "quartile_3_e2"),
    *("against", "ratio", "low", "high", "note"),
)


def antoniak2018_figure_1(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """Mean deviation of the closest words, a row per cell: 0 or more."""
    rows = [_row(one, ways) for one in cells]
    return frame(rows, COLUMNS_1, f"{CAPTION_1} {absent(ways)}")


def antoniak2018_figure_4(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """Deviation by rank, units against documents: a row per bootstrapped cell, rank."""

    def against(view: View) -> View:
        return view[0], "document", view[2]

    return _by_rank(cells, ways, against, f"{CAPTION_4} {absent(ways)}")


def antoniak2018_figure_5(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """Deviation by rank, parts against whole corpora: a row per such cell and rank."""

    def against(view: View) -> View:
        return view[0], view[1], 1.0

    return _by_rank(cells, ways, against, f"{CAPTION_5} {absent(ways)}")


def absent(ways: Ways) -> str:
    """A sentence on runs that lack a word."""
    return f"Of the two spellings, {ABSENT[ways.absent]}."


def shared(cells: Sequence[Queried], ways: Ways, n: int) -> list[np.ndarray]:
    """Cosines over the runs and queries all cells share: (runs, queries, n) of each."""
    runs = min(one.runs for one in cells)
    names = set.intersection(*(set(one.names) for one in cells))
    found = []
    for one in cells:
        places = [k for k, name in enumerate(one.names) if name in names]
        found.append(one.nearest(ways, n, runs)[:, places])
    known = [(~np.isnan(deviations(each))).any(axis=1) for each in found]
    return [each[:, np.logical_and.reduce(known)] for each in found]


def _row(one: Queried, ways: Ways) -> dict:
    if not one.runs:
        return {**one.row, "note": why(one)}
    found = mean_deviation(one.nearest(ways, LISTED))
    facts = {"runs": one.runs, "queries": len(one.names)}
    facts |= with_ends("deviation", found.estimate, "_e2", E2)
    return {**one.row, **facts, "note": note(thin(found, one.runs), why(one))}


def _by_rank(cells, ways: Ways, against, caption: str) -> pd.DataFrame:
    cells = [one for one in cells if one.cell.sampling == "bootstrapped"]
    known = by_place(cells)
    rows = []
    for one in cells:
        base = against(view_of(one.cell))
        other = known.get((*base, one.cell.technique, one.cell.sampling))
        named = dict(zip(("corpus", "unit", "fraction"), base, strict=True))
        rows += _rank_rows(one, other, named, ways=ways)
    table = frame(rows, COLUMNS_BY_RANK, caption)
    table.attrs["technique"] = shown_technique(cells)
    return table


def _rank_rows(
    one: Queried, other: Queried | None, base: Mapping, *, ways: Ways
) -> Iterator[dict]:
    """Rows of a cell, with ratios to another; one that says why there are none."""
    if not one.runs:
        yield {**one.row, "note": why(one)}
        return
    cosines = one.nearest(ways, LISTED)
    each = deviations(cosines)
    ratios, reason = _ratios(one, other, ways)
    if one is not other:
        reason = reason and f"no ratio to {base['unit']} {base['fraction']:g}: {reason}"
    for rank, found in enumerate(mean_deviation_by_rank(cosines)):
        row = {**one.row, "runs": one.runs, "queries": len(one.names)}
        row |= {"rank": rank + 1} | with_ends("deviation", found.estimate, "_e2", E2)
        row |= _quartiles(each[:, rank])
        if ratios:
            row |= {"against": f"{base['unit']}, {base['fraction']:g}"}
            row |= ends("ratio", *ratios[rank])
        yield {**row, "note": note(thin(found, one.runs), reason, why(one))}


def _ratios(
    one: Queried, other: Queried | None, ways: Ways
) -> tuple[list[tuple[float, float, float]], str]:
    """Ratio at each rank and its ends; or why there are none."""
    if one is other:
        return [], ""
    if other is None:
        return [], "not in the study"
    if not other.runs:
        return [], why(other)
    own, base = map(mean_deviation_by_rank, shared((one, other), ways, LISTED))
    pairs = zip(own, base, strict=True)
    return [quotient([mine], [theirs]) for mine, theirs in pairs], ""


def _quartiles(values: np.ndarray) -> dict:
    known = values[~np.isnan(values)]
    names = ("quartile_1_e2", "median_e2", "quartile_3_e2")
    if not len(known):
        return dict.fromkeys(names, np.nan)
    found = np.quantile(known, (0.25, 0.5, 0.75)) * E2
    return dict(zip(names, map(float, found), strict=True))
