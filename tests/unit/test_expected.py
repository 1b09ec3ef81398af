import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.integrate import quad
from scipy.stats import binom, norm

from quaver.statistics.expected import (
    centred,
    normal_density,
    p_shares,
    share_band,
    studentised_density,
    whitened,
)


def test_shares_by_hand():
    p = np.array([0.0, 0.0499, 0.05, 0.5, 1.0, np.nan])
    expected = np.zeros(20)
    expected[[0, 1, 10, 19]] = 0.4, 0.2, 0.2, 0.2
    assert_allclose(p_shares(p), expected)


def test_a_value_that_begins_a_bin_is_in_it_however_it_was_rounded():
    for p in (1 - 0.8, 0.2, np.float32(0.2)):
        assert np.flatnonzero(p_shares(np.array([p]))) == [4]


def test_weights_count_values_more_than_once():
    p = np.array([0.1, 0.9, np.nan])
    assert_allclose(p_shares(p, np.array([3.0, 1.0, 5.0]))[[2, 18]], [0.75, 0.25])


def test_no_p_values_have_no_shares():
    assert np.isnan(p_shares(np.array([np.nan]))).all()


def test_the_band_holds_what_a_binomial_gives():
    low, high = share_band(np.array([0.05, 0.5]), 200)
    assert_allclose(200 * low[0], binom.ppf(0.025, 200, 0.05))
    assert_allclose(200 * high[1], binom.ppf(0.975, 200, 0.5))
    drawn = np.random.default_rng(4).binomial(200, 0.05, 20_000) / 200
    inside = np.mean((low[0] <= drawn) & (drawn <= high[0]))
    assert 0.95 <= inside < 0.98  # wider than asked, as counts are whole


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_what_is_certain_has_no_band(share):
    low, high = share_band(np.array([share]), 50)
    assert (low[0], high[0]) == (share, share)


def test_whitening_by_hand_and_by_shift_and_scale():
    values = np.array([[1.0, 5.0, 0.3], [3.0, 5.0, 0.1], [5.0, 5.0, 0.2]])
    found = whitened(values)
    third = np.sqrt(1.5)
    assert_allclose(found, [-third, third, 0, -third, third, 0], atol=1e-12)
    assert_allclose(whitened(7 * values - 3), found, atol=1e-12)
    assert len(whitened(np.ones((4, 2)))) == 0


@pytest.mark.parametrize("runs", [3, 4, 5, 8, 30])
def test_the_density_is_one_of_mean_0_and_variance_1(runs):
    reach = np.sqrt(runs - 1)
    for power, expected in ((0, 1), (1, 0), (2, 1)):
        # by the sine, as the density of three runs has no bound
        found, _ = quad(
            lambda angle, power=power: (
                studentised_density(reach * np.sin(angle), runs)
                * (reach * np.sin(angle)) ** power
                * reach
                * np.cos(angle)
            ),
            -np.pi / 2,
            np.pi / 2,
        )
        assert_allclose(found, expected, atol=1e-6)


def test_the_density_has_known_shapes():
    inside = np.array([-1.7, 0.0, 1.0])
    assert_allclose(studentised_density(inside, 4), 1 / (2 * np.sqrt(3)))
    arcsine = 1 / (np.pi * np.sqrt(2 - np.array([0.0, 1.0]) ** 2))
    assert_allclose(studentised_density(np.array([0.0, 1.0]), 3), arcsine)
    assert_allclose(studentised_density(inside, 10**6), norm.pdf(inside), rtol=1e-4)
    assert_array_equal(studentised_density(np.array([-9.0, 2.7, 9.0]), 8), 0)


@pytest.mark.parametrize("runs", [3, 8])
def test_whitened_normal_values_have_the_density(runs):
    values = whitened(np.random.default_rng(5).standard_normal((runs, 40_000)))
    edges = np.linspace(-0.95, 0.95, 11) * np.sqrt(runs - 1)
    shares = np.histogram(values, edges)[0] / len(values)
    expected = [
        quad(lambda z: studentised_density(z, runs), *ends)[0]
        for ends in zip(edges, edges[1:], strict=False)
    ]
    assert_allclose(shares, expected, atol=0.006)


def test_two_runs_have_no_density():
    with pytest.raises(ValueError, match="runs must be 3 or more. Got 2 instead"):
        studentised_density(np.zeros(3), 2)


def test_the_normal_density_is_the_normal_density():
    across = np.linspace(-1, 2, 7)
    assert_allclose(normal_density(across, 0.5, 0.2), norm.pdf(across, 0.5, 0.2))


@pytest.mark.parametrize("runs", [2, 4, 100])
def test_few_runs_do_not_look_steadier_than_many(runs):
    values = np.random.default_rng(6).normal(3, 0.2, (runs, 30_000))
    around = centred(values)
    assert around.shape == values.shape
    assert_allclose(around.mean(axis=0), 0, atol=1e-12)
    assert_allclose(np.sqrt(np.square(around).mean()), 0.2, rtol=0.02)


def test_one_run_lies_on_its_mean():
    assert_array_equal(centred(np.array([[1.0, 2.0]])), [[0, 0]])
