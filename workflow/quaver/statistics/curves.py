"""Curves and thresholds of the runs of a cell, or why a run has none.

Relabellings are of the first run, moved to where a few of them lie in the others: bins
in which it has no pairs have nothing beside them.
"""

import numpy as np

from quaver.statistics import thresholds
from quaver.statistics.thresholds import Curve, Rule
from quaver.statistics.welch import (
    Threshold,
    first_above_lowest,
    moments,
    repeated,
)

OURS, PRINTED = "above_relabelled", "first_above_lowest"  # rules, ours and in print


def curve_of(
    counts: np.ndarray,
    values: np.ndarray,
    dealt: np.ndarray,
    rule: Rule,
    *,
    ranks: bool = False,
) -> Curve | str:
    """Curve of a run: counts (bins, levels), or why there is none.

    dealt: (relabellings, bins) mean baseline under each, NaN of bins without pairs.
    """
    is_dealt = np.isfinite(dealt).all(axis=0)
    kept = counts * is_dealt[:, None]
    try:
        return thresholds.curve(kept, values, dealt, rule, ranks=ranks)
    except ValueError as error:
        return str(error)


def threshold_of(curve: Curve | str) -> Threshold:
    """First bin that says something, or why there is none."""
    if isinstance(curve, str):
        return Threshold(None, curve)
    return thresholds.threshold(curve)


def cosine_thresholds(
    counts: np.ndarray,
    values: np.ndarray,
    dealt: np.ndarray,
    rule: Rule,
    *,
    edges: np.ndarray,
) -> tuple[np.ndarray, list[str]]:
    """Least cosines of runs: counts (runs, bins, levels) -> (runs,), NaN of none; why.

    dealt: (runs, relabellings, bins), or one for all. edges: (bins + 1,) of cosines.
    """
    of_runs = np.broadcast_to(dealt, (len(counts), *dealt.shape[-2:]))
    pairs = zip(counts, of_runs, strict=True)
    every = [threshold_of(curve_of(own, values, x, rule)) for own, x in pairs]
    return np.array([x.value(edges[:-1]) for x in every]), [x.reason for x in every]


def printed_thresholds(
    counts: np.ndarray,
    values: np.ndarray,
    dealt: np.ndarray,
    rule: Rule,
    *,
    edges: np.ndarray,
) -> tuple[np.ndarray, list[str]]:
    """Cosines that the rule in print cuts runs at: (runs, bins, levels) -> (runs,).

    Elekes et al. 2018, section 4.4.2: the first bin above the lowest, called by its
    upper edge as there. NaN of none; why. It does not ask what words dealt anew give.
    Pairs count as often as the rule says.
    """
    groups = (repeated(moments(own, values), rule.times) for own in counts)
    every = [first_above_lowest(own, rule.least_pairs, rule.level) for own in groups]
    return np.array([x.value(edges[1:]) for x in every]), [x.reason for x in every]


RULES = {OURS: cosine_thresholds, PRINTED: printed_thresholds}
