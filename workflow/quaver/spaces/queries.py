"""What query words are near to in every run: their cosines with all words."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from quaver.spaces.normalise import unit_rows

ROWS = 1 << 12  # words multiplied together: bounds the float64 copies
WIDE = 1 << 24  # bytes of cosines taken to float64 together


class Near(NamedTuple):
    """What one query is near to; arrays over words or candidates, rows of words.

    mean, deviation (ddof 0) over the runs that have both words: (words,) float32, NaN
    where none has. present: (words,) uint16, number of such runs.
    neighbours, cosines: (runs, ranks), nearest first, -1 and NaN where there are none.
    candidates: (candidates,) of highest mean, -1 where there are no more.
    candidate_cosines, candidate_ranks: (runs, candidates), NaN and 0 where absent.
    """

    mean: np.ndarray
    deviation: np.ndarray
    present: np.ndarray
    neighbours: np.ndarray
    cosines: np.ndarray
    candidates: np.ndarray
    candidate_cosines: np.ndarray
    candidate_ranks: np.ndarray


def query_cosines(vectors: np.ndarray, queries: np.ndarray) -> Iterator[tuple]:
    """Cosines of queries with all words of a run, by parts: rows, (queries, rows).

    vectors: (words, dims), NaN where a word is absent, and so are its cosines. A
    query's cosine with itself is NaN: it is no neighbour of its own.
    """
    asked = _units(vectors[queries])
    for start in range(0, len(vectors), ROWS):
        rows = slice(start, min(start + ROWS, len(vectors)))
        # no BLAS: a cosine's bits do not hang on what else is asked
        cosines = np.einsum("qd,wd->qw", asked, _units(vectors[rows]))
        own = np.flatnonzero((queries >= rows.start) & (queries < rows.stop))
        cosines[own, queries[own] - start] = np.nan
        yield rows, np.clip(cosines, -1, 1).astype(np.float32)


def near(cosines: np.ndarray, ranks: int, candidates: int) -> Near:
    """What a query is near to: its cosines, (runs, words) with NaN -> Near.

    A candidate is in half of the runs that have the query, or more.
    """
    mean, deviation, present = moments_present(cosines)
    # words of highest mean, ties to the lower row; -1 beyond them
    asked = sum(np.isfinite(row).any() for row in cosines)
    eligible = np.flatnonzero((present > 0) & (2 * present >= asked))
    chosen = eligible[np.argsort(-mean[eligible], kind="stable")][:candidates]
    missing = min(candidates, len(mean) - 1) - len(chosen)
    chosen = np.concatenate([chosen, np.full(missing, -1)])
    shape, there = (len(cosines), len(chosen)), chosen >= 0
    lists = np.full((len(cosines), ranks), -1, dtype=np.int32)
    nearest = np.full(lists.shape, np.nan, dtype=np.float32)
    places = np.zeros(shape, dtype=np.int32)
    values = np.full(shape, np.nan, dtype=np.float32)
    for run, row in enumerate(cosines):
        # ties to the lower row; words without a cosine come last
        order, finite = np.argsort(-row, kind="stable"), int(np.isfinite(row).sum())
        first = order[: min(ranks, finite)]
        lists[run, : len(first)], nearest[run, : len(first)] = first, row[first]
        rank_of = np.zeros(len(row), dtype=np.int32)
        rank_of[order[:finite]] = np.arange(1, finite + 1)
        places[run, there] = rank_of[chosen[there]]
        values[run, there] = row[chosen[there]]
    moments = mean.astype(np.float32), deviation.astype(np.float32)
    lists_of_runs = lists, nearest, chosen.astype(np.int32), values, places
    return Near(*moments, present.astype(np.uint16), *lists_of_runs)


def moments_present(cosines: np.ndarray) -> tuple:
    """Mean, deviation and number of the runs that have a cosine: (runs, words) -> 3.

    Each (words,). The deviation (ddof 0) is exactly 0 where all are the same.
    """
    words = cosines.shape[1]
    mean, deviation = np.full((2, words), np.nan)
    present = np.zeros(words, dtype=np.int64)
    step = max(1, WIDE // (8 * len(cosines)))
    for start in range(0, words, step):
        part = np.arange(start, min(start + step, words))
        present[part] = np.isfinite(cosines[:, part]).sum(axis=0)
        part = part[present[part] > 0]
        wide = cosines[:, part].astype(np.float64)
        finite = np.isfinite(wide)
        first = wide[finite.argmax(axis=0), np.arange(len(part))]
        moved = np.where(finite, wide - first, 0)
        centre = moved.sum(axis=0) / present[part]
        squares = np.where(finite, moved - centre, 0) ** 2
        mean[part] = first + centre
        deviation[part] = np.sqrt(squares.sum(axis=0) / present[part])
    return mean, deviation, present


def _units(vectors: np.ndarray) -> np.ndarray:
    """Unit rows in float64, NaN where a word is absent."""
    present = np.isfinite(vectors).all(axis=1)
    return unit_rows(vectors, present).astype(np.float64)
