import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group

from quaver.spaces.branches import rotation


def test_a_rotated_copy_is_turned_back():
    space = np.random.default_rng(3).standard_normal((40, 6))
    turn = ortho_group.rvs(6, random_state=3)
    assert_allclose(rotation(space, space @ turn), turn, atol=1e-12)


def test_a_quarter_turn_by_hand():
    source = np.array([[1.0, 0.0], [0.0, 1.0]])
    target = np.array([[0.0, 1.0], [-1.0, 0.0]])
    assert_allclose(rotation(source, target), [[0, 1], [-1, 0]], atol=1e-15)


def test_the_answer_is_orthogonal_and_no_other_turn_fits_better():
    generator = np.random.default_rng(4)
    source, target = generator.standard_normal((2, 30, 5))
    turn = rotation(source, target)
    assert_allclose(turn @ turn.T, np.eye(5), atol=1e-12)
    best = np.linalg.norm(source @ turn - target)
    for seed in range(50):
        other = ortho_group.rvs(5, random_state=seed)
        assert np.linalg.norm(source @ other - target) > best


def test_it_agrees_with_scipy():
    source, target = np.random.default_rng(5).standard_normal((2, 30, 5))
    expected, _ = orthogonal_procrustes(source, target)
    assert_allclose(rotation(source, target), expected, atol=1e-12)


def test_float32_is_summed_in_float64():
    source, target = np.random.default_rng(6).standard_normal((2, 3000, 4))
    small = source.astype(np.float32), target.astype(np.float32)
    wide = [each.astype(np.float64) for each in small]
    assert_allclose(rotation(*small), rotation(*wide), atol=1e-14)


def test_spaces_over_other_words_are_refused(subtests):
    for shapes in [((3, 2), (4, 2)), ((0, 2), (0, 2)), ((3,), (3,))]:
        with subtests.test(shapes=shapes):
            with pytest.raises(ValueError, match="must hold the same joint words"):
                rotation(*(np.ones(shape) for shape in shapes))


def test_missing_rows_are_refused():
    with pytest.raises(ValueError, match="must be finite"):
        rotation(np.array([[np.nan, 1.0]]), np.ones((1, 2)))
