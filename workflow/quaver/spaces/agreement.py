"""How many words the lists of two runs have in common, at every depth."""

import numpy as np
from numba import njit


def agreement(lists: np.ndarray) -> np.ndarray:
    """Common words of the first 1, 2 ... ranks: (runs, targets, ranks) rows of words.

    -> (runs, runs, ranks) float64, mean over targets, from 0 to the depth; a list
    holds a word once. Sums of whole numbers, so no bit depends on any order.
    """
    lists = np.asarray(lists)
    if lists.ndim != 3 or len(lists) < 2 or 0 in lists.shape:
        raise ValueError(
            "lists must be (runs, targets, ranks) with two runs, one target and one "
            f"rank or more. Got shape {lists.shape} instead."
        )
    if lists.min() < 0:
        raise ValueError(f"lists must hold rows of words. Got {lists.min()} instead.")
    by_target = np.ascontiguousarray(lists.transpose(1, 0, 2), dtype=np.int64)
    met = _count(by_target, int(lists.max()) + 1)
    met += met.transpose(1, 0, 2)
    runs = np.arange(len(lists))
    met[runs, runs] = lists.shape[1]
    return np.cumsum(met, axis=2) / lists.shape[1]


@njit(cache=True)
def _count(lists, words):
    """Common words by the greater of their two ranks: (runs, runs, ranks), i < j."""
    targets, runs, ranks = lists.shape
    counts = np.zeros((runs, runs, ranks), dtype=np.int64)
    rank_of = np.full(words, -1, dtype=np.int64)
    for target in range(targets):
        for i in range(runs):
            for rank in range(ranks):
                rank_of[lists[target, i, rank]] = rank
            for j in range(i + 1, runs):
                for rank in range(ranks):
                    other = rank_of[lists[target, j, rank]]
                    if other >= 0:
                        counts[i, j, max(rank, other)] += 1
            for rank in range(ranks):
                rank_of[lists[target, i, rank]] = -1
    return counts
