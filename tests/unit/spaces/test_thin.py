"""Half the bits of a vector, and which vectors do not bear it."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces.normalise import TOLERANCE, halved


def some(words=50, dims=20, scale=1.0):
    generator = np.random.default_rng(1)
    return (scale * generator.standard_normal((words, dims))).astype(np.float32)


def test_a_vector_keeps_its_direction(subtests):
    for scale in [1e-2, 1.0, 1e4]:
        with subtests.test(scale=scale):
            vectors = some(scale=scale)
            rows, lost = halved(vectors, np.ones(50, dtype=bool))
            assert rows.dtype == np.float16
            assert not lost.any()
            errors = np.linalg.norm(rows.astype(float) - vectors, axis=1)
            assert (errors <= TOLERANCE * np.linalg.norm(vectors, axis=1)).all()


def test_what_is_too_large_or_too_small_is_told(subtests):
    for number in [65520.0, -7e4, 3e38, 1e-7, 1e-30]:
        with subtests.test(number=number):
            vectors = some()
            vectors[7] = number  # 65520 is the first that rounds to infinity
            _, lost = halved(vectors, np.ones(50, dtype=bool))
            assert np.flatnonzero(lost).tolist() == [7]


def test_a_small_number_beside_large_ones_does_no_harm():
    vectors = some()
    vectors[7, 0] = 1e-9
    _, lost = halved(vectors, np.ones(50, dtype=bool))
    assert not lost.any()


def test_absent_words_stay_absent():
    vectors, present = some(), np.ones(50, dtype=bool)
    vectors[3], present[3] = np.nan, False
    rows, lost = halved(vectors, present)
    assert_array_equal(np.isnan(rows).any(axis=1), ~present)
    assert not lost.any()


def test_halves_of_halves_are_the_same():
    rows, _ = halved(some(), np.ones(50, dtype=bool))
    again, lost = halved(rows.astype(np.float32), np.ones(50, dtype=bool))
    assert_array_equal(again, rows)
    assert_allclose(again.astype(float), some(), rtol=1e-3, atol=1e-6)
    assert not lost.any()
