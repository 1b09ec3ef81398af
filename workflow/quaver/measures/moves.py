"""From what to what a word moved: neighbours that left, came and stayed.

The neighbours are words of one space, which the mean contexts of both periods were
brought to. What all words share of the shift between periods is taken off before.
Intervals are by the jackknife over documents: with 5 to 20 documents of a period they
hold 93 to 97 % of true differences, quantiles of a bootstrap 79 to 92 %. That is of
words named beforehand: those that left or came were chosen by the same uses, so that
fresh text would show them less far apart.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics.periods import Centre, Period, spread_of

KINDS = ("left", "came", "stayed")


class Moves(NamedTuple):
    """Neighbours of a word in either period, by kind, those that moved farthest in its
    direction first.

    rows: (neighbours,) of the units. kind: (neighbours,) of KINDS. ranks: (neighbours,
    2) int64 from 1, and cosines: (neighbours, 2), in each period. difference: second
    less first cosine; low, high: ends of its interval.
    """

    rows: np.ndarray
    kind: np.ndarray
    ranks: np.ndarray
    cosines: np.ndarray
    difference: np.ndarray
    low: np.ndarray
    high: np.ndarray


def moves(
    pair: tuple[Period, Period],
    centre: Centre,
    units: np.ndarray,
    *,
    present: np.ndarray,
    word: int,
    k: int,
) -> Moves:
    """The k nearest words in each period: units (words, dims) unit rows, NaN where
    absent -> Moves.

    present: (2, words) bool, words that may be neighbours in a period, as those its
    text has: the cosine in the other period tells where they came from or went. word:
    its own row, which is no neighbour. Ties go to the lower row.
    """
    # the shared shift goes, the place of both periods in the space stays
    off = centre.means.mean(axis=0) - centre.means
    queries = np.array([each.mean + x for each, x in zip(pair, off, strict=True)])
    cosines = _cosines(queries, units)
    listed = np.where(present, cosines, np.nan)
    listed[:, word] = np.nan
    order = np.argsort(-listed, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable") + 1
    near = (ranks <= k) & np.isfinite(listed)
    rows = np.flatnonzero(near.any(axis=0))
    kind = np.select([~near[1, rows], ~near[0, rows]], KINDS[:2], KINDS[2])
    difference = cosines[1, rows] - cosines[0, rows]
    reach = _reach(pair, off, units[rows], cosines[:, rows])
    is_kind = [kind == x for x in KINDS]
    # a rank may rise while the cosine falls: such a word is the last that came
    toward = np.select(is_kind[:2], (-difference, difference), np.abs(difference))
    farthest = np.lexsort((rows, -toward, np.select(is_kind, range(3))))
    numbers = rows, kind, ranks[:, rows].T, cosines[:, rows].T, difference
    ends = difference - reach, difference + reach
    return Moves(*(values[farthest] for values in (*numbers, *ends)))


def _reach(pair, off: np.ndarray, units: np.ndarray, cosines: np.ndarray) -> np.ndarray:
    """How far the intervals of differences of cosines reach: (neighbours,)."""
    first, second = (
        _cosines(each.left_mean + x, units) for each, x in zip(pair, off, strict=True)
    )
    effective = np.array([each.effective for each in pair])
    left = cosines[1] - first, second - cosines[0]
    variance, freedom = spread_of(left, effective)
    return stdtrit(freedom, 0.975) * np.sqrt(variance)


def _cosines(vectors: np.ndarray, units: np.ndarray) -> np.ndarray:
    """Cosines of vectors with unit rows: (vectors, dims), (words, dims) -> (vectors,
    words)."""
    # no BLAS: the same bits for a word, whichever others are asked for
    products = np.einsum("vd,wd->vw", vectors, units.astype(np.float64, copy=False))
    return products / np.linalg.norm(vectors, axis=1)[:, None]
