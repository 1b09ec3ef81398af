"""Sums over a side of documents by tables, beside products of matrices."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.statistics import sides
from quaver.statistics.sides import (
    add_moves,
    in_columns,
    in_strips,
    side_sums,
    studentised,
)

ROWS, LEAST = 90, 3


def word(documents, dims):
    """Deals (documents, ROWS), facts and values of a word's documents, and shifts."""
    generator = np.random.default_rng(documents)
    second = (generator.random((documents, ROWS)) < 0.4).astype(np.uint8)
    values = generator.normal(size=(documents, dims))
    n = generator.integers(1, 9, documents)
    facts = np.column_stack([np.square(values).sum(axis=1), n, np.ones(documents)])
    return second, facts, values, generator.normal(size=(ROWS, dims))


# less than a table, several rounds of tables; dims of one strip and of more
@pytest.mark.parametrize(("documents", "dims"), [(5, 3), (24, 29), (61, 30), (150, 99)])
def test_sums_moves_and_statistics_are_those_of_products(documents, dims):
    second, facts, values, shift = word(documents, dims)
    parts = in_strips(facts, values)
    own, sums = in_columns(side_sums(second, parts), dims)
    assert_allclose(own, second.T @ facts)
    assert_allclose(sums, second.T @ values, atol=1e-12)
    other = facts.sum(axis=0) - own
    told = np.minimum(own[:, 2], other[:, 2]) >= LEAST
    with np.errstate(divide="ignore", invalid="ignore"):
        move = -sums * (1 / own[:, 1] + 1 / other[:, 1])[:, None]
        noise = sum(x[:, 0] / x[:, 1] ** 2 for x in (own, other))
        expected = np.square(move - shift).sum(axis=1) / noise
    nothing = np.zeros((ROWS, 3))
    got = studentised(second, parts, in_strips(nothing, shift), LEAST)
    assert_allclose(got, np.where(told, expected, np.nan))
    moves = in_strips(nothing, shift)
    add_moves(second, parts, LEAST, moves)
    number, moves = in_columns(moves, dims)
    assert_array_equal(number[:, 0], told)
    assert_allclose(moves, shift + np.where(told[:, None], move, 0))


def test_bits_hang_on_no_block_and_no_other_deal():
    second, facts, values, shift = word(40, 50)
    parts, shift = in_strips(facts, values), in_strips(np.zeros((ROWS, 3)), shift)
    expected = studentised(second, parts, shift, LEAST)
    assert sides.ROWS > ROWS
    for rows in (slice(1), slice(7, 30), slice(30, None)):
        few = np.ascontiguousarray(second[:, rows]), parts
        got = studentised(*few, np.ascontiguousarray(shift[:, rows]), LEAST)
        assert_array_equal(got, expected[rows])
    many = np.tile(second, 40), parts, np.tile(shift, (1, 40, 1))
    assert_array_equal(studentised(*many, LEAST), np.tile(expected, 40))
