"""Ranks of the draws of terms, and of their own words, among the words of a background.

The rank of draw b beside draw a: 1 + the number of words that are nearer to a than b.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from quaver.spaces.word_ranks import beside, standing, units_of

PAIRS = 1 << 12  # draws compared together


class Ranks(NamedTuple):
    """rank, other: (terms, draws, draws) int32 of draw b beside draw a, of the term and
    of another term; own: (terms, draws) of the term's own word; -1 where there is none.
    rows: (terms, draws, k) of the nearest words, -1 where there are no more. words: how
    many are ranked."""

    rank: np.ndarray
    other: np.ndarray
    own: np.ndarray
    rows: np.ndarray
    words: int


def partners(names: Sequence[str], sides: np.ndarray, draws: int) -> np.ndarray:
    """Another term for each pair of draws: (terms, draws, draws) rows, -1 for none.

    The next ones of the term's side in an order that hangs on names alone.
    """
    chosen = np.full((len(names), draws, draws), -1, np.int64)
    turns = np.subtract.outer(np.arange(draws), np.arange(draws)).T % max(draws, 1)
    digests = [hashlib.sha256(name.encode()).digest() for name in names]
    for side in np.unique(sides):
        own = sorted(np.flatnonzero(sides == side), key=digests.__getitem__)
        for place, term in enumerate(own if len(own) > 1 else ()):
            steps = 1 + (turns - 1) % (len(own) - 1)
            chosen[term] = np.take(own, (place + steps) % len(own))
    return chosen


def ranked(
    parts: Iterable[np.ndarray], vectors: tuple, others: np.ndarray, k: int
) -> Ranks:
    """Ranks among the words of a background, unit rows that come in parts (part, dims).

    vectors: draws (terms, draws, dims) and own words (terms, dims), NaN where there are
    none. others: (terms, draws, draws) of `partners`.
    """
    terms, draws, dims = vectors[0].shape
    units = units_of(vectors[0].reshape(-1, dims))
    own = np.repeat(units_of(vectors[1]), draws, axis=0)
    rows = np.arange(terms * draws).reshape(terms, draws)
    same = np.broadcast_to(rows[:, None, :], (terms, draws, draws))
    foreign = np.where(others < 0, -1, others * draws + np.arange(draws))
    bounds = np.full((len(units), 2 * draws + 1), np.nan, np.float32)
    unlike = ~np.eye(draws, dtype=bool)
    for at, other in ((0, same), (draws, foreign)):
        is_pair = (other >= 0) & unlike
        a, b = np.nonzero(is_pair.reshape(-1, draws))
        held = other.reshape(-1, draws)[a, b]
        for first in range(0, len(a), PAIRS):
            some = slice(first, first + PAIRS)
            cosines = beside(units[a[some]], units[held[some]])
            bounds[a[some], at + b[some]] = cosines
    bounds[:, -1] = beside(units, own)
    found = standing(parts, units, bounds, k)
    places = np.where(np.isnan(bounds), -1, 1 + found.higher).astype(np.int32)
    shape = terms, draws, draws
    return Ranks(
        places[:, :draws].reshape(shape),
        places[:, draws:-1].reshape(shape),
        places[:, -1].reshape(terms, draws),
        found.rows.reshape(terms, draws, -1),
        found.words,
    )
