"""Terms trained with a general text: what is composed, and what comes of it."""

from types import SimpleNamespace

import numpy as np
import pytest
from learning import T, U, drawn_of, options, seeds, text_of
from numpy.testing import assert_allclose, assert_array_equal

from quaver.corpora.samples import Sample
from quaver.learners import joint
from quaver.learners.declare import Background, LearningError
from quaver.trainers import ppmi

GIVEN = {"of": "general", "window": 2, "dimensions": 3, "min_count": 2}


def test_a_composed_text_marks_terms_and_leaves_out_rare_words():
    view, _ = text_of([0, 1, 4], [2, 0, 3], [1, 1], words=6)
    sample = Sample(np.array([2, 0, 2]))  # one unit twice, one not drawn
    drawn = drawn_of([[0, T, 2, U], [T, 2]], [[4, T]])
    made = joint.composed(view, sample, drawn, 2)
    # occurrences: 0 twice, 1 five times, 2 twice, 4 twice; 3 and 5 never
    units = [made.view.unit(k).tolist() for k in range(made.view.units)]
    assert units == [[0, 1, 4], [2, 0], [1, 1], [0, 6, 2], [6, 2], [4, 7]]
    assert made.sample.units.tolist() == [2, 0, 2, 3, 4, 5]
    assert (made.words, len(made.view.words)) == (6, 8)
    assert made.view.tokens.dtype == view.tokens.dtype
    rare = joint.composed(view, sample, drawn, 3)
    units = [rare.view.unit(k).tolist() for k in range(rare.view.units)]
    assert units == [[1], [], [1, 1], [6], [6], [7]]


@pytest.fixture(scope="module")
def general():
    """A text of two topics, words 0 to 9 and 10 to 19; its background is not looked at.

    Words 20 to 24 stand in both.
    """
    generator = np.random.default_rng(4)
    units = []
    for number in range(300):
        words = np.append(np.arange(10) + 10 * (number % 2), np.arange(20, 25))
        units.append(generator.choice(words, 12))
    view, sample = text_of(*units, words=26)
    counts = np.bincount(view.tokens, minlength=26)
    return Background(np.ones((26, 3), np.float32), counts, None, (view, sample))


def sentences(topic, seed):
    generator = np.random.default_rng(seed)
    words = np.append(np.arange(10) + 10 * topic, np.arange(20, 25))
    return [
        [*generator.choice(words, 4), T, *generator.choice(words, 4)] for _ in "abcd"
    ]


def test_terms_lie_with_the_words_they_stand_among(general):
    drawn = drawn_of(sentences(0, 1), sentences(0, 2), sentences(1, 3), [[U, T]])
    made = joint.learn(general, drawn, options("joint", **GIVEN), seeds(1, 2, 3, 4))
    assert made.space.shape == (26, 3)
    assert np.isnan(made.space[25]).all()  # stands nowhere
    units = made.vectors[:3] / np.linalg.norm(made.vectors[:3], axis=1)[:, None]
    cosines = units @ units.T
    assert cosines[0, 1] > cosines[0, 2] + 0.2
    topics = [made.space[:10].mean(axis=0), made.space[10:20].mean(axis=0)]
    near = units @ np.transpose([topic / np.linalg.norm(topic) for topic in topics])
    assert near.argmax(axis=1).tolist() == [0, 0, 1]
    assert np.isnan(made.vectors[3]).all()
    assert made.read.tolist() == [16, 16, 16, 0]


def test_it_is_the_trainer_on_the_text_of_both(general):
    """Spelt out as one text without rare words, all as ppmi has it."""
    groups = [sentences(0, 1), sentences(1, 3)]
    made = joint.learn(
        general, drawn_of(*groups), options("joint", **GIVEN), seeds(1, 2)
    )
    view, _ = general.text
    units = [view.unit(k).tolist() for k in range(view.units)]
    for group, own in enumerate(groups):
        units += [[26 + group if w == T else w for w in s] for s in own]
    whole, sample = text_of(*units, words=28)
    names = ("window", "dimensions", "min_count")
    own = SimpleNamespace(
        **{name: GIVEN[name] for name in names},
        **{"context_smoothing": 1.0, "shift": 1.0, "eigenvalue_weight": 0.5},
        **{"sample": 0.0, "close_gaps": False, "dynamic_window": False},
        add_contexts=False,
    )
    space = ppmi.train(whole, sample, own, 1)
    assert_array_equal(made.vectors, space.vectors[26:])
    assert_array_equal(made.space, space.vectors[:26])


def test_dimensions_are_the_backgrounds_unless_said(general):
    drawn = drawn_of(sentences(0, 1), sentences(1, 3))
    own = options("joint", **{**GIVEN, "dimensions": 0})
    assert joint.learn(general, drawn, own, seeds(1, 2)).vectors.shape == (2, 3)
    large = options("joint", **{**GIVEN, "dimensions": 200})
    with pytest.raises(LearningError, match="joint: .*200 dimensions need more words"):
        joint.learn(general, drawn, large, seeds(1, 2))
    with pytest.raises(LearningError, match="which is not there: name a background"):
        joint.learn(general._replace(text=None), drawn, own, seeds(1, 2))


def test_the_order_of_groups_means_nothing_beyond_rounding(general):
    first, second = sentences(0, 1), sentences(1, 3)
    given = options("joint", **GIVEN)
    one = joint.learn(general, drawn_of(first, second), given, seeds(1, 2))
    two = joint.learn(general, drawn_of(second, first), given, seeds(2, 1))
    assert_allclose(
        one.vectors @ one.vectors.T,
        (two.vectors @ two.vectors.T)[::-1, ::-1],
        rtol=1e-4,
    )
