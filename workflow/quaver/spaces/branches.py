"""What averages are made of, how it is turned, and joined two by two.

The binary tree of 2, 4, 8 ... spaces is that of Rettenmeier 2020, section 3.2.2.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from quaver.spaces.normalise import unit_rows

ROWS = 1 << 14  # rows rotated together; bounds the float64 copies


class Branch(NamedTuple):
    """A space or a mean of spaces, not re-normalised; absent words are rows of NaN.

    vectors: (words, dims) float32. present: (words,) bool. counts: (words,) int64.
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray


def leaf(vectors: np.ndarray, present: np.ndarray, counts: np.ndarray) -> Branch:
    """One space as a branch: its unit rows, (words, dims) float32."""
    return Branch(unit_rows(vectors, present), present, counts)


def rotation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Orthogonal A least in |source A - target|: (words, dims) twice -> (dims, dims).

    Rettenmeier 2020, Eq. 3.1, solved as by Schoenemann (1966) in float64: with
    source' target = U S V', A = U V'. Rows are the joint words of both spaces. With
    fewer joint words than dims A is one of several equally good ones.
    """
    if source.shape != target.shape or source.ndim != 2 or len(source) == 0:
        raise ValueError(
            "source and target must hold the same joint words, at least one, in the "
            f"same dims. Got shapes {source.shape} and {target.shape} instead."
        )
    product = source.astype(np.float64).T @ target.astype(np.float64)
    if not np.isfinite(product).all():
        raise ValueError("source and target must be finite. Got NaN or infinity.")
    left, _, right = np.linalg.svd(product)
    return left @ right


def joint_rotation(source: Branch, target: Branch) -> np.ndarray:
    """Rotation of source onto target over the words both have: (dims, dims) float64."""
    joint = source.present & target.present
    if not joint.any():
        raise ValueError("two spaces without a joint word cannot be aligned")
    if joint.all():  # nothing to copy
        return rotation(source.vectors, target.vectors)
    return rotation(source.vectors[joint], target.vectors[joint])


def turned(branch: Branch, turn: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
    """Rotated rows, piece by piece: (dims, dims) -> slices and (rows, dims) float64."""
    for first in range(0, len(branch.vectors), ROWS):
        rows = slice(first, first + ROWS)
        yield rows, branch.vectors[rows].astype(np.float64) @ turn


def build(spaces: Sequence[tuple]) -> tuple[Branch, list[np.ndarray], int]:
    """Mean of the whole tree, the rotation of every merge, and no rounds.

    Rotations stand in the order of the merges: those of the left half, those of the
    right half, the one that joins them. log2(size) + 1 branches are held.
    """
    turns: list[np.ndarray] = []

    def align(left: Branch, right: Branch) -> np.ndarray:
        turns.append(joint_rotation(left, right))
        return turns[-1]

    return _tree(spaces, range(len(spaces)), align), turns, 0


def merge(left: Branch, right: Branch, turn: np.ndarray) -> Branch:
    """Mean of two branches, left rotated by (dims, dims) first (Eq. 3.2).

    A word only one of them knows keeps its vector (rotated where that is left).
    """
    vectors = np.empty_like(right.vectors)
    for rows, values in turned(left, turn):
        other = right.vectors[rows]
        mean = np.where(right.present[rows, None], 0.5 * (values + other), values)
        vectors[rows] = np.where(left.present[rows, None], mean, other)
    present = left.present | right.present
    return Branch(vectors, present, left.counts + right.counts)


def _tree(spaces: Sequence[tuple], members: range, align: Callable) -> Branch:
    if len(members) == 1:
        return leaf(*spaces[members[0]])
    half = len(members) // 2
    left = _tree(spaces, members[:half], align)
    right = _tree(spaces, members[half:], align)
    return merge(left, right, align(left, right))
