"""À la carte embedding recovers a planted matrix."""

import numpy as np
import pytest
from learning import T, U, drawn_of, options, seeds, text_of
from numpy.testing import assert_allclose, assert_array_equal

from quaver.learners import alacarte
from quaver.learners.declare import Background, LearningError

DIMS, WINDOW, WORDS = 4, 2, 30


@pytest.fixture(scope="module")
def planted():
    """A background whose odd words are a matrix times the mean contexts they stand in.

    Even words stand around odd ones alone: e o e e o e, so that windows of 1 hold even
    words where an odd one is in the middle.
    """
    generator = np.random.default_rng(2)
    matrix = generator.normal(size=(DIMS, DIMS))
    units = []
    for _ in range(400):
        unit = 2 * generator.integers(0, WORDS // 2, 9)
        unit[1::3] += 1
        units.append(unit)
    view, sample = text_of(*units, words=WORDS)
    vectors = generator.normal(size=(WORDS, DIMS))
    sums, counts = np.zeros((WORDS, DIMS)), np.zeros(WORDS, int)
    for unit in units:
        for at in (1, 4, 7):
            sums[unit[at]] += (vectors[unit[at - 1]] + vectors[unit[at + 1]]) / 2
            counts[unit[at]] += 1
    odd = counts > 0
    vectors[odd] = sums[odd] / counts[odd, None] @ matrix
    occurrences = np.bincount(view.tokens, minlength=WORDS)
    # a word of one use has weight 0: the even ones stand behind no matrix
    return Background(vectors, occurrences, None, (view, sample)), matrix, odd


def test_a_planted_matrix_is_recovered(planted, monkeypatch):
    background, matrix, odd = planted
    real = alacarte.add_contexts

    def of_odd_words(*read, into, **rules):
        real(*read, into=into, **rules)
        into[1][~odd] = 0  # even words follow no law

    monkeypatch.setattr(alacarte, "add_contexts", of_odd_words)
    assert_allclose(alacarte.fitted(background, 1), matrix, rtol=1e-9, atol=1e-9)
    # so a term where odd words stand has a vector as theirs
    sentence = [0, T, 4, U, 2]
    made = alacarte.learn(
        background, drawn_of([sentence]), options("alacarte", window=1), seeds(1)
    )
    expected = (background.vectors[0] + background.vectors[4]) / 2 @ matrix
    assert_allclose(made.vectors, [expected], rtol=1e-5)
    assert made.read.tolist() == [2]
    assert_allclose(made.transform, matrix, rtol=1e-9, atol=1e-9)


def test_groups_are_means_over_occurrences(tmp_path):
    """Two words before one term and one before another: (1/2, 1/2, 0) and (0, 0, 1)."""
    path = tmp_path / "same.npy"
    np.save(path, np.eye(3))
    # nobody counted its words, and nothing asks how frequent they are
    background = Background(np.eye(3, dtype=np.float32), np.zeros(3, int))
    drawn = drawn_of([[0, 1, T], [U, 2, T], [U, T]], [[T, 0, T]], [[U, T]])
    given = options("alacarte", transform=str(path))
    made = alacarte.learn(background, drawn, given, seeds(1, 2, 3))
    assert_allclose(made.vectors, [[0.25, 0.25, 0.5], [1, 0, 0], [np.nan] * 3])
    assert made.unknown.tolist() == [2, 0, 1]
    assert made.taught.shape == (3, 0)
    assert_array_equal(made.transform, np.eye(3))


def test_what_cannot_be_fitted_is_refused(planted):
    background, _, _ = planted
    with pytest.raises(LearningError, match="not there: write 'transform"):
        alacarte.fitted(background._replace(text=None), 2)
    view, sample = text_of([0, 1, 0, 1], words=WORDS)
    with pytest.raises(LearningError, match="give more text, or fewer dims"):
        alacarte.fitted(background._replace(text=(view, sample)), 2)
