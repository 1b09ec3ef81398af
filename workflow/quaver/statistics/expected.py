"""What is to be expected of p-values and of whitened values of few runs."""

import numpy as np
from scipy.special import gammaln

BINS = 20  # of p-values: the first holds those below .05
NEAR = 1e-5  # of a bin: p = 1 - 0.8 belongs into the bin that begins at 0.2


def p_shares(p: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Share of the p-values in each twentieth of [0, 1]: (tests,) -> (BINS,).

    weights: (tests,) of each p-value, else all count alike. NaN do not count; without
    any p-value all shares are NaN.
    """
    p = np.asarray(p, dtype=np.float64)
    weights = np.ones(len(p)) if weights is None else weights
    finite = ~np.isnan(p)
    if not finite.any():
        return np.full(BINS, np.nan)
    bins = np.minimum((p[finite] * BINS + NEAR).astype(int), BINS - 1)
    return np.bincount(bins, weights[finite], BINS) / weights[finite].sum()


def share_band(share: np.ndarray, tests: int) -> tuple[np.ndarray, np.ndarray]:
    """Where 95 % of shares of so many independent tests fall: (bins,) -> low, high."""
    from scipy.stats import binom  # late, as rankdata in quaver.statistics

    tail = (1 - 0.95) / 2
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


def c4(count):
    """Expected deviation (ddof 1) of so many standard normal values, 2 or more: any
    shape -> the same, in (0, 1)."""
    count = np.asarray(count, dtype=np.float64)
    half = gammaln(count / 2) - gammaln((count - 1) / 2)
    return np.sqrt(2 / (count - 1)) * np.exp(half)
