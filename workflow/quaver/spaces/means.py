"""Averages that are one mean of all spaces, each turned by a rotation of its own.

A word is the mean over the spaces that have it. Every way reads the spaces one by one,
in order, and adds in float64, so that rotations alone give the same bits again.
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


def rebuild(spaces: Sequence[tuple], rotations: np.ndarray) -> Branch:
    """The mean made of the same spaces with these rotations, bit for bit."""
    return _mean(spaces, lambda number, _: rotations[number])[0]


def _mean(spaces: Sequence[tuple], turn: Turn) -> tuple[Branch, list[np.ndarray]]:
    """Mean over the spaces that have a word, and the rotations that were applied."""
    turns, sum_of = [], None
    for number in range(len(spaces)):
        member = leaf(*spaces[number])
        sum_of = sum_of or _Sum(member.vectors.shape)
        turns.append(turn(number, member))
        sum_of.add(member, turns[-1])
    return sum_of.mean(), turns


class _Sum:
    """Rotated spaces, added up word by word."""

    def __init__(self, shape: tuple[int, int]):
        self.vectors = np.zeros(shape)
        self.known = np.zeros(shape[0], dtype=np.int64)
        self.counts = np.zeros(shape[0], dtype=np.int64)

    def add(self, member: Branch, turn: np.ndarray) -> None:
        for rows, values in turned(member, turn):
            self.vectors[rows] += np.where(member.present[rows, None], values, 0)
        self.known += member.present
        self.counts += member.counts

    def mean(self) -> Branch:
        present = self.known > 0
        vectors = np.full(self.vectors.shape, np.nan, dtype=np.float32)
        np.divide(
            *(self.vectors, self.known[:, None]),
            out=vectors,
            where=present[:, None],
            casting="same_kind",
        )
        return Branch(vectors, present, self.counts)
