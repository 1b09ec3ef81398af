"""How much the cosines of a query with its closest words waver over runs.

Antoniak and Mimno 2018, section 6. Deviations have ddof 0 as theirs; runs that lack a
word are skipped.
"""

from typing import NamedTuple

import numpy as np

from quaver.measures.declare import Quantity
from quaver.statistics.deviations import (
    Left,
    deviations,
    deviations_without,
    expected_share,
    mean_known,
    unbiased_mean,
)

POINTS = 60  # of a curve over the number of runs, at most


class Growth(NamedTuple):
    """Mean deviation of the first so many runs: runs (points,), from 1 to all.

    plain has ddof 0 and grows with the runs for a reason of statistics alone; unbiased
    is freed of it, if cosines are normal. low, high: ends of its interval, NaN below
    three runs. root: of the mean variance (ddof 1), which no number of runs biases,
    whatever the cosines. expected: plain as share of the true deviation of normal
    cosines. For one run plain and expected are 0, the others NaN.
    """

    runs: np.ndarray
    plain: np.ndarray
    unbiased: np.ndarray
    low: np.ndarray
    high: np.ndarray
    root: np.ndarray
    expected: np.ndarray


def nearest(cosines: np.ndarray, n: int) -> np.ndarray:
    """Cosines of the n words of highest mean: (runs, queries, words) -> (..., n).

    Nearest first. Words that less than half of the runs with the query have do not
    count; NaN where there is no word.
    """
    has_word = ~np.isnan(cosines)
    present = has_word.sum(axis=0)
    runs_with_query = has_word.any(axis=2).sum(axis=0)[:, None]
    enough = (present > 0) & (2 * present >= runs_with_query)
    # a word of few runs would be near by luck
    means = np.where(enough, mean_known(cosines.astype(np.float64), 0), -np.inf)
    places = np.argsort(-means, axis=1, kind="stable")[:, :n]
    there = np.isfinite(np.take_along_axis(means, places, axis=1))
    chosen = np.take_along_axis(cosines, places[None], axis=2)
    short = n - chosen.shape[2]
    # np.nan alone would make float64 of it, and other bits
    chosen = np.where(there, chosen, np.float32(np.nan))
    return np.pad(chosen, ((0, 0), (0, 0), (0, short)), constant_values=np.nan)


def mean_deviation(cosines: np.ndarray) -> Left:
    """Deviation over runs, averaged over words and queries: (runs, queries, n) -> Left.

    0 or more; the words are the same without any of the runs.
    """
    value = mean_known(deviations(cosines), (0, 1))
    return Left(float(value), mean_known(deviations_without(cosines), (1, 2)))


def mean_deviation_by_rank(cosines: np.ndarray) -> list[Left]:
    """The same of the nearest, the second nearest ... word: (runs, queries, n) -> n."""
    values = mean_known(deviations(cosines), 0)
    without = mean_known(deviations_without(cosines), 1)
    return [Left(float(v), w) for v, w in zip(values, without.T, strict=True)]


def root_mean_variance(cosines: np.ndarray) -> Left:
    """Root of the variance over runs (ddof 1), averaged over words and queries.

    (runs, queries, n) -> Left. Its square has no bias, however few the runs are and
    whatever their distribution is.
    """
    has_word = ~np.isnan(cosines)
    counts = has_word.sum(axis=0)
    whole = np.square(deviations(cosines)) * _bessel(counts)
    left = np.square(deviations_without(cosines)) * _bessel(counts - has_word)
    without = np.sqrt(mean_known(left, (1, 2)))
    return Left(float(np.sqrt(mean_known(whole, (0, 1)))), without)


def _bessel(counts: np.ndarray) -> np.ndarray:
    """What makes ddof 0 of a variance ddof 1; NaN below two."""
    return counts / np.where(counts < 2, np.nan, counts - 1)


def growth(cosines: np.ndarray) -> Growth:
    """Mean deviation of the first 1, 2 ... runs: (runs, queries, n) -> Growth."""
    points = np.unique(np.linspace(1, len(cosines), POINTS).round().astype(int))
    points_of_curve = [_of_first(cosines[:count], count) for count in points]
    plain, free, low, high, root = np.array(points_of_curve).T
    expected = np.nan_to_num(expected_share(points))
    return Growth(points, plain, free, low, high, root, expected)


def _of_first(cosines: np.ndarray, count: int) -> tuple[float, ...]:
    if count == 1:
        return (0.0, *[np.nan] * 4)
    free, root = unbiased_mean(cosines), root_mean_variance(cosines)
    plain = mean_deviation(cosines).value
    return plain, free.value, *free.estimate.interval(), root.value


QUANTITIES = {
    "spread": Quantity(
        label="deviation of the cosines of queries with their nearest words",
        symbol="s(q, w)",
        formula="sqrt(sum over runs of (cos(q, w) - mean)^2 / R), mean over q and w",
        range=(0.0, float("inf")),
        best="low",
        source="Antoniak and Mimno 2018, section 6",
        scale=100.0,
        unit="x 10^-2",
    )
}
