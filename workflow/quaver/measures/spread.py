"""How much the words near a query waver over runs: their cosines, ranks and lists.

Antoniak and Mimno 2018, section 6. Deviations have ddof 0 as theirs; runs that lack a
word are skipped.
"""

from typing import NamedTuple

import numpy as np

from quaver.statistics import deviations as over_runs
from quaver.statistics.deviations import Left, mean_known

POINTS = 60  # of a curve over the number of runs, at most
NONE = -1  # no word: the run lacks the query, or its list is shorter


class Growth(NamedTuple):
    """Mean deviation of the first so many runs: (points,) each, runs from 1 to all.

    plain has ddof 0 and grows by statistics alone; unbiased is freed of it, if cosines
    are normal, with its interval. root: of the mean variance (ddof 1), never biased.
    expected: plain as share of the true deviation of normal cosines. NaN of too few.
    """

    runs: np.ndarray
    plain: np.ndarray
    unbiased: np.ndarray
    low: np.ndarray
    high: np.ndarray
    root: np.ndarray
    expected: np.ndarray


class Changes(NamedTuple):
    """Words of best mean rank: (words,) twice, and rank minus mean (runs, words)."""

    places: np.ndarray
    mean_ranks: np.ndarray
    changes: np.ndarray


class Box(NamedTuple):
    """Quartiles; the farthest values within 1.5 times their distance; those beyond."""

    low: float
    quartile_1: float
    median: float
    quartile_3: float
    high: float
    outliers: int
    values: int


def nearest(cosines: np.ndarray, n: int) -> np.ndarray:
    """Cosines of the n words of highest mean, or NaN: (runs, queries, words) -> n."""
    has_word = ~np.isnan(cosines)
    present = has_word.sum(axis=0)
    runs_with_query = has_word.any(axis=2).sum(axis=0)[:, None]
    enough = (present > 0) & (2 * present >= runs_with_query)
    # a word of few runs would be near by luck
    means = np.where(enough, mean_known(cosines.astype(np.float64), 0), -np.inf)
    places = np.argsort(-means, axis=1, kind="stable")[:, :n]
    there = np.isfinite(np.take_along_axis(means, places, axis=1))
    chosen = np.take_along_axis(cosines, places[None], axis=2)
    # np.nan alone would make float64 of it, and other bits
    chosen = np.where(there, chosen, np.float32(np.nan))
    missing = (0, 0), (0, 0), (0, n - chosen.shape[2])
    return np.pad(chosen, missing, constant_values=np.nan)


def mean_deviation(cosines: np.ndarray) -> Left:
    """Deviation over runs, mean over words and queries: (runs, queries, n) -> Left."""
    value = mean_known(over_runs.deviations(cosines), (0, 1))
    without = mean_known(over_runs.deviations_without(cosines), (1, 2))
    return Left(float(value), without)


def mean_deviation_by_rank(cosines: np.ndarray) -> list[Left]:
    """The same of the nearest, the second nearest ... word: (runs, queries, n) -> n."""
    values = mean_known(over_runs.deviations(cosines), 0)
    without = mean_known(over_runs.deviations_without(cosines), 1)
    return [Left(float(v), w) for v, w in zip(values, without.T, strict=True)]


def root_mean_variance(cosines: np.ndarray) -> Left:
    """Root of the mean variance over runs (ddof 1): (runs, queries, n) -> Left. Its
    square, over words and queries, has no bias, of however few runs."""
    has_word = ~np.isnan(cosines)
    counts = has_word.sum(axis=0)
    whole = np.square(over_runs.deviations(cosines)) * _bessel(counts)
    left = over_runs.deviations_without(cosines)
    without = mean_known(np.square(left) * _bessel(counts - has_word), (1, 2))
    return Left(float(np.sqrt(mean_known(whole, (0, 1)))), np.sqrt(without))


