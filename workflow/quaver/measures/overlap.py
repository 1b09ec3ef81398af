"""Overlap of nearest-neighbour lists between runs: p@n and j@n."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np


@dataclass(frozen=True)
class Overlaps:
    """Overlaps of all pairs of runs; everything lies in [0, 1].

    Pairs are in the order (0, 1), (0, 2) ... (1, 2) ...
    share, jaccard: (sizes, pairs) float64, p@n and j@n, means over targets.
    word_share, word_jaccard: (sizes, targets) float64, means over pairs.
    """

    sizes: tuple[int, ...]
    share: np.ndarray
    jaccard: np.ndarray
    word_share: np.ndarray
    word_jaccard: np.ndarray


def overlaps(indices: np.ndarray, sizes: Sequence[int]) -> Overlaps:
    """Overlap of neighbour lists: (runs, targets, k) rows of shared words -> Overlaps.

    Rettenmeier 2020, Eq. 2.11: with m common words of two lists of n,
    p@n = m / n and j@n = m / (2n - m).
    """
    _check(indices, sizes)
    pairs = list(combinations(indices, 2))
    common = np.stack([_common(a, b, sizes) for a, b in pairs])
    n = np.asarray(sizes)[:, None]
    share, jaccard = common / n, common / (2 * n - common)
    return Overlaps(
        tuple(sizes),
        share.mean(axis=2).T,
        jaccard.mean(axis=2).T,
        share.mean(axis=0),
        jaccard.mean(axis=0),
    )


def _common(a: np.ndarray, b: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
    """Common words of the first n of two lists: (targets, k) twice -> (sizes, targets).

    A list holds a word once, so the equal places are the common words.
    """
    same = a[:, :, None] == b[:, None, :]
    return np.stack([np.count_nonzero(same[:, :n, :n], axis=(1, 2)) for n in sizes])


def _check(indices: np.ndarray, sizes: Sequence[int]) -> None:
    if indices.ndim != 3 or len(indices) < 2 or indices.shape[1] == 0:
        raise ValueError(
            "indices must be (runs, targets, k) with two runs and one target or more. "
            f"Got shape {indices.shape} instead."
        )
    wrong = [n for n in sizes if not 1 <= n <= indices.shape[2]]
    if wrong or len(sizes) == 0:
        raise ValueError(
            f"sizes must be from 1 to {indices.shape[2]}, the length of the lists. "
            f"Got {list(sizes)} instead."
        )
