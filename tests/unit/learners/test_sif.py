"""Smooth inverse frequency by hand."""

import numpy as np
import pytest
from learning import T, drawn_of, options, seeds
from numpy.testing import assert_allclose

from quaver.learners import sif
from quaver.learners.declare import Background, LearningError

THREE = Background(np.eye(3, dtype=np.float32), np.array([50, 30, 20]))


def learned(sentences, **changes):
    given = options("sif", **{"window": 2, "smoothing": 0.1, **changes})
    return sif.learn(THREE, drawn_of(sentences), given, seeds(1))


def test_words_weigh_by_their_shares():
    made = learned([[0, 1, T, 2, 2, 0]], centre=False)
    assert made.read.tolist() == [4]
    weights = 0.1 / np.array([0.6, 0.4, 0.3])
    assert_allclose(made.vectors[0], weights * [1, 1, 2] / 4, rtol=1e-6)


def test_centred_on_running_text_whatever_the_mix_of_words():
    weights = 0.1 / np.array([0.6, 0.4, 0.3])
    middle = weights * [0.5, 0.3, 0.2]
    middle /= middle.sum()
    made = learned([[0, 1, T, 2, 2, 0]])
    plain = weights * [1, 1, 2]
    assert_allclose(made.vectors[0], (plain - plain.sum() * middle) / 4, rtol=1e-5)
    # a draw like the text itself has nothing that sets it apart
    like = learned([[0] * 50 + [1] * 30 + [2] * 20 + [T]], window=0)
    assert_allclose(np.nan_to_num(like.vectors), 0, atol=1e-6)


def test_a_background_without_counts_is_refused():
    uncounted = THREE._replace(counts=np.zeros(3, int))
    with pytest.raises(LearningError, match="no counts of its words.*array counts"):
        sif.learn(uncounted, drawn_of([[0, T]]), options("sif"), seeds(1))
