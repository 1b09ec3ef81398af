from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import kstest, shapiro, spearmanr

from quaver.measures.cosines import normality
from quaver.measures.independence import expected_rejections, independence


@pytest.fixture
def cosines():
    return np.random.default_rng(21).normal(0.3, 0.02, (16, 900))


def test_normality_is_the_test_of_each_pair(cosines):
    expected = [shapiro(column).pvalue for column in cosines.T[:20]]
    assert_allclose(normality(cosines[:, :20]), expected)


def test_independence_is_the_test_of_each_pair_of_pairs(cosines):
    cosines = np.round(cosines, 2)  # many ties
    expected = [
        spearmanr(cosines[:, k], cosines[:, k + 1]).pvalue for k in range(0, 40, 2)
    ]
    assert_allclose(independence(cosines[:, :41]), expected)


def test_of_normal_independent_cosines_p_is_uniform(cosines):
    assert kstest(normality(cosines), "uniform").pvalue > 0.01
    assert kstest(independence(cosines), "uniform").pvalue > 0.01


def test_what_is_not_normal_is_found():
    skew = np.random.default_rng(1).exponential(size=(64, 200))
    assert (normality(skew) < 0.05).mean() > 0.95


def test_what_depends_is_found(cosines):
    moved = cosines + np.linspace(0, 0.2, 16)[:, None]
    assert (independence(moved) < 0.05).mean() > 0.95
    assert_allclose(independence(np.repeat(cosines[:, :3], 2, axis=1)), 0)


def test_pairs_that_never_move_have_no_p(cosines):
    cosines[:, 3] = 0.1
    assert_array_equal(np.flatnonzero(np.isnan(normality(cosines))), [3])
    assert_array_equal(np.flatnonzero(np.isnan(independence(cosines))), [1])
    still = np.repeat(cosines[:1], 16, axis=0)
    assert np.isnan(normality(still)).all() and np.isnan(independence(still)).all()


@pytest.mark.parametrize("measure", [normality, independence])
def test_scale_and_place_do_not_matter(measure, cosines):
    assert_allclose(measure(2 * cosines - 0.5), measure(cosines), rtol=1e-6)


@pytest.mark.parametrize("measure", [normality, independence])
def test_the_order_of_runs_does_not_matter(measure, cosines):
    assert_allclose(measure(cosines[::-1]), measure(cosines), rtol=1e-9)


@pytest.mark.parametrize("measure", [normality, independence])
@pytest.mark.parametrize("shape", [(2, 5), (7,)])
def test_too_few_runs_are_refused(measure, shape):
    with pytest.raises(ValueError, match=r"\(runs, pairs\) with 3 runs or more"):
        measure(np.ones(shape))


def test_expected_rejections_are_those_of_all_orders():
    orders = np.array(list(permutations(range(6))), dtype=float)
    told = np.repeat(orders.T, 2, axis=1)
    told[:, ::2] = np.arange(6)[:, None]
    share = (independence(told) < 0.05).mean()
    assert_allclose(expected_rejections(6), share)
    assert 0.05 < share < 0.06


def test_expected_rejections_near_the_level_with_the_runs():
    assert_allclose(expected_rejections(8), 0.0575, atol=3e-4)
    assert abs(expected_rejections(12) - 0.05) < 0.003
    assert expected_rejections(128) == 0.05
    assert expected_rejections(128, 0.01) == 0.01
