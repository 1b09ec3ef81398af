"""Kappa of terms that are compared with unlike numbers of others."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver.papers.bloem2019.estimates import kappa_parts, other_mean
from quaver.statistics.kappa import kappa, kappa_of

X = np.nan
# three terms of many sentences lie near each other, two of few do not; one has no match
BETWEEN = np.array(
    [
        [X, 0.8, 0.8, X, X, X],
        [0.8, X, 0.8, X, X, X],
        [0.8, 0.8, X, X, X, X],
        [X, X, X, X, 0.2, X],
        [X, X, X, 0.2, X, X],
        [X, X, X, X, X, X],
    ]
)
WITHIN = np.array([0.9, 0.9, 0.9, 0.4, 0.4, 0.1])


def test_each_term_counts_once_however_many_it_is_compared_with():
    # pairs alone, six of .8 and two of .2, would have a mean of .65
    between = (3 * 0.8 + 2 * 0.2) / 5
    expected = kappa((3 * 0.9 + 2 * 0.4) / 5, between)
    runs = np.stack([WITHIN] * 2), np.stack([BETWEEN] * 2)
    assert kappa_parts(*runs).value == pytest.approx(float(expected))
    assert kappa_of(WITHIN, BETWEEN) == pytest.approx(float(expected))
    assert other_mean(runs[1]) == pytest.approx(between)


def test_a_term_is_left_out_whole():
    runs = WITHIN[None], BETWEEN[None]
    left = kappa_parts(*runs).terms
    for term in range(6):
        rows = np.delete(np.arange(6), term)
        alone = kappa_of(WITHIN[rows], BETWEEN[np.ix_(rows, rows)])
        assert_allclose(left[term], alone)
    # without one of the two terms of few sentences the other is compared with none
    assert left[3] == pytest.approx(float(kappa(0.9, 0.8)))
