"""How many runs are enough to tell the deviation of cosines, cell by cell."""

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from quaver.items.ends import ends, share_ends, with_ends
from quaver.measures.enough_runs import (
    MOST,
    NOTHING,
    Enough,
    enough,
    half_agreement,
)
from quaver.measures.spread import nearest
from quaver.results.records import IDENTITY, frame, gap, identity, note
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.values import Value

COVERED = 0.95  # of single runs' lists, that candidates should hold
CAPTION = (
    "How many runs are enough? Deviation: standard deviation over runs of the cosines "
    "between each query and its n nearest words by mean cosine, without the bias of "
    "few runs (normal values), mean over all of them, with its 95 % interval by "
    "jackknife over runs. Enough: half of the interval is at most the tolerance times "
    "the deviation. Runs needed: the number at which that would just be so, as the "
    "error falls with 1/sqrt(runs - 1); an estimate, with the 95 % interval of so "
    "uncertain an error. Lists: the share of the n nearest words by mean cosine over "
    "so many runs that as many other runs list too, among the stored candidates. These "
    "are chosen by the mean over all runs, so that the share is too high where they "
    f"hold little of single runs' lists; below {COVERED:.0%} the note says so, and "
    "there is no interval. N: the longest list asked for, by queries or neighbours; "
    "queries: those of both that some run has, pairs: with their nearest words. How "
    "queries were chosen is not in the intervals."
)
COLUMNS = (
    *(*IDENTITY, "sampling", "runs", "queries", "n", "pairs"),
    *("deviation", "deviation_low", "deviation_high", "half_width", "tolerance"),
    *("enough", "runs_needed", "runs_needed_low", "runs_needed_high"),
    *("list_runs", "list_share", "list_share_low", "list_share_high", "note"),
)


def enough_runs(records: Iterable, tolerance: float) -> pd.DataFrame:
    """Whether runs are enough, a row per cell: QueryNumbers -> DataFrame."""
    return frame([_row(one, tolerance) for one in records], COLUMNS, CAPTION)


def _row(one, tolerance: float) -> dict:
    row = {**identity(one.cell), "tolerance": tolerance}
    if why := untold(one):
        return {**row, "note": why}
    runs, _, n = one.neighbours.shape
    cosines = nearest(one.candidate_cosines, n)
    found = enough(cosines, tolerance)
    size, agreed = half_agreement(one.candidate_cosines, n)
    if covered(one) < COVERED:
        agreed = Value(agreed.value)  # an interval around what is too high
    needed = (found.needed, found.low, found.high)
    return {
        **row,
        **{"runs": runs, "queries": _asked(one), "n": n, "pairs": len(_known(cosines))},
        **with_ends("deviation", found.deviation),
        "half_width": found.reach,
        "enough": _verdict(found, tolerance),
        **ends("runs_needed", *(x if np.isfinite(x) else np.nan for x in needed)),
        "list_runs": size,
        **share_ends("list_share", agreed),
        "note": note(*_remarks(one, found)),
    }


def untold(one) -> str:
    """Why nothing can be said of the queries of a cell; empty where it can."""
    if one.candidate_cosines is None:
        return one.note or gap(one.cell) or "not measured"
    runs, queries, _ = one.candidate_cosines.shape
    if not queries:
        return one.note or "the text has none of the queries"
    if runs < 2:
        return "a deviation needs two runs"
    return "" if _asked(one) else "no run has any of the queries"


def _asked(one) -> int:
    """How many queries some run has."""
    return int((~np.isnan(one.candidate_cosines)).any(axis=(0, 2)).sum())


def _known(cosines: np.ndarray) -> np.ndarray:
    """Of the pairs that some run has, how many: (runs, ...) -> (pairs,) of runs."""
    counts = (~np.isnan(cosines)).sum(axis=0)
    return counts[counts > 0]


def _verdict(found: Enough, tolerance: float) -> str:
    if np.isnan(found.reach):
        return "undecided"
    return "yes" if found.reach <= tolerance else "no"


def _remarks(one, found: Enough) -> Iterator[str]:
    runs, _, n = one.neighbours.shape
    yield one.note
    if runs < RUNS_FOR_INTERVAL:
        yield f"no interval: it needs {RUNS_FOR_INTERVAL} runs, there are {runs}"
    if found.deviation.value < NOTHING:
        yield "runs do not differ"
    if np.isinf(found.needed):
        yield f"more than {MOST:,} runs are needed"
    elif found.needed > runs:
        yield "runs needed are extrapolated"
    missing = (_known(nearest(one.candidate_cosines, n)) < runs).sum()
    if missing:
        yield f"pairs of words not in every run: {missing}"
    if covered(one) < COVERED:
        held = f"candidates hold {covered(one):.0%} of single runs' lists"
        yield f"{held}, so the share is too high"


def covered(one) -> float:
    """Share of the lists of single runs that the stored candidates hold: [0, 1]."""
    listed = one.neighbours >= 0
    # (runs, queries, ranks) among (queries, candidates), a query at a time
    held = [
        np.isin(one.neighbours[:, query], one.candidates[query])
        for query in range(one.neighbours.shape[1])
    ]
    return float(np.stack(held, axis=1)[listed].mean()) if listed.any() else np.nan
