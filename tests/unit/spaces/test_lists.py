import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver.spaces.neighbours import beside
from quaver.spaces.normalise import unit_rows


def circle(*degrees):
    """Unit rows in the plane."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_two_lists_by_hand():
    found = beside(circle(0, 10, 20, 30, 90), circle(0, 40, 20, 90, 30), 0, 3)
    assert_array_equal(found.rows, [1, 2, 3])
    assert_array_equal(found.ranks, [[1, 2, 3], [3, 1, 4]])
    degrees = np.array([[10, 20, 30], [40, 20, 90]])
    assert_allclose(found.cosines, np.cos(np.radians(degrees)), atol=1e-6)


def test_a_space_beside_itself_turned_gives_the_same_ranks():
    generator = np.random.default_rng(1)
    units = unit_rows(generator.standard_normal((50, 4)))
    turned = unit_rows(units @ ortho_group.rvs(4, random_state=2))
    found = beside(units, turned, 7, 15)
    assert_array_equal(found.ranks, [np.arange(1, 16)] * 2)
    assert_allclose(found.cosines[0], found.cosines[1], atol=1e-6)
    assert 7 not in found.rows


def test_a_list_is_no_longer_than_there_are_words():
    found = beside(circle(0, 10, 20), circle(0, 20, 10), 1, 15)
    assert_array_equal(found.rows, [0, 2])
    assert_array_equal(found.ranks, [[1, 2], [2, 1]])


def test_spaces_of_other_words_are_refused():
    with pytest.raises(ValueError, match=r"Got shapes \(3, 2\) and \(2, 2\)"):
        beside(circle(0, 1, 2), circle(0, 1), 0, 1)
