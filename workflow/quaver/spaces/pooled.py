"""One space for two texts: the mean of both, rotated, over the words of either."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.spaces.branches import Branch, joint_rotation, merge
from quaver.spaces.normalise import unit_rows


class Pooled(NamedTuple):
    """Words of the first text, then those the second alone has, with unit rows.

    vectors: (words, dims) float32, NaN where no space has the word. present: (2, words)
    bool. rows: of each text the row of each of its words, (words of the text,).
    """

    words: list[str]
    vectors: np.ndarray
    present: np.ndarray
    rows: tuple[np.ndarray, np.ndarray]

    @property
    def joint(self) -> np.ndarray:
        """Words that both spaces have: (words,) bool."""
        return self.present.all(axis=0)


def pooled(words: Sequence[Sequence[str]], spaces: Sequence[Branch]) -> Pooled:
    """Pool two spaces, each over the words of its text (Rettenmeier 2020, Eq. 3.2).

    The first is rotated onto the second over the words both have. A word of one alone
    keeps its vector.
    """
    every = [*dict.fromkeys((*words[0], *words[1]))]
    row = {word: number for number, word in enumerate(every)}
    rows = tuple(np.array([row[word] for word in own], np.int64) for own in words)
    first, second = (_spread(*x, len(every)) for x in zip(spaces, rows, strict=True))
    both = merge(first, second, joint_rotation(first, second))
    present = np.stack([first.present, second.present])
    return Pooled(every, unit_rows(both.vectors, both.present), present, rows)


def _spread(space: Branch, rows: np.ndarray, words: int) -> Branch:
    """A space over more words, NaN in those it lacks."""
    vectors = np.full((words, space.vectors.shape[1]), np.nan, np.float32)
    present, counts = np.zeros(words, dtype=bool), np.zeros(words, dtype=np.int64)
    vectors[rows], present[rows], counts[rows] = space
    return Branch(vectors, present, counts)
