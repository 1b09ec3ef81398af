"""Which neighbours of a word would stay if other passages of the text were read.

Runs on resampled text show what another draw of its passages changes, runs on the whole
text what resampling itself does to a cosine (statistics/bootstrap.py). A neighbour is
*stable* when enough resampled runs list it (Rule.needed), more than chance would in so
small a vocabulary, and the interval of its cosine lies above that of an average word.
Fresh text keeps fewer (docs/words.md).
"""

from math import ceil
from typing import NamedTuple

import numpy as np
from scipy.special import bdtrc, ndtri

from quaver.statistics import Estimate, pair_mean
from quaver.statistics.bootstrap import DEFAULT, interval
from quaver.statistics.values import share_interval

STABLE, UNCERTAIN, TOO_LITTLE = "stable", "uncertain", "too little data"
LEAST_RUNS = 5  # bootstrapped runs a verdict rests on
CHANCE = 0.05  # how probable it may be that chance holds any word as often
ROUNDING = 1e-9


class Rule(NamedTuple):
    """When a neighbour is stable: in lists of n, of a share of runs; its intervals."""

    n: int = 10
    confidence: float = 0.95
    stable: float = 0.8  # docs/enough.md: .9 refused a third of what holds, at 8 runs
    method: str = DEFAULT

    def needed(self, runs: int) -> int:
        """Fewest of so many runs that must list a stable neighbour."""
        return ceil(self.stable * runs - ROUNDING)

    @property
    def settling(self) -> float:
        """Fewest runs whose interval lies above the share if all list it; inf if none
        does."""
        # Wilson's lower end of r of r is r / (r + z²)
        odds = self.stable / (1 - self.stable) if self.stable < 1 else np.inf
        return float(np.ceil(odds * ndtri(0.975) ** 2))


class Query(NamedTuple):
    """Cosines of one query with words by run.

    cosines, ranks: (runs, words) of bootstrapped runs, words by descending mean cosine;
    NaN and 0 where a run lacks either, ranks from 1. whole: (whole runs, words) cosines
    of runs on the whole text. average: mean cosine of so many others with the query.
    """

    cosines: np.ndarray
    ranks: np.ndarray
    whole: np.ndarray
    average: float
    others: int


class Neighbours(NamedTuple):
    """The nearest words of a query by mean bootstrapped cosine: (words,) of each.

    mean: over the runs that have the word. estimate: over runs on the whole text, on
    Fisher's z scale (tanh of the mean of z) by the default method, and too high for
    words chosen as near. low, high: of the cosine on fresh text, NaN with the estimate
    where unknown; clipped: cut at -1 or 1. held: share of runs that list it,
    with Wilson's interval. best, median, worst: its ranks in the runs it is present in.
    """

    mean: np.ndarray
    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray
    clipped: np.ndarray
    held: np.ndarray
    held_low: np.ndarray
    held_high: np.ndarray
    best: np.ndarray
    median: np.ndarray
    worst: np.ndarray
    present: np.ndarray
    verdict: tuple[str, ...]
    why: tuple[str, ...]

    @property
    def stable(self) -> int:
        """Number of stable neighbours."""
        return self.verdict.count(STABLE)

    def settled(self, share: float) -> int:
        """Neighbours whose share of runs surely lies on one side of the one needed."""
        return int(((self.held_low >= share) | (self.held_high < share)).sum())

    @property
    def steady_to(self) -> int:
        """Rank down to which all neighbours are stable; 0 where the first is not."""
        is_stable = [verdict == STABLE for verdict in self.verdict]
        return [*is_stable, False].index(False)


