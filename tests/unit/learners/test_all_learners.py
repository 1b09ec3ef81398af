"""What all learners promise: groups by themselves, equal ones alike, noise is noise."""

import importlib

import numpy as np
import pytest
from learning import T, drawn_of, options, random_background, random_sentences, seeds
from numpy.testing import assert_array_equal

from quaver.config.terms import LEARNERS
from quaver.corpora.samples import Sample, View

WORDS = 60
ALONE = sorted({*LEARNERS} - {"joint"})  # of which groups do not hang on others
GIVEN = {"joint": {"of": "general", "dimensions": 7, "min_count": 1}}


@pytest.fixture(scope="module")
def background():
    """Vectors, counts and contexts at random, and a random text of their words."""
    generator = np.random.default_rng(9)
    tokens = generator.integers(0, WORDS, 4000).astype(np.uint32)
    view = View([f"w{k}" for k in range(WORDS)], tokens, np.arange(0, 4001, 20))
    return random_background(text=(view, Sample(np.arange(200))))


def learned(learner, background, groups, numbers, **changes):
    module = importlib.import_module(f"quaver.learners.{learner}")
    given = options(learner, **{**GIVEN.get(learner, {}), **changes})
    return module.learn(background, drawn_of(*groups), given, seeds(*numbers))


def test_a_group_hangs_on_no_other_and_on_no_order(background, subtests):
    groups = [random_sentences(seed, number=2 + seed) for seed in range(5)]
    numbers = [11, 7, 2**63 + 5, 7, 0]
    for learner in ALONE:
        with subtests.test(learner):
            every = learned(learner, background, groups, numbers)
            assert np.isfinite(every.vectors).all()
            order = [3, 0, 4, 1, 2]
            again = learned(
                learner,
                background,
                [groups[k] for k in order],
                [numbers[k] for k in order],
            )
            assert_array_equal(again.vectors, every.vectors[order])
            assert_array_equal(again.taught, every.taught[order])
            for k in range(5):
                alone = learned(learner, background, [groups[k]], [numbers[k]])
                assert_array_equal(alone.vectors[0], every.vectors[k])
                assert_array_equal(alone.moved[0], every.moved[k])
                assert alone.read[0] == every.read[k]
                assert alone.unknown[0] == every.unknown[k]


def test_equal_groups_with_equal_seeds_have_cosine_one(background, subtests):
    # one term each: a term beside itself is a context that no other term has
    group = [x for x in random_sentences(3, number=20) if x.count(T) == 1]
    for learner in sorted(LEARNERS):
        with subtests.test(learner):
            made = learned(learner, background, [group, group], [5, 5]).vectors
            one, two = made / np.linalg.norm(made, axis=1)[:, None]
            assert one @ two == pytest.approx(1, abs=1e-5)


def test_seeds_matter_where_something_is_drawn(background, subtests):
    group = random_sentences(3)
    for learner in ("additive", "nonce2vec"):
        with subtests.test(learner):
            one, two = learned(
                learner, background, [group, group], [5, 6], sample=1.0
            ).vectors
            assert not np.array_equal(one, two)


def test_terms_of_random_words_are_not_alike(background, subtests):
    """Words at random around terms, equally frequent, in a space with the mean 0: the
    mean cosine of different terms is that of random vectors."""
    matrices = background.vectors, background.contexts
    centred = [each - np.nanmean(each, axis=0) for each in matrices]
    even = background._replace(
        vectors=centred[0], contexts=centred[1], counts=np.full(WORDS, 50)
    )
    groups = [random_sentences(seed, number=3) for seed in range(40)]
    for learner in ALONE:
        with subtests.test(learner):
            made = learned(learner, even, groups, range(40)).vectors
            units = made / np.linalg.norm(made, axis=1)[:, None]
            cosines = (units @ units.T)[np.triu_indices(40, 1)]
            # 780 pairs, uncorrelated where directions are even: variance 1 / dims each
            assert abs(cosines.mean()) < 4 * np.sqrt(1 / 7 / len(cosines))


def test_no_sentences_give_no_vectors(background, subtests):
    for learner in ALONE:
        with subtests.test(learner):
            made = learned(learner, background, [[], random_sentences(1)], [1, 2])
            assert np.isnan(made.vectors[0]).all()
            assert np.isfinite(made.vectors[1]).all()
            assert made.read[0] == 0
