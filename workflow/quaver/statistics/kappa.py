"""How far draws of a term are nearer to each other than to those of other terms."""

from collections.abc import Callable

import numpy as np

from quaver.statistics.values import Value, jackknife


def kappa(within: np.ndarray, between: np.ndarray) -> np.ndarray:
    """(within - between) / (1 - between): 1 where draws of a term are equal, 0 where
    they are no nearer than those of other terms, NaN where all are equal."""
    room = np.where(np.asarray(between) < 1, 1 - np.asarray(between, float), np.nan)
    return (within - between) / room


def mean(values: np.ndarray) -> float:
    """Mean of what is no NaN; NaN where nothing is. In order of size: no bit depends on
    the order of terms."""
    return float(means(np.asarray(values)[None])[0])


def means(values: np.ndarray) -> np.ndarray:
    """The same of each row: (rows, n) -> (rows,)."""
    ordered = np.sort(np.asarray(values, np.float64), axis=1)
    there = np.isfinite(ordered)
    number = there.sum(axis=1)
    sums = np.where(there, ordered, 0).sum(axis=1)
    return np.divide(sums, number, np.full(len(sums), np.nan), where=number > 0)


def mean_between(between: np.ndarray) -> float:
    """Mean over terms of the mean with other terms: (terms, terms), NaN on the diagonal
    and where there is none."""
    return mean(means(between))


def kappa_of(within: np.ndarray, between: np.ndarray) -> float:
    """Kappa of a set: (terms,), (terms, terms) -> that of both means, over terms that
    are compared with any."""
    has = np.isfinite(between).any(axis=1)
    return float(kappa(mean(np.where(has, within, np.nan)), mean_between(between)))


def over_terms(statistic: Callable[[np.ndarray], float], terms: int) -> Value:
    """A statistic of rows of terms, and its error: a term is left out whole, with all
    pairs it is in. Unknown below three terms."""
    every = np.arange(terms)
    without = [statistic(np.delete(every, term)) for term in every] * (terms > 2)
    return jackknife(statistic(every), np.array(without))
