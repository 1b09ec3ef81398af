"""How the cosines of words with all other words are distributed, pair by pair.

A pair of words counts once, though both be targets. Products in float32 tell the bins
of most pairs: their error has a bound. Where an edge of two bins lies within it, the
cosine is summed in float64 and rounded once, so that bins depend neither on how
products are blocked nor on the order of targets, nor on cores.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.spaces.cosines import pair_cosines, rough_error, rough_parts
from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import lengths

BINS = 200
CENTS = BINS // 2
EDGES = (np.arange(BINS + 1) - CENTS) / CENTS  # bin k from 0 is (EDGES[k], EDGES[k+1]]
NONE = 255  # the bin of a pair that does not count
UNSURE = 254  # within a kernel: the products do not tell
TARGETS = 256  # targets whose bins are held together
ROWS = 1 << 11  # words of a Gram multiplied together
TOLERANCE = 1e-4  # how far from 1 the length of a unit row may be
ROUNDING = 4 * 2.0**-24  # of a product scaled, and of an edge, in float32
_EDGES = EDGES.astype(np.float32)


class Block(NamedTuple):
    """Bins of some targets with a slice of the words, to the last of them.

    targets: (targets,) rows, ascending. words: the slice. bins: (targets, words of the
    slice) uint8, 0 to BINS - 1, or NONE: a target itself, or a pair met before. All
    pairs that count with words before the slice were met before.
    """

    targets: np.ndarray
    words: slice
    bins: np.ndarray


def binned(
    units: np.ndarray, targets: np.ndarray, together: int = TARGETS
) -> Iterator[Block]:
    """Bins of the cosines of targets with all other words, each pair once.

    (words, dims) unit rows, (targets,) rows in any order -> Blocks. Bin k from 0 is
    (EDGES[k], EDGES[k + 1]] of the cosine in float32; -1 lies in the first.
    """
    targets, is_target = _rows(units, targets)
    margin = np.float32(CENTS * (rough_error(units) + ROUNDING))
    # words before the first that is no target are all targets, and met before
    others = np.flatnonzero(~is_target)
    whole = others[0] if len(others) else len(units)
    for start in range(0, len(targets), together):
        rows = targets[start : start + together]
        first = min(rows[0], whole)
        bins = np.empty((len(rows), len(units) - first), dtype=np.uint8)
        queries = units[rows].astype(np.float64)
        for part, products in rough_parts(units[first:], rows - first):
            _bin(products, margin, bins[:, part])
            _settle(queries, units[first:][part], bins[:, part], _EDGES)
        met = targets[(targets >= first) & (targets < rows[0])] - first
        bins[:, met] = NONE
        own = bins[:, rows - first]
        own[np.tri(len(rows), dtype=bool)] = NONE
        bins[:, rows - first] = own
        yield Block(rows, slice(int(first), len(units)), bins)


def _rows(units: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Targets in order, each once, and which words are any: (words,) bool."""
    targets = np.unique(np.asarray(targets, dtype=np.int64))
    if len(units) < 2 or not len(targets):
        raise ValueError(
            "similarities need two words and one target or more. Got "
            f"{len(units)} words and {len(targets)} targets."
        )
    if targets[0] < 0 or targets[-1] >= len(units):
        outside = targets[0] if targets[0] < 0 else targets[-1]
        raise ValueError(
            f"targets must be rows from 0 to {len(units) - 1}. Got {outside}."
        )
    if not (np.abs(lengths(units) - 1) <= TOLERANCE).all():
        raise ValueError("units must be rows of length 1, free of NaN and infinity.")
    is_target = np.zeros(len(units), dtype=bool)
    is_target[targets] = True
    return targets, is_target


@njit(cache=True)
def _bin(products, margin, bins):
    """Bins as products tell them, UNSURE within the margin of an edge."""
    cents, half = np.float32(CENTS), np.float32(0.5)
    for i in range(products.shape[0]):
        for j in range(products.shape[1]):
            scaled = products[i, j] * cents + cents
            edge = np.int32(scaled + half)
            near = abs(scaled - np.float32(edge)) <= margin
            bins[i, j] = UNSURE if near else np.uint8(np.int32(scaled))


