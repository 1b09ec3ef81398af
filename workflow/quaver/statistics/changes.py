"""Changes of a mean against another mean of the same runs."""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics import RUNS_FOR_INTERVAL


class Change(NamedTuple):
    """A relative change (0 = none) with both ends of its interval, and its groups."""

    value: float
    low: float
    high: float
    groups: int


def relative_change(
    values: np.ndarray, base: np.ndarray, confidence: float = 0.95
) -> Change:
    """Mean of values over mean of base, less 1: (groups,) twice -> Change.

    values[g] and base[g] rest on the same runs. The interval is Student's with
    groups - 1 degrees of freedom and the error of a jackknife over groups, so that what
    both have in common does not count; NaN below three groups.
    """
    values, base = (np.asarray(x, dtype=np.float64) for x in (values, base))
    if values.shape != base.shape or values.ndim != 1 or not len(values):
        raise ValueError(
            "values and base must be one number per group. "
            f"Got shapes {values.shape} and {base.shape}."
        )
    if not (np.isfinite(values).all() and np.isfinite(base).all() and base.mean() > 0):
        raise ValueError("values and base must be finite and base above 0 on average.")
    groups, change = len(values), float(values.mean() / base.mean()) - 1
    if groups < RUNS_FOR_INTERVAL:
        return Change(change, np.nan, np.nan, groups)
    without = (values.sum() - values) / (base.sum() - base)
    spread = np.square(without - without.mean()).sum()
    error = float(np.sqrt((groups - 1) / groups * spread))
    reach = error * float(stdtrit(groups - 1, (1 + confidence) / 2))
    return Change(change, change - reach, change + reach, groups)
