"""Overlap of nearest-neighbour lists between runs: p@n and j@n."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit


class Overlaps(NamedTuple):
    """p@n and j@n of all pairs of runs, (0, 1), (0, 2) ... (1, 2) ..., in [0, 1].

    share, jaccard: (sizes, pairs) means over targets. run_share, run_jaccard: (sizes,
    runs, targets) means over the pairs a run is in, which tell those without it.
    """

    share: np.ndarray
    jaccard: np.ndarray
    run_share: np.ndarray
    run_jaccard: np.ndarray

    @property
    def word_share(self) -> np.ndarray:
        """p@n of every target: (sizes, targets), means over pairs."""
        return self.run_share.mean(axis=1)


def overlaps(indices: np.ndarray, sizes: Sequence[int]) -> Overlaps:
    """Overlap of neighbour lists: (runs, targets, k) rows of shared words -> Overlaps.

    Rettenmeier 2020, Eq. 2.11: with m common words of two lists of n, p@n = m / n and
    j@n = m / (2n - m). One compiled sweep holds the results and one place per word.
    """
    indices = np.asarray(indices)
    _check(indices, sizes)
    # numba compiles once per type and layout
    lists = np.ascontiguousarray(indices[:, :, : max(sizes)], dtype=np.int64)
    n = np.array(sizes, dtype=np.int64)
    pairs = np.triu_indices(len(lists), 1)
    common, jaccard, run_common, run_jaccard = _sweep(lists, n, lists.max() + 1)
    targets, others = lists.shape[1], len(lists) - 1
    return Overlaps(
        common[:, *pairs] / (n[:, None] * targets),
        jaccard[:, *pairs] / targets,
        run_common / (n[:, None, None] * others),
        run_jaccard / others,
    )


@njit(cache=True)
def _sweep(lists, sizes, words):
    """Sums of m and of m / (2n - m): over targets by pair, over other runs by run."""
    runs, targets, k = lists.shape
    # whole numbers: their sums do not depend on the order of runs
    common = np.zeros((len(sizes), runs, runs), dtype=np.int64)
    jaccard = np.zeros((len(sizes), runs, runs))
    run_common = np.zeros((len(sizes), runs, targets), dtype=np.int64)
    run_jaccard = np.zeros((len(sizes), runs, targets))
    ranks = np.full(words, k)  # place of a word in the later run's list, k if in none
    met = np.zeros(len(sizes), dtype=np.int64)
    for target in range(targets):
        for j in range(1, runs):
            for rank in range(k):
                ranks[lists[j, target, rank]] = rank
            for i in range(j):
                met[:] = 0
                for rank in range(k):
                    # a word counts from the n on at which both lists have reached it
                    depth = max(rank, ranks[lists[i, target, rank]])
                    for s in range(len(sizes)):
                        met[s] += depth < sizes[s]
                for s in range(len(sizes)):
                    part = met[s] / (2 * sizes[s] - met[s])
                    common[s, i, j] += met[s]
                    jaccard[s, i, j] += part
                    for run in (i, j):
                        run_common[s, run, target] += met[s]
                        run_jaccard[s, run, target] += part
            for rank in range(k):
                ranks[lists[j, target, rank]] = k
    return common, jaccard, run_common, run_jaccard


def _check(indices: np.ndarray, sizes: Sequence[int]) -> None:
    if indices.ndim != 3 or len(indices) < 2 or indices.shape[1] == 0:
        raise ValueError(
            "indices must be (runs, targets, k) with two runs and one target or more. "
            f"Got shape {indices.shape} instead."
        )
    wrong = [n for n in sizes if not 1 <= n <= indices.shape[2]]
    if wrong or len(sizes) == 0:
        raise ValueError(
            f"sizes must be from 1 to {indices.shape[2]}, the length of the lists. "
            f"Got {list(sizes)} instead."
        )
    if indices.min() < 0:
        raise ValueError(f"indices must be rows of words. Got {indices.min()} instead.")
