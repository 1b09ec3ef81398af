"""Averages beside the single runs they were made of."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import lgamma

import numpy as np

from quaver.statistics import pair_mean
from quaver.statistics.values import Value, jackknife
from quaver.tables.distributions import Averaged, Compared, DistributionNumbers

INTERVAL = (
    "Intervals: 95 %, jackknife over groups, leaving out an average with its runs."
)
Measure = Callable[[Averaged], float]


@dataclass(frozen=True)
class Part:
    """Averages of a size, and the single runs that are in them."""

    single: Averaged
    average: Averaged
    size: int

    @property
    def groups(self) -> int:
        """How many averages there are."""
        return len(self.average.firsts)

    def ratio(self, measure: Measure) -> Value:
        """A measure of the averages by that of the single runs: Value, NaN if none."""
        return self._jackknife(lambda ours, single: _part(ours, single), measure)

    def difference(self, measure: Measure) -> Value:
        """A measure of the averages less that of the single runs: Value."""
        return self._jackknife(lambda ours, single: ours - single, measure)

    def _jackknife(self, join: Callable, measure: Measure) -> Value:
        """Without a group its average and its runs are gone together."""
        pairs = [
            (measure(_kept(self.average, out)), measure(_kept(self.single, runs)))
            for out, runs in (self._without(k) for k in range(self.groups))
        ]
        value = join(measure(self.average), measure(self.single))
        return jackknife(value, [join(*pair) for pair in pairs])

    def _without(self, group: int) -> tuple[np.ndarray, np.ndarray]:
        """Masks of the averages and of the runs that stay."""
        first = self.average.firsts[group]
        runs = np.asarray(self.single.firsts)
        gone = (runs >= first) & (runs < first + self.size)
        return np.arange(self.groups) != group, ~gone


def parts(found: Compared) -> list[tuple[tuple[str, int], Part]]:
    """Averages by method, in the order given, and size."""
    order = list(found.methods)
    places = sorted(found.averages, key=lambda k: (order.index(k[0]), k[1]))
    return [(k, Part(found.single, found.averages[k], k[1])) for k in places]


def missing(one: DistributionNumbers) -> str:
    """Why a cell has no averages to compare."""
    return one.notes.get("averages", "not measured")


def few(found: Value) -> str:
    """Why a part of single runs, or its interval, is missing; empty if neither is."""
    if np.isnan(found.value):
        return "no part of single runs: they have no such value, or it is 0"
    return "no interval: it needs 3 groups" if np.isnan(found.error) else ""


def mean_loss(found: Averaged) -> float:
    """Mean PIP loss between pairs: in [0, 1], NaN below two."""
    if found.losses is None or len(found.losses) < 2:
        return np.nan
    return pair_mean(found.losses).mean


def mean_cosine(found: Averaged) -> float:
    """Mean cosine over pairs of words and runs: in [-1, 1]."""
    return (
        float(np.mean(found.cosines, dtype=np.float64))
        if found.cosines.size
        else np.nan
    )


def deviation_of(found: Averaged) -> float:
    """Mean over pairs of words of the deviation over runs, unbiased if normal."""
    count = len(found.cosines)
    if count < 2:
        return np.nan
    spread = np.std(found.cosines, axis=0, ddof=1, dtype=np.float64)
    return float(spread.mean()) / expected_deviation(count)


def expected_deviation(count: int) -> float:
    """Deviation (ddof 1) expected of so many normal values of deviation 1: 2 or more.

    c4(n) = sqrt(2 / (n - 1)) Gamma(n / 2) / Gamma((n - 1) / 2).
    """
    gammas = lgamma(count / 2) - lgamma((count - 1) / 2)
    return float(np.sqrt(2 / (count - 1)) * np.exp(gammas))


def score_of(name: str) -> Measure:
    """The measure of the mean score on a set over runs that have one."""

    def score(found: Averaged) -> float:
        scores = np.asarray(found.scores.get(name, []), dtype=np.float64)
        there = scores[np.isfinite(scores)]
        return float(there.mean()) if len(there) else np.nan

    return score


def _part(ours: float, single: float) -> float:
    return ours / single if single else np.nan


def _kept(found: Averaged, mask: np.ndarray) -> Averaged:
    losses = found.losses
    return replace(
        found,
        losses=None if losses is None else losses[np.ix_(mask, mask)],
        cosines=found.cosines[mask],
        scores={name: np.asarray(each)[mask] for name, each in found.scores.items()},
        firsts=np.asarray(found.firsts)[mask],
    )
