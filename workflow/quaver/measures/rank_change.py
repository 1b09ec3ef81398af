"""How far words near a query rise and fall from run to run."""

from typing import NamedTuple

import numpy as np

from quaver.measures.declare import Quantity

WHISKER = 1.5  # times the distance of the quartiles, as Tukey's


class Changes(NamedTuple):
    """The words of a query of best mean rank, nearest first.

    places: (words,) of them among those given; mean_ranks: (words,). changes: (runs,
    words), rank in a run minus mean rank, NaN where the run lacks the word.
    """

    places: np.ndarray
    mean_ranks: np.ndarray
    changes: np.ndarray


class Box(NamedTuple):
    """Quartiles; the farthest values within 1.5 times their distance; those beyond."""

    low: float
    quartile_1: float
    median: float
    quartile_3: float
    high: float
    outliers: int
    values: int


def rank_changes(ranks: np.ndarray, n: int) -> Changes:
    """Changes of rank of the n words of best mean rank: (runs, words), 0 absent.

    1 = nearest. Mean ranks are of the runs that have the word, at least half of those
    that have any; fewer than n words where not so many are.
    """
    has_word = ranks > 0
    present, runs_with_query = has_word.sum(axis=0), has_word.any(axis=1).sum()
    enough = (present > 0) & (2 * present >= runs_with_query)
    means = np.where(enough, ranks.sum(axis=0) / np.maximum(present, 1), np.inf)
    order = np.argsort(means, kind="stable")[:n]
    # fewer than n where no more words are in half of the runs
    places = order[np.isfinite(means[order])]
    changes = np.where(has_word[:, places], ranks[:, places] - means[places], np.nan)
    return Changes(places, means[places], changes)


def box(values: np.ndarray) -> Box:
    """The box of values, NaN skipped: any shape -> Box; of none all is NaN."""
    values = values[~np.isnan(values)]
    if not len(values):
        return Box(*[np.nan] * 5, 0, 0)
    first, middle, third = np.quantile(values, (0.25, 0.5, 0.75))
    reach = WHISKER * (third - first)
    inside = values[(values >= first - reach) & (values <= third + reach)]
    beyond = len(values) - len(inside)
    # quartiles lie between values: no whisker ends inside its box
    ends = min(float(inside.min()), first), max(float(inside.max()), third)
    quartiles = float(first), float(middle), float(third)
    return Box(float(ends[0]), *quartiles, float(ends[1]), beyond, len(values))


QUANTITIES = {
    "rank_change": Quantity(
        label="change of rank of words near queries",
        symbol="r_i(q, w) - <r(q, w)>",
        formula="rank in a run minus mean rank, of the 10 words of best mean rank",
        range=(float("-inf"), float("inf")),
        best="low",
        source="Antoniak and Mimno 2018, Figure 3",
    )
}
