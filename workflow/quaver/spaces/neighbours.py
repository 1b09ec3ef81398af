"""Nearest neighbours by cosine."""

from typing import NamedTuple

import numpy as np

TARGETS = 256  # targets whose cosines with all words are held together
ROWS = 1 << 13  # words multiplied together; bounds the float64 copy


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
    _check(units, targets, k)
    k = min(k, len(units) - 1)
    indices = np.empty((len(targets), k), dtype=np.int64)
    cosines = np.empty((len(targets), k), dtype=np.float32)
    for first in range(0, len(targets), TARGETS):
        part = slice(first, first + TARGETS)
        similarities = _cosines(units, targets[part])
        indices[part] = _nearest(similarities, k)
        cosines[part] = np.take_along_axis(similarities, indices[part], axis=1)
    return Neighbours(indices, cosines)


def _cosines(units: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Cosines of targets with all words, -inf with itself: (targets, words) float32."""
    queries = units[targets].astype(np.float64)
    cosines = np.empty((len(targets), len(units)), dtype=np.float32)
    for first in range(0, len(units), ROWS):
        rows = slice(first, first + ROWS)
        # summed in float64, then rounded: equal words get equal cosines
        cosines[:, rows] = queries @ units[rows].astype(np.float64).T
    if not np.isfinite(cosines).all():
        raise ValueError("units must be finite. Got NaN or infinity.")
    np.clip(cosines, -1, 1, out=cosines)
    cosines[np.arange(len(targets)), targets] = -np.inf
    return cosines


def _nearest(cosines: np.ndarray, k: int) -> np.ndarray:
    """Columns of the k largest of each row, largest first, ties by column."""
    place = cosines.shape[1] - k
    least = np.partition(cosines, place, axis=1)[:, place]
    nearest = np.empty((len(cosines), k), dtype=np.int64)
    for row, (values, bound) in enumerate(zip(cosines, least, strict=True)):
        candidates = np.flatnonzero(values >= bound)
        order = np.argsort(-values[candidates], kind="stable")[:k]
        nearest[row] = candidates[order]
    return nearest


def _check(units: np.ndarray, targets: np.ndarray, k: int) -> None:
    if k < 1:
        raise ValueError(f"k must be 1 or more. Got {k} instead.")
    if len(units) < 2:
        raise ValueError(f"neighbours need two words or more. Got {len(units)}.")
    outside = targets[(targets < 0) | (targets >= len(units))]
    if len(outside):
        raise ValueError(
            f"targets must be rows from 0 to {len(units) - 1}. Got {outside[0]}."
        )
