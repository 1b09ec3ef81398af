"""Ranks among the words of a background, against a full sort, with ties and gaps."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces import word_ranks
from quaver.spaces.word_ranks import beside, between, standing, units_of

DIMS = 12


def cosines(first, second):
    """The same in the order of the dimensions, number by number."""
    total = np.zeros((len(first), len(second)))
    for k in range(first.shape[1]):
        total += np.outer(first[:, k].astype(float), second[:, k].astype(float))
    return np.clip(total, -1, 1).astype(np.float32)


@pytest.fixture
def given():
    """Words of which many are equal, one is absent and one is zero; queries; bounds,
    of which some are the cosines of words."""
    generator = np.random.default_rng(4)
    words = np.round(generator.normal(size=(3000, DIMS))).astype(np.float32)
    words[::7] = words[0]
    words[40], words[41] = np.nan, 0
    queries = units_of(generator.normal(size=(30, DIMS)).astype(np.float32))
    units = units_of(words)
    bounds = cosines(queries, units[[0, 5, 40, 2999]])
    return units, queries, bounds


def test_words_of_a_higher_cosine_are_counted_and_ties_are_not(given):
    units, queries, bounds = given
    found = standing([units], queries, bounds, 20)
    exact = cosines(queries, units)
    for row, own in enumerate(exact):
        higher = [(own > bound).sum() for bound in bounds[row]]
        assert_array_equal(found.higher[row], higher)
        order = np.argsort(np.where(np.isnan(own), np.inf, -own), kind="stable")
        assert_array_equal(found.rows[row], order[:20])
    assert found.words == 2998
    assert np.isnan(bounds[:, 2]).all() and not found.higher[:, 2].any()


def test_no_bit_depends_on_blocks(given, monkeypatch):
    units, queries, bounds = given
    whole = standing([units], queries, bounds, 5)
    for name, size in (("ROWS", 97), ("QUERIES", 7)):
        monkeypatch.setattr(word_ranks, name, size)
        parts = np.array_split(units, 13)
        turn = np.random.default_rng(1).permutation(len(queries))
        other = standing(parts, queries[turn], bounds[turn], 5)
        assert_array_equal(other.higher, whole.higher[turn])
        assert_array_equal(other.rows, whole.rows[turn])


def test_cosines_are_summed_alike_wherever_they_are():
    vectors = units_of(np.random.default_rng(2).normal(size=(50, 300)).astype("f4"))
    square = between(vectors, vectors)
    assert_array_equal(square, cosines(vectors, vectors))
    assert_array_equal(square, square.T)
    assert_array_equal(beside(vectors[:20], vectors[20:40]), square.diagonal(20)[:20])


def test_fewer_words_than_are_asked_for_leave_gaps():
    units = units_of(np.eye(3, dtype=np.float32))
    query = units_of(np.array([[3, 2, 1]], np.float32))
    found = standing([units], query, np.array([[0.99]], np.float32), 5)
    assert found.rows.tolist() == [[0, 1, 2, -1, -1]]
    assert found.higher.tolist() == [[0]]
    nobody = standing([units], query * np.nan, np.array([[0.1]], np.float32), 2)
    assert nobody.rows.tolist() == [[-1, -1]] and nobody.higher.tolist() == [[0]]
