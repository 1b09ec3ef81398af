"""Backgrounds and sentences for tests of learners."""

import numpy as np

from quaver.config.terms import LEARNERS
from quaver.corpora.samples import Sample, View
from quaver.learners.declare import Background, Drawn

T, U = -2, -1  # a term, an unknown word


def drawn_of(*groups):
    """Groups of sentences, each a list of rows, T or U."""
    sentences = [sentence for group in groups for sentence in group]
    lengths = [len(sentence) for sentence in sentences]
    tokens = np.array([row for sentence in sentences for row in sentence], np.int64)
    numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return Drawn(tokens, np.append(0, np.cumsum(lengths)), numbers, len(groups))


def seeds(*numbers):
    return np.array(numbers, np.uint64)


def options(learner, **changes):
    return LEARNERS[learner](**changes)


def random_background(words=60, dims=7, seed=1, text=None):
    generator = np.random.default_rng(seed)
    vectors, contexts = generator.normal(size=(2, words, dims)).astype(np.float32)
    vectors[3] = contexts[3] = np.nan  # absent from the run
    counts = generator.integers(1, 900, words)
    return Background(vectors, counts, contexts, text)


def random_sentences(seed, number=6, words=60):
    """Sentences of 4 to 20 tokens: a term in each, two in some, and unknown ones."""
    generator = np.random.default_rng(seed)
    sentences = []
    for _ in range(number):
        rows = generator.integers(U, words, generator.integers(4, 21))
        rows[generator.choice(len(rows), generator.integers(1, 3), replace=False)] = T
        sentences.append(rows.tolist())
    return sentences


def text_of(*units, words):
    tokens = np.array([row for unit in units for row in unit], np.uint32)
    offsets = np.append(0, np.cumsum([len(unit) for unit in units]))
    view = View([f"w{row}" for row in range(words)], tokens, offsets)
    return view, Sample(np.arange(len(units)))
