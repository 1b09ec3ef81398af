"""Random words, and random pairs of words."""

import numpy as np


def drawn(shared: np.ndarray, words: int, seed: int) -> np.ndarray:
    """Random words among the shared, in random order: (words,) bool -> (drawn,) int64.

    Rows count the shared words only. The corpus's words stand in one random order per
    seed, and the first shared ones are taken, so that cells with nearly the same words
    have nearly the same ones drawn.
    """
    order = np.random.default_rng(seed).permutation(len(shared))
    rows = np.cumsum(shared) - 1
    return rows[order[shared[order]][:words]]


def disjoint_pairs(shared: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Random pairs, no word in two: (words,) bool -> (pairs, 2) int64, shared rows.

    The words drawn are taken two by two; count is capped at half the shared words.
    """
    rows = drawn(shared, 2 * count, seed)
    pairs = len(rows) // 2
    if pairs < 1:
        raise ValueError(
            "a pair needs two shared words, and count must be 1 or more. Got "
            f"{int(np.sum(shared))} words and count {count}."
        )
    return rows[: 2 * pairs].reshape(pairs, 2)
