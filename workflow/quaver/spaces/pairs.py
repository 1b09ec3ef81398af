"""Random pairs of words."""

import numpy as np


def disjoint_pairs(shared: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Random pairs, no word in two: (words,) bool -> (pairs, 2) int64, shared rows.

    The corpus's words stand in one random order per view, of which the shared ones are
    taken two by two; count is capped at half the shared words. Rows count the shared
    words only.
    """
    order = np.random.default_rng(seed).permutation(len(shared))
    chosen = order[shared[order]]
    pairs = min(count, len(chosen) // 2)
    if pairs < 1:
        raise ValueError(
            "a pair needs two shared words, and count must be 1 or more. Got "
            f"{len(chosen)} words and count {count}."
        )
    rows = np.cumsum(shared) - 1
    return rows[chosen[: 2 * pairs]].reshape(pairs, 2)
