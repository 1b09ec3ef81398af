"""Values that carry their error, and what is computed of independent ones."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from quaver import statistics
from quaver.statistics import RUNS_FOR_INTERVAL, Estimate

ROUNDING = 1e-12


class Value(NamedTuple):
    """A value, its standard error (NaN where unknown) and its degrees of freedom."""

    value: float
    error: float = np.nan
    freedom: float = np.nan

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Ends of Student's interval; NaN where the error is unknown."""
        reach = self.reach(confidence)
        return self.value - reach, self.value + reach

    def reach(self, confidence: float = 0.95) -> float:
        """Half of the interval, 0 or more."""
        if self.error == 0:
            return 0.0
        return self.error * float(stdtrit(self.freedom, (1 + confidence) / 2))

    def times(self, factor: float) -> "Value":
        """The value in another unit."""
        return Value(self.value * factor, self.error * abs(factor), self.freedom)


def value_of(mean: Estimate) -> Value:
    """A mean over runs or pairs of runs with its error: Estimate -> Value."""
    reach, freedom = mean.high - mean.mean, mean.runs - 1
    if not np.isfinite(reach):
        return Value(mean.mean)
    return Value(mean.mean, reach / float(stdtrit(freedom, 0.975)), freedom)


def jackknife(value: float, without: np.ndarray) -> Value:
    """Error of any statistic: its value, and (groups,) values without each -> Value.
    Unknown below three groups, or where there is no value without one of them."""
    without = np.asarray(without, dtype=np.float64)
    groups = len(without)
    if groups < RUNS_FOR_INTERVAL:
        return Value(float(value))
    error = np.sqrt(statistics.jackknife_variance(without))
    return Value(float(value), float(error), groups - 1)


def without_each(losses: np.ndarray) -> np.ndarray:
    """Means over pairs without each run, none below three: (runs, runs) -> (runs,)."""
    runs = len(losses)
    if runs < RUNS_FOR_INTERVAL:
        return np.empty(0)
    inner = np.where(np.eye(runs, dtype=bool), 0.0, losses)
    sums = inner.sum(axis=1)
    return (sums.sum() / 2 - sums) / ((runs - 1) * (runs - 2) / 2)


def sum_of(values: Sequence[Value]) -> Value:
    """Sum of independent values; freedom of Welch and Satterthwaite."""
    return Value(sum(each.value for each in values), *_joined(values))


def difference(first: Value, second: Value) -> Value:
    """Difference of two independent values."""
    return sum_of([first, second.times(-1)])


def ratio(first: Value, second: Value) -> Value:
    """Quotient of two independent values: relative errors add in squares. NaN where the
    second is 0. Where the first is 0 its error is taken as it is."""
    if second.value == 0:
        return Value(np.nan)
    value = first.value / second.value
    parts = first.times(1 / second.value), second.times(value / second.value)
    return Value(value, *_joined(parts))


def change(first: Value, second: Value) -> Value:
    """Relative change of the first against the second: ratio - 1."""
    quotient = ratio(first, second)
    return quotient._replace(value=quotient.value - 1)


def mean_of(values: Sequence[Value]) -> Value:
    """Mean of independent values, one or more."""
    error, freedom = _joined([each.times(1 / len(values)) for each in values])
    return Value(float(np.mean([each.value for each in values])), error, freedom)


def of_ends(value: float, low: float, high: float) -> Value:
    """A value of which an interval of 95 % is known, as of a normal error. Ends cut at
    a bound are made good by the other: the longer side counts."""
    return Value(value, max(value - low, high - value) / stdtrit(np.inf, 0.975), np.inf)


def shared_mean(values: np.ndarray, first: np.ndarray, second: np.ndarray) -> Value:
    """Mean over some pairs of runs: (pairs,), runs of each (pairs,) twice -> Value. By
    jackknife over runs, each with all its pairs; unknown where one is in every pair."""
    values = np.asarray(values, dtype=np.float64)
    runs = np.unique([first, second])
    kept = [(first != run) & (second != run) for run in runs]
    if not all(rows.any() for rows in kept):
        return Value(float(values.mean()))
    return jackknife(values.mean(), [values[rows].mean() for rows in kept])


def rank_correlation(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """Spearman's correlation in [-1, 1] and its p: (n,) twice; NaN if none.

    Ties share ranks; p by Student's t with n - 2 degrees of freedom, as printed in the
    papers. There is none below three items or where one side is constant.
    """
    count = len(first)
    if count < 3:
        return np.nan, np.nan
    rho = float(statistics.correlation(*map(statistics.ranks, (first, second))))
    if 1 - abs(rho) < ROUNDING:
        return float(round(rho)), 0.0
    t = rho * np.sqrt((count - 2) / (1 - rho**2))
    return rho, float(2 * stdtr(count - 2, -abs(t)))


def share_interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's interval of 95 % of a share: count of so many -> low, high in [0, 1]."""
    if not of:
        return np.nan, np.nan
    z = float(stdtrit(np.inf, 0.975))
    share, width = count / of, z**2 / of
    middle = (share + width / 2) / (1 + width)
    reach = z / (1 + width) * np.sqrt(share * (1 - share) / of + width / (4 * of))
    # exact where none or all do: a rounded 0 is not 0
    low = middle - reach if count else 0.0
    return max(low, 0.0), min(middle + reach if count < of else 1.0, 1.0)


def _joined(parts: Sequence[Value]) -> tuple[float, float]:
    """Error and freedom of a sum of independent values."""
    squares = np.array([part.error**2 for part in parts])
    if not squares.sum() > 0:  # none varies, or one is unknown
        return float(np.sqrt(squares.sum())), np.inf
    freedom = np.array([part.freedom for part in parts])
    weights = np.where(squares > 0, squares**2 / freedom, 0).sum()
    joined = squares.sum() ** 2 / weights if weights else np.inf
    return float(np.sqrt(squares.sum())), float(joined)
