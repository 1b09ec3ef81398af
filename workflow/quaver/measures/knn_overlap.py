"""Overlap of nearest neighbours, corrected for chance.

Two random lists of n among the m other words share c = n / m of them, so

    (p@n - c) / (1 - c)

is 0 by chance and 1 for the same lists, as kappa is (Cohen 1960).
"""

import numpy as np

from quaver.spaces.agreement import agreement


def knn_overlap(lists: np.ndarray, words: int) -> np.ndarray:
    """Mean overlap of pairs, in [-1, 1]: (runs, targets, n) rows -> (runs, runs)."""
    others, n = words - 1, np.shape(lists)[-1]
    common = agreement(lists)[:, :, -1]
    if n > others:
        raise ValueError(f"{words} words have lists of {others}. Got {n} neighbours.")
    if n == others:  # every list holds every word: 0 / 0
        return np.full(common.shape, np.nan)
    return 1 - (1 - common / n) / (1 - n / others)