def _bessel(counts: np.ndarray) -> np.ndarray:
    """What makes ddof 0 of a variance ddof 1; NaN below two."""
    return counts / np.where(counts < 2, np.nan, counts - 1)


def growth(cosines: np.ndarray) -> Growth:
    """Mean deviation of the first 1, 2 ... runs: (runs, queries, n) -> Growth."""
    points = np.unique(np.linspace(1, len(cosines), POINTS).round().astype(int))
    rows = [(0.0, *[np.nan] * 4)]  # of one run
    for first in (cosines[:count] for count in points[1:]):
        free, root = over_runs.unbiased_mean(first), root_mean_variance(first)
        ends = free.estimate.interval()
        rows.append((mean_deviation(first).value, free.value, *ends, root.value))
    expected = np.nan_to_num(over_runs.expected_share(points))
    return Growth(points, *np.array(rows).T, expected)


def rank_changes(ranks: np.ndarray, n: int) -> Changes:
    """Changes of rank of the n words of best mean rank: (runs, words), from 1, 0
    absent. Of words that half of the runs with any have, NaN where a run has not."""
    has_word = ranks > 0
    present, runs_with_query = has_word.sum(axis=0), has_word.any(axis=1).sum()
    enough = (present > 0) & (2 * present >= runs_with_query)
    means = np.where(enough, ranks.sum(axis=0) / np.maximum(present, 1), np.inf)
    order = np.argsort(means, kind="stable")[:n]
    # fewer than n where no more words are in half of the runs
    places = order[np.isfinite(means[order])]
    changes = np.where(has_word[:, places], ranks[:, places] - means[places], np.nan)
    return Changes(places, means[places], changes)


def box(values: np.ndarray) -> Box:
    """The box of values, NaN skipped: any shape -> Box; of none all is NaN."""
    values = values[~np.isnan(values)]
    if not len(values):
        return Box(*[np.nan] * 5, 0, 0)
    first, middle, third = np.quantile(values, (0.25, 0.5, 0.75))
    reach = 1.5 * (third - first)  # as Tukey's whiskers
    inside = values[(values >= first - reach) & (values <= third + reach)]
    # quartiles lie between values: no whisker ends inside its box
    low, high = min(inside.min(), first), max(inside.max(), third)
    ends = map(float, (low, first, middle, third, high))
    return Box(*ends, len(values) - len(inside), len(values))


def jaccard(lists: np.ndarray, n: int) -> np.ndarray:
    """Jaccard of the n nearest of pairs of runs, (0, 1), (0, 2) ...: (runs, queries,
    k) rows of words -> (pairs, queries) in [0, 1], NaN where a run lacks the query."""

    def compare(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        same = first[:, :, None] == second[:, None, :]
        common = (same & (first != NONE)[:, :, None]).sum(axis=(1, 2))
        words = (first != NONE).sum(axis=1) + (second != NONE).sum(axis=1)
        return common / np.maximum(words - common, 1)

    return _by_query(lists, n, compare)


def positions(lists: np.ndarray, n: int) -> np.ndarray:
    """Share of the first n places that hold the same word: the same shapes, as the code
    of Antoniak and Mimno 2018 computes in the place of Jaccard."""
    return _by_query(lists, n, lambda x, y: ((x == y) & (x != NONE)).mean(axis=1))


AGREEMENTS = {"jaccard": jaccard, "positions": positions}


def _by_query(lists: np.ndarray, n: int, compare) -> np.ndarray:
    lists = np.asarray(lists)[:, :, :n]
    first, second = np.triu_indices(len(lists), 1)
    agreement = np.empty((len(first), lists.shape[1]))
    for query, own in enumerate(lists.swapaxes(0, 1)):
        has_query = (own != NONE).any(axis=1)
        both = has_query[first] & has_query[second]
        agreed = compare(own[first], own[second])
        agreement[:, query] = np.where(both, agreed, np.nan)
    return agreement
