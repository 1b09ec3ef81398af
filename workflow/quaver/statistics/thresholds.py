"""From which cosine, and down to which rank, similarity says anything, and how surely.

The threshold is the least bin whose mean baseline, fitted by a rising curve, passes two
marks. It lies above the band of relabellings (quaver.statistics.relabelling), and above
their mean by an effect, a share of the baseline's deviation over all pairs. The band
says that there is something, the effect that it matters. Where the band is narrower
than the effect, more pairs make a threshold surer, but no lower: it is the model's.

Ranks are read from the last to the first, in groups of growing width, so that for both
the curve rises with similarity. Intervals over words: quaver.statistics.over_words.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics import RUNS_FOR_INTERVAL, Estimate, run_mean
from quaver.statistics.bootstrap import METHODS, sample
from quaver.statistics.relabelling import LEVEL, Band, band
from quaver.statistics.welch import Moments, Threshold, moments

GROWTH = 1.25  # of the widths of groups of ranks
SMALL = "no bin exceeds relabellings by the effect"
NOTHING = "no bin lies above the band of relabellings"
ONE_GROUP = "runs agree within one group: their interval is of its width alone"
LACKING = "{} of {} runs on {} text have no threshold: others are told"
CONFIDENCE = 0.95  # of intervals over runs, as run_mean has it
OF_TEXT = "whole"  # the method of statistics.bootstrap for thresholds of texts


class Rule(NamedTuple):
    """least_pairs: of a bin that counts. effect: in deviations of the baseline over all
    pairs. level: of the simultaneous band of relabellings. times: so often rules in
    print count a pair of a bin."""

    least_pairs: int = 1000
    effect: float = 0.1
    level: float = LEVEL
    times: int = 1


RULE = Rule()


class Curve(NamedTuple):
    """Mean baseline of the bins that count, in order of rising similarity.

    bins: (kept,) int64 of all, those of ranks from the last to the first. groups: their
    moments. band: excess over relabellings. effect: in units of the baseline.
    """

    bins: np.ndarray
    groups: Moments
    band: Band
    effect: float

    @property
    def least(self) -> np.ndarray:
        """Excess a bin must reach: (kept,)."""
        return np.maximum(self.band.upper, self.effect)


class Runs(NamedTuple):
    """Thresholds of runs and widths of the groups they are told by: (runs,) each, NaN
    of none."""

    values: np.ndarray
    widths: np.ndarray


class OverRuns(NamedTuple):
    """estimate: of runs that have a threshold, NaN of none. without: runs that have
    none. note: that there are such, or why there is no interval. drawn: the mean over
    bootstrapped texts, where the estimate is that of the whole one."""

    estimate: Estimate
    without: int
    note: str
    drawn: float = np.nan


def rank_edges(ranks: int, growth: float = GROWTH) -> np.ndarray:
    """Edges of groups of ranks 1 to `ranks`: (groups + 1,) int64.

    Group g holds ranks edges[g] to edges[g + 1] - 1. Each edge is `growth` times the
    one before, or the next rank; what is left at the end joins the last group.
    """
    if ranks < 1 or growth <= 1:
        raise ValueError(
            "rank_edges needs ranks of 1 or more and a growth above 1. "
            f"Got {ranks} and {growth}."
        )
    edges = [1]
    while max(edges[-1] + 1, int(edges[-1] * growth)) <= ranks:
        edges.append(max(edges[-1] + 1, int(edges[-1] * growth)))
    if len(edges) > 2 and ranks + 1 - edges[-1] < edges[-1] - edges[-2]:
        edges.pop()
    return np.array([*edges, ranks + 1], dtype=np.int64)


def curve(
    counts: np.ndarray,
    values: np.ndarray,
    relabelled: np.ndarray,
    rule: Rule = RULE,
    *,
    ranks: bool = False,
) -> Curve:
    """Curve of a model: counts (bins, levels), values (levels,) -> Curve.

    relabelled: (relabellings, bins) mean baseline under each. ranks: the bins are
    groups of ranks, the most similar first.
    """
    groups = moments(counts, values)
    bins = np.flatnonzero(groups.pairs >= max(rule.least_pairs, 1))
    if len(bins) < 2:
        raise ValueError(
            f"a threshold needs two bins of {rule.least_pairs} pairs. Got {len(bins)}: "
            "compare more words, or lower 'least_pairs'."
        )
    if ranks:
        bins = bins[::-1]
    kept = groups.at(bins)
    excess = band(kept.mean, relabelled[:, bins], kept.pairs, rule.level)
    deviation = np.sqrt(moments(counts.sum(axis=0), values).variance)
    return Curve(bins, kept, excess, float(rule.effect * deviation))


def threshold(curve: Curve) -> Threshold:
    """First bin, of ranks the last group, that says something: Curve -> Threshold."""
    above = np.flatnonzero(curve.band.fit >= curve.least)
    if len(above):
        return Threshold(int(curve.bins[above[0]]))
    return Threshold(None, NOTHING if band_left(curve).group is None else SMALL)


def band_left(curve: Curve) -> Threshold:
    """First bin above the band, whatever the effect: Curve -> Threshold."""
    above = np.flatnonzero(curve.band.fit > curve.band.upper)
    if not len(above):
        return Threshold(None, NOTHING)
    return Threshold(int(curve.bins[above[0]]))


def over_runs(
    thresholds: Sequence[float], *, widths=0.0, of_text: bool = False
) -> OverRuns:
    """Mean over runs with its interval: (runs,) cosines or ranks, NaN of no threshold.

    of_text: runs are of bootstrapped texts, and the interval is of the text. They stray
    from one another as the text strays from what it was drawn of, and more runs make
    that no less: t s sqrt(1 + 1 / n). Of one text it is that of the mean, t s / sqrt n.
    widths: (runs,) of the groups that thresholds are told by, w on average. All runs
    are rounded to the same groups, and held against the same deals, which no further
    run makes surer. So w^2 / 12 is added to the variance of the mean.
    Runs without a threshold are counted and told; the mean is of the others.
    """
    values = np.asarray(thresholds, dtype=np.float64)
    is_told = np.isfinite(values)
    own, runs = values[is_told], len(values)
    without = runs - len(own)
    if not len(own):
        nothing = Estimate(np.nan, np.nan, np.nan, np.nan, 0)
        return OverRuns(nothing, without, f"none of {runs} runs has a threshold")
    mean = run_mean(own)
    spread = (mean.high - mean.mean) * np.sqrt(len(own) + 1 if of_text else 1)
    estimate = _reaching(mean, spread, np.broadcast_to(widths, values.shape)[is_told])
    missing = f"{without} of {runs} runs have no threshold: the mean is of the others"
    is_one = len(own) > 1 and np.ptp(own) == 0
    notes = [missing * bool(without), estimate.note, ONE_GROUP * bool(is_one)]
    return OverRuns(estimate, without, "; ".join(filter(None, notes)))


def over_texts(drawn: Runs, whole: Runs, method: str = OF_TEXT) -> OverRuns:
    """The threshold of a whole text, with the interval of other texts of its size.

    drawn: of bootstrapped texts. whole: of the text they were drawn of; one run or more
    has a threshold. A drawn text repeats units and lacks others, so its threshold
    strays to one side, as that of a smaller text would. So the interval is `whole` of
    statistics.bootstrap: around the mean of the whole text, with the spread of drawn
    ones, which holds the chance of text and training; and w^2 / 12 of the whole's.
    """
    own, its = over_runs(drawn.values), over_runs(whole.values)
    both = (sample(x.values) for x in (whole, drawn))
    centre, _, high = map(float, METHODS[method](*both, CONFIDENCE))
    around = replace(own.estimate, mean=centre, low=np.nan, high=np.nan)
    widths = whole.widths[np.isfinite(whole.values)]
    estimate = _reaching(around, high - centre, widths)
    notes = [
        LACKING.format(its.without, len(whole.values), "whole") * bool(its.without),
        LACKING.format(own.without, len(drawn.values), "drawn") * bool(own.without),
        estimate.note,
    ]
    note = "; ".join(filter(None, notes))
    return OverRuns(estimate, own.without, note, own.estimate.mean)


def over_text_ranks(drawn: Runs, whole: Runs, method: str = OF_TEXT) -> OverRuns:
    """The same of ranks, whose groups widen: ends are as many times less and more."""
    logs = (Runs(np.log(x.values), x.widths / x.values) for x in (drawn, whole))
    told = over_texts(*logs, method)
    low, high = np.exp([told.estimate.low, told.estimate.high]).tolist()
    mean, drawn_mean = (over_runs(x.values).estimate.mean for x in (whole, drawn))
    estimate = replace(told.estimate, mean=mean, low=low, high=high)
    return told._replace(estimate=estimate, drawn=drawn_mean)


def _reaching(mean: Estimate, spread: float, widths: np.ndarray) -> Estimate:
    """The mean with its interval: of Student's spread, and of groups it is told by."""
    if mean.runs < RUNS_FOR_INTERVAL:
        return mean
    t = stdtrit(mean.runs - 1, (1 + CONFIDENCE) / 2)
    reach = float(np.hypot(spread, t * np.sqrt(np.square(widths).mean() / 12)))
    return replace(mean, low=mean.mean - reach, high=mean.mean + reach)
