"""Means and deviations over runs of the cosines of targets with every word."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.spaces.cosines import cosine_parts, pair_cosines

BYTES_PER_PAIR = 16  # a mean and a sum of squares in float64
WIDE = 1 << 24  # bytes of cosines taken to float64 together
ALL = slice(None)


class Moments(NamedTuple):
    """means, deviations (ddof 0): (targets, words) float64; -inf and 0 with itself."""

    means: np.ndarray
    deviations: np.ndarray


def moments(spaces: Sequence[np.ndarray], targets: np.ndarray) -> Moments:
    """Moments of all runs in one pass: runs of (words, dims), (targets,) -> Moments.

    Welford's recurrence in float64: exactly 0 where all runs have the same cosine.
    Holds 16 bytes per target and word, and one run.
    """
    for run in range(len(spaces)):
        units = spaces[run]
        if run == 0:
            means = np.zeros((len(targets), len(units)))
            squares = np.zeros_like(means)
        for rows, cosines in cosine_parts(units, targets):
            moved = cosines - means[:, rows]
            means[:, rows] += moved / (run + 1)
            squares[:, rows] += moved * (cosines - means[:, rows])
    squares /= len(spaces)
    deviations = np.sqrt(squares, out=squares)
    places = np.arange(len(targets)), targets
    means[places], deviations[places] = -np.inf, 0
    return Moments(means, deviations)


def gathered(
    spaces: Sequence[np.ndarray], first: np.ndarray, second: np.ndarray
) -> np.ndarray:
    """Cosines of chosen pairs in all runs: (pairs,) twice -> (runs, pairs) float32."""
    cosines = np.empty((len(spaces), len(first)), dtype=np.float32)
    for run in range(len(spaces)):
        cosines[run] = pair_cosines(spaces[run], first, second)
    return cosines


def moments_of(cosines: np.ndarray, stay: np.ndarray | slice = ALL) -> tuple:
    """Mean, deviation (ddof 0) over runs that stay: (runs, pairs) -> (pairs,) twice."""
    means = np.empty(cosines.shape[1])
    deviations = np.empty_like(means)
    step = max(2, WIDE // (8 * len(cosines)))
    for start in range(0, len(means), step):
        part = slice(start, start + step)
        wide = cosines[stay, part].astype(np.float64)
        means[part], deviations[part] = wide.mean(axis=0), wide.std(axis=0)
    return means, deviations
