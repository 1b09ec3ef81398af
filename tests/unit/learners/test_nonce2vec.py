"""Nonce2Vec beside a plain loop of its definition; windows, rates, what is refused."""

import math

import numpy as np
import pytest
from learning import (
    T,
    drawn_of,
    options,
    random_background,
    random_sentences,
    seeds,
    text_of,
)
from numpy.testing import assert_allclose, assert_array_equal

from quaver.config.techniques import Word2Vec
from quaver.learners import additive, nonce2vec
from quaver.learners.declare import Background, LearningError
from quaver.learners.generator import table_of
from quaver.trainers import word2vec

ALL = 2**64 - 1


def number(seed, place):
    """SplitMix64 by its definition, in whole numbers of Python."""
    mixed = (seed + (place + 1) * 0x9E3779B97F4A7C15) & ALL
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & ALL
    return mixed ^ (mixed >> 31)


class Plain:
    """One group, as the paper says it, pair by pair."""

    def __init__(self, background, given, seed):
        self.background, self.given, self.seed = background, given, seed
        self.place = 1 << 40
        known = np.isfinite(background.vectors[:, 0])
        self.known = known & np.isfinite(background.contexts[:, 0])
        counts = np.where(self.known, background.counts, 0)
        self.noise = table_of(counts**0.75).tolist()

    def next(self):
        self.place += 1
        return number(self.seed, self.place - 1)

    def kept(self, sentence, threshold, decay):
        words = []
        for word in sentence:
            if word == T:
                words.append(word)
            elif word >= 0 and self.known[word]:
                share = threshold / self.background.counts[word] if threshold else 1
                chance = min(1, (math.sqrt(1 / share) + 1) * share) if threshold else 1
                if (self.next() >> 11) / 2**53 < chance / decay:
                    words.append(word)
        return words

    def rival(self, word):
        while True:
            drawn = self.next()
            row = ((drawn >> 32) * len(self.noise)) >> 32
            chance, other = divmod(self.noise[row], 2**32)
            row = row if drawn % 2**32 < chance else other
            if row != word:
                return row

    def pair(self, vector, word, rate):
        step = np.zeros(len(vector))
        rivals = [self.rival(word) for _ in range(self.given.negative)]
        for label, row in [(1, word), *((0, row) for row in rivals)]:
            weights = self.background.contexts[row].astype(float)
            expected = 1 / (1 + math.exp(-(vector @ weights)))
            step += (label - expected) * rate * weights
        return vector + step

    def train(self, vector, sentences):
        given, window, decay, seen, met = self.given, self.given.window, 1.0, 0, 0
        size = sum(w >= 0 and self.known[w] for s in sentences for w in s)
        taught = []
        for sentence in sentences:
            words = self.kept(sentence, given.sample * size, decay)
            before, pairs = seen, 0
            for at, word in enumerate(words):
                seen = before
                for other, term in enumerate(words):
                    seen += term == T
                    is_near = abs(other - at) <= (
                        window if given.window else len(words)
                    )
                    if term != T or other == at or not is_near:
                        continue
                    met += 1
                    if word == T:
                        continue
                    k = met if given.counting == "pairs" else seen
                    rate = given.learning_rate * math.exp(-(k - 1) / given.lambda_)
                    vector = self.pair(vector, word, rate)
                    pairs += 1
            seen = before + words.count(T)
            taught.append(pairs)
            decay *= given.sample_decay
            if window >= 4:
                window = max(0, window - given.window_decay)
        return vector, taught


CHANGES = [
    {},
    {"counting": "pairs", "lambda_": 7.0},
    {"window": 6, "window_decay": 1, "negative": 1},
    {"window": 0, "sample": 1.0, "sample_decay": 1.1, "negative": 2},
    {"window_decay": 0, "sample": 0.5, "distinct": True, "learning_rate": 0.1},
    {"negative": 4, "learning_rate": 0.5},
    {"sample": 0.0, "sample_decay": 2.5, "centre": True, "negative": 5},
]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
def test_training_equals_a_plain_loop(changes):
    given = options("nonce2vec", **changes)
    background = random_background()
    groups = [random_sentences(seed) for seed in (1, 2, 3)]
    numbers = seeds(5, 2**64 - 3, 77)
    made = nonce2vec.learn(background, drawn_of(*groups), given, numbers)
    start = additive.learn(background, drawn_of(*groups), given, numbers)
    assert_array_equal(made.read, start.read)
    for group, sentences in enumerate(groups):
        plain = Plain(background, given, int(numbers[group]))
        first = start.vectors[group].astype(float)
        vector, taught = plain.train(first, sentences)
        assert made.taught[group].tolist() == taught
        assert sum(taught) > 5
        assert_allclose(made.vectors[group], vector, rtol=1e-6, atol=1e-6)
        lengths = np.linalg.norm(first) * np.linalg.norm(vector)
        assert made.moved[group] == pytest.approx(first @ vector / lengths, abs=1e-9)
        assert made.moved[group] < 1


def test_the_sum_is_where_a_training_without_a_rate_ends():
    given = options("nonce2vec", learning_rate=1e-300)
    background, drawn = random_background(), drawn_of(random_sentences(4))
    made = nonce2vec.learn(background, drawn, given, seeds(1))
    start = additive.learn(background, drawn, given, seeds(1))
    assert_array_equal(made.vectors, start.vectors)
    assert made.moved == pytest.approx(1)


