"""Figure 2 of Antoniak and Mimno 2018, and both spellings of what they count."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from quaver.items.ends import share_ends, with_ends
from quaver.measures.spread import mean_deviation
from quaver.papers.antoniak2018.cells import (
    ABSENT,
    AGREEMENT,
    CELL,
    LISTED,
    PAPER,
    SIZES,
    Queried,
    Ways,
    thin,
    why,
)
from quaver.results.records import E2, frame, note

INTERVAL = "Intervals: 95 %, jackknife over runs, as pairs share runs."
CAPTION_2 = (
    f"Do lists of nearest words agree, as Figure 2 of {PAPER}: mean over pairs of runs "
    "and queries of the agreement of the lists of the 2 and the 10 nearest words, 1 = "
    f"the same words. {INTERVAL}"
)
CAPTION_AS_CODED = (
    f"Both spellings of what {PAPER} count, side by side. Deviation of the {LISTED} "
    "closest words (ddof 0): runs that lack a word skipped, or its cosine there 0, as "
    "coded. Agreement of lists of 2 and 10: Jaccard of the sets, as the text says, or "
    "the share of list positions that hold the same word, as coded. Absent words make "
    "a difference where rows of skipped and zero differ; positions agree far less than "
    f"sets. {INTERVAL}"
)
COLUMNS_2 = (*(*CELL, "runs", "pairs", "queries", "n", "mean", "low", "high", "note"),)
DEVIATIONS = tuple(f"{way}{end}_e2" for way in ABSENT for end in ("", "_low", "_high"))
AGREED = tuple(
    f"{kind}_{n}{end}"
    for n in SIZES
    for kind in AGREEMENT
    for end in ("", "_low", "_high")
)
COLUMNS_AS_CODED = (*CELL, "runs", "queries", *DEVIATIONS, *AGREED, "note")


def antoniak2018_figure_2(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """Mean agreement of lists of 2 and 10, a row per cell and n: in [0, 1]."""
    rows = [row for one in cells for row in _rows(one, ways)]
    spelling = f"Agreement here: {AGREEMENT[ways.agreement]}."
    return frame(rows, COLUMNS_2, f"{CAPTION_2} {spelling}")


def antoniak2018_as_coded(cells: Sequence[Queried]) -> pd.DataFrame:
    """Deviations and agreements in both spellings, a row per cell."""
    return frame(map(_spelled, cells), COLUMNS_AS_CODED, CAPTION_AS_CODED)


def _rows(one: Queried, ways: Ways) -> list[dict]:
    if not one.runs:
        return [{**one.row, "note": why(one)}]
    rows = []
    for n in SIZES:
        found = one.agreement(ways.agreement, n)
        pairs = int((~np.isnan(one.agreements[ways.agreement, n])).sum())
        facts = {"runs": one.runs, "pairs": pairs, "queries": len(one.names), "n": n}
        none = "no value: no two runs have a query" if np.isnan(found.value) else ""
        said = none or thin(found, one.runs)
        rows.append({**one.row, **facts, **share_ends("mean", found)})
        rows[-1]["note"] = note(said, why(one))
    return rows


def _spelled(one: Queried) -> dict:
    row = {**one.row, "note": why(one)}
    if not one.runs:
        return row
    row |= {"runs": one.runs, "queries": len(one.names)}
    for way in ABSENT:
        found = mean_deviation(one.nearest(Ways(absent=way), LISTED))
        row |= with_ends(way, found.estimate, "_e2", E2)
    for n in SIZES:
        for kind in AGREEMENT:
            row |= share_ends(f"{kind}_{n}", one.agreement(kind, n))
    few = thin(mean_deviation(one.nearest(Ways(), LISTED)), one.runs)
    return {**row, "note": note(few, why(one))}
