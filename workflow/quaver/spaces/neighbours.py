"""Nearest neighbours by cosine, exact.

Products in float32 find the words that may be among the nearest: their error has a
bound. The cosines of these few are then summed in float64, each for itself, and
rounded once, so that neither lists nor cosines depend on how products are blocked.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from quaver.spaces.cosines import ROWS, rough_error, rough_parts

TARGETS = 256  # targets whose cosines with all words are held together


class Neighbours(NamedTuple):
    """indices: (targets, k) int64, nearest first. cosines: (targets, k) float32."""

    indices: np.ndarray
    cosines: np.ndarray


def neighbours(units: np.ndarray, targets: np.ndarray, k: int) -> Neighbours:
    """The k words nearest to each target: (words, dims), (targets,) -> (targets, k).

    units: unit rows. Only the target itself is left out; ties go to the lower row; k is
    capped at words - 1.
    """
    targets = np.asarray(targets, dtype=np.int64)
    if k < 1:
        raise ValueError(f"k must be 1 or more. Got {k} instead.")
    if len(units) < 2:
        raise ValueError(f"neighbours need two words or more. Got {len(units)}.")
    outside = targets[(targets < 0) | (targets >= len(units))]
    if len(outside):
        raise ValueError(
            f"targets must be rows from 0 to {len(units) - 1}. Got {outside[0]}."
        )
    k = min(k, len(units) - 1)
    indices = np.empty((len(targets), k), dtype=np.int64)
    cosines = np.empty((len(targets), k), dtype=np.float32)
    for first in range(0, len(targets), TARGETS):
        part = slice(first, first + TARGETS)
        for row, candidates in enumerate(_candidates(units, targets[part], k), first):
            exact = _cosines(units, targets[row], candidates)
            order = np.argsort(-exact, kind="stable")[:k]
            indices[row], cosines[row] = candidates[order], exact[order]
    return Neighbours(indices, cosines)


def _candidates(units: np.ndarray, targets: np.ndarray, k: int) -> Iterator[np.ndarray]:
    """Rows that may be among the k nearest of each target, ascending."""
    rough = _products(units, targets)
    least = np.partition(rough, rough.shape[1] - k, axis=1)[:, -k]
    # k words are as near as that, less the error; the k nearest, rough, less it again
    for values, bound in zip(rough, least - 2 * rough_error(units), strict=True):
        yield np.flatnonzero(values >= bound)


def _products(units: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Rough cosines of targets with all words, -inf with itself: (targets, words)."""
    rough = np.empty((len(targets), len(units)), dtype=np.float32)
    for rows, products in rough_parts(units, targets):
        rough[:, rows] = products
    if not np.isfinite(rough).all():
        raise ValueError("units must be finite. Got NaN or infinity.")
    rough[np.arange(len(targets)), targets] = -np.inf
    return rough


def _cosines(units: np.ndarray, target: int, others: np.ndarray) -> np.ndarray:
    """Cosines of a target with other words: (others,) float32 in [-1, 1]."""
    query = units[target].astype(np.float64)
    cosines = np.empty(len(others), dtype=np.float32)
    for first in range(0, len(others), ROWS):
        part = slice(first, first + ROWS)
        # no BLAS: equal words get equal cosines, wherever they stand
        rows = units[others[part]].astype(np.float64)
        cosines[part] = np.einsum("wd,d->w", rows, query)
    return np.clip(cosines, -1, 1)


class Beside(NamedTuple):
    """rows: (k,) of the words nearest in the first space, nearest first.

    ranks: (2, k) int64 from 1 and cosines: (2, k) float32, in each space.
    """

    rows: np.ndarray
    ranks: np.ndarray
    cosines: np.ndarray


def beside(first: np.ndarray, second: np.ndarray, target: int, k: int) -> Beside:
    """The k words nearest to a target in one space, and where they stand in another.

    Both are (words, dims) unit rows over the same words; k is capped at words - 1.
    """
    if first.shape != second.shape:
        raise ValueError(
            "both spaces must be over the same words in the same dims. Got shapes "
            f"{first.shape} and {second.shape}."
        )
    near, every = (
        neighbours(units, np.array([target]), most)
        for units, most in ((first, k), (second, len(second)))
    )
    rows = near.indices[0]
    rank_of = np.empty(len(second), dtype=np.int64)
    rank_of[every.indices[0]] = np.arange(len(second) - 1)
    ranks = np.stack([np.arange(len(rows)), rank_of[rows]]) + 1
    cosines = np.stack([near.cosines[0], every.cosines[0][rank_of[rows]]])
    return Beside(rows, ranks, cosines)
