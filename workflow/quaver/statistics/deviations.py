"""Deviations over runs of which some are missing, and what few runs take from them."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.expected import c4
from quaver.statistics.values import Value, jackknife, sum_of

ROUNDING = 1e-12  # cosines are stored in float32: less than this is none


class Left(NamedTuple):
    """A statistic of all runs, and without each (runs,): what a jackknife takes."""

    value: float
    without: np.ndarray

    @property
    def estimate(self) -> Value:
        """The statistic with its error."""
        return jackknife(self.value, self.without)


def deviations(values: np.ndarray) -> np.ndarray:
    """Deviations over runs (ddof 0), without NaN, NaN of one: (runs, ...) -> (...)."""
    finite, centred = _centred(values)
    sums = finite.sum(axis=0), centred.sum(axis=0), np.square(centred).sum(axis=0)
    return _deviations(*sums)


def unbiased(values: np.ndarray) -> np.ndarray:
    """The same, freed of the bias that few runs give normal values (ddof 1 over c4)."""
    counts = (~np.isnan(values)).sum(axis=0)
    return deviations(values) / expected_share(counts)


def expected_share(counts: np.ndarray) -> np.ndarray:
    """What is to be expected of the deviation (ddof 0) of so many runs: in (0, 1).
    c4(n) sqrt((n - 1) / n) of the true one, if values are normal; NaN below two."""
    counts = np.asarray(counts, dtype=np.float64)
    several = np.where(counts < 2, np.nan, counts)
    return c4(several) * np.sqrt((several - 1) / several)


def deviations_without(values: np.ndarray) -> np.ndarray:
    """Deviations (ddof 0) over the other runs: (runs, ...) -> (runs, ...)."""
    # sums of centred values, so that leaving a run out is a subtraction
    finite, centred = _centred(values)
    left = (part.sum(axis=0) - part for part in (finite, centred, np.square(centred)))
    return _deviations(*left)


def unbiased_mean(values: np.ndarray) -> Left:
    """Mean of unbiased deviations over runs: (runs, ...) -> Left, 0 or more, or NaN.

    Values count that enough runs have (all of two, three of more), each by its own
    number of runs: so that none is lost when a run is left out.
    """
    least = min(len(values), RUNS_FOR_INTERVAL)
    values = values[:, (~np.isnan(values)).sum(axis=0) >= least]
    finite = ~np.isnan(values)
    left = deviations_without(values) / expected_share(finite.sum(axis=0) - finite)
    return Left(float(mean_known(unbiased(values), 0)), mean_known(left, 1))


def quotient(
    above: list[Left], below: list[Left], draws: Sequence[Hashable] = ()
) -> tuple[float, float, float]:
    """Product of statistics of runs over that of others, and its ends: none below 0."""
    value = log_quotient(above, below, draws)
    return tuple(np.exp((value.value, *value.interval())).tolist())


def log_quotient(
    above: list[Left], below: list[Left], draws: Sequence[Hashable] = ()
) -> Value:
    """Its logarithm, with the error of a delete-one-run jackknife.

    NaN where what stands below is 0. draws: what runs each of them has, those above
    first; a run is left out of all that share it. By default all have runs of their
    own.
    """
    bottom = np.prod([part.value for part in below])
    if not bottom:
        return Value(np.nan)
    value = np.prod([part.value for part in above]) / bottom
    if not value:
        return Value(-np.inf)
    parts = [(part, 1) for part in above] + [(part, -1) for part in below]
    moved: dict[Hashable, np.ndarray] = {}
    for name, (part, sign) in zip(draws or range(len(parts)), parts, strict=True):
        without = np.where(part.without == 0, np.nan, part.without)
        move = sign * np.log(without / part.value)
        moved[name] = moved.get(name, 0) + move
    moves = sum_of([jackknife(0, each) for each in moved.values()])
    return moves._replace(value=float(np.log(value)))


def mean_known(values: np.ndarray, axis: int | tuple[int, ...]) -> np.ndarray:
    """Mean over some axes of what is not NaN; NaN where all are."""
    finite = ~np.isnan(values)
    count = finite.sum(axis=axis)
    total = np.where(finite, values, 0).sum(axis=axis)
    return total / np.where(count, count, np.nan)


def _centred(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is known, and values around their mean, 0 where unknown."""
    values = np.asarray(values, dtype=np.float64)
    finite = ~np.isnan(values)
    return finite, np.where(finite, values - mean_known(values, 0), 0)


def _deviations(counts, sums, squares) -> np.ndarray:
    several = np.where(counts < 2, np.nan, counts)
    variances = np.maximum(squares / several - np.square(sums / several), 0)
    return np.where(variances < ROUNDING**2, 0 * variances, np.sqrt(variances))
