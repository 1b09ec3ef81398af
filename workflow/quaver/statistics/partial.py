"""Correlation of ranks: what is left of it with others held fixed, and its interval."""

import numpy as np

from quaver.statistics import correlation, ranks

SPARE = 3  # items beyond those a rank correlation with others held fixed takes
ROUNDING = 1e-9
Z = 1.959964


def partial_rank_correlation(
    first: np.ndarray, second: np.ndarray, *held: np.ndarray
) -> float:
    """Spearman's correlation with others held fixed: (n,) each -> [-1, 1], or NaN.

    Pearson's of what is left of both ranks after a linear fit on the ranks of `held`
    and a constant. NaN for too few items, or where nothing is left.
    """
    count = len(first)
    if count < len(held) + SPARE:
        return np.nan
    fixed = np.column_stack([np.ones(count), *map(ranks, held)])
    both = np.column_stack([ranks(first), ranks(second)])
    left = both - fixed @ np.linalg.lstsq(fixed, both, rcond=None)[0]
    # what the others tell wholly leaves rounding, which has no order
    if (np.abs(left).max(axis=0) <= ROUNDING * count).any():
        return np.nan
    return float(correlation(left[:, 0], left[:, 1]))


def rank_interval(rho: float, count: int, held: int = 0) -> tuple[float, float]:
    """Ends of the 95 % interval of a rank correlation of so many items, NaN below four.

    Fisher's z, of ranks with the variance 1.06 / (n - 3) (Fieller et al. 1957); held:
    how many others are held fixed, each of which costs an item.
    """
    if count - held < 4:
        return np.nan, np.nan
    # a perfect order has an infinite z
    z = np.arctanh(np.clip(rho, -1 + 1e-12, 1 - 1e-12))
    reach = Z * np.sqrt(1.06 / (count - held - 3))
    return float(np.tanh(z - reach)), float(np.tanh(z + reach))
