from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import spearmanr

from quaver.measures.independence import (
    expected_rejections,
    expected_shares,
    independence,
)
from quaver.statistics.expected import p_shares


@pytest.mark.parametrize("runs", [3, 4, 5, 6])
def test_few_runs_are_counted_order_by_order(runs):
    ranks = np.arange(runs)
    p = [spearmanr(ranks, order).pvalue for order in permutations(ranks)]
    assert_allclose(expected_shares(runs), p_shares(np.array(p)), atol=1e-12)


@pytest.mark.parametrize("runs", [3, 8, 12])
def test_the_first_bin_is_the_share_of_rejections(runs):
    assert_allclose(expected_shares(runs)[0], expected_rejections(runs))


@pytest.mark.parametrize("runs", [3, 9, 12, 13, 20, 63, 64, 1000])
def test_shares_are_a_distribution(runs):
    shares = expected_shares(runs)
    assert shares.shape == (20,)
    assert (shares >= 0).all()
    assert_allclose(shares.sum(), 1)


@pytest.mark.filterwarnings("error")
def test_of_fewer_runs_than_the_test_needs_nothing_is_expected():
    assert np.isnan([expected_shares(runs) for runs in (1, 2)]).all()


@pytest.mark.parametrize("runs", [8, 13, 16, 30])
def test_independent_values_are_spread_so(runs):
    tests = 100_000
    values = np.random.default_rng(runs).standard_normal((runs, 2 * tests))
    found, expected = p_shares(independence(values)), expected_shares(runs)
    error = np.sqrt(expected * (1 - expected) / tests)
    # Student's t is off by up to 0.002 in a tail beyond the exact counts
    assert (np.abs(found - expected) < 4.5 * error + (runs > 12) * 0.0015).all()
    if runs > 12:  # and yet nearer than even bins
        assert np.abs(found - expected).sum() < np.abs(found - 0.05).sum()


def test_bins_become_even_as_runs_grow():
    unevenness = [np.ptp(expected_shares(runs)) for runs in (4, 8, 16, 32, 64)]
    assert unevenness == sorted(unevenness, reverse=True)
    assert unevenness[-1] == 0
