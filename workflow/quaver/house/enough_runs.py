"""How many runs are enough to tell the deviation of cosines, cell by cell."""

from collections.abc import Iterator

import numpy as np

from quaver.items.ends import cut, ends, finite, share_ends
from quaver.items.item import Table
from quaver.measures.enough_runs import MOST, NOTHING, enough, half_agreement
from quaver.measures.spread import nearest
from quaver.results.records import gap, identity
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.values import Value

COVERED = 0.95  # of single runs' lists, that candidates should hold


def length_of(analyses) -> int:
    """Words of the lists a study asks for: those to trust, else those of queries."""
    asks = analyses.neighbours
    return asks.n if asks.words else analyses.queries.nearest


def row_of(record, analyses) -> dict:
    """How precisely runs tell the deviation of cosines: QueryNumbers -> a row."""
    tolerance = analyses.enough.tolerance
    row = {**identity(record.cell), "tolerance": tolerance}
    cosines = record.candidate_cosines
    if cosines is None:
        why = record.note or gap(record.cell) or "not measured"
    elif not cosines.shape[1]:
        why = record.note or "the text has none of the words asked for"
    elif len(cosines) < 2:
        why = "a deviation needs two runs"
    elif not (some := (~np.isnan(cosines)).any(axis=(0, 2))).any():
        why = "no run has any of the queries"
    else:
        row |= {"queries": int(some.sum()), "n": length_of(analyses)}
        return row | _answer(record, row["n"], tolerance)
    return {**row, "note": why}


def _answer(record, n: int, tolerance: float) -> dict:
    runs, cosines = len(record.neighbours), nearest(record.candidate_cosines, n)
    # in how many runs each pair stands, of those that some run has
    pairs = (~np.isnan(cosines)).sum(axis=0)
    pairs = pairs[pairs > 0]
    answer, held = enough(cosines, tolerance), _covered(record, n)
    size, agreed = half_agreement(record.candidate_cosines, n)
    if held < COVERED:
        agreed = Value(agreed.value)  # an interval around what is too high
    is_precise = "yes" if answer.reach <= tolerance else "no"
    row = {"runs": runs, "pairs": len(pairs), "half_width": answer.reach}
    low, high, beyond = cut(*answer.deviation.interval(), (0, np.inf))
    row |= ends("deviation", answer.deviation.value, low, high)
    row |= ends("runs_needed", *map(finite, answer[2:]))
    row["precise"] = "undecided" if np.isnan(answer.reach) else is_precise
    row |= {"list_runs": size, **share_ends("list_share", agreed)}
    return row | {"note": [record.note, *_remarks(answer, runs, pairs, held), beyond]}


def _remarks(answer, runs: int, pairs: np.ndarray, held: float) -> Iterator[str]:
    if runs < RUNS_FOR_INTERVAL:
        yield f"no interval: it needs {RUNS_FOR_INTERVAL} runs, there are {runs}"
    # rounding of float32 is no deviation
    if answer.deviation.value < NOTHING:
        yield "runs do not differ"
    if np.isinf(answer.needed):
        yield f"more than {MOST:,} runs are needed"
    elif answer.needed > runs:
        yield "runs needed are extrapolated"
    if missing := (pairs < runs).sum():
        yield f"pairs of words not in every run: {missing}"
    if held < COVERED:
        yield (
            "the list share is too high: it was counted among the stored words, which "
            f"are only {int(100 * held)}% of those that single runs list"
        )


def _covered(record, n: int) -> float:
    """Share of the n words single runs list that is among the stored ones: [0, 1]."""
    lists = record.neighbours[:, :, :n].swapaxes(0, 1)  # a query at a time
    held = [np.isin(*pair) for pair in zip(lists, record.candidates, strict=True)]
    listed = lists >= 0
    return float(np.stack(held)[listed].mean()) if listed.any() else np.nan


ENOUGH_RUNS = Table(
    name="enough_runs",
    title="How many runs tell the deviation of cosines?",
    caption="Deviation, over runs, of the cosines of words asked for with their n "
    "nearest. Precise: half of its 95 % interval is at most the tolerance "
    "times the deviation, for which so many runs are needed. List share: what "
    "lists by the mean over so many runs share with those of others; whether "
    "runs are enough for lists, see the findings.",
    order=13,
    reads=("queries",),
    columns="CELL runs queries n pairs deviation± half_width tolerance "
    "precise:text runs_needed±:whole list_runs:whole list_share± note",
    keys="view technique sampling runs deviation half_width precise runs_needed "
    "list_share note",
    rows=lambda results: (
        row_of(record, results.study.analyses) for record in results.queries()
    ),
)
