"""Where vectors stand among the words near others, in one pass over the words.

The rank of b beside a is 1 + the number of words with a higher cosine to a than b has.
Words are counted, never sorted. Products in float32 tell of most words whether they are
nearer: their error has a bound. Within it a cosine is summed in float64, in the order
of its numbers, and rounded once, as that of b is: a word equal to b ties with it, and
no bit depends on how products are blocked.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.spaces.cosines import rough_error
from quaver.spaces.normalise import directed, unit_rows

ROWS = 1 << 12  # words multiplied together
QUERIES = 1 << 10  # queries multiplied together
SOME = 1 << 8  # products that are looked at together for near words
ROUNDING = np.float32(2.0**-23)  # of a bound less or plus the error


class Standing(NamedTuple):
    """higher: (queries, bounds) int64, words of a higher cosine than the bound; 0 where
    bound or query is NaN. rows: (queries, k) int64 of the nearest words, nearest first,
    ties by row, -1 where there are no more. words: how many have a vector."""

    higher: np.ndarray
    rows: np.ndarray
    words: int


def units_of(vectors: np.ndarray) -> np.ndarray:
    """Unit rows, NaN where a row has no direction: (rows, dims) -> (rows, dims)."""
    return unit_rows(vectors, directed(vectors))


def standing(
    parts: Iterable[np.ndarray], queries: np.ndarray, bounds: np.ndarray, k: int = 0
) -> Standing:
    """Words nearer to each query than its bounds, and the k nearest.

    parts: unit rows of words (part, dims), in order, NaN where absent. queries:
    (queries, dims) unit rows. bounds: (queries, bounds) float32 cosines of `between`.
    """
    higher = np.zeros(bounds.shape, np.int64)
    rows = np.full((len(queries), k), -1, np.int64)
    cosines = np.full(rows.shape, -np.inf, np.float32)
    margin = np.float32(rough_error(queries) + ROUNDING)
    room = np.empty(min(len(queries), QUERIES) * ROWS, np.float32)  # for products
    first = words = 0
    for part in parts:
        for units in (part[k : k + ROWS] for k in range(0, len(part), ROWS)):
            words += int(np.isfinite(units[:, 0]).sum())
            for start in range(0, len(queries), QUERIES):
                some = slice(start, start + QUERIES)
                own = queries[some], units, margin
                shape = len(own[0]), len(units)
                products = room[: shape[0] * shape[1]].reshape(shape)
                np.matmul(own[0], units.T, out=products)
                _count(products, own, bounds[some], higher[some])
                if k:
                    _keep(products, own, first, (rows[some], cosines[some]))
            first += len(units)
    return Standing(higher, rows, words)


@njit(cache=True)
def between(first, second):
    """Cosines of unit rows with others: (n, dims), (m, dims) -> (n, m) float32.

    Each summed in float64 in the order of the dimensions; NaN of what is NaN.
    """
    turned = np.empty((second.shape[1], second.shape[0]))
    for j in range(second.shape[0]):
        for k in range(second.shape[1]):
            turned[k, j] = second[j, k]
    cosines = np.empty((first.shape[0], second.shape[0]), np.float32)
    sums = np.empty(second.shape[0])
    for i in range(first.shape[0]):
        sums[:] = 0.0
        for k in range(first.shape[1]):
            value = np.float64(first[i, k])
            for j in range(second.shape[0]):
                sums[j] += value * turned[k, j]
        for j in range(second.shape[0]):
            cosines[i, j] = _rounded(sums[j])
    return cosines


@njit(cache=True)
def beside(first, second):
    """Cosine of each row with the other's: (n, dims) twice -> (n,) float32."""
    cosines = np.empty(first.shape[0], np.float32)
    for i in range(first.shape[0]):
        cosines[i] = _cosine(first[i], second[i])
    return cosines


@njit(cache=True)
def _cosine(one, other):
    total = 0.0
    for k in range(one.shape[0]):
        total += np.float64(one[k]) * np.float64(other[k])
    return _rounded(total)


@njit(cache=True)
def _rounded(total):
    if np.isnan(total):
        return np.float32(np.nan)
    return np.float32(min(max(total, -1.0), 1.0))


@njit(cache=True)
def _count(products, own, bounds, higher):
    """Add the words of a part that are nearer to queries than their bounds."""
    queries, units, margin = own
    for i in range(products.shape[0]):
        for b in range(bounds.shape[1]):
            bound = bounds[i, b]
            if np.isnan(bound):
                continue
            low, high = bound - margin, bound + margin
            for start in range(0, products.shape[1], SOME):
                row = products[i, start : start + SOME]
                above, within = _number(row, high, low)
                higher[i, b] += above
                if within > above:  # so near that a product does not tell
                    words = units[start : start + SOME]
                    higher[i, b] += _settled(row, (queries[i], words), bound, margin)


@njit(cache=True)
def _settled(row, own, bound, margin):
    """How many words within the margin of a bound have a higher cosine."""
    query, words = own
    above = 0
    for j in range(row.shape[0]):
        if bound - margin <= row[j] <= bound + margin:
            above += _cosine(query, words[j]) > bound
    return above


@njit(cache=True)
def _number(row, high, low):
    """How many products are above the one, and how many at the other or above."""
    above = within = np.int32(0)
    for j in range(row.shape[0]):
        # of 32 bits, so that as many are counted together as are multiplied
        above = np.int32(above + (row[j] > high))
        within = np.int32(within + (row[j] >= low))
    return above, within


@njit(cache=True)
def _keep(products, own, first, nearest):
    """Put the words of a part that are among the nearest so far in their place."""
    queries, units, margin = own
    rows, cosines = nearest
    last = rows.shape[1] - 1
    for i in range(products.shape[0]):
        for start in range(0, products.shape[1], SOME):
            row, floor = products[i, start : start + SOME], cosines[i, last] - margin
            if not _number(row, floor, floor)[1]:
                continue
            for j in range(row.shape[0]):
                if row[j] >= cosines[i, last] - margin:
                    cosine = _cosine(queries[i], units[start + j])
                    _insert(rows[i], cosines[i], first + start + j, cosine)


@njit(cache=True)
def _insert(rows, cosines, row, cosine):
    """Put a word before those of lower cosine; ties go to the words before it."""
    if not cosine > cosines[-1]:
        return
    place = len(rows) - 1
    while place > 0 and cosines[place - 1] < cosine:
        cosines[place], rows[place] = cosines[place - 1], rows[place - 1]
        place -= 1
    cosines[place], rows[place] = cosine, row
