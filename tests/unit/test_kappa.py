"""Kappa of terms and its interval, where a term is left out whole."""

import numpy as np
import pytest
from invented_terms import noisy

from quaver.spaces.apart import apart
from quaver.statistics.kappa import (
    kappa,
    kappa_of,
    mean,
    mean_between,
    means,
    over_terms,
)


def test_kappa_is_0_at_the_level_of_others_and_1_where_draws_are_equal():
    assert kappa(np.array([0.975, 0.962, 1.0]), 0.962) == pytest.approx(
        [0.013 / 0.038, 0, 1]
    )
    assert np.isnan(kappa(np.array([1.0]), 1.0)).all()


def test_means_pass_over_what_is_missing():
    rows = np.array([[1.0, np.nan, 3.0], [np.nan] * 3])
    assert means(rows)[0] == 2 and np.isnan(means(rows)[1])
    assert mean(rows[0]) == 2 and np.isnan(mean([]))
    pairs = np.array([[np.nan, 0.2, 0.4], [0.2, np.nan, np.nan], [0.4, np.nan, np.nan]])
    assert mean_between(pairs) == pytest.approx((0.3 + 0.2 + 0.4) / 3)


def test_the_interval_of_a_mean_is_students():
    values = np.array([0.1, 0.4, 0.2, 0.9])
    told = over_terms(lambda rows: mean(values[rows]), 4)
    assert told.error == pytest.approx(values.std(ddof=1) / 2)
    assert (told.value, told.freedom) == (pytest.approx(0.4), 3)
    assert np.isnan(over_terms(lambda rows: mean(values[rows]), 2).error)


def test_intervals_of_kappa_hold_0_for_noise_as_often_as_they_say():
    held = 0
    for seed in range(200):
        told = apart(noisy((15, 3, 6), seed, mean=0.5), np.zeros(15), np.ones(15))

        def of(rows, told=told):
            return kappa_of(told.within[rows], told.between[np.ix_(rows, rows)])

        low, high = over_terms(of, 15).interval()
        held += low <= 0 <= high
    assert 180 <= held <= 199
