"""Neighbours that left, came and stayed, on uses that move from one axis to another."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from quaver.measures.moves import KINDS, moves
from quaver.spaces.normalise import unit_rows
from quaver.statistics.periods import Centre, period_of

# the word, near x; near y; between; far; absent
VECTORS = np.array([[1, 0, 0.1], [1, 0.1, 0], [0.1, 1, 0], [1, 1, 0.1], [0, 0, -1]])
UNITS = np.vstack([unit_rows(VECTORS), np.full((1, 3), np.nan)])
EVERY = np.ones((2, len(UNITS)), dtype=bool)
CENTRE = Centre(np.array([[0, 0, -2.5], [0, 0, 2.5]]), 0.0)


def periods(generator, documents=8, noise=0.3):
    """Uses along x, then along y; all words shift along z."""
    for mean in np.array([[2.0, 0, 0], [0, 2.0, 0]]) + CENTRE.means:
        counts = generator.integers(1, 9, documents)
        sums = counts[:, None] * (mean + noise * generator.normal(size=(documents, 3)))
        yield period_of(sums, counts)


def moved(generator, present=EVERY, **given):
    rules = {"present": present, "word": 0, "k": 2}
    return moves(tuple(periods(generator, **given)), CENTRE, UNITS, **rules)


def test_neighbours_leave_come_and_stay():
    got = moved(np.random.default_rng(1), noise=0.01)
    assert [*zip(got.kind, got.rows, strict=True)] == [
        ("left", 1),
        ("came", 2),
        ("stayed", 3),
    ]
    assert_array_equal(got.ranks, [[1, 3], [3, 1], [2, 2]])
    # the word itself is no neighbour, and the shift of all words none of its own
    x, y = UNITS[1:4, 0], UNITS[1:4, 1]
    assert_allclose(got.cosines, np.stack([x, y], axis=1), atol=0.02)
    assert_allclose(got.difference, got.cosines[:, 1] - got.cosines[:, 0])


def test_those_that_moved_farthest_in_their_direction_come_first():
    """A rank may rise while the cosine falls: such a word came, but last."""
    generator = np.random.default_rng(4)
    units = generator.normal(size=(60, 3))
    units /= np.linalg.norm(units, axis=1, keepdims=True)
    pair = tuple(periods(generator, noise=0.01))
    present = np.ones((2, 60), bool)
    present[0, 2::3] = present[1, 1::3] = False
    rules = {"present": present, "word": 0, "k": 25}
    got = moves(pair, CENTRE, units, **rules)
    of_kind = {kind: got.difference[got.kind == kind] for kind in KINDS}
    assert (np.diff(of_kind["left"]) >= 0).all()
    assert (np.diff(of_kind["came"]) <= 0).all()
    assert (np.diff(np.abs(of_kind["stayed"])) <= 0).all()
    assert of_kind["left"].max() > 0 > of_kind["came"].min()


def test_a_word_that_a_text_has_not_is_no_neighbour_there():
    late = EVERY.copy()
    late[0, 3] = False  # the early text lacks the word between: it can only have come
    got = moved(np.random.default_rng(1), late, noise=0.01)
    kinds = dict(zip(got.rows.tolist(), got.kind.tolist(), strict=True))
    assert kinds[3] == "came" and kinds[1] == "left"


def test_intervals_hold_the_true_difference():
    generator, held = np.random.default_rng(2), []
    for _ in range(300):
        got = moved(generator)
        truth = UNITS[got.rows, 1] - UNITS[got.rows, 0]
        held += [*((got.low <= truth) & (truth <= got.high))]
    assert 0.92 <= np.mean(held) <= 0.99
