"""Vectors in half the room: 16 bits a number, of which 11 are its digits."""

import numpy as np

from quaver.spaces.normalise import lengths

TOLERANCE = 2.0**-10  # of a vector's length; rounding 11 digits takes half as much


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
