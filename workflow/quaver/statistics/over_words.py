"""How far the threshold of a model hangs on the words that were compared.

Below the loose end of an interval similarity tells nothing that the baseline sees,
above the strict end it does.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics import RUNS_FOR_INTERVAL, jackknife_variance
from quaver.statistics.relabelling import rising
from quaver.statistics.thresholds import Curve, threshold
from quaver.statistics.welch import Threshold, moments


class Interval(NamedTuple):
    """A threshold and its ends: loose is the bin of least similarity, strict of most.

    An end is None, with the reason, where no bin is one: of loose, that even the
    highest bin lies surely below; of strict, that it does not lie surely above.
    """

    threshold: Threshold
    loose: Threshold
    strict: Threshold


def interval(
    curve: Curve,
    without: np.ndarray,
    values: np.ndarray,
    confidence: float = 0.95,
    *,
    share: float = 1.0,
) -> Interval:
    """Interval over words: counts without each group of words (groups, bins, levels).

    A threshold is a step of the data: without a group of words it stays, or moves by
    whole bins. So a jackknife of it is no guide, and its curve is jackknifed instead.
    Pairs share words, hence words are left out with all their pairs. A bin is no
    threshold if its fit, moved by its reach, stays on one side of the mark.
    The ends are the outermost bins from the threshold on, without a gap, that may be
    it. T <= b where the curve at b is high enough, so each end errs as often as one
    interval of one mean does. The band is taken as it is.
    share: of the words. The interval is then of the threshold that so few of them tell,
    beside that of all, where noise alone parts the two.
    """
    own = threshold(curve)
    if len(without) < RUNS_FOR_INTERVAL:
        reason = f"no interval: it needs {RUNS_FOR_INTERVAL} groups of words"
        return Interval(own, Threshold(None, reason), Threshold(None, reason))
    means = moments(without, values).mean[:, curve.bins]
    whole = moments(without.sum(axis=1), values).mean
    reach = _reach(curve, means - whole[:, None], confidence, share)
    above = np.append(curve.band.fit >= curve.least, True)
    start = int(np.argmax(above))  # behind all where there is no threshold
    return Interval(own, _loose(curve, reach, start), _strict(curve, reach, start))


def _reach(
    curve: Curve, means: np.ndarray, confidence: float, share: float
) -> np.ndarray:
    """Half of the interval of each bin's fit: means without each group -> (kept,).

    Means are less those of all pairs, a shift that relabelled curves have too. They are
    fitted as the curve is, since a fit errs less than its bins. A pair is left out with
    either of its words, so the jackknife counts its own noise twice. Once is taken off,
    as in the variance of dyads (Aronow et al. 2015). What stays is at least that of
    pairs which share no word. There is no bound where a bin's pairs are all of one
    group's words.
    Of the variance that of pairs grows as pairs get fewer, that of words as words do. A
    share of the words is a part of them all, so it strays from them by what it adds.
    """
    pairs, band = curve.groups.pairs, curve.band
    excess = means - (curve.groups.mean - band.mean)
    unbound = np.isnan(excess).any(axis=0)
    fits = rising(np.where(unbound, band.mean, excess), pairs)
    level = np.unique(band.fit, return_inverse=True)[1]  # bins that were pooled
    squares = np.bincount(level, pairs * np.nan_to_num(curve.groups.variance))
    alone = (squares / np.square(np.bincount(level, pairs)))[level]
    of_words = np.maximum(jackknife_variance(fits) - 2 * alone, 0)
    variance = of_words + alone
    if share < 1:
        variance = of_words * (1 / share - 1) + alone * (1 / share**2 - 1)
    t = stdtrit(len(means) - 1, (1 + confidence) / 2)
    return np.where(unbound, np.inf, t * np.sqrt(variance))


def _loose(curve: Curve, reach: np.ndarray, start: int) -> Threshold:
    """Least bin from which all up to the threshold may be high enough."""
    surely = np.flatnonzero((curve.band.fit + reach < curve.least)[:start])
    first = int(surely[-1]) + 1 if len(surely) else 0
    if first == len(curve.bins):
        return Threshold(None, "all bins lie surely below")
    return Threshold(int(curve.bins[first]))


def _strict(curve: Curve, reach: np.ndarray, start: int) -> Threshold:
    """First bin, from the threshold on, that is surely high enough."""
    surely = np.flatnonzero((curve.band.fit - reach >= curve.least)[start:])
    if not len(surely):
        return Threshold(None, "no bin lies surely above")
    return Threshold(int(curve.bins[start + surely[0]]))
