"""Average of 2, 4, 8 ... spaces by a binary tree (Rettenmeier 2020, section 3.2.2)."""

from collections.abc import Callable, Sequence

import numpy as np

from quaver.spaces.branches import Branch, joint_rotation, leaf, turned

Align = Callable[[Branch, Branch], np.ndarray]


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


def rebuild(spaces: Sequence[tuple], rotations: np.ndarray) -> Branch:
    """The mean `build` made of the same spaces, from its rotations, bit for bit."""
    stored = iter(rotations)
    return _tree(spaces, range(len(spaces)), lambda left, right: next(stored))


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


def _tree(spaces: Sequence[tuple], members: range, align: Align) -> Branch:
    if len(members) == 1:
        return leaf(*spaces[members[0]])
    half = len(members) // 2
    left = _tree(spaces, members[:half], align)
    right = _tree(spaces, members[half:], align)
    return merge(left, right, align(left, right))
