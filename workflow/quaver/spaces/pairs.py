"""Random pairs of words, and their cosines."""

import numpy as np

ROWS = 1 << 12  # pairs multiplied together; bounds the float64 copies


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


def pair_cosines(units: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Cosines of pairs: (words, dims) unit rows, (pairs, 2) -> (pairs,) float32.

    Summed in float64; in [-1, 1].
    """
    cosines = np.empty(len(pairs), dtype=np.float32)
    for first in range(0, len(pairs), ROWS):
        part = slice(first, first + ROWS)
        one, other = (units[rows].astype(np.float64) for rows in pairs[part].T)
        cosines[part] = np.einsum("pd,pd->p", one, other)
    return np.clip(cosines, -1, 1)
