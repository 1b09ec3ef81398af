import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import ortho_group

from quaver.measures.directions import displacement
from quaver.spaces.branches import rotation
from quaver.spaces.grams import Held, tiles
from quaver.spaces.normalise import unit_rows


def noisy(runs=2, words=120, dims=9, noise=0.3, seed=6):
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((words, dims))
    noises = noise * generator.standard_normal((runs, words, dims))
    return [unit_rows(base + each) for each in noises]


def moved(*spaces):
    tile = next(tiles(Held(spaces)))
    return displacement(tile, len(spaces[0]))[0, 1]


@pytest.mark.parametrize("noise", [0.01, 0.3, 5.0])
def test_it_is_the_mean_over_words_once_they_are_aligned(noise):
    spaces = noisy(4, noise=noise)
    tile = next(tiles(Held(spaces)))
    found = displacement(tile, 120)
    assert len(found) == 6
    for (i, j), value in found.items():
        turned = spaces[i].astype(np.float64) @ rotation(spaces[i], spaces[j])
        cosines = np.einsum("wd,wd->w", turned, spaces[j])
        assert_allclose(value, 1 - cosines.mean(), rtol=1e-6, atol=1e-9)


def test_by_hand():
    """Words at 0 and 90 degrees against 0 and 30: each turns 30 to meet halfway."""
    angle = np.deg2rad(30)
    slanted = np.array([[1, 0], [np.cos(angle), np.sin(angle)]])
    assert_allclose(moved(np.eye(2), slanted), 1 - np.cos(angle), rtol=1e-12)


def test_a_rotated_or_mirrored_space_has_not_moved():
    first, second = (space.astype(np.float64) for space in noisy())
    turn = ortho_group.rvs(9, random_state=1)
    mirror = np.diag([-1.0, *[1] * 8])
    assert moved(first, first @ turn) < 1e-7
    assert moved(first, first @ turn @ mirror) < 1e-7
    assert_allclose(moved(first @ turn, second), moved(first, second), rtol=1e-6)
    assert_allclose(moved(second, first), moved(first, second), rtol=1e-6)


def test_nearly_the_same_space_is_never_below_nothing():
    first = noisy()[0].astype(np.float64)
    assert moved(first, first + 1e-16 * np.sign(first)) >= 0


def test_chance_level():
    """Singular values of a Gaussian d x d matrix over sqrt(d): 8 / (3 pi) in mean."""
    words, dims = 4000, 40
    value = moved(*noisy(words=words, dims=dims, noise=1e6))
    assert_allclose(1 - value, 8 / (3 * np.pi) * np.sqrt(dims / words), rtol=0.05)
