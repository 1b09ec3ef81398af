"""Aligned averages of 2, 4, 8 ... spaces, by the method a study names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quaver.spaces import branches, means
from quaver.spaces.branches import Branch
from quaver.spaces.normalise import lengths, unit_rows


class Average(NamedTuple):
    """The aligned average of a group of spaces.

    vectors: (words, dims) float32 unit rows, NaN where absent.
    present: (words,) bool, the union over the group. counts: (words,) int64, summed.
    norms: (words,) float64 in [0, 1], lengths before normalisation, NaN where absent.
    rotations: (turns, dims, dims) float64: one per merge of the tree, else per space.
    rounds: int64, how often a common mean was taken anew; 0 where none is sought.
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray
    norms: np.ndarray
    rotations: np.ndarray
    rounds: np.int64


@dataclass(frozen=True)
class Method:
    """A way to average: what is said of it; spaces -> branch, rotations and rounds."""

    label: str
    source: str
    build: Callable[[Sequence[tuple]], tuple[Branch, list[np.ndarray], int]]


METHODS: dict[str, Method] = {
    "tree": Method(
        "binary tree", "Rettenmeier 2020, Eq. 3.2 and Figure 3.4", branches.build
    ),
    "one": Method("aligned to one", "Rettenmeier 2020, Eq. 3.7", means.align_to_one),
    "procrustes": Method("generalised Procrustes", "Gower 1975", means.common_mean),
}


def groups(runs: int, size: int) -> list[tuple[int, ...]]:
    """Consecutive complete groups of run indices: runs // size tuples of size."""
    _check_size(size)
    firsts = range(0, runs - size + 1, size)
    return [tuple(range(first, first + size)) for first in firsts]


def average(spaces: Sequence[tuple], method: str) -> Average:
    """Aligned average of 1, 2, 4, 8 ... spaces (vectors, present, counts) -> Average.

    `spaces[k]` may read from disk: it is asked for when it is needed.
    """
    _check_size(len(spaces))
    branch, turns, rounds = _method(method).build(spaces)
    dims = branch.vectors.shape[1]
    rotations = np.array(turns, dtype=np.float64).reshape(-1, dims, dims)
    return _normalised(branch, rotations, rounds)


def _normalised(branch: Branch, rotations: np.ndarray, rounds: int) -> Average:
    """The average a branch stands for: unit rows, and the lengths they had."""
    vectors, present, counts = branch
    units, norms = unit_rows(vectors, present), lengths(vectors)
    return Average(units, present, counts, norms, rotations, np.int64(rounds))


def _method(name: str) -> Method:
    if name not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}. Got {name!r}.")
    return METHODS[name]


def _check_size(size: int) -> None:
    if size < 1 or size & (size - 1):
        raise ValueError(
            f"the size of an average must be a power of two (1, 2, 4, 8 ...): spaces "
            f"are joined two by two. Got {size} instead."
        )
