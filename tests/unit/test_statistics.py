import math

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import pearsonr, spearmanr
from scipy.stats import t as student

from quaver.statistics import (
    correlation,
    jackknife_error,
    jackknife_interval,
    pair_matrix,
    pair_mean,
    ranks,
    run_mean,
)


def losses(runs, run_noise, pair_noise, generator):
    """mu + a_i + a_j + e_ij with mu = 1."""
    a = run_noise * generator.standard_normal(runs)
    upper = np.triu(pair_noise * generator.standard_normal((runs, runs)), 1)
    matrix = 1 + a[:, None] + a[None, :] + upper + upper.T
    np.fill_diagonal(matrix, 0)
    return matrix


def covers(low, high):
    return low <= 1 <= high


def naive_covers(matrix):
    values = matrix[np.triu_indices(len(matrix), 1)]
    pairs = len(values)
    error = values.std(ddof=1) / np.sqrt(pairs)
    reach = error * student.ppf(0.975, pairs - 1)
    return covers(values.mean() - reach, values.mean() + reach)


def test_three_runs_by_hand():
    estimate = pair_mean(pair_matrix([1.0, 2.0, 6.0]))
    assert estimate.mean == 3
    assert_allclose(estimate.deviation, np.sqrt((4 + 1 + 9) / 3))
    # without run 0, 1, 2 the mean is 6, 2, 1: jackknife variance 2/3 * (9 + 1 + 4)
    reach = np.sqrt(2 / 3 * 14) * student.ppf(0.975, 2)
    assert_allclose([estimate.low, estimate.high], [3 - reach, 3 + reach])
    assert (estimate.runs, estimate.pairs, estimate.note) == (3, 3, "")


def test_the_error_is_that_of_leaving_runs_out(subtests):
    for runs in [3, 4, 9]:
        with subtests.test(runs=runs):
            matrix = losses(runs, 0.3, 0.2, np.random.default_rng(12))
            without = []
            for run in range(runs):
                kept = np.delete(np.delete(matrix, run, 0), run, 1)
                without.append(kept[np.triu_indices(runs - 1, 1)].mean())
            expected = np.sqrt(
                (runs - 1) / runs * np.square(without - np.mean(without)).sum()
            )
            estimate = pair_mean(matrix)
            reach = expected * student.ppf(0.975, runs - 1)
            assert_allclose(estimate.high - estimate.low, 2 * reach)
            assert_allclose(estimate.mean, matrix.sum() / (runs * (runs - 1)))


def test_coverage_where_runs_differ():
    generator = np.random.default_rng(13)
    drawn = [losses(8, 0.1, 0.05, generator) for _ in range(1500)]
    estimates = [pair_mean(matrix) for matrix in drawn]
    ours = np.mean([covers(each.low, each.high) for each in estimates])
    naive = np.mean([naive_covers(matrix) for matrix in drawn])
    assert 0.90 <= ours <= 0.98
    assert naive < 0.80


def test_coverage_where_only_pairs_differ_errs_on_the_wide_side():
    generator = np.random.default_rng(14)
    estimates = [pair_mean(losses(8, 0.0, 0.1, generator)) for _ in range(1000)]
    assert np.mean([covers(each.low, each.high) for each in estimates]) >= 0.95


def test_a_lower_confidence_gives_a_narrower_interval():
    matrix = losses(6, 0.1, 0.1, np.random.default_rng(15))
    wide, narrow = pair_mean(matrix), pair_mean(matrix, confidence=0.5)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_equal_pairs_have_no_spread():
    estimate = pair_mean(pair_matrix(np.full(6, 0.25)))
    assert (estimate.mean, estimate.deviation) == (0.25, 0)
    assert (estimate.low, estimate.high) == (0.25, 0.25)


def test_the_diagonal_is_not_read():
    matrix = losses(5, 0.1, 0.1, np.random.default_rng(16))
    marked = matrix + np.diag(np.full(5, np.nan))
    assert pair_mean(marked) == pair_mean(matrix)


def test_two_runs_have_no_interval_and_say_so():
    estimate = pair_mean(pair_matrix([0.02]))
    assert (estimate.mean, estimate.pairs) == (0.02, 1)
    assert np.isnan(estimate.deviation)
    assert np.isnan([estimate.low, estimate.high]).all()
    assert estimate.note == "no interval: it needs 3 runs, there are 2"


def test_errors_of_many_words_are_those_of_each():
    generator = np.random.default_rng(17)
    words = generator.random((5, 3))
    each = [jackknife_error(words[:, word]) for word in range(3)]
    assert_array_equal(jackknife_error(words), each)
    assert_array_equal(jackknife_error(words[:2]), [np.nan] * 3)


def test_pair_matrix_is_in_the_order_of_pairs():
    assert_array_equal(pair_matrix([1, 2, 3]), [[0, 1, 2], [1, 0, 3], [2, 3, 0]])


def test_what_is_no_square_of_runs_is_refused(subtests):
    for shape in [(1, 1), (2, 3), (4,)]:
        with subtests.test(shape=shape):
            with pytest.raises(
                ValueError, match=r"\(runs, runs\) with two runs or more"
            ):
                pair_mean(np.zeros(shape))


def test_a_matrix_that_is_not_symmetric_is_refused(subtests):
    for value in [0.5, np.nan]:
        with subtests.test(value=value):
            matrix = pair_matrix([0.1, 0.2, 0.3])
            matrix[0, 1] = value
            with pytest.raises(ValueError, match="symmetric and free of NaN"):
                pair_mean(matrix)


