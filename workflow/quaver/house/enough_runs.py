"""How many runs are enough to tell the deviation of cosines, cell by cell."""

from collections.abc import Iterator

import numpy as np

from quaver.items import columns as col
from quaver.items.ends import ends, share_ends, with_ends
from quaver.items.item import Table
from quaver.measures.enough_runs import MOST, NOTHING, Enough, enough, half_agreement
from quaver.measures.spread import nearest
from quaver.results.records import gap, identity
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.values import Value

COVERED = 0.95  # of single runs' lists, that candidates should hold


def _rows(results) -> Iterator[dict]:
    tolerance = results.study.analyses.enough.tolerance
    return (row_of(record, tolerance) for record in results.queries())


def row_of(record, tolerance: float) -> dict:
    """Whether the runs of a cell are enough: QueryNumbers -> a row."""
    row = {**identity(record.cell), "tolerance": tolerance}
    if why := untold(record):
        return {**row, "note": why}
    runs, _, n = record.neighbours.shape
    cosines = nearest(record.candidate_cosines, n)
    answer = enough(cosines, tolerance)
    size, agreed = half_agreement(record.candidate_cosines, n)
    if covered(record) < COVERED:
        agreed = Value(agreed.value)  # an interval around what is too high
    needed = (answer.needed, answer.low, answer.high)
    row |= {"runs": runs, "queries": _asked(record), "n": n}
    row |= {"pairs": len(_known(cosines)), **with_ends("deviation", answer.deviation)}
    row |= {"half_width": answer.reach, "enough": _verdict(answer, tolerance)}
    row |= ends("runs_needed", *(x if np.isfinite(x) else np.nan for x in needed))
    row |= {"list_runs": size, **share_ends("list_share", agreed)}
    return {**row, "note": list(_remarks(record, answer))}


def untold(record) -> str:
    """Why nothing can be said of the queries of a cell; empty where it can."""
    if record.candidate_cosines is None:
        return record.note or gap(record.cell) or "not measured"
    runs, queries, _ = record.candidate_cosines.shape
    if not queries:
        return record.note or "the text has none of the queries"
    if runs < 2:
        return "a deviation needs two runs"
    return "" if _asked(record) else "no run has any of the queries"


def _asked(record) -> int:
    """How many queries some run has."""
    return int((~np.isnan(record.candidate_cosines)).any(axis=(0, 2)).sum())


def _known(cosines: np.ndarray) -> np.ndarray:
    """Of the pairs that some run has, how many: (runs, ...) -> (pairs,) of runs."""
    counts = (~np.isnan(cosines)).sum(axis=0)
    return counts[counts > 0]


def _verdict(answer: Enough, tolerance: float) -> str:
    if np.isnan(answer.reach):
        return "undecided"
    return "yes" if answer.reach <= tolerance else "no"


def _remarks(record, answer: Enough) -> Iterator[str]:
    runs, _, n = record.neighbours.shape
    yield record.note
    if runs < RUNS_FOR_INTERVAL:
        yield f"no interval: it needs {RUNS_FOR_INTERVAL} runs, there are {runs}"
    # rounding of float32 is no deviation
    if answer.deviation.value < NOTHING:
        yield "runs do not differ"
    if np.isinf(answer.needed):
        yield f"more than {MOST:,} runs are needed"
    elif answer.needed > runs:
        yield "runs needed are extrapolated"
    missing = (_known(nearest(record.candidate_cosines, n)) < runs).sum()
    if missing:
        yield f"pairs of words not in every run: {missing}"
    if covered(record) < COVERED:
        held = f"candidates hold {covered(record):.0%} of single runs' lists"
        yield f"{held}, so the share is too high"


def covered(record) -> float:
    """Share of the lists of single runs that the stored candidates hold: [0, 1]."""
    listed = record.neighbours >= 0
    # (runs, queries, ranks) among (queries, candidates), a query at a time
    held = [
        np.isin(record.neighbours[:, query], record.candidates[query])
        for query in range(record.neighbours.shape[1])
    ]
    return float(np.stack(held, axis=1)[listed].mean()) if listed.any() else np.nan


ENOUGH_RUNS = Table(
    name="enough_runs",
    title="How many runs are enough to tell the deviation of cosines?",
    caption=(
        "Deviation of the cosines between queries and their n nearest words over runs: "
        "the runs are enough where half of its 95 % interval is at most the tolerance "
        "times the deviation. Runs needed: the number at which that would just be so, "
        "an estimate with its interval. List share: what lists by the mean over so "
        "many runs have in common with those of as many others (docs/enough.md)."
    ),
    order=13,
    reads=("queries",),
    columns=(
        (col.CELL, col.RUNS, col.wholes("queries n"), col.PAIRS),
        (col.interval("deviation"), col.numbers("half_width tolerance")),
        (col.texts("enough"), col.wholes("runs_needed runs_needed_low")),
        (col.wholes("runs_needed_high list_runs"), col.interval("list_share")),
        col.NOTE,
    ),
    keys=(
        "view technique sampling runs deviation half_width enough runs_needed "
        "list_share note"
    ),
    rows=_rows,
)
