"""How the change of words hangs on their frequency, over pairs of periods.

Both are logged and standardised, as Hamilton et al. (2016) did; a word has an intercept
of its own, as it is met in several pairs (Eq. 4.3 of Rettenmeier 2020):

    change(w, t) = b0 + b frequency(w, t) + z(w) + noise
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.mixed import Fit, fits, groups_of
from quaver.statistics.values import Value, jackknife, sum_of

FLOOR = 1e-9  # of a change, and of rounding: a copy has no logarithm


class Values(NamedTuple):
    """What is judged, (values,) each: occurrences in the earlier period, the numbers of
    the word and of the pair of periods."""

    occurrences: np.ndarray
    word: np.ndarray
    pair: np.ndarray


class Lines(NamedTuple):
    """Lines of averages (averages,): slope of z-scores and its error, variances, R2;
    and means over averages of slope and R2 where words are drawn (draws,), and without
    each pair of periods (pairs,), none below three."""

    slope: np.ndarray
    error: np.ndarray
    between: np.ndarray
    within: np.ndarray
    marginal: np.ndarray
    conditional: np.ndarray
    drawn_slope: np.ndarray
    drawn_marginal: np.ndarray
    without_slope: np.ndarray
    without_marginal: np.ndarray


DRAWN, WITHOUT = "drawn", "without"
OVER = {DRAWN: "draws", WITHOUT: "pairs"}
AXES = {name: OVER.get(name.split("_")[0], "averages") for name in Lines._fields}


def standardised(values: np.ndarray, pair: np.ndarray, scale: str) -> np.ndarray:
    """z-scores over all pairs, or in each: (values,), numbers of pairs -> (values,)."""
    of = pair if scale == "pair" else np.zeros_like(pair)
    count = np.maximum(np.bincount(of), 1)
    around = values - (np.bincount(of, values) / count)[of]
    deviation = np.sqrt(np.bincount(of, np.square(around)) / count)
    return around / np.where(deviation > 0, deviation, 1)[of]


def lines(
    values: Values, change: np.ndarray, weights: np.ndarray, *, scale="pooled", log=True
) -> Lines:
    """The line of each average: change (averages, values) -> Lines.

    NaN, of words that an average lacks, do not count. weights: (draws, words), how
    often each word counts. log: whether changes are logged; debiased ones may lie
    below 0.
    """
    fitted, drawn, without = [], [], []
    for own in change:
        y = np.log(np.maximum(own, FLOOR)) if log else own
        kept = np.isfinite(own)
        every = _fits(values, y, kept, weights, scale=scale)
        slope, error = every.slope * every.scale, every.error * every.scale
        parts = every.between, every.within, every.marginal, every.conditional
        fitted.append([part[0] for part in (slope, error, *parts)])
        drawn.append([slope[1:], every.marginal[1:]])
        others = [
            _fits(values, y, kept & rest, weights[:0], scale=scale)
            for rest in _left_out(values)
        ]
        slopes = [x.slope[0] * x.scale[0] for x in others]
        without.append([slopes, [x.marginal[0] for x in others]])
    means = [part for own in (drawn, without) for part in np.mean(own, axis=0)]
    return Lines(*np.transpose(fitted), *means)


def _left_out(values: Values) -> list[np.ndarray]:
    """All values without each pair of periods, (values,) bool each; none where pairs,
    or words of the others, are too few."""
    rests = [values.pair != pair for pair in np.unique(values.pair)]
    words = [len(np.unique(values.occurrences[rest])) for rest in rests]
    return rests if len(rests) >= RUNS_FOR_INTERVAL <= min(words) else []


def _fits(values: Values, y: np.ndarray, kept: np.ndarray, weights, *, scale) -> Fit:
    """Lines through the values that are kept, z-scores of these: the first of all their
    words, then of words drawn."""
    pair, x = values.pair[kept], np.log(values.occurrences[kept])
    both = (standardised(z, pair, scale) for z in (x, y[kept]))
    grouped = groups_of(*both, values.word[kept])
    once = np.ones((1, len(grouped.size)))
    # z-scores of what is drawn: their deviations are not 1 again
    return fits(grouped, np.concatenate([once, weights[:, : once.size]]))


def estimate(of: np.ndarray, drawn: np.ndarray, without: np.ndarray = ()) -> Value:
    """Mean over averages, its error over words drawn, averages and pairs left out.

    The errors add up, on the wide side: noise of trainings that differs by word is in
    several. Where there are fewer than three, averages or pairs tell nothing. Without
    pairs an interval would be of these documents alone: what a pair's texts share, as
    their size, moves all its words together.
    """
    words = Value(float(np.mean(of)), float(np.std(drawn, ddof=1)), np.inf)
    return _joined(words, [of], without)


def apart(first: Sequence[np.ndarray], second: Sequence[np.ndarray]) -> Value:
    """First less second, each as in `estimate`: the same words are drawn of both, and
    the same pairs left out."""
    values = [part[0] for part in (first, second)]
    drawn = np.subtract(first[1], second[1])
    without = [part[2] if len(part) > 2 else () for part in (first, second)]
    gap = float(np.subtract(*map(np.mean, values)))
    words = Value(gap, float(np.std(drawn, ddof=1)), np.inf)
    return _joined(words, values, np.subtract(*without))


def _joined(words: Value, of: Sequence[np.ndarray], without: np.ndarray) -> Value:
    """A value with its error over words, with those over averages and pairs added."""
    parts = [over_averages(x) for x in of if len(x) >= RUNS_FOR_INTERVAL]
    if len(without) >= RUNS_FOR_INTERVAL:
        parts.append(jackknife(words.value, without))
    return sum_of([words, *parts])._replace(value=words.value)


def over_averages(of: np.ndarray) -> Value:
    """Mean of averages with the error of a jackknife: (averages,), three or more."""
    without = (np.sum(of) - of) / (len(of) - 1)
    return jackknife(np.mean(of), without)
