import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces.draws import disjoint_pairs


def test_no_word_is_in_two_pairs_and_all_are_shared():
    shared = np.random.default_rng(0).random(101) < 0.7
    pairs = disjoint_pairs(shared, 30, 7)
    assert pairs.shape == (30, 2)
    assert len(np.unique(pairs)) == 60
    assert pairs.min() >= 0 and pairs.max() < shared.sum()


def test_there_are_no_more_pairs_than_words_allow():
    shared = np.array([True, False, True, True, True, False, True])
    assert len(disjoint_pairs(shared, 9, 1)) == 2
    assert len(disjoint_pairs(shared, 1, 1)) == 1


def test_the_seed_alone_decides_and_more_pairs_begin_with_the_same():
    shared = np.ones(1000, dtype=bool)
    few, many = (disjoint_pairs(shared, count, 3) for count in (50, 400))
    assert_array_equal(many[:50], few)
    assert (disjoint_pairs(shared, 50, 4) != few).any()


def test_rows_are_those_of_the_shared_words():
    """A word that is not shared moves rows up, the words stay those of the order."""
    shared = np.ones(40, dtype=bool)
    whole = disjoint_pairs(shared, 20, 5)
    last = whole[-1]
    shared[last] = False
    fewer = disjoint_pairs(shared, 20, 5)
    assert_array_equal(np.flatnonzero(shared)[fewer], whole[:-1])


def test_every_word_is_as_likely():
    shared = np.ones(10, dtype=bool)
    firsts = [disjoint_pairs(shared, 1, seed)[0, 0] for seed in range(2000)]
    assert np.bincount(firsts, minlength=10).min() > 140


def test_no_pair_is_refused(subtests):
    for words, count in [(1, 5), (0, 5), (4, 0)]:
        with subtests.test(words=words, count=count):
            with pytest.raises(
                ValueError, match=f"Got {words} words and count {count}"
            ):
                disjoint_pairs(np.ones(words, dtype=bool), count, 1)
