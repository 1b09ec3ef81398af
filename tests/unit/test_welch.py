"""Welch's test from counts is scipy's; the published rules on hand-made curves."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import ttest_ind

from quaver.statistics.welch import (
    Moments,
    chance_alike,
    first_above_lowest,
    first_alike,
    first_rising,
    last_by_chance,
    last_unlike,
    moments,
    repeated,
    welch,
)

VALUES = np.array([0.0, 0.6931, 1.2, 2.0281, 3.6376])


def drawn(groups=6, seed=0):
    generator = np.random.default_rng(seed)
    return generator.integers(1, 40, (groups, len(VALUES)))


def curve(means, pairs=1000, variance=0.04):
    """Groups of given means, so many pairs each."""
    means = np.asarray(means, dtype=float)
    return Moments(
        np.broadcast_to(pairs, means.shape), means, np.full(means.shape, variance)
    )


def test_moments_and_p_are_those_of_the_values_themselves():
    counts = drawn()
    groups = moments(counts, VALUES)
    samples = [np.repeat(VALUES, row) for row in counts]
    assert_allclose(groups.pairs, counts.sum(axis=1))
    assert_allclose(groups.mean, [x.mean() for x in samples])
    assert_allclose(groups.variance, [x.var(ddof=1) for x in samples])
    p = welch(groups.at(slice(1, None)), groups.at(0))
    expected = [
        ttest_ind(x, samples[0], equal_var=False, alternative="greater").pvalue
        for x in samples[1:]
    ]
    assert_allclose(p, expected, rtol=1e-10)
    assert_allclose(welch(groups.at(0), groups.at(slice(1, None))), 1 - p)


def test_pairs_counted_twice_are_those_of_twice_the_counts():
    groups, twice = moments(drawn(), VALUES), moments(2 * drawn(), VALUES)
    for own, its in zip(repeated(groups, 2), twice, strict=True):
        assert_allclose(own, its)
    once = welch(groups.at(slice(1, None)), groups.at(0))
    p = welch(twice.at(slice(1, None)), twice.at(0))
    assert (np.abs(p - 0.5) > np.abs(once - 0.5)).all()
    one = moments(np.array([[1, 0, 0, 0, 0]]), VALUES)
    assert np.isnan(repeated(one, 2).variance)  # a copy is no second pair


def test_a_shift_of_all_values_alters_nothing():
    groups, far = moments(drawn(), VALUES), moments(drawn(), VALUES + 1e6)
    assert_allclose(far.variance, groups.variance, rtol=1e-9)
    assert_allclose(far.mean - 1e6, groups.mean, rtol=1e-9)


def test_groups_that_cannot_be_compared_have_no_p():
    counts = np.array([[0, 0, 0], [1, 0, 0], [5, 5, 0], [9, 0, 0], [0, 9, 0]])
    groups = moments(counts, np.array([0.0, 1, 2]))
    assert np.isnan(groups.mean).tolist() == [True, False, False, False, False]
    assert np.isnan(groups.variance).tolist() == [True, True, False, False, False]
    assert np.isnan(welch(groups.at([0, 1, 3]), groups.at([2, 2, 3]))).all()
    assert welch(groups.at([3, 4]), groups.at([4, 3])).tolist() == [1, 0]


def test_first_reading_of_values():
    groups = curve([1.0, 1.0, 1.01, 1.1, 1.2])
    assert first_above_lowest(groups, 100) == (3, "")
    edges = np.array([-0.4, -0.3, -0.2, -0.1, 0])
    assert first_above_lowest(groups, 100).value(edges) == -0.1
    few = groups._replace(pairs=np.array([5, 1000, 1000, 5, 1000]))
    assert first_above_lowest(few, 100).group == 4
    flat = first_above_lowest(curve([1.0, 1, 0.5]), 100)
    assert flat == (None, "no bin lies significantly above the lowest")
    assert np.isnan(flat.value(edges))
    assert "there are 1" in first_above_lowest(curve([1.0]), 100).reason


def test_second_reading_of_values():
    assert first_rising(curve([1.0, 1.2, 1.2, 1.1, 1.2, 1.3]), 100).group == 3
    assert first_rising(curve([1.0, 1.1, 1.2]), 100).group == 0
    unlike = first_rising(curve([1.0, 1.1, 1.1]), 100)
    assert unlike == (None, "the highest bin does not exceed the one before it")
    assert "there are 0" in first_rising(curve([1.0, 2.0]), 2000).reason


def test_lists():
    groups = curve([1.5, 1.4, 1.0, 0.9, 1.0, 1.0])
    assert first_alike(groups).group == 2
    assert last_unlike(groups).group == 3
    # the last group that has pairs is compared with
    padded = curve([1.5, 1.4, 1.0, 1.0, 9.0], pairs=[99, 99, 99, 99, 1])
    assert (last_unlike(padded).group, first_alike(padded).group) == (1, 2)
    assert last_unlike(curve([1.0, 1.0])) == (
        None,
        "no group differs significantly from the last",
    )
    for rule in (last_unlike, first_alike):
        assert rule(curve([1.0])).reason.startswith("two groups of 2 pairs are needed")
    assert first_alike(curve([2.0, 2.0, 1.0])).reason.startswith("every group differs")


@pytest.mark.parametrize("confidence", [0.99, 0.95])
def test_a_flat_tail_gives_a_far_rank(confidence):
    generator = np.random.default_rng(1)
    ranks, chosen = 5000, []
    for _ in range(40):
        means = 1 + 0.02 * generator.normal(size=ranks)
        means[:100] += 0.5
        groups = curve(means, pairs=100)
        chosen.append(last_unlike(groups, confidence).group)
    assert np.median(chosen) > 0.9 * ranks


def test_the_last_rank_of_a_flat_tail_is_that_of_simulated_ones():
    """All share the last group: where it lies in the middle few differ from it."""
    generator, ranks, worlds = np.random.default_rng(2), 2000, 2000
    means = generator.normal(size=(worlds, ranks)).astype(np.float32)
    apart = np.abs(means[:, :-1] - means[:, -1:]) > 2.5758 * np.sqrt(2)
    last = np.where(apart.any(axis=1), ranks - 1 - apart[:, ::-1].argmax(axis=1), 0)
    assert last_by_chance(ranks) == pytest.approx(np.median(last), abs=60)
    none = 1 - apart[:, :500].any(axis=1).mean()
    assert chance_alike(500) == pytest.approx(none, abs=0.03)
    assert (chance_alike(0), chance_alike(1)) == pytest.approx((1, 0.99))
