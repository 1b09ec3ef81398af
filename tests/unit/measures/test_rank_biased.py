import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.measures.distances import rank_biased_overlap


def lists(runs=4, targets=6, ranks=8, words=20, seed=13):
    generator = np.random.default_rng(seed)
    draws = [generator.permutation(words)[:ranks] for _ in range(runs * targets)]
    return np.array(draws).reshape(runs, targets, ranks)


def defined(a, b, p):
    """Webber et al. 2010, extrapolated, as it is written."""
    depths = range(1, len(a) + 1)
    common = {d: len(set(a[:d]) & set(b[:d])) for d in depths}
    tail = common[len(a)] / len(a) * p ** len(a)
    return tail + (1 - p) / p * sum(common[d] / d * p**d for d in depths)


@pytest.mark.parametrize("p", [0.5, 0.9, 0.98])
def test_it_is_the_definition(p):
    found = lists()
    result = rank_biased_overlap(found, p)
    for i in range(4):
        for j in range(4):
            both = zip(found[i], found[j], strict=True)
            expected = np.mean([defined(a, b, p) for a, b in both])
            assert_allclose(result[i, j], expected, rtol=1e-12)


def test_by_hand():
    """Swapped first words, p = .5: 0 at depth 1, all at depth 2: .5 * .5 + .25."""
    pair = np.array([[[1, 2]], [[2, 1]]])
    assert_allclose(rank_biased_overlap(pair, 0.5)[0, 1], 0.5, rtol=1e-14)


def test_the_first_ranks_weigh_most():
    words = np.arange(8)
    early, late = words.copy(), words.copy()
    early[0], late[-1] = 100, 100
    result = rank_biased_overlap(np.stack([words, early, late])[:, None])
    assert result[0, 1] < result[0, 2] < 1


def test_the_same_lists_are_one_and_strangers_are_nothing():
    found = lists(runs=1)
    result = rank_biased_overlap(np.concatenate([found, found, found + 1000]))
    assert_array_equal(result[:2, :2], 1)
    assert_allclose(result[2, :2], 0, atol=1e-15)
    assert (result >= 0).all()


def test_a_pair_does_not_depend_on_its_place_or_on_other_runs():
    found = lists(runs=7, ranks=13)
    result = rank_biased_overlap(found)
    assert_array_equal(result, result.T)
    assert_array_equal(rank_biased_overlap(found[::-1]), result[::-1, ::-1])
    assert_array_equal(rank_biased_overlap(found[:3]), result[:3, :3])


def test_chance_level():
    """Random lists of k from N words share d^2 / N of depth d in mean."""
    found = lists(runs=2, targets=20_000)
    depths = np.arange(1, 9)
    weights = 0.1 * 0.9 ** (depths - 1.0)
    expected = (weights * depths / 20).sum() + 0.9**8 * 8 / 20
    assert_allclose(rank_biased_overlap(found)[0, 1], expected, rtol=0.02)


@pytest.mark.parametrize("p", [0, 1, -0.5])
def test_a_persistence_outside_is_refused(p):
    with pytest.raises(ValueError, match="between 0 and 1. Got"):
        rank_biased_overlap(lists(), p)
