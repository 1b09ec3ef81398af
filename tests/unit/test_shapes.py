"""Whether two distributions have one shape."""

import numpy as np
import pytest
from scipy.stats import ks_2samp

from quaver.statistics.distributions import (
    Binned,
    distance,
    drawn_test,
    draws,
    least_seen,
    of_levels,
    quantile,
    rejections,
    resolution,
)

EDGES = np.linspace(-1, 1, 201)


def of(*samples):
    """Histograms of samples, one per run."""
    return Binned(
        np.array([np.histogram(values, EDGES)[0] for values in samples]),
        EDGES,
        np.array([values.mean() for values in samples]),
        np.array([values.std() for values in samples]),
    )


def normal(seed, mean=0.1, deviation=0.12, size=20_000):
    return np.random.default_rng(seed).normal(mean, deviation, size).clip(-1, 1)


def skew(seed, size=20_000):
    return np.random.default_rng(seed).gamma(2, 0.08, size).clip(-1, 1) - 0.2


def scaled(values):
    return (values - values.mean()) / values.std()


def test_the_distance_of_histograms_is_that_of_samples_but_for_a_bin():
    one, other = normal(1), skew(2)
    exact = ks_2samp(scaled(one), scaled(other)).statistic
    # a bin of .01 holds so much of either at most
    width = 0.01 / 0.11 * 0.5
    assert distance(of(one), of(other)).value == pytest.approx(exact, abs=width / 2)
    assert exact > 0.05


def test_one_shape_of_other_mean_and_deviation_is_no_distance():
    assert distance(of(normal(1)), of(normal(2, -0.2, 0.2))).value < 0.015
    same = of(normal(1))
    assert distance(same, same).value == 0


def test_the_interval_is_over_the_runs_of_both_and_needs_three():
    runs = [skew(k, 3000) for k in range(4)]
    apart = distance(of(*runs), of(*(normal(k) for k in range(3))))
    assert 0 < apart.low < apart.value < apart.high < 1
    assert np.isnan(distance(of(*runs), of(normal(1))).low)
    assert np.isnan(distance(of(*runs), of(normal(1), normal(2))).low)


def test_draws_of_one_distribution_are_rejected_in_one_percent():
    one, other = of(normal(1, size=10**6)), of(normal(2, size=10**6))
    assert 0.001 <= rejections(one, other, tests=2000) <= 0.02
    assert rejections(of(normal(1)), of(skew(2))) > 0.5


def test_the_least_distance_seen_is_where_the_test_begins_to_reject():
    least = least_seen(1000)
    assert least == pytest.approx(0.0728, abs=1e-4)
    draws = scaled(normal(1, size=1000)), scaled(skew(3, size=1000))
    test = drawn_test(*draws)
    assert test.distance == pytest.approx(ks_2samp(*draws).statistic)
    assert (test.p < 0.01) == (test.distance > least)


def test_quantiles_lie_within_a_bin_of_those_of_the_sample():
    values = normal(1)
    for share in (0.1, 0.01, 0.001):
        (mine,) = quantile(of(values), share)
        assert mine == pytest.approx(np.quantile(values, 1 - share), abs=0.01)
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile(of(values), 1)


def test_what_does_not_vary_has_no_shape():
    flat = of(normal(1))._replace(deviation=np.zeros(1))
    with pytest.raises(ValueError, match="above 0"):
        distance(flat, flat)


def test_few_values_keep_their_steps():
    """A level is a step: the distance is that of the values themselves."""
    generator = np.random.default_rng(5)
    values = np.array([0.7, 1.1, 1.4, 2.0])
    own = generator.choice(4, 20_000, p=(0.1, 0.4, 0.3, 0.2))
    steps = of_levels(np.bincount(own)[None], values)
    assert steps.mean[0] == pytest.approx(values[own].mean())
    assert steps.deviation[0] == pytest.approx(values[own].std())
    exact = ks_2samp(scaled(values[own]), scaled(normal(1, size=10**6))).statistic
    assert distance(steps, of(normal(1, size=10**6))).value == pytest.approx(
        exact, abs=0.002
    )
    assert resolution(steps, steps) < 1e-12
    drawn = draws(steps, 1000, 1, generator)[0]
    whole = drawn * steps.deviation + steps.mean
    assert np.abs(whole[:, None] - values).min(axis=1).max() < 1e-6