@pytest.mark.parametrize(
    ("changes", "windows"),
    [
        ({}, [15, 10, 5, 0, 0, 0]),
        ({"window_decay": 3}, [15, 12, 9, 6, 3, 3]),
        ({"window_decay": 1}, [15, 14, 13, 12, 11, 10]),
        ({"window_decay": 7}, [15, 8, 1, 1, 1, 1]),
        ({"window_decay": 0}, [15] * 6),
        ({"window": 4}, [4, 0, 0, 0, 0, 0]),
        ({"window": 3}, [3] * 6),
    ],
)
def test_windows_shrink_while_they_hold_four_words(changes, windows):
    """All words stay, so a sentence teaches as many pairs as its window has words."""
    sentence = [0, 1] * 20 + [T] + [2, 1] * 20
    given = options("nonce2vec", sample=0.0, sample_decay=1.0, **changes)
    made = nonce2vec.learn(THREE, drawn_of([sentence] * 6), given, seeds(1))
    assert made.taught.tolist() == [[2 * window for window in windows]]


VECTORS = np.float32([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
THREE = Background(VECTORS, np.array([50, 20, 10]), VECTORS * 2)


def test_windows_close_up_over_words_that_are_not_kept():
    sentence = [0, 3, 3, 3, T, 3, 3, 1]  # 3 is absent from the run
    background = random_background()
    given = options("nonce2vec", window=1, sample=0.0)
    # the sum takes all tokens for positions, and finds nothing there
    made = nonce2vec.learn(background, drawn_of([sentence]), given, seeds(1))
    assert np.isnan(made.vectors).all()
    assert made.taught.tolist() == [[0]]
    whole = options("nonce2vec", window=1, sample=0.0, distinct=True)
    made = nonce2vec.learn(background, drawn_of([sentence]), whole, seeds(1))
    assert made.taught.tolist() == [[2]]


def test_fewer_and_fewer_words_stay():
    """From 1 down by half at each sentence, of 200 words beside the term."""
    sentence = [0, 1] * 100 + [T]
    given = options("nonce2vec", window=0, sample=0.0, sample_decay=2.0)
    made = nonce2vec.learn(THREE, drawn_of([sentence] * 4), given, seeds(1))
    assert made.taught[0, 0] == 200
    for place in (1, 2, 3):
        share = 0.5**place
        error = math.sqrt(200 * share * (1 - share))
        assert abs(made.taught[0, place] - 200 * share) < 4 * error


def test_one_pair_by_hand():
    """Word 0 is taught; words 1 and 2 alone can be its rivals, at equal odds."""
    counts = np.array([10**6, 1, 1])
    background = THREE._replace(counts=counts)
    given = options("nonce2vec", negative=1, sample=0.0, learning_rate=0.5)
    made = nonce2vec.learn(background, drawn_of([[0, T]]), given, seeds(3))
    # from (1, 0, 0); output weights (2, 0, 0), and (0, 2, 0) or (0, 0, 2)
    own = 0.5 * (1 - 1 / (1 + math.exp(-2))) * 2
    assert made.vectors[0, 0] == pytest.approx(1 + own)
    assert sorted(made.vectors[0, 1:]) == pytest.approx([-0.5 * 0.5 * 2, 0])


def test_tables_of_noise_have_the_shares_of_the_weights():
    for weights in ([3.0, 1.0, 0.0, 2.0], [1.0] * 7, [1e6, 1e-3, 0.0, 5.0, 5.0]):
        chances, others = np.divmod(table_of(np.array(weights)), np.uint64(2**32))
        shares = chances / 2**32 / len(weights)
        np.add.at(shares, others, (1 - chances / 2**32) / len(weights))
        assert_allclose(shares, np.array(weights) / sum(weights), atol=1e-9)
        assert shares[2] == 0 or weights[2] > 0


def test_what_nonce2vec_needs_is_said():
    given, drawn = options("nonce2vec"), drawn_of([[0, T]])
    with pytest.raises(LearningError, match="output weights.*'contexts: true'"):
        nonce2vec.learn(THREE._replace(contexts=None), drawn, given, seeds(1))
    alone = THREE._replace(counts=np.array([7, 0, 0]))
    with pytest.raises(LearningError, match="The background has 1: take more text"):
        nonce2vec.learn(alone, drawn, given, seeds(1))


def test_against_trained_output_weights_terms_come_to_tell_their_words():
    """Word2vec of two topics, words 0 to 9 and 10 to 19, then terms of few uses."""
    generator = np.random.default_rng(6)
    units = [generator.integers(0, 10, 20) + 10 * (k % 2) for k in range(500)]
    view, sample = text_of(*units, words=20)
    trained = Word2Vec(
        dimensions=16, epochs=5, learning_rate=0.05, sample=0.0, contexts=True
    )
    space = word2vec.train(view, sample, trained, 1)
    background = Background(space.vectors, space.counts, space.contexts)
    groups = [
        [[*generator.integers(0, 10, 4) + 10 * topic, T] for _ in range(3)]
        for topic in (0, 1)
    ]
    given = options("nonce2vec", sample=0.0, window_decay=1, learning_rate=0.5)
    made = nonce2vec.learn(background, drawn_of(*groups), given, seeds(1, 2))
    odds = made.vectors @ space.contexts.T
    for group in (0, 1):
        own = slice(10 * group, 10 * group + 10)
        assert odds[group, own].min() > np.delete(odds[group], np.r_[own]).max()
    # what only the output weights can have taught: from a start that knows nothing
    flat = background._replace(vectors=np.full_like(space.vectors, 1e-3))
    blind = nonce2vec.learn(flat, drawn_of(*groups), given, seeds(1, 2))
    odds = blind.vectors @ space.contexts.T
    assert odds[0, :10].mean() > odds[0, 10:].mean() + 0.1
    assert odds[1, 10:].mean() > odds[1, :10].mean() + 0.1
