"""Whether two distributions have one shape: Kolmogorov and Smirnov's distance.

Distributions are histograms over many runs, of hundreds of thousands of values each,
or draws of single values; both are standardised by their own mean and deviation, so
that shape alone is compared (Elekes et al. 2018, Hypothesis 2).
"""

from typing import NamedTuple

import numpy as np

from quaver.statistics import jackknife_interval

SIZE = 1000  # values of a draw
CONFIDENCE = 0.99
NORMAL_BEND = np.exp(-0.5) / np.sqrt(2 * np.pi)  # steepest change of its density
TESTS = 500  # of repeated draws
LEVEL = 1e-9  # half the width of a bin that holds a single value
SEED = 20180413  # of repeated draws: a share of tests hangs on no order of pairs


class Binned(NamedTuple):
    """Histograms of runs over the same edges, each with its mean and deviation.

    counts: (runs, bins) int64. edges: (bins + 1,). mean, deviation: (runs,).
    """

    counts: np.ndarray
    edges: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray


class Distance(NamedTuple):
    """D: the most that two distribution functions are apart, in [0, 1].

    low, high: ends of its interval over runs, NaN below three runs of either.
    """

    value: float
    low: float
    high: float


class Drawn(NamedTuple):
    """A test of draws: D in [0, 1], p in [0, 1] that one distribution gave both."""

    distance: float
    p: float


def of_levels(counts: np.ndarray, values: np.ndarray) -> Binned:
    """Histograms of a few values, a narrow bin for each: (runs, levels), (levels,)."""
    spread = counts @ np.stack([values, np.square(values)], axis=1)
    mean, square = (spread / counts.sum(axis=1, keepdims=True)).T
    bins = np.zeros((len(counts), 2 * len(values) - 1), dtype=counts.dtype)
    bins[:, ::2] = counts
    edges = np.stack([values - LEVEL, values + LEVEL], axis=1).ravel()
    return Binned(bins, edges, mean, np.sqrt(square - np.square(mean)))


def standardised(of: Binned) -> np.ndarray:
    """Edges less the mean of a run, over its deviation: (runs, bins + 1)."""
    if not (of.deviation > 0).all():
        raise ValueError("deviation must be above 0 in every run to standardise by it.")
    return (of.edges - of.mean[:, None]) / of.deviation[:, None]


def cumulated(of: Binned) -> np.ndarray:
    """Share of values at or below each edge: (runs, bins + 1), from 0 to 1."""
    shares = np.cumsum(of.counts, axis=1) / of.counts.sum(axis=1, keepdims=True)
    return np.pad(shares, ((0, 0), (1, 0)))


def quantile(of: Binned, share: float) -> np.ndarray:
    """The value that so large a share of values exceeds: (runs,), between edges.

    Within a bin values are taken to lie evenly.
    """
    if not 0 < share < 1:
        raise ValueError(f"share must lie between 0 and 1. Got {share} instead.")
    return np.array([_inverse(row, of.edges, 1 - share) for row in cumulated(of)])


def _inverse(shares: np.ndarray, edges: np.ndarray, at) -> np.ndarray:
    """Values below which such shares lie; (bins + 1,) twice, any -> any."""
    rises = np.flatnonzero(np.diff(shares) > 0)  # empty bins have no inverse
    places = np.unique([rises, rises + 1])
    return np.interp(at, shares[places], edges[places])


def distance(first: Binned, second: Binned) -> Distance:
    """D of two standardised distributions, each the mean of its runs.

    Between edges distribution functions are straight, so the most they are apart lies
    at an edge of either. The interval is a jackknife over the runs of both.
    """
    grid = np.unique(np.concatenate([standardised(x).ravel() for x in (first, second)]))
    own, other = _functions(first, grid), _functions(second, grid)
    value = np.abs(own.mean(axis=0) - other.mean(axis=0)).max()
    if min(len(own), len(other)) < 2:
        return Distance(float(value), np.nan, np.nan)
    without = (
        np.abs(_left(own) - other.mean(axis=0)).max(axis=1),
        np.abs(own.mean(axis=0) - _left(other)).max(axis=1),
    )
    low, high = jackknife_interval(value, *without)
    return Distance(float(value), float(low), float(high))


def between_runs(of: Binned) -> float:
    """The largest D of two runs of one distribution, in [0, 1]; NaN of a single run."""
    grid = np.unique(standardised(of).ravel())
    shares = _functions(of, grid)
    apart = [np.abs(shares[:k] - own).max() for k, own in enumerate(shares) if k]
    return float(max(apart, default=np.nan))


def exceeding(of: Binned, deviations: float) -> float:
    """Share of values so many deviations above the mean, or more: over runs, [0, 1]."""
    return float(1 - _functions(of, np.array([deviations])).mean())


def resolution(*given: Binned) -> float:
    """What bins may add to a distance, or hide of it, of shapes near the normal one.

    Within a bin of width h, in deviations, a straight line is off by h^2 / 8 times the
    bend of the distribution function at most, which is .242 of a normal one. The
    narrowest distribution has the widest bins; those without values put nothing off.
    """
    widths = [np.diff(standardised(of))[of.counts > 0].max() for of in given]
    return float(NORMAL_BEND * max(widths) ** 2 / 8)


def _functions(of: Binned, grid: np.ndarray) -> np.ndarray:
    """Distribution functions of all runs over one grid: (runs, grid)."""
    rows = zip(standardised(of), cumulated(of), strict=True)
    return np.array([np.interp(grid, edges, shares) for edges, shares in rows])


def _left(values: np.ndarray) -> np.ndarray:
    """Means without each run: (runs, ...) -> (runs, ...)."""
    return (values.sum(axis=0) - values) / (len(values) - 1)


def drawn_test(first: np.ndarray, second: np.ndarray) -> Drawn:
    """Two-sample test of single values: (draws,) twice -> D and its asymptotic p."""
    from scipy.stats import ks_2samp  # most of a second to import

    tested = ks_2samp(first, second, method="asymp")
    return Drawn(float(tested.statistic), float(tested.pvalue))


def least_seen(size: int = SIZE, confidence: float = CONFIDENCE) -> float:
    """The least D that a test of two draws of a size rejects, c(alpha) sqrt(2 / n)."""
    return float(np.sqrt(-np.log((1 - confidence) / 2) / size))


def rejections(
    first: Binned, second: Binned, size: int = SIZE, tests: int = TESTS
) -> float:
    """Share of tests of repeated draws that reject at 99 %, in [0, 1].

    Values are drawn of the standardised histograms, each test of one run of either, in
    turn. Of one distribution it is 1 - CONFIDENCE, of two the power of such a test.
    """
    generator = np.random.default_rng(SEED)
    both = [draws(x, size, tests, generator) for x in (first, second)]
    joined = np.concatenate(both, axis=1)
    order = np.argsort(joined, axis=1, kind="stable")
    apart = np.cumsum(np.where(order < size, 1, -1), axis=1)
    return float((np.abs(apart).max(axis=1) / size > least_seen(size)).mean())


def draws(of: Binned, size: int, tests: int, generator) -> np.ndarray:
    """Standardised values of single runs, in turn: (tests, size)."""
    rows = list(zip(standardised(of), cumulated(of), strict=True))
    chances = generator.random((tests, size))
    return np.array(
        [
            _inverse(rows[k % len(rows)][1], rows[k % len(rows)][0], chances[k])
            for k in range(tests)
        ]
    )
