"""Estimates over runs, and over pairs of runs, which share runs."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

RUNS_FOR_INTERVAL = 3


@dataclass(frozen=True)
class Estimate:
    """A mean over pairs of runs, or over independent runs, which have a best one.

    deviation: over pairs or runs (ddof 0), as the papers print it; NaN for a single
    one. low, high: ends of the interval of the mean, NaN below three runs.
    """

    mean: float
    deviation: float
    low: float
    high: float
    runs: int
    pairs: int = 0
    best: float = np.nan

    @property
    def note(self) -> str:
        """Why there is no interval; empty where there is one."""
        if self.runs >= RUNS_FOR_INTERVAL:
            return ""
        return f"no interval: it needs {RUNS_FOR_INTERVAL} runs, there are {self.runs}"


def pair_mean(losses: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Mean over pairs with its interval: symmetric (runs, runs) -> Estimate.

    The diagonal is not read. The interval is Student's with runs - 1 degrees of freedom
    and the error of a jackknife over runs: the pairs are more than the runs, but bring
    no more independent trainings.
    """
    losses = np.asarray(losses, dtype=np.float64)
    if losses.ndim != 2 or losses.shape[0] != losses.shape[1] or len(losses) < 2:
        raise ValueError(
            "losses must be (runs, runs) with two runs or more. "
            f"Got shape {losses.shape} instead."
        )
    runs = len(losses)
    values = losses[np.triu_indices(runs, 1)]
    if not np.allclose(values, losses.T[np.triu_indices(runs, 1)], atol=0):
        raise ValueError(
            "losses must be symmetric and free of NaN: pair (i, j) is pair (j, i)."
        )
    mean = float(values.mean())
    inner = np.where(np.eye(runs, dtype=bool), 0, losses)
    error = float(jackknife_error(inner.sum(axis=1) / (runs - 1)))
    reach = error * float(stdtrit(runs - 1, (1 + confidence) / 2))
    deviation = float(values.std()) if len(values) > 1 else np.nan
    return Estimate(mean, deviation, mean - reach, mean + reach, runs, len(values))


def run_mean(values: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Mean of one value per run, with Student's interval: (runs,) -> Estimate."""
    values = np.asarray(values, dtype=np.float64)
    runs = len(values)
    if not runs or not np.isfinite(values).all():
        raise ValueError(f"values must be finite, one or more. Got {values.tolist()}.")
    mean, reach = float(values.mean()), np.nan
    if runs >= RUNS_FOR_INTERVAL:
        error = float(values.std(ddof=1)) / np.sqrt(runs)
        reach = error * float(stdtrit(runs - 1, (1 + confidence) / 2))
    deviation = float(values.std()) if runs > 1 else np.nan
    best = float(values.max())
    return Estimate(mean, deviation, mean - reach, mean + reach, runs, best=best)


def jackknife_error(run_means: np.ndarray) -> np.ndarray:
    """Standard error of a mean over pairs: (runs, ...) -> (...), 0 or more.

    run_means[i] is the mean over the pairs that run i is in. Without run i the mean
    over pairs moves by -2 (run_means[i] - mean) / (runs - 2): the jackknife of a
    U-statistic of degree two. It errs on the wide side where the noise of single pairs
    outweighs that of runs (Efron and Stein 1981). NaN below three runs.
    """
    runs = len(run_means)
    if runs < RUNS_FOR_INTERVAL:
        return np.full(np.shape(run_means)[1:], np.nan)
    moves = 2 / (runs - 2) * (run_means - np.mean(run_means, axis=0))
    return np.sqrt((runs - 1) / runs * np.square(moves).sum(axis=0))


def pair_matrix(values: np.ndarray) -> np.ndarray:
    """Values of pairs (0, 1), (0, 2) ... -> (runs, runs), symmetric, diagonal 0."""
    values = np.asarray(values, dtype=np.float64)
    runs = round((1 + np.sqrt(1 + 8 * len(values))) / 2)
    if values.ndim != 1 or len(values) != runs * (runs - 1) // 2:
        raise ValueError(
            f"values must be one per pair of runs (1, 3, 6, 10 ...). Got {len(values)}."
        )
    matrix = np.zeros((runs, runs))
    matrix[np.triu_indices(runs, 1)] = values
    return matrix + matrix.T


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks of the last axis, from 1, ties share theirs: (..., n) -> (..., n)."""
    # scipy.stats takes most of a second to import, which most jobs have no use for
    from scipy.stats import rankdata

    return rankdata(values, axis=-1)


def correlation(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pearson's correlation of the last axis: (..., n) twice -> (...) in [-1, 1], NaN
    where either side is constant. Of ranks it is Spearman's."""
    varied = (np.ptp(first, axis=-1) > 0) & (np.ptp(second, axis=-1) > 0)
    first = first - first.mean(axis=-1, keepdims=True)
    second = second - second.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.square(first).sum(axis=-1) * np.square(second).sum(axis=-1))
    # not 0, as the mean of equal numbers may be off by their last bit
    products = (first * second).sum(axis=-1)
    return np.clip(products / np.where(varied, spread, np.nan), -1, 1)


def jackknife_interval(
    value: np.ndarray, *without: np.ndarray, confidence: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the interval of any statistic: (...), (groups, ...) -> (...) twice.

    without[g] is the statistic without the runs of group g, groups of one size (to
    one run). A statistic of several independent samples takes one such array of each;
    their variances add up. Student's interval with groups - 1 degrees of freedom, of
    several samples those of Welch and Satterthwaite; NaN below three groups, or where a
    group's statistic is.
    """
    if min(len(left) for left in without) < RUNS_FOR_INTERVAL:
        nothing = np.full(np.shape(value), np.nan)
        return nothing, nothing
    parts = [jackknife_variance(left) for left in without]
    groups = [len(left) for left in without]
    weights = sum(part**2 / (n - 1) for part, n in zip(parts, groups, strict=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        joined = np.square(sum(parts)) / weights
    freedom = np.where(weights > 0, joined, min(groups) - 1)
    reach = np.sqrt(sum(parts)) * stdtrit(freedom, (1 + confidence) / 2)
    return value - reach, value + reach


def jackknife_variance(left: np.ndarray) -> np.ndarray:
    """Variance of a statistic by its values without each group: (groups, ...)."""
    moves = left - np.mean(left, axis=0)
    return (len(left) - 1) / len(left) * np.square(moves).sum(axis=0)
