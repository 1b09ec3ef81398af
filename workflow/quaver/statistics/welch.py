"""Welch's test from counts, and thresholds of similarity that rest on it.

Groups of pairs of words (bins of cosines, ranks of lists) are compared by their mean
baseline, a value of a few levels. So counts of group and level hold all that a test
needs. The rules are those of Elekes et al. (2018), sections 4.4.2 and 4.4.3, by name.
Their thresholds are the sample's: the more pairs, the lower a cosine they find.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri, stdtr

CONFIDENCE = 0.99
NODES, REACH = 2001, 9  # of a sum over a normal law, in deviations


class Moments(NamedTuple):
    """pairs, mean, variance (ddof 1): (groups,) each; NaN of none, and of
    fewer than two."""

    pairs: np.ndarray
    mean: np.ndarray
    variance: np.ndarray

    def at(self, groups) -> "Moments":
        """Those of some groups: an index or several."""
        return Moments(*(part[..., groups] for part in self))


class Threshold(NamedTuple):
    """group: the first or the last one that counts, None where there is no threshold.
    reason: why there is none, empty where there is one."""

    group: int | None
    reason: str = ""

    def value(self, of_groups: np.ndarray) -> float:
        """What a group stands for, as its lower edge: (groups,), NaN of none."""
        return np.nan if self.group is None else float(of_groups[self.group])


def moments(counts: np.ndarray, values: np.ndarray) -> Moments:
    """Mean and variance of groups: (..., groups, levels) counts, values (levels,)."""
    centre = values.mean()  # squares lose no digits to a common part
    apart = values - centre
    pairs = counts.sum(axis=-1)
    some = np.where(pairs > 0, pairs, np.nan)
    mean = counts @ apart / some
    squares = counts @ np.square(apart) - pairs * np.square(mean)
    several = np.where(pairs > 1, pairs - 1, np.nan)
    return Moments(pairs, mean + centre, np.maximum(squares, 0) / several)


def repeated(groups: Moments, times: int) -> Moments:
    """Groups in which each pair stands so often: means stay, variances almost.

    A test then takes copies for pairs of their own: t grows by the root of `times`.
    """
    pairs = times * groups.pairs
    squares = times * (groups.pairs - 1) * groups.variance
    return Moments(pairs, groups.mean, squares / np.where(pairs > 1, pairs - 1, np.nan))


def welch(first: Moments, second: Moments) -> np.ndarray:
    """p of a first mean above the second by chance: (...) twice -> (...) in [0, 1].

    One-sided, Welch's t with the freedom of Welch and Satterthwaite. NaN where a group
    has fewer than two pairs, or where neither mean nor value differs.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (each.variance / each.pairs for each in (first, second))
        t = (first.mean - second.mean) / np.sqrt(one + other)
        weights = one**2 / (first.pairs - 1) + other**2 / (second.pairs - 1)
        freedom = np.square(one + other) / weights
    # without variance t is infinite, whatever the freedom
    return stdtr(np.where(np.isnan(freedom), 1, freedom), -t)


def first_above_lowest(
    groups: Moments, least_pairs: int, confidence: float = CONFIDENCE
) -> Threshold:
    """First bin above the lowest, in order of cosine: (bins,) -> Threshold.

    The first reading. Bins of fewer than `least_pairs` pairs do not count: neither can
    one be the lowest, nor the threshold.
    """
    bins = _bins(groups, least_pairs)
    if len(bins) < 2:
        return Threshold(None, _few(bins, least_pairs))
    p = welch(groups.at(bins[1:]), groups.at(bins[0]))
    above = np.flatnonzero(p < 1 - confidence)
    if not len(above):
        return Threshold(None, "no bin lies significantly above the lowest")
    return Threshold(int(bins[1 + above[0]]))


def first_rising(
    groups: Moments, least_pairs: int, confidence: float = CONFIDENCE
) -> Threshold:
    """First bin from which each next one exceeds the one before: (bins,) -> Threshold.

    The second reading. The bin itself need not exceed the one before it: "starting from
    the -.18 group, every successive group" does. Bins of fewer pairs are passed over.
    """
    bins = _bins(groups, least_pairs)
    if len(bins) < 2:
        return Threshold(None, _few(bins, least_pairs))
    rising = welch(groups.at(bins[1:]), groups.at(bins[:-1])) < 1 - confidence
    if not rising[-1]:
        return Threshold(None, "the highest bin does not exceed the one before it")
    level = np.flatnonzero(~rising)
    return Threshold(int(bins[1 + level[-1] if len(level) else 0]))