def test_the_mean_over_runs_of_a_hand_case():
    """1, 2, 3: deviation sqrt(2/3); error 1 / sqrt(3); Student t with 2 degrees."""
    found = run_mean(np.array([3, 1, 2]))
    reach = 4.302652729911275 / math.sqrt(3)
    assert (found.mean, found.best, found.runs, found.note) == (2, 3, 3, "")
    assert found.deviation == pytest.approx(math.sqrt(2 / 3))
    assert (found.low, found.high) == pytest.approx((2 - reach, 2 + reach))


def test_the_interval_of_independent_runs_covers_their_mean():
    draws = np.random.default_rng(0).standard_normal((4000, 4)) + 7
    ends = np.array([(m.low, m.high) for m in map(run_mean, draws)])
    covered = ((ends[:, 0] < 7) & (ends[:, 1] > 7)).mean()
    assert 0.94 < covered < 0.96


def test_few_runs_have_no_interval_and_say_so():
    one, two = run_mean([0.5]), run_mean([0.5, 0.7])
    assert np.isnan([one.low, one.high, one.deviation, two.low, two.high]).all()
    assert two.deviation == pytest.approx(0.1)
    assert two.note == "no interval: it needs 3 runs, there are 2"


def test_a_mean_over_runs_refuses_what_is_no_score(subtests):
    for values in [[], [1, np.nan], [np.inf]]:
        with subtests.test(values=values):
            with pytest.raises(
                ValueError, match="values must be finite, one or more. Got"
            ):
                run_mean(values)


def test_ranks_share_ties_and_make_spearmans_correlation_of_pearsons():
    assert_array_equal(
        ranks(np.array([[3, 1, 3], [5, 6, 7]])), [[2.5, 1, 2.5], [1, 2, 3]]
    )
    first, second = np.random.default_rng(1).integers(0, 5, (2, 4, 30))
    found = correlation(ranks(first), ranks(second))
    expected = [spearmanr(a, b).statistic for a, b in zip(first, second, strict=True)]
    assert_allclose(found, expected)
    assert_allclose(correlation(first, second)[0], pearsonr(*(first[0], second[0]))[0])


def test_correlations_by_hand():
    values = np.array([1.0, 2, 4])
    assert_allclose(correlation(values, 3 * values - 7), 1)
    assert_allclose(correlation(values, -values), -1)
    assert_allclose(correlation(values, np.array([1.0, 0, 1])), 1 / np.sqrt(28))


def test_what_is_constant_correlates_with_nothing():
    """Even where its mean is off by a last bit."""
    constant = np.full(3, 0.1)
    assert constant.mean() != 0.1
    assert np.isnan(correlation(constant, np.arange(3)))
    assert np.isnan(correlation(np.arange(3), constant))


def test_the_jackknife_of_a_mean_is_students_interval():
    values = np.random.default_rng(2).standard_normal((9, 2))
    without = np.stack([np.delete(values, k, axis=0).mean(axis=0) for k in range(9)])
    low, high = jackknife_interval(values.mean(axis=0), without)
    for column in range(2):
        expected = run_mean(values[:, column])
        assert_allclose((low[column], high[column]), (expected.low, expected.high))


def test_the_jackknife_of_two_samples_adds_their_variances():
    first, second = np.random.default_rng(3).standard_normal((2, 7))
    left = [np.delete(first, k).mean() - second.mean() for k in range(7)]
    right = [first.mean() - np.delete(second, k).mean() for k in range(7)]
    value = first.mean() - second.mean()
    low, high = jackknife_interval(value, np.array(left), np.array(right))
    error = np.sqrt((first.var(ddof=1) + second.var(ddof=1)) / 7)
    parts = np.array([first.var(ddof=1), second.var(ddof=1)]) / 7
    freedom = parts.sum() ** 2 / (parts**2 / 6).sum()  # Welch and Satterthwaite
    assert 6 < freedom < 12
    reach = student.ppf(0.975, freedom) * error
    assert_allclose([low, high], [value - reach, value + reach])


def test_a_sample_that_does_not_vary_brings_no_degrees_of_freedom():
    left, still = np.array([0.9, 1.0, 1.2, 0.8]), np.full(50, 1.0)
    assert_allclose(jackknife_interval(1.0, left, still), jackknife_interval(1.0, left))
    assert_allclose(jackknife_interval(1.0, still, still), [1.0, 1.0])


def test_the_jackknife_of_a_correlation_covers_it():
    """Runs that share what they measure: rho = 0.6 between two sums over runs."""
    generator = np.random.default_rng(4)
    covered = 0
    for _ in range(400):
        runs = generator.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 40)
        without = [correlation(*np.delete(runs, k, axis=0).T) for k in range(40)]
        low, high = jackknife_interval(correlation(*runs.T), np.array(without))
        covered += low < 0.6 < high
    assert 0.90 < covered / 400 < 0.98


def test_two_groups_have_no_interval():
    low, high = jackknife_interval(np.ones(4), np.ones((2, 4)))
    assert np.isnan(low).all() and np.isnan(high).all() and low.shape == (4,)
    low, _ = jackknife_interval(1.0, np.ones(5), np.ones(2))
    assert np.isnan(low)
    low, _ = jackknife_interval(1.0, np.array([1, np.nan, 1]))
    assert np.isnan(low)
