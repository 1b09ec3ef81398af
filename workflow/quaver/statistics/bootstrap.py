"""Intervals for cosines from runs on the whole text and on resampled text.

What is wanted is the cosine that fresh text of the same source and size would give on
average. Its estimate is the mean over runs on the whole text (of pairs chosen because
they are near it is too high); how far that may be off is what runs on resampled text
show. Their spread holds the chance of the text and that of the training; a mean over
several whole runs keeps only a part of the second. Which method holds the truth how
often: docs/coverage.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.special import stdtrit

LEAST = 3  # cosines an interval needs, of the whole text and of resampled text
EDGE = 1 - 1e-7  # cosines at 1 have no finite z


@dataclass(frozen=True)
class Interval:
    """Estimates with the ends of their intervals, arrays of one shape.

    estimate: the centre, in [-1, 1] as the ends are; low, high: NaN where there are
    fewer than LEAST cosines. clipped: bool, whether an end was cut at -1 or 1.
    """

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray
    clipped: np.ndarray


@dataclass(frozen=True)
class Sample:
    """Cosines of several runs (runs, ...) ascending, NaN last; of runs that have one:
    count, mean and variance (ddof 1)."""

    ordered: np.ndarray
    count: np.ndarray
    mean: np.ndarray
    variance: np.ndarray

    def quantile(self, share: float) -> np.ndarray:
        """Linear between neighbours, as NumPy's default; NaN where nothing is."""
        position = share * np.maximum(self.count - 1, 0)
        below = np.floor(position).astype(int)
        above = np.minimum(below + 1, np.maximum(self.count - 1, 0))
        ends = np.stack([below, above])
        low, high = np.take_along_axis(self.ordered, ends, axis=0)
        return low + (high - low) * (position - below)


def percentile(whole: Sample, bootstrapped: Sample, confidence: float) -> tuple:
    """Quantiles of the bootstrapped cosines: centre, low, high."""
    tail = (1 - confidence) / 2
    ends = (bootstrapped.quantile(share) for share in (tail, 1 - tail))
    return bootstrapped.mean, *ends


def basic(whole: Sample, bootstrapped: Sample, confidence: float) -> tuple:
    """Quantiles mirrored at the mean of the whole text: centre, low, high."""
    centre, low, high = percentile(whole, bootstrapped, confidence)
    return tuple(2 * whole.mean - x for x in (centre, high, low))


# What an interval of Student's t is around, and the variance it reaches by. "whole_rms"
# takes squares around the mean of the whole text, not of the resampled cosines: how far
# resampling moves cosines is how far the estimate itself may be off, in a direction
# that depends on what is asked (docs/coverage.md). "apart" tells training's noise from
# sampling's: of the first a mean over the whole runs keeps var(whole) / runs.
AROUND: dict[str, Callable[[Sample, Sample], tuple]] = {
    "normal": lambda whole, other: (other.mean, other.variance),
    "centred": lambda whole, other: (2 * whole.mean - other.mean, other.variance),
    "centred_apart": lambda whole, other: (
        2 * whole.mean - other.mean,
        np.maximum(other.variance - whole.variance, 0)
        + 4 * whole.variance / whole.count
        + other.variance / other.count,
    ),
    "whole": lambda whole, other: (whole.mean, other.variance),
    "whole_apart": lambda whole, other: (
        whole.mean,
        np.maximum(other.variance - whole.variance, 0) + whole.variance / whole.count,
    ),
    "whole_rms": lambda whole, other: (
        whole.mean,
        other.variance + np.square(other.mean - whole.mean),
    ),
}


def around(name: str, whole: Sample, other: Sample, confidence: float) -> tuple:
    """A method of AROUND: centre, low, high."""
    centre, variance = AROUND[name](whole, other)
    t = stdtrit(np.maximum(other.count - 1, 1), (1 + confidence) / 2)
    reach = t * np.sqrt(variance)
    return centre, centre - reach, centre + reach


def on_z(name: str, whole: Sample, other: Sample, confidence: float) -> tuple:
    """The same on Fisher's z scale, where ends never leave (-1, 1)."""
    clipped = (np.clip(x.ordered, -EDGE, EDGE) for x in (whole, other))
    scaled = (sample(np.arctanh(x)) for x in clipped)
    return tuple(np.tanh(x) for x in around(name, *scaled, confidence))


METHODS: dict[str, Callable[[Sample, Sample, float], tuple]] = {
    "percentile": percentile,
    "normal": partial(around, "normal"),
    "basic": basic,
    **{name: partial(around, name) for name in AROUND if name != "normal"},
    **{f"{x}_z": partial(on_z, x) for x in ("centred", "whole", "whole_rms")},
}
DEFAULT = "whole_rms_z"


def interval(
    method: str, whole: np.ndarray, bootstrapped: np.ndarray, confidence: float
) -> Interval:
    """Intervals of cosines: (runs, ...) of whole text and of resampled text -> (...).

    method: a name of METHODS. NaN (a run without the word) is skipped. Runs on the
    whole text are shuffled ones, or fixed where there are none.
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {list(METHODS)}. Got {method!r}.")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1. Got {confidence!r}.")
    samples = sample(whole), sample(bootstrapped)
    enough = np.minimum(*(each.count for each in samples)) >= LEAST
    parts = [np.where(enough, x, np.nan) for x in METHODS[method](*samples, confidence)]
    ends = [np.clip(x, -1, 1) for x in parts]
    clipped = enough & ((parts[1] < -1) | (parts[2] > 1))
    return Interval(*ends, clipped)


def sample(cosines: np.ndarray) -> Sample:
    """Count, mean and variance over runs, NaN skipped: (runs, ...) -> Sample."""
    cosines = np.asarray(cosines, dtype=np.float64)
    finite = ~np.isnan(cosines)
    count = finite.sum(axis=0)
    some = np.where(count > 0, count, np.nan)
    mean = np.where(finite, cosines, 0).sum(axis=0) / some
    squares = np.where(finite, np.square(cosines - mean), 0).sum(axis=0)
    variance = squares / np.where(count > 1, count - 1, np.nan)
    return Sample(np.sort(cosines, axis=0), count, mean, variance)
