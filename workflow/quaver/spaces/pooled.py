"""One space for several texts: their mean, rotated, over the words of any."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from quaver.spaces.branches import Branch, joint_rotation, turned
from quaver.spaces.normalise import unit_rows


class Pooled(NamedTuple):
    """Words of the first text, then those each other brings, with unit rows.

    vectors: (words, dims) float32, NaN where no space has the word. present: (texts,
    words) bool. rows: of each text the row of each of its words, (words of the text,).
    """

    words: list[str]
    vectors: np.ndarray
    present: np.ndarray
    rows: tuple[np.ndarray, ...]

    @property
    def joint(self) -> np.ndarray:
        """Words that all spaces have: (words,) bool."""
        return self.present.all(axis=0)


def pooled(texts: Iterable[tuple[list[str], Branch]]) -> Pooled:
    """Pool the spaces of texts, each over its words (Rettenmeier 2020, Eq. 3.2).

    The mean of those before is rotated onto the next, over the words both have; all
    texts that have a word count alike. Two spaces are held at a time.
    """
    row: dict[str, int] = {}
    rows, present, mean = [], [], None
    for words, space in texts:
        rows.append(np.array([row.setdefault(x, len(row)) for x in words], np.int64))
        space = space._replace(counts=space.present)  # of texts, not of occurrences
        space = _spread(space, rows[-1], len(row))
        present.append(space.present)
        if mean is None:
            mean = space
        else:
            before = _spread(mean, np.arange(len(mean.present)), len(row))
            mean = _joined(before, space)
    present = [np.append(x, np.zeros(len(row) - len(x), dtype=bool)) for x in present]
    vectors = unit_rows(mean.vectors, mean.present)
    return Pooled([*row], vectors, np.stack(present), tuple(rows))


def _joined(mean: Branch, space: Branch) -> Branch:
    """Mean of so many texts as counts say of each word, rotated, and one text more."""
    vectors = np.empty_like(space.vectors)
    counts = mean.counts + space.counts
    for rows, values in turned(mean, joint_rotation(mean, space)):
        before = mean.counts[rows, None]
        total = np.where(before > 0, before * values, 0)
        total += np.where(space.present[rows, None], space.vectors[rows], 0)
        with np.errstate(invalid="ignore"):  # words of no run: 0 / 0 is NaN
            vectors[rows] = total / counts[rows, None]
    return Branch(vectors, mean.present | space.present, counts)


def _spread(space: Branch, rows: np.ndarray, words: int) -> Branch:
    """A space over more words, NaN in those it lacks."""
    vectors = np.full((words, space.vectors.shape[1]), np.nan, np.float32)
    present, counts = np.zeros(words, dtype=bool), np.zeros(words, dtype=np.int64)
    vectors[rows], present[rows], counts[rows] = space
    return Branch(vectors, present, counts)
