import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver.spaces import cosines as module
from quaver.spaces.cosines import cosine_parts, pair_cosines
from quaver.spaces.normalise import unit_rows


@pytest.fixture
def space():
    return unit_rows(np.random.default_rng(3).standard_normal((90, 7)))


FIRST, SECOND = np.array([0, 5, 89, 4, 7]), np.array([1, 0, 2, 4, 7])


def whole(space, targets):
    parts = list(cosine_parts(space, targets))
    rows = np.concatenate([np.arange(len(space))[rows] for rows, _ in parts])
    assert_array_equal(rows, np.arange(len(space)))
    return np.concatenate([part for _, part in parts], axis=1)


def test_cosines_by_hand():
    space = np.array([[1, 0], [0.6, 0.8], [0, 1], [-1, 0]], dtype=np.float32)
    found = pair_cosines(space, np.array([0, 1, 0, 2]), np.array([1, 2, 3, 2]))
    assert_allclose(found, [0.6, 0.8, -1, 1], atol=1e-7)
    assert_allclose(whole(space, np.array([0])), [[1, 0.6, 0, -1]], atol=1e-7)


def test_they_are_rounded_products(space):
    wide = space.astype(np.float64)
    found = whole(space, FIRST)
    assert found.dtype == np.float32
    assert_allclose(found, wide[FIRST] @ wide.T, atol=1e-7)
    assert np.abs(found).max() <= 1
    assert_allclose(pair_cosines(space, FIRST, SECOND), found[range(5), SECOND])


def test_a_pair_does_not_depend_on_the_others(space, monkeypatch):
    found = pair_cosines(space, FIRST, SECOND)
    assert_array_equal(pair_cosines(space, FIRST[2:3], SECOND[2:3]), found[2:3])
    expected = whole(space, FIRST)
    monkeypatch.setattr(module, "ROWS", 2)
    assert_array_equal(pair_cosines(space, FIRST, SECOND), found)
    assert_allclose(whole(space, FIRST), expected, atol=1e-7)


def test_turning_a_space_changes_nothing(space):
    turned = space.astype(np.float64) @ ortho_group.rvs(7, random_state=1)
    found = pair_cosines(space, FIRST, SECOND)
    assert_allclose(pair_cosines(turned, FIRST, SECOND), found, atol=1e-6)


def test_no_pair_has_no_cosine(space):
    nothing = np.empty(0, dtype=int)
    assert pair_cosines(space, nothing, nothing).shape == (0,)
