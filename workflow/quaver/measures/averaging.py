"""What averaging does to a cell: losses, cosines and scores beside those of its runs.

Rettenmeier 2020, section 3.2. Group g is the average of runs g * size to (g + 1) * size
- 1; runs that fill no group are left out on both sides. Intervals come of a jackknife
over groups, each left out together with its runs.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from quaver.statistics import RUNS_FOR_INTERVAL, jackknife_interval, pair_mean
from quaver.statistics.expected import c4


class Effect(NamedTuple):
    """Averages against their own runs, with an interval; NaN where there is none."""

    value: float
    low: float
    high: float
    groups: int
    runs: int

    @property
    def note(self) -> str:
        """Why there is no interval; empty where there is one."""
        for name, count in (("averages", self.groups), ("runs compared", self.runs)):
            if count < RUNS_FOR_INTERVAL:
                needed = f"{RUNS_FOR_INTERVAL} {name}"
                return f"no interval: it needs {needed}, there are {count}"
        return ""


def expected_loss(size: int) -> float:
    """1 / sqrt(size): what is left where averages differ by independent noise alone."""
    return 1 / np.sqrt(size)


def relative_loss(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """Mean PIP loss between averages (groups, groups) over that between their runs
    (runs, runs): 0 or more, NaN for one group.

    Where a study compares not all runs of the averages, both means count as
    independent, which errs on the wide side.
    """
    _check(averaged, averaged, 1)
    if len(single) >= len(averaged) * size:
        return _effect(single, averaged, size, _loss_ratio)
    value, groups, runs = _loss_ratio(single, averaged), len(averaged), len(single)
    if not np.isfinite(value):
        return Effect(np.nan, np.nan, np.nan, groups, runs)
    # intervals of two means over pairs, joined by error propagation
    means = pair_mean(averaged), pair_mean(single)
    reach = value * np.hypot(*((each.high - each.mean) / each.mean for each in means))
    return Effect(float(value), value - reach, value + reach, groups, runs)


def mean_ratio(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """<mu>_M / <mu>_V of Eq. 3.6, the bias: cosines (runs, pairs), (groups, pairs)."""
    _check_pairs(single, averaged, size)
    by_run, by_group = (x.mean(axis=1, dtype=np.float64) for x in (single, averaged))
    return _effect(by_run, by_group, size, lambda x, y: _divided(y.mean(), x.mean()))


def deviation_ratio(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """<sigma>_M / <sigma>_V of Eq. 3.6, without the bias of few: the same shapes."""
    _check_pairs(single, averaged, size)
    groups = len(averaged)
    runs = single[: groups * size].reshape(groups, size, -1)
    above, below = _mean_deviations(averaged[:, None]), _mean_deviations(runs)
    value, *without = _divided(above, below)
    low, high = jackknife_interval(value, np.array(without))
    return Effect(float(value), float(low), float(high), groups, groups * size)


def mean_deviation(cosines: np.ndarray) -> float:
    """Deviation of a pair, as in `deviation_ratio`: (groups, pairs) -> 0 or more."""
    return float(_mean_deviations(cosines[:, None])[0])


def score_difference(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """Mean score of averages less that of their runs: (runs,), (groups,) of scores."""
    return _effect(single, averaged, size, lambda runs, mean: mean.mean() - runs.mean())


def score_change(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """Relative change of the mean score; NaN where that of runs is not above 0."""

    def change(runs: np.ndarray, averages: np.ndarray) -> float:
        base = runs.mean()
        return averages.mean() / base - 1 if base > 0 else np.nan

    return _effect(single, averaged, size, change)


def _effect(single, averaged, size: int, statistic: Callable) -> Effect:
    """A statistic of runs and averages, with its interval by jackknife over groups."""
    _check(single, averaged, size)
    groups, runs = len(averaged), len(averaged) * size
    single = single[(slice(runs),) * averaged.ndim]
    value = statistic(single, averaged)
    without = np.full(groups, np.nan)
    for group in range(groups) if groups >= RUNS_FOR_INTERVAL else ():
        left = _without(single, slice(group * size, (group + 1) * size))
        without[group] = statistic(left, _without(averaged, group))
    low, high = jackknife_interval(value, without)
    return Effect(float(value), float(low), float(high), groups, runs)


def _without(values: np.ndarray, rows) -> np.ndarray:
    """Values without some rows, of a square matrix also without those columns."""
    for axis in range(values.ndim):
        values = np.delete(values, rows, axis=axis)
    return values


def _loss_ratio(single: np.ndarray, averaged: np.ndarray) -> float:
    if min(len(averaged), len(single)) < 2:
        return np.nan
    means = (x[np.triu_indices(len(x), 1)].mean() for x in (averaged, single))
    return _divided(*means)


def _mean_deviations(values: np.ndarray) -> np.ndarray:
    """Of all, then without each group: (groups, members, pairs) -> (1 + groups,)."""
    groups, members, _ = values.shape
    # sums of centred values, so that leaving a group out is a subtraction
    centred = values.astype(np.float64) - values.mean(axis=(0, 1), dtype=np.float64)
    sums, squares = centred.sum(axis=1), np.square(centred).sum(axis=1)
    whole = _deviation(sums.sum(axis=0), squares.sum(axis=0), groups * members)
    left = sums.sum(axis=0) - sums, squares.sum(axis=0) - squares
    return np.append(whole, _deviation(*left, (groups - 1) * members))


def _deviation(sums: np.ndarray, squares: np.ndarray, count: int) -> np.ndarray:
    """Mean over the last axis of unbiased deviations of normal values: (...) or NaN."""
    if count < 2:
        return np.full(sums.shape[:-1], np.nan)
    variance = np.maximum(squares - sums**2 / count, 0) / (count - 1)
    return np.sqrt(variance).mean(axis=-1) / float(c4(count))


def _divided(above, below):
    """A ratio; NaN where what stands below is 0."""
    return above / np.where(below == 0, np.nan, below)


def _check(single: np.ndarray, averaged: np.ndarray, size: int) -> None:
    groups = len(averaged)
    if size < 1 or not groups or len(single) < groups * size:
        raise ValueError(
            "single must hold the runs of all averages, size runs each. Got "
            f"{len(single)} runs for {groups} averages of {size}."
        )


def _check_pairs(single: np.ndarray, averaged: np.ndarray, size: int) -> None:
    _check(single, averaged, size)
    if single.ndim != 2 or single.shape[1:] != averaged.shape[1:]:
        raise ValueError(
            "single and averaged must be cosines of the same pairs of words. Got "
            f"shapes {single.shape} and {averaged.shape}."
        )
