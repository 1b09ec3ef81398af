"""Cosines of unit rows, summed in float64 and rounded to float32; rough ones faster."""

from collections.abc import Iterator

import numpy as np

ROWS = 1 << 13  # words multiplied together; bounds the float64 copies


def pair_cosines(units: np.ndarray, first: np.ndarray, second: np.ndarray):
    """Cosine of each pair of rows: (words, dims), (pairs,) twice -> (pairs,) float32.

    In [-1, 1]; a pair's bits do not depend on the other pairs.
    """
    cosines = np.empty(len(first), dtype=np.float32)
    for start in range(0, len(first), ROWS):
        part = slice(start, start + ROWS)
        left, right = units[first[part]], units[second[part]]
        cosines[part] = np.einsum(
            "pd,pd->p", left.astype(np.float64), right.astype(np.float64)
        )
    return np.clip(cosines, -1, 1)


def cosine_parts(units: np.ndarray, targets: np.ndarray) -> Iterator[tuple]:
    """Cosines of targets with all words, by parts: rows, (targets, rows) float32."""
    queries = units[targets].astype(np.float64)
    for start in range(0, len(units), ROWS):
        rows = slice(start, start + ROWS)
        cosines = (queries @ units[rows].astype(np.float64).T).astype(np.float32)
        yield rows, np.clip(cosines, -1, 1, out=cosines)


def rough_parts(units: np.ndarray, targets: np.ndarray) -> Iterator[tuple]:
    """The same, products in float32 as they come: off by rough_error at most."""
    queries = units[targets].astype(np.float32)
    for start in range(0, len(units), ROWS):
        rows = slice(start, start + ROWS)
        yield rows, queries @ units[rows].astype(np.float32, copy=False).T


def rough_error(units: np.ndarray) -> np.float32:
    """Bound of a rough cosine's error: Higham 2002, Eq. 3.5, and roundings beside it.

    Half an ulp of each product and sum, of both rows and of the cosine itself.
    """
    return np.float32((units.shape[1] + 8) * 2.0**-24)
