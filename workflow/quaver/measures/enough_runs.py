"""How many runs are enough: how well runs tell the deviation of cosines between them.

The deviation of a cosine over r runs is its standard deviation (ddof 1) over c4(r): of
normal values its expectation is the same for any r, while the one with ddof 0 rises:
E[s_0] = sigma c4(r) sqrt((r - 1) / r). The error of its mean over many cosines falls as
1 / sqrt(r - 1), and is scaled from that of a jackknife over all runs.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import chdtri, stdtrit

from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.deviations import mean_known, unbiased_mean
from quaver.statistics.values import Value, jackknife

MOST = 10_000  # runs; what would take more is not told as a number
POINTS = 60  # of a curve
TURNS = 10  # splits of the runs that are looked at, and groups of the jackknife
NOTHING = 1e-9  # a deviation of cosines below it is rounding


class Enough(NamedTuple):
    """Whether runs tell the mean deviation well enough; NaN where unknown.

    reach: half of the 95 % interval over the deviation. needed, and its interval: least
    runs at which it is within the tolerance, inf above MOST.
    """

    deviation: Value
    reach: float
    needed: float
    low: float
    high: float


class Curve(NamedTuple):
    """Mean deviation over the first runs and its interval of 95 %: (points,) each."""

    runs: np.ndarray
    deviation: np.ndarray
    low: np.ndarray
    high: np.ndarray


def deviation_curve(cosines: np.ndarray) -> Curve:
    """Mean deviation of the first 2 to all runs, as they come: (runs, ...) -> Curve."""
    runs = np.unique(np.linspace(2, len(cosines), POINTS).round().astype(int))
    values = [unbiased_mean(cosines[:count]).estimate for count in runs]
    ends = np.array([value.interval() for value in values])
    return Curve(runs, np.array([value.value for value in values]), *ends.T)


def enough(cosines: np.ndarray, tolerance: float) -> Enough:
    """Whether runs are enough, and how many are: (runs, ...) -> Enough."""
    runs, mean = len(cosines), unbiased_mean(cosines).estimate
    if mean.value < NOTHING:
        return Enough(mean, 0.0, 2, 2, 2)
    reach = mean.reach() / mean.value
    if not np.isfinite(reach):
        return Enough(mean, *[np.nan] * 4)
    # relative error times sqrt(runs - 1), told badly by few runs (chi square)
    unit = mean.error / mean.value * np.sqrt(runs - 1)
    tails = (chdtri(runs - 1, p) / (runs - 1) for p in (0.025, 0.975))
    errors = unit, *(unit / np.sqrt(tail) for tail in tails)
    return Enough(mean, reach, *(needed_runs(x, tolerance) for x in errors))


def needed_runs(unit: float, tolerance: float) -> float:
    """Runs at which t(r - 1) unit / sqrt(r - 1) is within tolerance, inf above MOST."""
    runs = np.arange(RUNS_FOR_INTERVAL, MOST + 1)
    within = stdtrit(runs - 1, 0.975) * unit / np.sqrt(runs - 1) <= tolerance
    return float(runs[within.argmax()]) if within[-1] else np.inf


def list_agreement(cosines: np.ndarray, n: int, size: int) -> float:
    """Share of the n nearest words by mean cosine over so many runs that as many other
    runs list too: (runs, queries, candidates) -> [0, 1], NaN where none is comparable.

    Mean over queries and splits. Candidates chosen by the same runs make it too high.
    """
    runs = len(cosines)
    if not 1 <= 2 * size <= runs:
        raise ValueError(f"size must be from 1 to {runs // 2}. Got {size} instead.")
    starts = np.unique(np.linspace(0, runs, min(runs, TURNS), False).astype(int))
    # a ring: every run stands in as many splits, but for rounding
    rows = starts[:, None] + np.arange(2 * size)
    sides = np.take(cosines, rows % runs, axis=0)  # (splits, 2 size, ...)
    shares = [_common(side[:size], side[size:], n) for side in sides]
    agreements = np.concatenate(shares)
    return float(np.nanmean(agreements)) if np.isfinite(agreements).any() else np.nan


def half_agreement(cosines: np.ndarray, n: int) -> tuple[int, Value]:
    """Runs on each side of the largest splits of two or more, and the agreement."""
    runs = len(cosines)
    # leaving out single runs of many would take too long, and tell no more
    groups = min(runs, TURNS)
    size = max(1, (runs - -(-runs // groups)) // 2)
    if groups < RUNS_FOR_INTERVAL:
        return size, Value(list_agreement(cosines, n, size))
    kept = [np.arange(runs) % groups != group for group in range(groups)]
    left = [list_agreement(cosines[rows], n, size) for rows in kept]
    return size, jackknife(list_agreement(cosines, n, size), left)


def _common(first: np.ndarray, second: np.ndarray, n: int) -> np.ndarray:
    """Share of words both sides list, NaN where a side lacks the query: (queries,)."""
    means = np.stack([mean_known(x.astype(np.float64), 0) for x in (first, second)])
    order = np.argsort(-means, axis=-1, kind="stable")[:, :, :n]
    listed = np.zeros(means.shape, dtype=bool)
    np.put_along_axis(listed, order, values=True, axis=-1)
    # argsort puts words that are nowhere last, and still lists them
    listed &= ~np.isnan(means)
    comparable = listed.any(axis=-1).all(axis=0)
    # lists may be shorter than n where few words are there
    longer = np.maximum(listed.sum(axis=-1).max(axis=0), 1)
    return np.where(comparable, listed.all(axis=0).sum(axis=-1) / longer, np.nan)
