"""The nearest words of one word in two spaces, side by side."""

from typing import NamedTuple

import numpy as np

from quaver.spaces.neighbours import neighbours


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