@njit(cache=True)
def _settle(queries, words, bins, edges):
    """Sum cosines near an edge in float64, each for itself, and round once."""
    for i in range(bins.shape[0]):
        for j in range(bins.shape[1]):
            if bins[i, j] == UNSURE:
                total = 0.0
                for k in range(queries.shape[1]):
                    total += queries[i, k] * np.float64(words[j, k])
                cosine = np.float32(min(max(total, -1.0), 1.0))
                edge = int(cosine * CENTS + CENTS + 0.5)
                bins[i, j] = max(edge - 1 if cosine <= edges[edge] else edge, 0)


def histogram(
    units: np.ndarray, targets: np.ndarray, together: int = TARGETS
) -> np.ndarray:
    """Pairs by bin of their cosine: (words, dims), (targets,) -> (BINS,) int64."""
    counts = np.zeros((4, NONE + 1), dtype=np.int64)
    for block in binned(units, targets, together):
        _count(block.bins.reshape(-1), counts)
    return counts.sum(axis=0)[:BINS]


@njit(cache=True)
def _count(bins, counts):
    # four counts in turn: neighbours mostly share a bin, and one would wait for itself
    whole = len(bins) - len(bins) % 4
    for k in range(0, whole, 4):
        counts[0, bins[k]] += 1
        counts[1, bins[k + 1]] += 1
        counts[2, bins[k + 2]] += 1
        counts[3, bins[k + 3]] += 1
    for k in range(whole, len(bins)):
        counts[0, bins[k]] += 1


def pairs(words: int, targets: int) -> int:
    """How many pairs count: targets with all others, each once."""
    return targets * (words - 1) - targets * (targets - 1) // 2


def spread(units: np.ndarray, targets: np.ndarray) -> tuple[float, float]:
    """Mean and deviation (ddof 0) of the cosines of all pairs that count, in float64.

    Both follow from sums of rows and Grams: the sum of (u v)^2 over pairs is that of
    G_a * G_b, without any cosine. (words, dims), (targets,) -> in [-1, 1], [0, 1].
    """
    targets, is_target = _rows(units, targets)
    own, gram = _sums(units, is_target)
    others, other_gram = _sums(units, ~is_target)
    squared = lengths(units[targets]) ** 2
    # pairs of targets stand twice in their own products, each target with itself once
    total = own @ others + (own @ own - squared.sum()) / 2
    square = (gram * other_gram).sum()
    square += (np.square(gram).sum() - np.square(squared).sum()) / 2
    number = pairs(len(units), len(targets))
    mean = total / number
    return float(mean), float(np.sqrt(max(square / number - mean**2, 0)))


def _sums(units: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sum and Gram of the rows of a mask: (dims,), (dims, dims) float64."""
    dims = units.shape[1]
    total, gram = np.zeros(dims), np.zeros((dims, dims))
    places = np.flatnonzero(mask)
    for start in range(0, len(places), ROWS):
        rows = units[places[start : start + ROWS]].astype(np.float64)
        total += rows.sum(axis=0)
        gram += rows.T @ rows
    return total, gram


def curve(units: np.ndarray, targets: np.ndarray, ranks: int) -> np.ndarray:
    """Mean cosine of targets with their nearest word, the next ...: (ranks,) float64.

    Falling. Lists and cosines are those of spaces/neighbours.py, exact; ranks are
    capped at words - 1.
    """
    targets, _ = _rows(units, targets)
    total = np.zeros(min(ranks, len(units) - 1))
    for start in range(0, len(targets), TARGETS):
        for row in neighbours(units, targets[start : start + TARGETS], ranks).cosines:
            total += row  # target by target: no bit depends on blocks
    return total / len(targets)


def drawn_cosines(
    units: np.ndarray, targets: np.ndarray, number: int, seed: int
) -> np.ndarray:
    """Cosines of random pairs of those that count, none twice: (number,) float32.

    number is capped at all of them.
    """
    targets, is_target = _rows(units, targets)
    order = np.concatenate([targets, np.flatnonzero(~is_target)])
    # target i from 0 has so many pairs with words after it in this order
    ends = np.cumsum(len(units) - 1 - np.arange(len(targets)))
    drawn = np.random.default_rng(seed).choice(
        ends[-1], min(number, ends[-1]), replace=False
    )
    turns = np.searchsorted(ends, drawn, side="right")
    places = len(units) - (ends[turns] - drawn)
    return pair_cosines(units, order[turns], order[places])
