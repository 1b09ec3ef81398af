"""Lengths of rows: unit rows, and rows in half the room that keep their length."""

import numpy as np

TOLERANCE = 2.0**-10  # of a vector's length; rounding 11 digits takes half as much


def lengths(vectors: np.ndarray) -> np.ndarray:
    """Euclidean length of every row: (words, dims) -> (words,) float64, 0 or more."""
    # float64 squares: those of small float32 numbers would vanish
    squares = np.einsum("wd,wd->w", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def directed(vectors: np.ndarray) -> np.ndarray:
    """Rows that have a direction: (words, dims) -> (words,) bool, no zero and no NaN.

    A step for a vocabulary policy, for techniques that may leave a word at zero.
    """
    norms = lengths(vectors)
    return np.isfinite(norms) & (norms > 0)


def unit_rows(vectors: np.ndarray, present: np.ndarray | None = None) -> np.ndarray:
    """Rows of length 1: (words, dims) -> (words, dims) float32 in [-1, 1].

    present: (words,) bool; the others stay NaN. All rows where it is not given.
    """
    norms = lengths(vectors)
    present = np.ones(len(norms), dtype=bool) if present is None else present
    zero, broken = norms == 0, ~np.isfinite(norms)
    reasons = (zero, "is a zero vector", "are"), (broken, "holds NaN or infinity", "do")
    for rows, what, do in reasons:
        bad = np.flatnonzero(present & rows)
        if len(bad):
            raise ValueError(
                f"row {bad[0]} {what} ({len(bad)} of {present.sum()} rows {do}): it "
                "has no direction, so no cosine"
            )
    units, where = np.full(vectors.shape, np.nan, np.float32), present[:, None]
    return np.divide(vectors, norms[:, None], units, where=where, casting="same_kind")


def halved(vectors: np.ndarray, present: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in 16 bits, and which of those present do not fit: (words, dims) float16,
    (words,) bool.

    16 bits end at 65504 and lose digits below 6e-5; what is off by more than TOLERANCE
    does not fit.
    """
    with np.errstate(over="ignore"):
        rows = vectors.astype(np.float16)
    errors = lengths(rows.astype(np.float32) - vectors)
    return rows, present & ~(errors <= TOLERANCE * lengths(vectors))
