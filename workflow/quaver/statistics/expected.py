"""What is to be expected of values and of tests where a hypothesis holds exactly."""

from itertools import permutations

import numpy as np
from scipy.special import gammaln, stdtr
from scipy.stats import binom

BINS = 20  # of p-values: the first holds those below .05
COUNTED_RUNS = 8  # up to so many runs all orders are counted (40320)
SMOOTH_RUNS = 64  # above it Spearman's p takes so many values that they are even
NEAR = 1e-5  # of a bin: p = 1 - 0.8 belongs into the bin that begins at 0.2


def p_shares(p: np.ndarray, bins: int = BINS) -> np.ndarray:
    """Share of the p-values in each equal part of [0, 1]: (tests,) -> (bins,).

    NaN do not count; without any p-value all shares are NaN.
    """
    known = p[~np.isnan(p)]
    if not len(known):
        return np.full(bins, np.nan)
    return np.bincount(_bin(known, bins), minlength=bins) / len(known)


def _bin(p: np.ndarray, bins: int) -> np.ndarray:
    return np.minimum((p * bins + NEAR).astype(int), bins - 1)


def spearman_shares(runs: int, bins: int = BINS) -> np.ndarray:
    """Share of Spearman's p-values expected in each bin under independence: (bins,).

    Ranks of few runs give few values of p, so the bins are not even. Up to 8 runs all
    orders are counted; above that sum(d^2) goes through the even numbers and each takes
    what Student's distribution has around it; even bins above 64 runs.
    """
    if runs > SMOOTH_RUNS:
        return np.full(bins, 1 / bins)
    step = 12 / (runs**3 - runs)  # of rho, as sum(d^2) goes by two
    if runs <= COUNTED_RUNS:
        ranks = np.arange(runs)
        orders = np.array(list(permutations(ranks)))
        rho = 1 - np.square(orders - ranks).sum(axis=1) * (step / 2)
        weights = np.full(len(rho), 1 / len(rho))
    else:
        rho = 1 - np.arange((runs**3 - runs) // 6 + 1) * step
        ends = (_student(rho + side * step / 2, runs) for side in (1, -1))
        weights = np.subtract(*ends)
    p = 2 * _student(-np.abs(rho), runs)
    return np.bincount(_bin(p, bins), weights, bins)


def _student(rho: np.ndarray, runs: int) -> np.ndarray:
    """Probability of a smaller correlation, by Student's t of runs - 2 degrees."""
    rho = np.clip(rho, -1, 1)
    with np.errstate(divide="ignore"):
        t = rho * np.sqrt((runs - 2) / ((1 - rho) * (1 + rho)))
    return stdtr(runs - 2, t)


def share_band(
    share: np.ndarray, tests: int, confidence: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Where a share of so many independent tests falls: (bins,) -> low, high in [0, 1].

    Quantiles of the binomial distribution over the number of tests.
    """
    tail = (1 - confidence) / 2
    low, high = (binom.ppf(q, tests, share) / tests for q in (tail, 1 - tail))
    return np.maximum(low, 0), high


def whitened(values: np.ndarray) -> np.ndarray:
    """Items brought to mean 0 and deviation 1 over runs: (runs, items) -> (values,).

    Deviation with ddof 0, as Rettenmeier 2020 (Figure 2.5); items that do not vary are
    left out.
    """
    values = np.asarray(values, dtype=np.float64)
    values = values[:, np.ptp(values, axis=0) > 0]
    return ((values - values.mean(axis=0)) / values.std(axis=0)).ravel()


def studentised_density(values: np.ndarray, runs: int) -> np.ndarray:
    """Density of a whitened value of so many normal runs: any shape -> the same.

    z^2 / (runs - 1) has the beta distribution of 1/2 and (runs - 2)/2 (Thompson 1935):
    bounded by sqrt(runs - 1), flat for 4 runs, normal in the limit. Needs 3 runs.
    """
    if runs < 3:
        raise ValueError(f"runs must be 3 or more. Got {runs} instead.")
    inside = 1 - np.square(values) / (runs - 1)
    height = gammaln((runs - 1) / 2) - gammaln((runs - 2) / 2)
    height -= np.log(np.pi * (runs - 1)) / 2
    powers = np.power(np.where(inside > 0, inside, np.nan), (runs - 4) / 2)
    return np.nan_to_num(np.exp(height) * powers)


def normal_density(values: np.ndarray, mean: float = 0, deviation: float = 1):
    """Density of the normal distribution: any shape -> the same, above 0."""
    scaled = (np.asarray(values) - mean) / deviation
    return np.exp(-(scaled**2) / 2) / (np.sqrt(2 * np.pi) * deviation)


def centred(values: np.ndarray) -> np.ndarray:
    """Items around their mean over runs: (runs, items) -> the same shape, mean 0.

    Stretched by sqrt(runs / (runs - 1)): few runs lie closer to their own mean than to
    the true one, and would look steadier than many.
    """
    values = np.asarray(values, dtype=np.float64)
    runs = len(values)
    return (values - values.mean(axis=0)) * np.sqrt(runs / max(runs - 1, 1))
