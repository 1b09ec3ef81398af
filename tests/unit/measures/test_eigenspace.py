import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import orth
from scipy.stats import ortho_group

from quaver.measures.directions import eigenspace_overlap, whitening
from quaver.spaces.grams import Held, tiles
from quaver.spaces.normalise import unit_rows


def noisy(runs=2, words=120, dims=9, noise=0.3, seed=5):
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((words, dims))
    noises = noise * generator.standard_normal((runs, words, dims))
    return [unit_rows(base + each) for each in noises]


def overlap(*spaces):
    """Of the first pair of spaces; no tile holds pairs of the same bits."""
    tile = next(tiles(Held(spaces)))
    return eigenspace_overlap(tile)[0, 1]


def defined(a, b):
    """May et al. 2019 as it is written, by singular vectors."""
    left, right = (orth(x.astype(np.float64), rcond=1e-6) for x in (a, b))
    size = max(left.shape[1], right.shape[1])
    return np.square(left.T @ right).sum() / size


@pytest.mark.parametrize("noise", [0.01, 0.3, 5.0])
def test_it_is_the_definition(noise):
    spaces = noisy(4, noise=noise)
    tile = next(tiles(Held(spaces)))
    found = eigenspace_overlap(tile)
    assert len(found) == 6
    for (i, j), value in found.items():
        assert_allclose(value, defined(spaces[i], spaces[j]), rtol=1e-10)


def test_four_words_by_hand():
    """ab/cd against ac/bd: each of two directions is half of each of the others."""
    first, second = np.eye(2)[[0, 0, 1, 1]], np.eye(2)[[0, 1, 0, 1]]
    assert_allclose(overlap(first, second), 4 * 0.25 / 2, rtol=1e-14)


def test_the_same_directions_are_one_and_a_rotation_changes_nothing():
    first, second = noisy()
    turn = ortho_group.rvs(9, random_state=1)
    assert_allclose(overlap(first, first @ turn), 1, rtol=1e-9)
    assert_allclose(overlap(first @ turn, second), overlap(first, second), rtol=1e-7)


def test_directions_a_space_does_not_have_do_not_count():
    """Nine dims, of which three are filled; as float32, rounding fills the others."""
    narrow = noisy(dims=3)
    turn = ortho_group.rvs(9, random_state=2)
    wide = [np.pad(space, ((0, 0), (0, 6))) for space in narrow]
    turned = [(space @ turn).astype(np.float32) for space in wide]
    expected = overlap(*narrow)
    assert whitening(turned[0].astype(float).T @ turned[0]).shape == (9, 3)
    assert_allclose(overlap(*wide), expected, rtol=1e-6)
    assert_allclose(overlap(*turned), expected, rtol=1e-5)


def test_the_larger_space_counts():
    """Two directions that lie within four are half of them."""
    larger = np.eye(4)
    smaller = np.eye(2)[[0, 1, 0, 1]]
    assert_allclose(overlap(larger, smaller), 0.5, rtol=1e-14)
    assert_allclose(overlap(smaller, larger), 0.5, rtol=1e-14)


def test_chance_level():
    """Unrelated spaces of d dims overlap by d / words: of 20 in 400, 0.05."""
    spaces = noisy(8, words=400, dims=20, noise=1e6)
    tile = next(tiles(Held(spaces)))
    found = list(eigenspace_overlap(tile).values())
    assert_allclose(np.mean(found), 20 / 400, rtol=0.05)
    assert min(found) > 0 and max(found) < 1
