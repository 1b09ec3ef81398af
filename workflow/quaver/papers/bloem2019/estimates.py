"""Means and kappas over terms and runs, and their differences.

Pairs of terms hang together, so a term is left out whole; runs of a background are left
out beside. Both errors add up, which counts the chance of single cells twice: an
interval errs on the wide side.
"""

from typing import NamedTuple

import numpy as np

from quaver.items.ends import cut, ends
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.kappa import kappa
from quaver.statistics.values import Value, jackknife, sum_of


class Parts(NamedTuple):
    """A statistic, what it is without each term (terms,), and each run (runs,)."""

    value: float
    terms: np.ndarray
    runs: np.ndarray

    def minus(self, other: "Parts") -> "Parts":
        """The difference to another of the same terms and runs."""
        return Parts(*(one - two for one, two in zip(self, other, strict=True)))

    def estimate(self) -> Value:
        """The statistic with its error over terms and runs."""
        return added(self.value, [self.terms], self.runs)


def added(value: float, terms: list[np.ndarray], runs: np.ndarray) -> Value:
    """A value whose errors add up: by terms left out of each sample, and by runs."""
    if min(map(len, terms)) < RUNS_FOR_INTERVAL:
        return Value(value)
    wanted = [*terms, *([runs] if len(runs) >= RUNS_FOR_INTERVAL else [])]
    return sum_of([jackknife(value, terms[0]), *(jackknife(0, x) for x in wanted[1:])])


def unpaired(first: Parts, second: Parts) -> Value:
    """First less second, of other terms beside the same runs."""
    value = first.value - second.value
    return added(value, [first.terms, second.terms], first.runs - second.runs)


def mean_parts(values: np.ndarray) -> Parts:
    """Mean over terms and runs: (runs, terms), free of NaN."""
    if not values.size:
        return Parts(np.nan, np.empty(0), np.empty(0))
    by_term, by_run = values.mean(axis=0), values.mean(axis=1)
    return Parts(float(by_term.mean()), _without(by_term), _without(by_run))


def kappa_parts(within: np.ndarray, between: np.ndarray) -> Parts:
    """(within - between) / (1 - between), mean over runs, of means over terms.

    within: (runs, terms), free of NaN. between: (runs, terms, terms) of different
    terms; its diagonal is not read, and NaN is left out. Each term counts as often as
    another, however many it is compared with; one that is compared with none is left
    out of both.
    """
    if within.shape[1] < 2:
        nothing = np.full(within.shape[1], np.nan), np.full(len(within), np.nan)
        return Parts(np.nan, *nothing)
    sums, pairs = _beside(between)
    every = _kappa(within, sums.sum(axis=2), pairs.sum(axis=2))
    left = [_kappa_left(within, sums, pairs, term) for term in range(within.shape[1])]
    return Parts(float(every.mean()), np.mean(left, axis=1), _without(every))


def _beside(between: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cosines with other terms, 0 where there is none, and whether there is one."""
    there = np.isfinite(between) & ~np.eye(between.shape[1], dtype=bool)
    return np.where(there, between, 0.0), there


def _kappa_left(within, sums, pairs, term: int) -> np.ndarray:
    """Kappa of runs without a term, and without all pairs it is in."""
    rest = (x.sum(axis=2) - x[:, :, term] for x in (sums, pairs))
    return _kappa(*(np.delete(x, term, axis=1) for x in (within, *rest)))


def _kappa(within: np.ndarray, sums: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Kappa of runs, from sums and numbers of what each term has beside it."""
    has = pairs > 0
    own = np.divide(sums, pairs, np.full(sums.shape, np.nan), where=has)
    return kappa(known_mean(np.where(has, within, np.nan)), known_mean(own))


def other_mean(between: np.ndarray) -> float:
    """Mean over terms, and runs, of that with other terms: (runs, terms, terms)."""
    sums, pairs = (x.sum(axis=2) for x in _beside(between))
    return float(known_mean((sums[pairs > 0] / pairs[pairs > 0])[None])[0])


def within_terms(square: np.ndarray) -> np.ndarray:
    """Mean over ordered pairs of draws: (runs, terms, draws, draws) -> (runs, terms).

    NaN where a term has no two draws.
    """
    off = square[..., ~np.eye(square.shape[-1], dtype=bool)]
    return known_mean(off)


def known_mean(values: np.ndarray) -> np.ndarray:
    """Mean of the last axis over what is known: (..., n) -> (...), NaN of nothing."""
    there = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.where(there, values, 0.0).sum(axis=-1) / there.sum(axis=-1)


def columns(name: str, value: Value, bounds: tuple[float, float] = (-1, 1)) -> dict:
    """Columns of a value and the ends of its interval, cut at bounds: a cosine's."""
    return ends(name, value.value, *cut(*value.interval(), bounds)[:2])


def _without(values: np.ndarray) -> np.ndarray:
    """Means without each: (n,) -> (n,), nothing of a single one."""
    count = len(values)
    return (values.sum() - values) / (count - 1) if count > 1 else np.empty(0)
