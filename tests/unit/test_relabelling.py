"""Strata, deals within them, and the band that deals make."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.statistics.relabelling import band, kinds, relabel, rising, strata


def test_strata_are_of_as_many_senses_and_like_frequency():
    senses = np.repeat([1, 2, 3], [25, 11, 4])
    counts = np.arange(40) * 10
    numbers = strata(senses, counts, 10)
    sizes = [np.bincount(numbers[senses == each]) for each in (1, 2, 3)]
    assert [x[x > 0].tolist() for x in sizes] == [[13, 12], [11], [4]]
    # in whatever order the words come
    order = np.random.default_rng(0).permutation(40)
    assert_array_equal(strata(senses[order], counts[order], 10), numbers[order])


def test_small_strata_join_their_neighbour():
    numbers = strata(np.repeat([1, 2, 3, 4], [20, 4, 5, 3]), np.arange(32), 20)
    assert np.bincount(numbers).tolist() == [20, 12]


def test_a_noun_and_a_verb_of_as_many_senses_are_of_two_kinds():
    senses = [(2, 0), (0, 2), (1, 1), (2, 0), (5, 0), (3, 1), (1, 2), (2, 1)]
    numbers = kinds(np.array(senses))
    assert numbers[0] == numbers[3] and len({*numbers}) == 7
    # parts apart, then by all senses, so that few of a kind join near ones
    assert np.argsort(numbers, kind="stable").tolist() == [0, 3, 4, 1, 2, 6, 7, 5]


def test_equal_words_stay_together():
    numbers = strata(np.ones(30), np.repeat([1, 7, 9], [20, 6, 4]), 5)
    assert [len(set(numbers[x])) for x in np.split(np.arange(30), [20, 26])] == [1] * 3
    assert strata(np.ones(9), np.ones(9), 2).tolist() == [0] * 9


def test_no_stratum_has_one_word():
    for senses in ([1, 1, 2, 3, 3], [1, 2, 3, 4, 9], [1, 2], [1, 1, 1, 7], [1, 2, 2]):
        numbers = strata(np.array(senses), np.arange(len(senses)), 2)
        assert np.bincount(numbers).min() > 1, senses
        assert (np.diff(numbers) >= 0).all()
    assert strata(np.array([1, 1, 2, 3, 3]), np.arange(5), 2).tolist() == [
        *(0, 0),
        *(1, 1, 1),
    ]


@pytest.mark.parametrize("words, size", [(5, 1), (1, 2), (0, 5)])
def test_strata_of_one_word_are_refused(words, size):
    with pytest.raises(ValueError, match="Take more words"):
        strata(np.ones(words), np.ones(words), size)


def test_words_are_dealt_within_strata_alone():
    generator = np.random.default_rng(2)
    groups = generator.integers(0, 7, 100)
    deals = np.array([relabel(groups, generator) for _ in range(500)])
    assert_array_equal(np.sort(deals), np.tile(np.arange(100), (500, 1)))
    assert_array_equal(groups[deals], np.tile(groups, (500, 1)))
    # every word of a stratum comes to every place of it
    own = np.flatnonzero(groups == 3)
    shares = (deals[:, own, None] == own).mean(axis=0)
    assert_allclose(shares, 1 / len(own), atol=0.08)
    seeded = [relabel(groups, np.random.default_rng(4)) for _ in range(2)]
    assert_array_equal(*seeded)


def test_rising_curves_are_weighted_by_pairs():
    assert rising(np.array([1.0, 3, 0, 4]), np.array([1, 1, 2, 1])).tolist() == [
        *(1, 1, 1, 4),
    ]
    curves = np.random.default_rng(1).normal(size=(3, 4, 9))
    fits = rising(curves, np.arange(1, 10))
    assert fits.shape == curves.shape and (np.diff(fits) >= 0).all()
    weights = np.arange(1, 10)
    assert_allclose(fits @ weights, curves @ weights)


def test_the_band_holds_curves_like_its_own_as_often_as_it_says():
    generator = np.random.default_rng(3)
    pairs = np.array([10, 100, 1000, 3000, 1000, 100, 10])
    outside = 0
    for _ in range(400):
        # words make neighbouring bins stray together
        curves = generator.normal(size=(40, 7)) / np.sqrt(pairs) + np.arange(7)
        curves += 0.02 * generator.normal(size=(40, 1)) * np.arange(7)
        fitted = band(curves[0], curves[1:], pairs, 0.9)
        outside += (fitted.fit > fitted.upper).any()
    assert 0.07 < outside / 400 < 0.13


def test_a_band_of_equal_relabellings_is_their_mean():
    same = np.tile(np.array([1.0, 1.1, 1.3]), (99, 1))
    fitted = band(np.array([1.0, 1.1, 1.4]), same, np.ones(3))
    assert_allclose(fitted.upper, 0, atol=1e-12)
    assert_allclose(fitted.mean, [0, 0, 0.1], atol=1e-12)


def test_too_few_relabellings_are_refused():
    curves = np.random.default_rng(0).normal(size=(98, 3))
    band(curves[0], np.vstack([curves, curves[:1]]), np.ones(3))
    with pytest.raises(ValueError, match=r"0.99 needs 99 relabellings or more. Got 98"):
        band(curves[0], curves, np.ones(3))
