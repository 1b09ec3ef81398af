"""Terms beside a `noise` background, whose vectors nothing was learned for: kappa is 0
of sentences dealt at random, and above 0 of a term's own, by their words alone."""

from types import SimpleNamespace

import numpy as np
import pytest
from learning import T, drawn_of, options, seeds

from quaver.corpora.samples import Sample, View
from quaver.learners import additive
from quaver.learners.declare import Background
from quaver.spaces.apart import apart, centred
from quaver.statistics.kappa import kappa_of, over_terms
from quaver.trainers import noise

WORDS, OWN = 600, 12  # of the text, of a term
TERMS, DRAWS, SENTENCES = 25, 4, 5  # sentences of a draw


@pytest.fixture(scope="module")
def background():
    """A run of `noise` on a text that has each word 20 times."""
    tokens = np.tile(np.arange(WORDS, dtype=np.uint32), 20)
    view = View([f"w{k}" for k in range(WORDS)], tokens, np.arange(0, 12001, 20))
    given = SimpleNamespace(dimensions=50, min_count=0)
    space = noise.train(view, Sample(np.arange(600)), given, 5)
    return Background(space.vectors, space.counts, None, None)


@pytest.fixture(scope="module")
def sentences():
    """Six words around each term, half of them its own: by term, draw and sentence."""
    generator = np.random.default_rng(2)
    shape = TERMS, DRAWS * SENTENCES, 3
    own = generator.integers(0, OWN, shape) + OWN * np.arange(TERMS)[:, None, None]
    words = np.concatenate([own, generator.integers(0, WORDS, shape)], axis=2)
    return words.reshape(-1, 6).tolist()


def told(background, sentences, make=np.asarray):
    """Kappa and the ends of its interval over terms, of sentences in order of draws."""
    made = [[*sentence[:3], T, *sentence[3:]] for sentence in sentences]
    groups = [made[k : k + SENTENCES] for k in range(0, len(made), SENTENCES)]
    given = options("additive"), seeds(*range(len(groups)))
    vectors = additive.learn(background, drawn_of(*groups), *given).vectors
    draws = make(vectors.reshape(TERMS, DRAWS, -1))
    near = apart(draws, np.zeros(TERMS), np.full(TERMS, SENTENCES))

    def of(rows):
        return kappa_of(near.within[rows], near.between[np.ix_(rows, rows)])

    value = over_terms(of, TERMS)
    return value.value, *value.interval()


def test_sentences_dealt_at_random_give_0(background, sentences):
    generator, values, held = np.random.default_rng(4), [], 0
    for _ in range(30):
        dealt = [sentences[k] for k in generator.permutation(len(sentences))]
        value, low, high = told(background, dealt)
        values.append(value)
        held += low <= 0 <= high
    assert held >= 26  # of 28.5 that are expected
    assert abs(np.mean(values)) < 4 * np.std(values) / np.sqrt(len(values))


@pytest.mark.parametrize("make", [np.asarray, centred], ids=["raw", "centred"])
def test_words_that_sentences_share_are_told_by_any_directions(
    make, background, sentences
):
    value, low, high = told(background, sentences, make)
    # 15 of 30 words of a draw are of its term's 12: 15 x 15 / 12 pairs of words of two
    # draws are equal, and some 48 of a draw with itself
    assert 0 < low < value < high < 1
    assert value == pytest.approx(15 * 15 / 12 / 48, abs=0.06)
