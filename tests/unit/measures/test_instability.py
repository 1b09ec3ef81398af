import math

import numpy as np
import pytest
from invented import REACH, square
from numpy.testing import assert_allclose

from quaver.measures.instability import (
    extrinsic,
    extrinsic_deviation,
    extrinsic_value,
    instability,
)
from quaver.statistics import pair_matrix

# Rettenmeier 2020, Tables 2.8 and 2.11: shuffled, bootstrapped, extrinsic; each as the
# mean in 1e-2 and the deviation in 1e-4.
PUBLISHED = [
    ("HI word2vec", (1.805, 5.3), (3.417, 0.9), (2.901, 3.4)),
    ("HI GloVe", (1.275, 0.9), (4.272, 0.4), (4.077, 0.5)),
    ("HI fastText", (2.367, 0.2), (2.879, 0.3), (1.639, 0.6)),
    ("FI word2vec", (1.665, 2.5), (3.258, 1.2), (2.801, 2.0)),
    ("ZH GloVe", (1.543, 0.9), (4.084, 0.5), (3.781, 0.6)),
    ("CS fastText", (2.044, 0.2), (2.544, 0.2), (1.515, 0.5)),
    ("PL word2vec", (1.507, 2.4), (2.853, 1.3), (2.423, 2.1)),
    ("PT GloVe", (1.352, 1.7), (4.065, 0.7), (3.833, 1.0)),
    ("EN word2vec", (1.543, 2.3), (2.883, 0.8), (2.435, 1.8)),
    ("EN fastText", (1.891, 0.2), (2.388, 0.6), (1.458, 1.0)),
]


@pytest.mark.parametrize("name, shuffled, bootstrapped, expected", PUBLISHED)
def test_the_published_table_follows(name, shuffled, bootstrapped, expected):
    value = extrinsic(bootstrapped[0], shuffled[0])
    assert abs(value - expected[0]) < 0.0015  # three digits in, three digits out
    spread = extrinsic_deviation(
        (bootstrapped[0], shuffled[0]), (bootstrapped[1], shuffled[1])
    )
    # half a last digit of each deviation that went in, and of the one that came out
    rounding = 0.05 * (bootstrapped[0] + shuffled[0]) / value + 0.05
    assert abs(spread - expected[1]) <= rounding


def test_three_four_five():
    assert_allclose(extrinsic(0.05, 0.04), 0.03, rtol=1e-14)
    spread = extrinsic_deviation((0.05, 0.04), (0.003, 0.005))
    assert_allclose(spread, np.hypot(0.00015, 0.0002) / 0.03, rtol=1e-14)


def test_a_deterministic_technique_is_all_extrinsic():
    assert extrinsic(0.02, 0.0) == 0.02
    assert_allclose(extrinsic_deviation((0.02, 0.0), (0.001, 0.0)), 0.001)


def test_the_deviation_is_that_of_a_simulation():
    generator = np.random.default_rng(10)
    outer = generator.normal(0.034, 1e-4, 200_000)
    inner = generator.normal(0.018, 5e-4, 200_000)
    expected = extrinsic(outer, inner).std()
    spread = extrinsic_deviation((0.034, 0.018), (1e-4, 5e-4))
    assert_allclose(spread, expected, rtol=0.01)


def test_where_shuffling_moves_more_the_value_is_missing():
    values = extrinsic(np.array([0.5, 0.3, 0.4]), np.array([0.3, 0.5, 0.4]))
    assert_allclose(values, [0.4, np.nan, 0])
    spread = extrinsic_deviation(
        (np.array([0.3, 0.4]), np.array([0.5, 0.4])), (np.ones(2), np.ones(2))
    )
    assert np.isnan(spread).all()


def test_instability_of_spaces_by_hand():
    shuffled = pair_matrix([0.03, 0.04, 0.05])
    bootstrapped = pair_matrix([0.05, 0.05, 0.05])
    result = instability(shuffled, bootstrapped)
    assert_allclose(result.intrinsic.mean, 0.04)
    assert result.intrinsic.pairs == 3
    assert_allclose(result.extrinsic, 0.03)
    spread = 0.04 * np.std([0.03, 0.04, 0.05]) / 0.03
    assert_allclose(result.extrinsic_deviation, spread)
    assert not result.missing


def test_a_missing_extrinsic_instability_says_so():
    result = instability(pair_matrix([0.5]), pair_matrix([0.4]))
    assert result.missing
    assert np.isnan(result.extrinsic) and np.isnan(result.extrinsic_deviation)
    assert result.intrinsic.mean == 0.5


def test_extrinsic_instability_has_a_jackknife_interval():
    """Only one sampling varies: B = 5, S = 3; dE = B / E dB with E = 4, by run."""
    spread = 1e-5  # small, so that the square root is a line
    outer, inner = square(0.05, 3, spread), square(0.03)
    value = extrinsic_value(inner, outer)
    assert value.value == pytest.approx(0.04)
    reach = REACH * spread / 0.01 * 5 / 4
    assert value.interval() == pytest.approx((0.04 - reach, 0.04 + reach), rel=1e-6)
    both = extrinsic_value(square(0.03, 3, spread), outer)
    assert both.error == pytest.approx(value.error * math.hypot(1, 3 / 5), rel=1e-3)
    assert both.freedom > value.freedom == 2


def test_the_interval_of_extrinsic_instability_covers_the_true_one():
    """Losses m + (a_i + a_j) / 2 of runs of their own noise: E = 4 of B = 5, S = 3."""
    generator = np.random.default_rng(4)

    def losses(mean, runs):
        noise = generator.normal(0, 0.001, runs)
        return mean + (noise[:, None] + noise) / 2

    hits, trials = 0, 400
    for _ in range(trials):
        low, high = extrinsic_value(losses(0.03, 6), losses(0.05, 5)).interval()
        hits += low <= 0.04 <= high
    assert 0.92 <= hits / trials <= 0.99
