"""Scores without low pairs, and what truncation does to scores of known correlation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import spearmanr

from quaver.statistics import truncation as statistics
from quaver.statistics.truncation import BELOW, change, expected, truncation


def normal_scores(spearman, pairs, seed=0, runs=1):
    """Cosines (runs, pairs) and gold (pairs,) that correlate so, cosines with noise."""
    r = 2 * np.sin(np.pi / 6 * spearman)
    generator = np.random.default_rng(seed)
    gold = generator.normal(size=pairs)
    noise = generator.normal(size=(runs, pairs))
    return r * gold + np.sqrt(1 - r**2) * noise, gold


def test_pairs_are_counted_and_scored():
    generator = np.random.default_rng(1)
    cosines, gold = generator.normal(size=40).round(1), generator.normal(size=40)
    cosines[[3, 17]] = np.nan
    own = np.isfinite(cosines)
    high = own & (cosines >= 0)
    lost = truncation(cosines, gold, 0.0)
    assert lost.comparable + lost.below + lost.unknown == 40
    assert (lost.comparable, lost.unknown) == (high.sum(), 2)
    assert_allclose(lost.full, spearmanr(cosines[own], gold[own]).statistic)
    assert_allclose(lost.rest, spearmanr(cosines[high], gold[high]).statistic)
    tied = truncation(cosines, gold, 0.0, "tie")
    assert tied[3:] == lost[3:] and tied.full == lost.full
    flat = np.maximum(cosines[own], -0.01)
    assert_allclose(tied.rest, spearmanr(flat, gold[own]).statistic)


@pytest.mark.parametrize("below", BELOW)
def test_a_threshold_below_all_changes_nothing(below):
    cosines, gold = normal_scores(0.5, 200)
    lost = truncation(cosines[0], gold, -9.0, below)
    assert lost.below == 0 and lost.rest == lost.full
    assert_allclose(lost.expected, lost.full, atol=1e-4)


def test_scores_of_equal_values_are_none():
    lost = truncation(np.array([1.0, 1, 1, 0]), np.arange(4.0), 0.5)
    assert np.isnan(lost.rest) and np.isfinite(lost.full)
    assert np.isnan(truncation(np.arange(4.0), np.ones(4), 0.5).full)


def test_fewer_than_three_comparable_pairs_are_refused():
    cosines = np.array([0.3, 0.4, 0.1, np.nan])
    with pytest.raises(ValueError, match=r"2 of 4 pairs .* lower the threshold 0.2"):
        truncation(cosines, np.arange(4.0), 0.2)
    with pytest.raises(ValueError, match="below must be one of"):
        truncation(cosines, np.arange(4.0), 0.0, "keep")


def test_normal_scores_at_70_leave_64_without_the_lowest_tenth():
    assert round(float(expected(0.70, 0.109)), 2) == 0.64
    assert round(float(expected(0.70, 0.109, "tie")), 2) == 0.70


def test_expected_is_what_simulated_normal_scores_give():
    for full, share in ((0.7, 0.109), (0.3, 0.5), (-0.6, 0.3), (0.9, 0.9)):
        cosines, gold = normal_scores(full, 50_000)
        threshold = np.quantile(cosines[0], share)
        for below in BELOW:
            lost = truncation(cosines[0], gold, threshold, below)
            assert_allclose(expected(full, share, below), lost.rest, atol=0.02)
            assert_allclose(lost.expected, lost.rest, atol=0.02)


def test_expected_is_bounded_odd_and_broadcast():
    full, share = np.linspace(-1, 1, 9)[:, None], np.linspace(0, 0.95, 6)
    for below in BELOW:
        values = expected(full, share, below)
        assert values.shape == (9, 6) and np.abs(values).max() <= 1
        assert_allclose(values, -values[::-1], atol=1e-12)
        assert_allclose(values[:, 0], full[:, 0], atol=2e-3)
        assert (np.diff(np.abs(values), axis=1) < 1e-3).all()


def test_a_change_by_truncation_alone_lies_beyond_nothing():
    held = []
    for seed in range(40):
        cosines, gold = normal_scores(0.7, 150, seed, runs=2)
        made = change(cosines, gold, np.full(2, -0.8), seed=seed, draws=200)
        held.append(made.beyond[1] <= 0 <= made.beyond[2])
        assert made.score[1] <= made.score[0] <= made.score[2] and made.draws == 200
    assert np.mean(held) > 0.85


def test_a_change_is_the_mean_over_runs_of_one_draw(monkeypatch):
    cosines, gold = normal_scores(0.6, 80, runs=3)
    cosines[1, :5] = np.nan
    thresholds = np.array([-0.5, -0.4, 0.0])
    made = change(cosines, gold, thresholds, seed=5, draws=50)
    parts = [
        truncation(own, gold, each)
        for own, each in zip(cosines, thresholds, strict=True)
    ]
    assert_allclose(made.score[0], np.mean([x.rest - x.full for x in parts]))
    assert_allclose(made.beyond[0], np.mean([x.rest - x.expected for x in parts]))
    monkeypatch.setattr(statistics, "BLOCK", 7 * 80)
    assert made == change(cosines, gold, thresholds, seed=5, draws=50)
    # runs that are alike say no more than one of them
    same = change(cosines[[0, 0]], gold, thresholds[[0, 0]], seed=5, draws=50)
    alone = change(cosines[:1], gold, thresholds[:1], seed=5, draws=50)
    assert_allclose(same.score, alone.score)


def test_draws_without_a_score_are_counted():
    cosines, gold = normal_scores(0.6, 8)
    threshold = np.sort(cosines[0])[5]
    made = change(cosines, gold, np.array([threshold]), seed=1, draws=100)
    assert 20 < made.draws < 80
    none = change(cosines, gold, np.array([9.0]), seed=1, draws=10)
    assert none.draws == 0 and np.isnan(none.score).all()
