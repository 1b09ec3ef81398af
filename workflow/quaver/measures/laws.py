"""How the change of words hangs on their frequency, over pairs of periods.

Both are logged and standardised, as Hamilton et al. (2016) did; a word has an intercept
of its own, as it is met in several pairs (Eq. 4.3 of Rettenmeier 2020):

    change(w, t) = b0 + b frequency(w, t) + z(w) + noise
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.mixed import fits, groups_of
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
    and means over averages of slope and R2 where words are drawn (draws,)."""

    slope: np.ndarray
    error: np.ndarray
    between: np.ndarray
    within: np.ndarray
    marginal: np.ndarray
    conditional: np.ndarray
    drawn_slope: np.ndarray
    drawn_marginal: np.ndarray


AXES = {name: "draws" if "drawn" in name else "averages" for name in Lines._fields}


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
    fitted, drawn = [], []
    for own in change:
        kept = np.isfinite(own)
        word, pair = values.word[kept], values.pair[kept]
        y = np.log(np.maximum(own[kept], FLOOR)) if log else own[kept]
        x = np.log(values.occurrences[kept])
        grouped = groups_of(*(standardised(z, pair, scale) for z in (x, y)), word)
        once = np.ones((1, len(grouped.size)))
        every = fits(grouped, np.concatenate([once, weights[:, : once.size]]))
        # z-scores of what is drawn: their deviations are not 1 again
        slope, error = every.slope * every.scale, every.error * every.scale
        parts = every.between, every.within, every.marginal, every.conditional
        fitted.append([part[0] for part in (slope, error, *parts)])
        drawn.append([slope[1:], every.marginal[1:]])
    return Lines(*np.transpose(fitted), *np.mean(drawn, axis=0))


def estimate(of: np.ndarray, drawn: np.ndarray) -> Value:
    """Mean over averages, its error over words drawn and averages left out.

    Both errors add up, on the wide side: noise of trainings that differs by word is in
    either. Below three averages the words alone tell it.
    """
    words = Value(float(np.mean(of)), float(np.std(drawn, ddof=1)), np.inf)
    if len(of) < RUNS_FOR_INTERVAL:
        return words
    return sum_of([words, over_averages(of)])._replace(value=words.value)


def apart(first: Sequence[np.ndarray], second: Sequence[np.ndarray]) -> Value:
    """First less second, each as in `estimate`: the same words are drawn of both."""
    values = [part[0] for part in (first, second)]
    drawn = np.subtract(first[1], second[1])
    gap = float(np.subtract(*map(np.mean, values)))
    parts = [over_averages(x) for x in values if len(x) >= RUNS_FOR_INTERVAL]
    words = Value(gap, float(np.std(drawn, ddof=1)), np.inf)
    return sum_of([words, *parts])._replace(value=gap)


def over_averages(of: np.ndarray) -> Value:
    """Mean of averages with the error of a jackknife: (averages,), three or more."""
    without = (np.sum(of) - of) / (len(of) - 1)
    return jackknife(np.mean(of), without)
