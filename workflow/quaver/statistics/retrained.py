"""Is a word's change after alignment beyond that between heaps of dealt documents?

Documents of both texts are dealt anew to two heaps, and techniques are trained on each:
what is apart then is noise of training and of sampling. A word has few deals of its
own, so that words of like frequency are pooled once studentised: with the other deals'
mean m and deviation s, t = (x - m) / (s sqrt(1 + 1 / n)) has one law for all of them,
whatever the noise of a word. p is the share of such t of deals that reach the text's.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

LEAST = 3  # deals of a word beside the one that is looked at
POOLED = 100  # words of like frequency, pooled


class Retrained(NamedTuple):
    """Of each word (words,): value, its mean change over runs; null, that of the deals;
    p, NaN where it cannot be told; least, p at best."""

    value: np.ndarray
    null: np.ndarray
    p: np.ndarray
    least: np.ndarray


def retrained(text: np.ndarray, deals: np.ndarray, counts: np.ndarray) -> Retrained:
    """Judge words: text (runs, words), deals (deals, words), counts (words,).

    A run of the text has as much noise as a deal; the mean of several has less, so
    that p errs on the large side where nothing changed.
    """
    value, null = mean_of(text), mean_of(deals)
    own, left = _studentised(value, deals), _left_out(deals)
    told = np.isfinite(own) & np.isfinite(left).all(axis=0)
    p, least = np.full((2, len(value)), np.nan)
    rows = np.flatnonzero(told)
    rows = rows[np.argsort(counts[rows], kind="stable")]
    for place, row in enumerate(rows):
        first = min(max(0, place - POOLED // 2), max(0, len(rows) - POOLED))
        pool = left[:, rows[first : first + POOLED]]
        least[row] = 1 / (1 + pool.size)
        p[row] = (1 + (pool >= own[row]).sum()) * least[row]
    return Retrained(value, null, p, least)


def mean_of(rows: Iterable[np.ndarray]) -> np.ndarray:
    """Mean over those that have a word, read in turn: n of (words,) -> (words,), NaN
    of none."""
    total, number = 0.0, 0
    for values in rows:
        there = np.isfinite(values)
        total, number = total + np.where(there, values, 0), number + there
    with np.errstate(invalid="ignore"):
        return total / number


def _studentised(values: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """How far values (words,) lie above the deals (deals, words), in deviations."""
    there = np.isfinite(deals)
    number = there.sum(axis=0)
    mean = mean_of(deals)
    with np.errstate(invalid="ignore", divide="ignore"):
        squares = np.where(there, deals - mean, 0) ** 2
        deviation = np.sqrt(squares.sum(axis=0) / (number - 1))
        apart = (values - mean) / (deviation * np.sqrt(1 + 1 / number))
    return np.where((number >= LEAST) & (deviation > 0), apart, np.nan)


def _left_out(deals: np.ndarray) -> np.ndarray:
    """Each deal beside the others: (deals, words), NaN of words that some lack."""
    others = (np.delete(deals, row, axis=0) for row in range(len(deals)))
    pairs = zip(deals, others, strict=True)
    return np.array([_studentised(own, left) for own, left in pairs])