def nearest(query: Query, rule: Rule) -> Neighbours:
    """The rule.n nearest words of a query, or all, each with its verdict."""
    cosines, ranks, whole = (values[:, : rule.n] for values in query[:3])
    has_word = ~np.isnan(cosines)
    bounds = interval(rule.method, whole, cosines, rule.confidence)
    held = ((ranks > 0) & (ranks <= rule.n)).sum(axis=0)
    ends = np.array([share_interval(int(count), len(ranks)) for count in held])
    there = np.where(has_word, ranks, np.nan)
    present = has_word.sum(axis=0)
    causes = _too_little(present, bounds.low, runs=(len(cosines), len(whole)))
    doubts = _doubts(held, bounds.low, query=query, rule=rule)
    return Neighbours(
        np.nanmean(cosines, axis=0, dtype=np.float64),
        *(bounds.estimate, bounds.low, bounds.high, bounds.clipped),
        *(held / len(ranks), *ends.T),
        best=np.nanmin(there, axis=0).astype(int),
        median=np.nanmedian(there, axis=0),
        worst=np.nanmax(there, axis=0).astype(int),
        present=present,
        verdict=tuple(map(_verdict, causes, doubts)),
        why=tuple(cause or doubt for cause, doubt in zip(causes, doubts, strict=True)),
    )


def order(cosines: np.ndarray, rule: Rule) -> np.ndarray:
    """Places of the n nearest: (runs, words) by mean -> (n,). Words of fewer runs than
    list a stable one come last: their mean lies high if it lacks runs of low cosines.
    """
    has_word = ~np.isnan(cosines)
    present = has_word.sum(axis=0)
    is_rare = present < rule.needed(int(has_word.any(axis=1).sum()))
    return np.argsort(is_rare, kind="stable")[: min(rule.n, (present > 0).sum())]


def word_verdict(neighbours: Neighbours, n: int) -> str:
    """Stable where half of the n asked for are, too little data where all are."""
    if all(verdict == TOO_LITTLE for verdict in neighbours.verdict):
        return TOO_LITTLE
    return STABLE if 2 * neighbours.stable >= n else UNCERTAIN


def agreement(lists: np.ndarray) -> tuple[Estimate, Estimate] | None:
    """Share and Jaccard overlap of lists over pairs of runs: (runs, n) rows of words,
    -1 where a list is shorter -> means; None below two runs."""
    if len(lists) < 2:
        return None
    same = lists[:, None, :, None] == lists[None, :, None, :]
    common = (same & (lists >= 0)[:, None, :, None]).sum(axis=(2, 3))
    sizes = (lists >= 0).sum(axis=1)
    longer = np.maximum(np.maximum.outer(sizes, sizes), 1)
    words = np.maximum(np.add.outer(sizes, sizes) - common, 1)
    return pair_mean(common / longer), pair_mean(common / words)


def by_chance(held: np.ndarray, runs: int, chance: float) -> np.ndarray:
    """Probability that random lists, a share of all words, hold a word as often."""
    return bdtrc(np.asarray(held) - 1.0, runs, min(chance, 1.0))


def _too_little(present: np.ndarray, low: np.ndarray, runs: tuple) -> list[str]:
    """Why nothing can be said of each word; empty where something can."""
    bootstrapped, whole = runs
    if bootstrapped < LEAST_RUNS:
        what = "run" if bootstrapped == 1 else "runs"
        cause = f"{bootstrapped} bootstrapped {what}, a verdict needs {LEAST_RUNS}"
        return [cause] * len(present)
    if not whole:
        return ["no runs on the whole text, shuffled or fixed"] * len(present)
    return [
        f"in only {count} of {bootstrapped} bootstrapped runs"
        if 2 * count < bootstrapped
        else "too few runs for an interval" * bool(np.isnan(end))
        for count, end in zip(present, low, strict=True)
    ]


def _verdict(cause: str, doubt: str) -> str:
    if cause:
        return TOO_LITTLE
    return UNCERTAIN if doubt else STABLE


def _doubts(held: np.ndarray, low: np.ndarray, query: Query, rule: Rule) -> list[str]:
    """Why each word is not stable; empty where it is."""
    runs, others = len(query.ranks), max(query.others, 1)
    chance = by_chance(held, runs, rule.n / others) * others
    needed = rule.needed(runs)
    doubts = []
    for count, end, probable in zip(held, low, chance, strict=True):
        if count < needed:
            listed = f"among the {rule.n} nearest in {count} of {runs} runs"
            doubts.append(f"{listed}, needed are {needed}")
        elif probable > CHANCE:
            doubts.append(f"chance may hold it among {rule.n} of only {others} words")
        elif not end > query.average:
            reached = f"an average word's cosine, {query.average:.2f}"
            doubts.append(f"its interval reaches down to {reached}")
        else:
            doubts.append("")
    return doubts
