"""Rank-biased overlap of neighbour lists, extrapolated to lists without an end.

Webber, Moffat and Zobel 2010, of lists of one length: with X_d words in common among
the first d of k and persistence p (the probability that a reader goes on),

    RBO_ext = (X_k / k) p^k + (1 - p) / p * sum over d <= k of (X_d / d) p^d
"""

import numpy as np

from quaver.spaces.agreement import agreement

PERSISTENCE = 0.9  # Webber et al. 2010: the first ten ranks weigh 86 %


def rank_biased_overlap(
    lists: np.ndarray, persistence: float = PERSISTENCE
) -> np.ndarray:
    """Mean overlap of all pairs, in [0, 1]: (runs, targets, k) rows -> (runs, runs)."""
    if not 0 < persistence < 1:
        wrong = f"Got {persistence} instead."
        raise ValueError(f"persistence must lie between 0 and 1. {wrong}")
    common = agreement(lists)
    depths = np.arange(1, common.shape[2] + 1)
    weights = (1 - persistence) * persistence ** (depths - 1.0)
    weights[-1] += persistence ** depths[-1]
    # the weights add up to 1; written from 1 downwards the same lists give 1 exactly
    return np.maximum(1 - ((1 - common / depths) * weights).sum(axis=2), 0)
