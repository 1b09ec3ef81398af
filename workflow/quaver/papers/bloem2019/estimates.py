"""Means and kappas over terms and runs, and their differences.

Pairs of terms hang together, so a term is left out whole; runs of a background are left
out beside. Both errors add up, which counts the chance of single cells twice: an
interval errs on the wide side.
"""

from typing import NamedTuple

import numpy as np

from quaver.items.ends import ends
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
    by_term, by_run = values.mean(axis=0), values.mean(axis=1)
    mean = float(by_term.mean()) if values.size else np.nan
    return Parts(mean, _without(by_term), _without(by_run))


def kappa_parts(within: np.ndarray, between: np.ndarray) -> Parts:
    """(within - between) / (1 - between), mean over runs, of means over terms.

    within: (runs, terms), free of NaN. between: (runs, terms, terms) of different
    terms; its diagonal is not read, and NaN is left out.
    """
    count = within.shape[1]
    if count < 2:
        nothing = np.full(count, np.nan), np.full(len(within), np.nan)
        return Parts(np.nan, *nothing)
    there = np.isfinite(between) & ~np.eye(count, dtype=bool)
    held = np.where(there, between, 0.0)
    sums, pairs = (x.sum(axis=(1, 2)) for x in (held, there))
    own_sums, own_pairs = (x.sum(axis=1) + x.sum(axis=2) for x in (held, there))
    every = kappa(within.mean(axis=1), sums / pairs)
    rest = (within.sum(axis=1)[:, None] - within) / (count - 1)
    with np.errstate(invalid="ignore", divide="ignore"):  # two terms leave no pair
        others = (sums[:, None] - own_sums) / (pairs[:, None] - own_pairs)
    left = kappa(rest, others).mean(axis=0)
    return Parts(float(every.mean()), left, _without(every))


def other_mean(between: np.ndarray) -> float:
    """Mean over pairs of different terms, and runs: (runs, terms, terms)."""
    off = between[:, ~np.eye(between.shape[1], dtype=bool)]
    return float(off[np.isfinite(off)].mean()) if np.isfinite(off).any() else np.nan


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


def columns(name: str, value: Value) -> dict:
    """Columns of a value and the ends of its interval."""
    return ends(name, value.value, *value.interval())


def _without(values: np.ndarray) -> np.ndarray:
    """Means without each: (n,) -> (n,), nothing of a single one."""
    count = len(values)
    return (values.sum() - values) / (count - 1) if count > 1 else np.empty(0)
