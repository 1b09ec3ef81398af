"""Aligned averages of 2, 4, 8 ... spaces by a binary tree (Rettenmeier 2020, 3.2)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.spaces.alignment import rotation
from quaver.spaces.normalise import lengths, unit_rows

ROWS = 1 << 14  # rows rotated together; bounds the float64 copies


class Branch(NamedTuple):
    """A node of the tree, not re-normalised; absent words are rows of NaN.

    vectors: (words, dims) float32. present: (words,) bool. counts: (words,) int64.
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray


class Average(NamedTuple):
    """The aligned average of a group of spaces.

    vectors: (words, dims) float32 unit rows, NaN where absent.
    present: (words,) bool, the union over the group. counts: (words,) int64, summed.
    norms: (words,) float64 in [0, 1], lengths before normalisation, NaN where absent.
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray
    norms: np.ndarray


def groups(runs: int, size: int) -> list[tuple[int, ...]]:
    """Consecutive complete groups of run indices: runs // size tuples of size."""
    _check_size(size)
    firsts = range(0, runs - size + 1, size)
    return [tuple(range(first, first + size)) for first in firsts]


def average(spaces: Sequence[tuple]) -> Average:
    """Aligned average of 1, 2, 4, 8 ... spaces (vectors, present, counts) -> Average.

    Depth first: `spaces[k]` may read from disk, log2(size) + 1 branches are held.
    """
    _check_size(len(spaces))
    return normalised(_tree(spaces, 0, len(spaces)))


def leaf(vectors: np.ndarray, present: np.ndarray, counts: np.ndarray) -> Branch:
    """One space as a branch: its unit rows, (words, dims) float32."""
    return Branch(unit_rows(vectors, present), present, counts)


def merge(left: Branch, right: Branch) -> Branch:
    """Mean of two branches, left rotated onto right on all joint words (Eq. 3.2).

    A word only one of them knows keeps its vector (rotated where that is left).
    """
    joint = left.present & right.present
    if not joint.any():
        raise ValueError("two spaces without a joint word cannot be aligned")
    turn = rotation(left.vectors[joint], right.vectors[joint])
    vectors = np.empty_like(right.vectors)
    for first in range(0, len(vectors), ROWS):
        rows = slice(first, first + ROWS)
        turned = left.vectors[rows].astype(np.float64) @ turn
        known = left.present[rows, None], right.present[rows, None]
        vectors[rows] = _mean(turned, right.vectors[rows], known)
    present = left.present | right.present
    return Branch(vectors, present, left.counts + right.counts)


def normalised(branch: Branch) -> Average:
    """The average a branch stands for: unit rows, and the lengths they had."""
    units = unit_rows(branch.vectors, branch.present)
    return Average(units, branch.present, branch.counts, lengths(branch.vectors))


def _mean(left: np.ndarray, right: np.ndarray, known: tuple) -> np.ndarray:
    """Mean of the rows both know, else the row one knows (NaN where neither does)."""
    known_left, known_right = known
    mean = np.where(known_right, 0.5 * (left + right), left)
    return np.where(known_left, mean, right)


def _tree(spaces: Sequence[tuple], first: int, size: int) -> Branch:
    if size == 1:
        return leaf(*spaces[first])
    half = size // 2
    return merge(_tree(spaces, first, half), _tree(spaces, first + half, half))


def _check_size(size: int) -> None:
    if size < 1 or size & (size - 1):
        raise ValueError(
            f"the size of an average must be a power of two (1, 2, 4, 8 ...): spaces "
            f"are joined two by two. Got {size} instead."
        )
