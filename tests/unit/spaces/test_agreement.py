from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces.agreement import agreement


def lists(runs=5, targets=7, ranks=10, words=25, seed=11):
    generator = np.random.default_rng(seed)
    draws = [generator.permutation(words)[:ranks] for _ in range(runs * targets)]
    return np.array(draws).reshape(runs, targets, ranks)


def test_it_counts_what_sets_share():
    found = lists()
    result = agreement(found)
    assert result.shape == (5, 5, 10)
    assert_array_equal(result, result.transpose(1, 0, 2))
    for i, j in combinations(range(5), 2):
        for depth in range(1, 11):
            both = zip(found[i], found[j], strict=True)
            common = [len(set(a[:depth]) & set(b[:depth])) for a, b in both]
            assert result[i, j, depth - 1] == sum(common) / 7


def test_by_hand():
    result = agreement(np.array([[[1, 2, 3]], [[2, 1, 9]]], dtype=np.int32))
    assert_array_equal(result[0, 1], [0, 2, 2])
    assert_array_equal(result[0, 0], [1, 2, 3])


def test_a_run_shares_every_word_with_itself_and_with_a_copy():
    found = lists(runs=2)
    result = agreement(np.concatenate([found, found]))
    for i, j in [(0, 0), (1, 1), (0, 2), (1, 3)]:
        assert_array_equal(result[i, j], np.arange(1, 11))


def test_the_order_of_runs_and_targets_does_not_matter():
    found = lists()
    result = agreement(found)
    assert_array_equal(agreement(found[:, ::-1]), result)
    assert_array_equal(agreement(found[::-1]), result[::-1, ::-1])
    assert_array_equal(agreement(found[:2]), result[:2, :2])


def test_lists_of_the_wrong_shape_are_refused(subtests):
    for shape in [(1, 3, 2), (2, 0, 2), (2, 3, 0), (2, 3)]:
        with subtests.test(shape=shape):
            with pytest.raises(
                ValueError, match="two runs, one target and one rank or more"
            ):
                agreement(np.zeros(shape, dtype=int))


def test_what_is_no_row_is_refused():
    with pytest.raises(ValueError, match="must hold rows of words. Got -1"):
        agreement(np.full((2, 1, 1), -1))
