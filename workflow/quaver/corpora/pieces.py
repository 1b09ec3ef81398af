"""Units cut into pieces of so many words: a text as n-grams that do not overlap."""

from pathlib import Path

import numpy as np

from quaver.corpora.spool import Column, spans


def cut(offsets: np.ndarray, words: int, path: Path) -> np.ndarray:
    """Offsets of the pieces of all units: (units + 1,) -> (pieces + 1,) int64, mapped.

    Every unit is cut for itself: its last piece has the words that are left, 1 or more.
    """
    column = Column(path, "q")
    column.extend([0])
    for first, last in spans(len(offsets) - 1):
        column.write(ends(offsets[first : last + 1], words))
    return column.finish()


def ends(offsets: np.ndarray, words: int) -> np.ndarray:
    """Where the pieces of some units end: (units + 1,) -> (pieces,) int64."""
    numbers = -(-np.diff(offsets) // words)
    before = np.repeat(np.cumsum(numbers) - numbers, numbers)
    place = np.arange(1, numbers.sum() + 1) - before  # from 1, within its unit
    last = np.repeat(offsets[1:], numbers)
    return np.minimum(np.repeat(offsets[:-1], numbers) + words * place, last)
