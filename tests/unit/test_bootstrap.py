"""Intervals of cosines: small cases by hand, NaN, bounds, coverage of known data."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import t

from quaver.statistics.bootstrap import (
    DEFAULT,
    METHODS,
    interval,
    sample,
)

WHOLE = np.array([0.5, 0.6, 0.7])  # mean 0.6, variance 0.01
RESAMPLED = np.array([0.2, 0.4, 0.5, 0.7])  # mean 0.45, variance 0.13 / 3
T3 = t.ppf(0.975, 3)
DEVIATION = np.sqrt(0.13 / 3)

each_method = pytest.mark.parametrize("method", METHODS)


def ends(method, whole=WHOLE, bootstrapped=RESAMPLED, confidence=0.95):
    found = interval(method, whole, bootstrapped, confidence)
    return found.estimate, found.low, found.high


def test_student_intervals_by_hand(subtests):
    for method, centre, reach in [
        ("normal", 0.45, T3 * DEVIATION),
        ("centred", 0.75, T3 * DEVIATION),
        ("whole", 0.6, T3 * DEVIATION),
        ("whole_rms", 0.6, T3 * np.sqrt(0.13 / 3 + 0.15**2)),
        ("whole_apart", 0.6, T3 * np.sqrt(0.13 / 3 - 0.01 + 0.01 / 3)),
        (
            "centred_apart",
            0.75,
            T3 * np.sqrt(0.13 / 3 - 0.01 + 4 * 0.01 / 3 + 0.13 / 12),
        ),
    ]:
        with subtests.test(method=method, centre=centre, reach=reach):
            expected = centre, max(centre - reach, -1), min(centre + reach, 1)
            assert_allclose(ends(method), expected)


def test_quantiles_by_hand():
    low, high = 0.2 + 0.5 * 0.2, 0.5 + 0.5 * 0.2  # places 0.5 and 2.5 of four
    assert_allclose(ends("percentile", confidence=2 / 3), (0.45, low, high))
    assert_allclose(ends("basic", confidence=2 / 3), (0.75, 1.2 - high, 1.2 - low))


def test_quantiles_are_numpys_where_nothing_is_missing():
    cosines = np.random.default_rng(1).uniform(-1, 1, (7, 5))
    for share in (0.025, 0.3, 1):
        found = sample(cosines).quantile(share)
        assert_allclose(found, np.quantile(cosines, share, axis=0))


def test_training_noise_alone_leaves_an_interval_of_the_mean():
    """Where resampling adds nothing, only what the mean keeps of training is left."""
    steady = np.array([0.55, 0.6, 0.65])
    _, low, high = ends("whole_apart", bootstrapped=steady)
    assert_allclose(high - low, 2 * t.ppf(0.975, 2) * np.sqrt(0.01 / 3))


@each_method
def test_absent_runs_are_skipped(method):
    gaps = np.insert(RESAMPLED, [0, 2, 4], np.nan)
    found = ends(method, np.append(WHOLE, np.nan), gaps)
    assert_allclose(found, ends(method))


@each_method
def test_fewer_than_three_cosines_give_no_interval(method):
    few = np.array([0.1, 0.2, np.nan])
    for whole, bootstrapped in [(few, RESAMPLED), (WHOLE, few), (few * np.nan, few)]:
        found = interval(method, whole, bootstrapped, 0.95)
        assert np.isnan([found.estimate, found.low, found.high]).all()
        assert not found.clipped


@each_method
def test_arrays_are_taken_element_by_element(method):
    generator = np.random.default_rng(2)
    whole, resampled = (generator.uniform(-0.3, 0.3, (runs, 4, 3)) for runs in (5, 6))
    whole[:3, 1, 2] = np.nan  # two are left
    found = np.array(ends(method, whole, resampled))
    assert found.shape == (3, 4, 3)
    assert_array_equal(np.argwhere(np.isnan(found[1])), [[1, 2]])
    alone = ends(method, whole[:, 3, 1], resampled[:, 3, 1])
    assert_allclose(found[:, 3, 1], alone)


@each_method
def test_ends_stay_within_the_bounds_and_cuts_are_told(method):
    near = np.array([0.9, 0.97, 1.0])
    spread = np.array([0.5, 0.8, 0.99, 1.0])
    found = interval(method, near, spread, 0.95)
    assert -1 <= found.low <= found.estimate <= found.high <= 1
    assert found.clipped == (not method.endswith("_z") and method != "percentile")


@each_method
def test_equal_cosines_give_their_own_value(method):
    same = np.full(4, 0.25)
    assert_allclose(ends(method, same, same), (0.25, 0.25, 0.25))


def simulated(method, shift, tau=0.03, sigma=0.05, cells=20_000):
    """Coverage of a true 0.1 where normal resamples are off by a shift."""
    generator = np.random.default_rng(3)
    text = 0.1 + sigma * generator.standard_normal(cells)
    whole = text + tau * generator.standard_normal((8, cells))
    spread = np.hypot(sigma, tau)
    resampled = text + shift + spread * generator.standard_normal((20, cells))
    _, low, high = ends(method, whole, resampled)
    return float(np.mean((low <= 0.1) & (high >= 0.1)))


MARGIN = 4 * np.sqrt(0.05 * 0.95 / 20_000)


def test_the_widths_told_apart_cover_normal_data_as_promised(subtests):
    for shift in [0, -0.1]:
        with subtests.test(shift=shift):
            found = simulated("whole_apart", shift)
            assert (
                abs(found - 0.95) < 0.02
            )  # Student's t is only near: a difference varies more
            assert simulated("whole", shift) > 0.95 + MARGIN, (
                "it counts training in full"
            )


def test_a_shift_of_resamples_ruins_what_takes_them_for_the_truth():
    assert simulated("percentile", -0.1) < 0.6
    assert simulated("normal", -0.1) < 0.7
    assert simulated("percentile", 0) > 0.9


def test_what_is_no_method_or_confidence_is_refused(subtests):
    for method, confidence in [("bca", 0.95), (DEFAULT, 1.0)]:
        with subtests.test(method=method, confidence=confidence):
            with pytest.raises(ValueError, match=r"must be .* Got"):
                interval(method, WHOLE, RESAMPLED, confidence)
