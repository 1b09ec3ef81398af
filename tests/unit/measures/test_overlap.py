from itertools import combinations, product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.measures.overlap import overlaps


def lists(runs=5, targets=7, k=10, words=25, seed=11):
    generator = np.random.default_rng(seed)
    draws = [generator.permutation(words)[:k] for _ in range(runs * targets)]
    return np.array(draws).reshape(runs, targets, k)


def test_the_example_of_the_thesis():
    """Table 2.2: 8 words of 10 and 11 of 15 in common (Eq. 2.9 and 2.10)."""
    first = np.arange(15)
    second = np.array([0, 2, 1, 6, 4, 100, 3, 7, 5, 101, 8, 14, 102, 13, 103])
    assert len(set(first[:10]) & set(second[:10])) == 8
    result = overlaps(np.stack([first, second])[:, None], [10, 15])
    assert_allclose(result.share[:, 0], [0.8, 11 / 15])
    assert_allclose(result.jaccard[:, 0], [8 / 12, 11 / 19])


def test_it_is_the_overlap_of_sets():
    found = lists()
    sizes = (2, 5, 10)
    result = overlaps(found, sizes)
    pairs = list(combinations(range(5), 2))
    share = np.empty((3, len(pairs), 7))
    jaccard = np.empty_like(share)
    places = product(enumerate(sizes), enumerate(pairs), range(7))
    for (s, n), (p, (i, j)), w in places:
        a, b = set(found[i, w, :n]), set(found[j, w, :n])
        share[s, p, w] = len(a & b) / n
        jaccard[s, p, w] = len(a & b) / len(a | b)
    assert_allclose(result.share, share.mean(axis=2))
    assert_allclose(result.jaccard, jaccard.mean(axis=2))
    assert_allclose(result.word_share, share.mean(axis=1))
    assert_allclose(result.run_jaccard.mean(axis=1), jaccard.mean(axis=1))


def test_a_run_with_itself_is_one_and_strangers_are_nothing():
    found = lists(runs=1)
    result = overlaps(np.concatenate([found, found, found + 1000]), [1, 5, 10])
    for values in (result.share, result.jaccard):
        assert_array_equal(values, [[1, 0, 0]] * 3)
    assert_allclose(result.word_share, 1 / 3)


def test_order_within_a_list_does_not_matter_at_its_end():
    found = lists(runs=2)
    turned = np.stack([found[0], found[0, :, ::-1]])
    result = overlaps(turned, [1, 10])
    assert_array_equal(result.share, [[0], [1]])
    assert_array_equal(result.jaccard, [[0], [1]])


def test_the_order_of_runs_does_not_matter():
    found = lists(runs=3)
    forth, back = overlaps(found, [5]), overlaps(found[::-1], [5])
    assert_array_equal(forth.share, back.share[:, [2, 1, 0]])
    assert_allclose(forth.word_share, back.word_share)


def test_means_of_a_run_are_over_its_pairs():
    found = lists(runs=4)
    result = overlaps(found, [5])
    for run in range(4):
        others = [overlaps(found[[run, k]], [5]) for k in range(4) if k != run]
        share = np.mean([each.word_share[0] for each in others], axis=0)
        jaccard = np.mean([each.run_jaccard.mean(axis=1)[0] for each in others], axis=0)
        assert_allclose(result.run_share[0, run], share)
        assert_allclose(result.run_jaccard[0, run], jaccard)


def test_targets_and_sizes_are_as_each_alone():
    found = lists()
    together = overlaps(found, [10, 2, 5])
    for place, n in enumerate([10, 2, 5]):
        alone = overlaps(found, [n])
        assert_array_equal(together.share[place], alone.share[0])
        for word in range(found.shape[1]):
            one = overlaps(found[:, [word]], [n]).run_jaccard.mean(axis=1)[0, 0]
            assert_array_equal(together.run_jaccard.mean(axis=1)[place, word], one)


def test_chance_level():
    """Random lists of k from N words share k / N of their words."""
    result = overlaps(lists(runs=2, targets=4000), [10])
    assert_allclose(result.share[0, 0], 10 / 25, rtol=0.02)


@pytest.mark.parametrize("sizes", [[0], [11], []])
def test_sizes_outside_the_lists_are_refused(sizes):
    with pytest.raises(ValueError, match="sizes must be from 1 to 10"):
        overlaps(lists(), sizes)


@pytest.mark.parametrize("shape", [(1, 3, 2), (2, 0, 2), (2, 3)])
def test_lists_of_the_wrong_shape_are_refused(shape):
    with pytest.raises(ValueError, match="two runs and one target or more"):
        overlaps(np.zeros(shape, dtype=int), [1])


def test_rows_that_are_none_are_refused():
    found = lists()
    found[0, 0, 3] = -1
    with pytest.raises(ValueError, match="rows of words. Got -1"):
        overlaps(found, [5])
