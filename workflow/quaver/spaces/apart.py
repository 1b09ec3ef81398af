"""Whether draws of a term are nearer to each other than to draws of other terms.

A draw is compared with those of another number alone: draw 1 of a term with draws 2, 3
... of its own and of other terms, of terms whose draws have about as many sentences.
"""

from math import fsum
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.spaces.word_ranks import between, units_of

WIDE = 1 << 21  # cosines held together
ALIKE = 2  # times as many sentences, at most, has a draw that another is compared with


class Apart(NamedTuple):
    """cosine: (terms, draws, draws) float32. within: (terms,) its mean over pairs.
    between: (terms, terms) mean cosine of a draw of the one with another-numbered draw
    of the other, NaN of a term with itself and where sizes are unlike. identified:
    (terms,) share of pairs whose own draw is nearest among that draw of all terms that
    are compared; k nearest count 1 / k. auc: (terms,) share of these whose draw is
    farther, ties half. chance: (terms,) what identified is by chance. NaN where a term
    has no pair of draws."""

    cosine: np.ndarray
    within: np.ndarray
    between: np.ndarray
    identified: np.ndarray
    auc: np.ndarray
    chance: np.ndarray


def alike(sizes: np.ndarray) -> np.ndarray:
    """Which terms are compared: (terms,) sentences of a draw -> (terms, terms) bool.

    Those with as many, or at most ALIKE times more or fewer: a longer sum of vectors is
    nearer to any other.
    """
    some = sizes > 0
    near = sizes[:, None] <= ALIKE * sizes
    return near & near.T & some & some[:, None] & ~np.eye(len(sizes), dtype=bool)


def apart(vectors: np.ndarray, sides: np.ndarray, sizes: np.ndarray) -> Apart:
    """Tell terms apart: (terms, draws, dims), NaN where there is no draw -> Apart.

    sides: (terms,); a term is identified among those of its own side. sizes: (terms,)
    sentences of a draw of it, on average.
    """
    terms, draws, dims = vectors.shape
    units = units_of(vectors.reshape(-1, dims))
    cosine = np.empty((terms, draws, draws), np.float32)
    means, told = np.empty((terms, terms)), np.empty((terms, 3))
    near, sides = alike(np.asarray(sizes)), np.asarray(sides)
    others = near & (sides[:, None] == sides)
    step = max(1, WIDE // max(1, terms * draws**2))
    for first in range(0, terms, step):
        some = slice(first, min(first + step, terms))
        rows = units[some.start * draws : some.stop * draws]
        blocks = between(rows, units).reshape(-1, draws, terms, draws)
        own = np.arange(some.start, some.stop)
        cosine[some] = blocks[own - first, :, own]
        _compare(blocks, first, others, (means[some], told[some]))
    within = means.diagonal().copy()
    means[~near] = np.nan
    return Apart(cosine, within, means, *told.T)


def centred(vectors: np.ndarray) -> np.ndarray:
    """Draws at length 1 less the mean draw, a term's mean counting once: (terms, draws,
    dims) -> the same, float32. No bit depends on the order of terms."""
    units = units_of(vectors.reshape(-1, vectors.shape[2])).reshape(vectors.shape)
    there = np.isfinite(units[..., 0])
    some = there.any(axis=1)
    if not some.any():
        return units
    sums = np.where(there[..., None], units, 0).sum(axis=1, dtype=np.float64)
    means = sums[some] / there[some].sum(axis=1)[:, None]
    middle = np.array([fsum(column) for column in means.T]) / len(means)
    return (units - middle).astype(np.float32)


@njit(cache=True)
def _compare(cosines, first, compared, out):
    """Means with all terms, and identified, auc and chance (class Apart) among those
    that a term is compared with: (terms, terms)."""
    means, told = out
    terms, draws = cosines.shape[2], cosines.shape[1]
    for i in range(cosines.shape[0]):
        term = first + i
        for s in range(terms):
            means[i, s] = _mean(cosines[i, :, s])
        told[i] = 0.0
        pairs = 0
        for a in range(draws):
            for b in range(draws):
                own = cosines[i, a, term, b]
                if a == b or np.isnan(own):
                    continue
                lower = equal = others = 0
                for s in range(terms):
                    cosine = cosines[i, a, s, b]
                    if compared[term, s] and not np.isnan(cosine):
                        others += 1
                        lower += cosine < own
                        equal += cosine == own
                if others:
                    pairs += 1
                    told[i, 0] += (lower + equal == others) / (1 + equal)
                    told[i, 1] += (lower + equal / 2) / others
                    told[i, 2] += 1 / (1 + others)
        # no pair, no number
        told[i] /= pairs if pairs else np.nan


@njit(cache=True)
def _mean(cosines):
    """Mean over pairs of unlike number: (draws, draws), NaN where there is none."""
    total, pairs = 0.0, 0
    for a in range(cosines.shape[0]):
        for b in range(cosines.shape[1]):
            if a != b and not np.isnan(cosines[a, b]):
                total += cosines[a, b]
                pairs += 1
    return total / pairs if pairs else np.nan
