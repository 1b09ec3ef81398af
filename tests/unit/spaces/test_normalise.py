import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces.normalise import directed, lengths, unit_rows


def test_known_lengths_and_directions():
    vectors = np.array([[3, 4], [0, -2]], dtype=np.float32)
    assert_array_equal(lengths(vectors), [5, 2])
    units = unit_rows(vectors)
    assert units.dtype == np.float32
    assert_allclose(units, [[0.6, 0.8], [0, -1]], rtol=1e-7)


def test_rows_have_length_one_whatever_their_scale():
    vectors = np.random.default_rng(2).standard_normal((50, 30)).astype(np.float32)
    scales = np.logspace(-30, 30, 50)[:, None].astype(np.float32)
    units = unit_rows(vectors * scales)
    assert_allclose(lengths(units), 1, atol=2e-7)
    assert_allclose(units, unit_rows(vectors), atol=3e-7)


def test_unit_rows_leave_their_argument_alone():
    vectors = np.array([[3.0, 4.0]])
    unit_rows(vectors)
    assert_array_equal(vectors, [[3, 4]])


def test_absent_rows_stay_missing():
    vectors = np.array([[np.nan, np.nan], [0, 2], [0, 0]], dtype=np.float32)
    units = unit_rows(vectors, np.array([False, True, False]))
    assert_array_equal(units, [[np.nan, np.nan], [0, 1], [np.nan, np.nan]])


def test_a_zero_row_is_named():
    vectors = np.array([[1, 0], [0, 0], [0, 0]])
    with pytest.raises(ValueError, match=r"row 1 is a zero vector \(2 of 3 rows are\)"):
        unit_rows(vectors)


def test_a_broken_row_is_named(subtests):
    for value in [np.nan, np.inf]:
        with subtests.test(value=value):
            with pytest.raises(ValueError, match="row 1 holds NaN or infinity"):
                unit_rows(np.array([[1, 0], [value, 0]]))


def test_rows_with_a_direction():
    vectors = np.array([[1, 0], [0, 0], [np.nan, 1], [np.inf, 1], [1e-30, 0]])
    keeps = directed(vectors.astype(np.float32))
    assert_array_equal(keeps, [True, False, False, False, True])
