"""Averages that are one mean of all spaces, each turned by a rotation of its own.

A word is the mean over the spaces that have it. Every way reads the spaces one by one,
in order, and adds in float64.
"""

from collections.abc import Callable, Sequence

import numpy as np

from quaver.spaces.branches import Branch, joint_rotation, leaf, turned

TOLERANCE = 1e-6  # change of the common mean, as a share of it, that ends the rounds
ROUNDS = 100  # rounds at most

Turn = Callable[[int, Branch], np.ndarray]


def align_to_one(spaces: Sequence[tuple]) -> tuple[Branch, list[np.ndarray], int]:
    """Mean of all spaces laid over the first (Eq. 3.7), the rotations, and no rounds.

    Two spaces and a sum are held. The first space's rotation is the identity.
    """
    reference = leaf(*spaces[0])
    unmoved = np.eye(reference.vectors.shape[1])

    def turn(number: int, member: Branch) -> np.ndarray:
        return joint_rotation(member, reference) if number else unmoved

    return *_mean(spaces, turn), 0


def common_mean(spaces: Sequence[tuple]) -> tuple[Branch, list[np.ndarray], int]:
    """Generalised Procrustes (Gower 1975): the mean, the rotations, rounds needed.

    Rotations only, neither centred nor scaled. It starts from `align_to_one`; a round
    lays every space over the mean and takes the mean anew, which never adds to the sum
    of squared distances. A mean, a sum and one space are held.
    """
    mean, turns, rounds = align_to_one(spaces)
    change = np.inf
    while change >= TOLERANCE and rounds < ROUNDS:
        before = mean
        mean, turns = _mean(
            spaces, lambda _, member, target=before: joint_rotation(member, target)
        )
        shared = mean.present
        moved = np.linalg.norm(mean.vectors[shared] - before.vectors[shared])
        change = moved / np.linalg.norm(before.vectors[shared])
        rounds += 1
    return mean, turns, rounds


def _mean(spaces: Sequence[tuple], turn: Turn) -> tuple[Branch, list[np.ndarray]]:
    """Mean over the spaces that have a word, and the rotations that were applied."""
    turns = []
    for number in range(len(spaces)):
        member = leaf(*spaces[number])
        if not number:
            sums = np.zeros(member.vectors.shape)
            having, counts = np.zeros((2, len(sums)), dtype=np.int64)
        turns.append(turn(number, member))
        for rows, values in turned(member, turns[-1]):
            sums[rows] += np.where(member.present[rows, None], values, 0)
        having += member.present
        counts += member.counts
    present = having > 0
    vectors, where = np.full(sums.shape, np.nan, dtype=np.float32), present[:, None]
    np.divide(sums, having[:, None], out=vectors, where=where, casting="same_kind")
    return Branch(vectors, present, counts), turns
