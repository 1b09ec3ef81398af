import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.measures.distances import knn_overlap
from quaver.measures.overlap import overlaps


def lists(runs=4, targets=50, ranks=5, words=21, seed=12):
    """Random lists of other words: a target is the last word."""
    generator = np.random.default_rng(seed)
    draws = [generator.permutation(words - 1) for _ in range(runs * targets)]
    return np.array(draws)[:, :ranks].reshape(runs, targets, ranks)


def test_by_hand():
    """Two of four words in common, where one is so by chance: (1/2 - 1/4) / (3/4)."""
    pair = np.array([[[0, 1, 2, 3]], [[9, 8, 3, 0]]])
    assert_allclose(knn_overlap(pair, 17), [[1, 1 / 3], [1 / 3, 1]], rtol=1e-14)


def test_it_is_the_overlap_corrected():
    found = lists()
    share = overlaps(found, [5]).share[0]
    chance = 5 / 20
    values = knn_overlap(found, 21)[np.triu_indices(4, 1)]
    assert_allclose(values, (share - chance) / (1 - chance), rtol=1e-12, atol=1e-14)


def test_the_same_lists_in_any_order_are_one():
    found = lists(runs=1)
    result = knn_overlap(np.concatenate([found, found[:, :, ::-1]]), 21)
    assert_array_equal(result, np.ones((2, 2)))


def test_chance_is_nothing_and_less_than_chance_is_below():
    assert abs(knn_overlap(lists(2, targets=20_000), 21)[0, 1]) < 0.01
    apart = np.array([[[0, 1]], [[2, 3]]])
    assert_allclose(knn_overlap(apart, 5)[0, 1], -1)


def test_lists_of_all_words_tell_nothing():
    assert np.isnan(knn_overlap(lists(ranks=20), 21)).all()


def test_more_neighbours_than_words_are_refused():
    with pytest.raises(ValueError, match="5 words have lists of 4. Got 5 neighbours"):
        knn_overlap(lists(), 5)
