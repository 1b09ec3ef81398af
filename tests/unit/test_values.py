"""Values with errors: closed cases, and coverage where the truth is known."""

import math

import numpy as np
import pytest
from scipy import stats

from quaver.statistics import jackknife_interval, pair_mean, run_mean
from quaver.statistics.values import (
    Value,
    change,
    difference,
    jackknife,
    mean_of,
    of_ends,
    rank_correlation,
    ratio,
    share_interval,
    shared_mean,
    value_of,
    without_each,
)

T2 = 4.302652729911275


def test_a_value_has_students_interval():
    low, high = Value(1.0, 0.1, 2).interval()
    assert (low, high) == pytest.approx((1 - 0.1 * T2, 1 + 0.1 * T2))
    assert Value(3.0, 0.0, math.inf).interval() == (3, 3)
    assert np.isnan(Value(3.0).interval()).all()
    assert Value(2.0, 0.1, 5).times(-10) == Value(-20.0, 1.0, 5)


def test_means_carry_the_intervals_they_came_with():
    losses = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
    for found in (pair_mean(losses), run_mean(np.array([0.1, 0.2, 0.4, 0.3]))):
        carried = value_of(found)
        assert carried.interval() == pytest.approx((found.low, found.high))
        assert carried.freedom == found.runs - 1
    assert np.isnan(value_of(run_mean(np.array([0.1, 0.2]))).error)


def test_a_jackknife_of_a_mean_is_its_standard_error():
    values = np.array([1.0, 4.0, 7.0, 4.0])
    without = (values.sum() - values) / 3
    found = jackknife(values.mean(), without)
    assert found.error == pytest.approx(stats.sem(values))
    assert found.interval() == pytest.approx(jackknife_interval(values.mean(), without))
    assert np.isnan(jackknife(1.0, [1.0, 2.0]).error)


def test_means_without_a_run_give_the_error_of_pair_means():
    generator = np.random.default_rng(1)
    losses = generator.random((6, 6))
    losses = losses + losses.T
    kept = np.delete(np.delete(losses, 2, 0), 2, 1)
    without = without_each(losses)
    assert without[2] == pytest.approx(pair_mean(kept).mean)
    found = jackknife(pair_mean(losses).mean, without)
    assert found.error == pytest.approx(value_of(pair_mean(losses)).error)
    assert len(without_each(losses[:2, :2])) == 0


def test_differences_are_those_of_welch():
    first = np.array([0.1, 0.2, 0.4, 0.3])
    second = np.array([0.5, 0.9, 0.6])
    found = difference(*(value_of(run_mean(x)) for x in (first, second)))
    welch = stats.ttest_ind(first, second, equal_var=False).confidence_interval()
    assert found.interval() == pytest.approx((welch.low, welch.high))


def test_ratios_add_relative_errors_in_squares():
    found = ratio(Value(2.0, 0.06, 3), Value(4.0, 0.16, 3))
    assert found.value == 0.5
    assert found.error == pytest.approx(0.5 * math.hypot(0.03, 0.04))
    assert change(Value(2.0, 0.06, 3), Value(4.0, 0.16, 3)).value == -0.5
    assert ratio(Value(0.0, 0.1, 3), Value(4.0, 0.16, 3)).error == pytest.approx(0.025)
    assert np.isnan(ratio(Value(2.0, 0.06, 3), Value(0.0, 0.1, 3)).value)


def test_an_exact_ratio_and_an_unknown_one():
    assert ratio(Value(2.0, 0.0, 3), Value(4.0, 0.0, 3)).interval() == (0.5, 0.5)
    assert np.isnan(ratio(Value(2.0, 0.1, 3), Value(4.0)).interval()).all()


def test_the_interval_of_a_ratio_covers_the_true_one():
    generator = np.random.default_rng(2)
    trials = 400
    hits = 0
    for _ in range(trials):
        first = generator.normal(2, 0.1, 6)
        second = generator.normal(4, 0.4, 4)
        found = ratio(*(value_of(run_mean(x)) for x in (first, second)))
        low, high = found.interval()
        hits += low <= 0.5 <= high
    assert 0.92 <= hits / trials <= 0.98


def test_a_mean_of_values_adds_errors_in_squares():
    found = mean_of([Value(1.0, 0.3, 3), Value(3.0, 0.4, 3)])
    assert found.value == 2
    assert found.error == pytest.approx(0.25)
    assert 3 < found.freedom < 6
    assert mean_of([Value(1.0, 0.3, 3)]).interval() == pytest.approx(
        Value(1.0, 0.3, 3).interval()
    )
    assert np.isnan(mean_of([Value(1.0, 0.3, 3), Value(3.0)]).error)


def test_an_interval_cut_at_its_bound_keeps_the_longer_side():
    found = of_ends(0.95, 0.8, 1.0)
    assert found.interval() == pytest.approx((0.8, 1.1))
    assert np.isnan(of_ends(0.95, np.nan, np.nan).error)


def test_pairs_that_share_a_run_are_no_independent_values():
    values = np.array([0.1, 0.3, 0.5, 0.3])
    apart = shared_mean(values, np.array([1, 3, 5, 7]), np.array([2, 4, 6, 8]))
    shared = shared_mean(values, np.array([1, 1, 5, 5]), np.array([2, 4, 6, 8]))
    assert apart.value == shared.value == pytest.approx(0.3)
    assert apart.freedom == 7
    # each pair is left out twice, once with each of its runs
    moves = (0.3 - values) / 3
    assert apart.error == pytest.approx(math.sqrt(7 / 8 * 2 * (moves**2).sum()))
    assert shared.freedom == 5
    assert shared.error > apart.error
    star = shared_mean(values, np.array([1, 1, 1, 1]), np.array([2, 3, 4, 5]))
    assert np.isnan(star.error)


def test_rank_correlation_is_spearmans():
    generator = np.random.default_rng(3)
    first = generator.integers(0, 5, 12).astype(float)
    second = first + generator.normal(0, 2, 12)
    expected = stats.spearmanr(first, second)
    assert rank_correlation(first, second) == pytest.approx(tuple(expected))
    assert rank_correlation(np.arange(5), np.arange(5)) == (1, 0)
    assert np.isnan(rank_correlation(np.arange(5), np.ones(5))).all()
    assert np.isnan(rank_correlation(np.arange(2), np.arange(2))).all()


def test_shares_have_wilsons_interval(subtests):
    for count, of in [(0, 40), (3, 40), (40, 40)]:
        with subtests.test(count=count, of=of):
            expected = stats.binomtest(count, of).proportion_ci(method="wilson")
            assert share_interval(count, of) == pytest.approx(
                (expected.low, expected.high)
            )
            assert np.isnan(share_interval(0, 0)).all()
