"""Thresholds of runs whose counts are hand-made, or why there is none."""

import numpy as np
import pytest

from quaver.statistics.curves import (
    cosine_thresholds,
    curve_of,
    printed_thresholds,
    threshold_of,
)
from quaver.statistics.thresholds import Rule

VALUES, EDGES = np.arange(3.0), np.linspace(-1, 1, 11)
LOW, HIGH = (600, 300, 100), (100, 300, 600)
RULE = Rule(least_pairs=100)


def counted(start, bins=10):
    """Counts of a run that means something from a bin on: (bins, levels)."""
    counts = np.tile(LOW, (bins, 1))
    counts[start:] = HIGH
    return counts


def dealt(bins=10):
    return 1 + 0.01 * np.random.default_rng(1).standard_normal((120, bins))


def test_each_run_has_its_own_threshold_or_a_reason():
    runs = np.array([counted(5), counted(7), counted(10)])
    found, reasons = cosine_thresholds(runs, VALUES, dealt(), RULE, edges=EDGES)
    assert found[:2] == pytest.approx(EDGES[[5, 7]])
    assert np.isnan(found[2]) and reasons[:2] == ["", ""]
    assert reasons[2].startswith("no bin")


def test_bins_without_deals_do_not_count():
    deals = dealt()
    deals[3, 5] = np.nan
    curve = curve_of(counted(5), VALUES, deals, RULE)
    assert 5 not in curve.bins
    assert threshold_of(curve).group == 6


def test_too_few_bins_are_a_reason():
    curve = curve_of(counted(5), VALUES, dealt(), Rule(least_pairs=10**6))
    assert "two bins of 1000000 pairs" in threshold_of(curve).reason


def test_the_rule_in_print_counts_pairs_as_often_as_asked():
    """Of one step of a bin too few pairs tell, unless each stands twice."""
    counts = counted(10)
    counts[5] = 568, 313, 119
    counts[7:] = HIGH
    found = [
        printed_thresholds(
            counts[None], VALUES, dealt(), RULE._replace(times=times), edges=EDGES
        )[0]
        for times in (1, 2)
    ]
    assert np.concatenate(found) == pytest.approx(EDGES[[8, 6]])