def last_unlike(groups: Moments, confidence: float = CONFIDENCE) -> Threshold:
    """Last group after which none differs from the last one: (ranks,) -> Threshold.

    31 584 in print. Two-sided, as the paper's formula. Of many ranks some differ by
    chance, and the last of these lies near the end: a flat tail gives a far rank.
    """
    told = np.flatnonzero(groups.pairs > 1)
    if len(told) < 2:
        return Threshold(None, _few(told, 2, "groups"))
    apart = np.flatnonzero(_last_apart(groups, told[-1], confidence))
    if not len(apart):
        return Threshold(None, "no group differs significantly from the last")
    return Threshold(int(apart[-1]))


def first_alike(groups: Moments, confidence: float = CONFIDENCE) -> Threshold:
    """First group that does not differ from the last one: (ranks,) -> Threshold.

    6 094 in print. A group of fewer than two pairs cannot be told to differ.
    """
    told = np.flatnonzero(groups.pairs > 1)
    if len(told) < 2:
        return Threshold(None, _few(told, 2, "groups"))
    alike = np.flatnonzero(~_last_apart(groups, told[-1], confidence))
    if not len(alike):
        return Threshold(None, "every group differs significantly from the last")
    return Threshold(int(alike[0]))


def chance_alike(groups: int, confidence: float = CONFIDENCE) -> float:
    """Chance that of so many groups of one mean none differs from a last, in [0, 1].

    Two-sided tests of groups of one size. All share the last one: in its place x, of a
    normal law, a group differs with the chance p(x), and none does with (1 - p)^groups.
    """
    x, step = np.linspace(-REACH, REACH, NODES, retstep=True)
    density = step * np.exp(-np.square(x) / 2) / np.sqrt(2 * np.pi)
    edge = -np.sqrt(2) * ndtri((1 - confidence) / 2)
    p = ndtr(x - edge) + ndtr(-x - edge)
    return float(density @ np.exp(groups * np.log1p(-p)))


def last_by_chance(ranks: int, confidence: float = CONFIDENCE) -> int:
    """Median of the last rank that differs from the last one in a flat tail."""
    least, most = 0, ranks
    while most - least > 1:  # ranks after it, of which none differs
        middle = (least + most) // 2
        is_few = chance_alike(middle, confidence) > 0.5
        least, most = (middle, most) if is_few else (least, middle)
    return ranks - least


def unlike(
    first: Moments, second: Moments, confidence: float = CONFIDENCE
) -> np.ndarray:
    """Which means differ, whichever is higher: (...) twice -> (...) bool."""
    p = welch(first, second)
    return 2 * np.minimum(p, 1 - p) < 1 - confidence


def next_unlike(groups: Moments, confidence: float = CONFIDENCE) -> np.ndarray:
    """Next group that differs from each, two-sided: (groups,) -> (groups,) int64.

    -1 where no later one does (sections 4.4.2 and 4.4.3, Figures 22 and 23).
    """
    own = Moments(*(part[:, None] for part in groups))
    other = Moments(*(part[None] for part in groups))
    later = np.triu(unlike(own, other, confidence), 1)
    return np.where(later.any(axis=1), later.argmax(axis=1), -1)


def _last_apart(groups: Moments, last: int, confidence: float) -> np.ndarray:
    """Which groups before the last that has pairs differ from it: (last,) bool."""
    return unlike(groups.at(slice(0, last)), groups.at(last), confidence)


def _bins(groups: Moments, least_pairs: int) -> np.ndarray:
    """Bins that count; two pairs are what a test needs."""
    return np.flatnonzero(groups.pairs >= max(least_pairs, 2))


def _few(kept: np.ndarray, least_pairs: int, of: str = "bins") -> str:
    return f"two {of} of {least_pairs} pairs are needed, and there are {len(kept)}"
