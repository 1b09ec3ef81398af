"""How alike the overlaps order words: over n, and in two disjoint halves of the runs.

Rettenmeier 2020, section 2.2.2 (II), Table 2.3, and appendix A.1, Table A.1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from quaver.measures.overlap import Overlaps, overlaps
from quaver.statistics import (
    RUNS_FOR_INTERVAL,
    correlation,
    jackknife_error_of,
    jackknife_interval,
    ranks,
)

DIGITS = 12  # equal means, summed in another order, tie


@dataclass(frozen=True)
class Correlation:
    """Spearman's correlations over words, in [-1, 1], and the ends of their intervals.

    NaN where all words have one value; low and high NaN below three runs.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class Consistency:
    """Consistency of p@n (share) and of j@n (jaccard) of words.

    share, jaccard: (sizes, sizes), between two n.
    halves_share, halves_jaccard: (sizes,), between the first and the second half.
    half: runs in a half.
    """

    share: Correlation
    jaccard: Correlation
    halves_share: Correlation
    halves_jaccard: Correlation
    half: int


def consistency(indices: np.ndarray, sizes: Sequence[int]) -> Consistency:
    """Consistency of neighbour lists: (runs, targets, k) -> Consistency in [-1, 1].

    Intervals by jackknife over runs: the means of words are taken without one run, and
    the correlation anew.
    """
    half = len(indices) // 2
    whole = _ranked(overlaps(indices, sizes))
    share, jaccard = (_over_sizes(*means) for means in whole)
    if half < 2:
        nothing = np.full(len(sizes), np.nan)
        missing = Correlation(nothing, nothing, nothing)
        return Consistency(share, jaccard, missing, missing, half)
    parts = indices[:half], indices[half : 2 * half]
    first, second = (_ranked(overlaps(part, sizes)) for part in parts)
    halves = [_halves(*both) for both in zip(first, second, strict=True)]
    return Consistency(share, jaccard, *halves, half)


def without_a_run(run_means: np.ndarray) -> np.ndarray:
    """Means over the pairs that leave a run out: (..., runs, targets) -> the same.

    run_means holds the means over the pairs a run is in; three runs or more.
    """
    runs = run_means.shape[-2]
    total = run_means.sum(axis=-2, keepdims=True) / 2
    return (total - run_means) * (runs - 1) / ((runs - 1) * (runs - 2) / 2)


def _ranked(found: Overlaps) -> list[tuple[np.ndarray, np.ndarray]]:
    """Ranks of words by p@n and by j@n, with all runs and without each.

    (sizes, targets) and (runs, sizes, targets); no runs below three.
    """
    both = []
    for means in (found.run_share, found.run_jaccard):
        left = np.empty((0, len(means), means.shape[2]))
        if means.shape[1] >= RUNS_FOR_INTERVAL:
            left = np.moveaxis(without_a_run(means), 1, 0)
        both.append(tuple(_ranks(x) for x in (means.mean(axis=1), left)))
    return both


def _ranks(means: np.ndarray) -> np.ndarray:
    return ranks(np.round(means, DIGITS))


def _over_sizes(all_runs: np.ndarray, left: np.ndarray) -> Correlation:
    def square(means: np.ndarray) -> np.ndarray:
        return correlation(means[..., :, None, :], means[..., None, :, :])

    return _clipped(square(all_runs), _each(square, left), jackknife_interval)
