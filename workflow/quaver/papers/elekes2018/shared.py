"""What tables and figures of sections 4 and 5 share: the groups that pairs fall in.

A group of cosines goes by its upper edge, as in print: G of -.18 holds what lies above
-.19, up to -.18. So do thresholds of the rules in print (quaver.house.meant).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from quaver.items.ends import cut, ends
from quaver.results.meaning import MeaningNumbers
from quaver.statistics import run_mean
from quaver.statistics.thresholds import Rule
from quaver.statistics.welch import Moments, moments

LEAST, MOST = (
    -0.4,
    0.8,
)  # groups of cosines that section 4 looks at, of models like CBOW
RARE = 0.01  # of the pairs
COSINES, SHARES = (-1.0, 1.0), (0.0, 1.0)


class Groups(NamedTuple):
    """Pairs of words by cosine or by rank, in every run of a cell.

    names: (groups,) upper edges of cosines, or last ranks; lows: (groups,) what they
    begin above, or their first ranks. runs: Moments of (runs, groups). dealt: (groups,)
    mean of words dealt anew, in the first run.
    """

    names: np.ndarray
    lows: np.ndarray
    runs: Moments
    dealt: np.ndarray


def inside(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored arrays without the pairs that section 4 leaves out: counts of bins.

    Of words dealt anew, too. Print leaves out what is rare; where more than RARE of the
    pairs lie outside the range, it is another model's, and all are kept.
    """
    upper, pairs = stored["edges"][1:], stored["counts"].sum(axis=2)
    kept = (upper >= LEAST) & (upper <= MOST)
    if (pairs[:, ~kept].sum(axis=1) > RARE * pairs.sum(axis=1)).any():
        return dict(stored)
    own = {"relabelled_pairs": stored["relabelled_pairs"] * kept}
    return {**stored, **own, "counts": stored["counts"] * kept[None, :, None]}


def cosines_of(numbers: MeaningNumbers, rule: Rule) -> Groups:
    """Groups of cosines, of those inside, that have enough pairs in every run."""
    stored = inside(numbers.stored)
    groups = moments(stored["counts"], stored["values"])
    enough = (groups.pairs >= max(rule.least_pairs, 2)).all(axis=0)
    edges, kept = stored["edges"], np.flatnonzero(enough)
    dealt = stored["relabelled"].mean(axis=0)[kept]
    return Groups(edges[kept + 1], edges[kept], groups.at(kept), dealt)


def ranks_of(numbers: MeaningNumbers) -> Groups:
    """Groups of ranks, in order, that have two pairs or more in every run."""
    stored = numbers.stored
    groups = moments(stored["rank_counts"], stored["values"])
    kept = np.flatnonzero((groups.pairs > 1).all(axis=0))
    first, beyond = stored["rank_edges"][kept], stored["rank_edges"][kept + 1]
    dealt = stored["relabelled_ranks"].mean(axis=0)[kept]
    return Groups(beyond - 1, first, groups.at(kept), dealt)


def over_runs(name: str, values: np.ndarray, bounds: tuple[float, float]) -> dict:
    """Columns of a mean over runs and its ends, cut at bounds: (runs,)."""
    own = run_mean(values)
    low, high, _ = cut(own.low, own.high, bounds)
    return ends(name, own.mean, low, high)
