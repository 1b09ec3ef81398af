"""Nonce2Vec beside a loop over pairs in numpy, as its reference code has one: a ratio.

Seconds of the processor with one thread, as a job has: the same draws, window and
negative samples of both, in a background of 12,000 words (speeches) and one of 260,000
(Wikipedia), of 100 dimensions.

    python bench/learners.py
"""

import time
from dataclasses import replace

import numpy as np
from scipy.special import expit
from threadpoolctl import threadpool_limits

from quaver.config.terms import Nonce2Vec
from quaver.learners import nonce2vec
from quaver.learners.declare import TERM, Background, Drawn

SIZES = 12_000, 260_000  # words of a background
DIMS, LENGTH, SENTENCES, GROUPS, PLAIN = 100, 31, 10, 2000, 20
GIVEN = Nonce2Vec(sample=0.0, sample_decay=1.0, window_decay=0, learning_rate=0.1)


def background(words: int) -> Background:
    """Random vectors, and counts by a Zipf law."""
    generator = np.random.default_rng(1)
    shape = 2, words, DIMS
    vectors, contexts = generator.normal(scale=0.1, size=shape).astype(np.float32)
    return Background(
        vectors, (1e7 / np.arange(1, words + 1)).astype(np.int64), contexts
    )


def sentences(words: int) -> Drawn:
    """Groups of sentences of random words by count, a term in the middle of each."""
    generator = np.random.default_rng(2)
    edges = np.cumsum(1 / np.arange(1, words + 1))
    shape = GROUPS * SENTENCES, LENGTH
    tokens = np.searchsorted(edges, generator.random(shape) * edges[-1])
    tokens[:, LENGTH // 2] = TERM
    group = np.repeat(np.arange(GROUPS), SENTENCES)
    offsets = np.arange(0, tokens.size + 1, LENGTH)
    return Drawn(tokens.ravel(), offsets, group, GROUPS)


def plain(given: Nonce2Vec, space: Background, drawn: Drawn) -> int:
    """Train the first groups pair by pair in numpy; how many pairs."""
    generator, pairs = np.random.default_rng(3), 0
    noise = np.cumsum(space.counts**0.75).astype(np.int64)
    labels = np.zeros(given.negative + 1)
    labels[0] = 1
    tokens = drawn.tokens.reshape(-1, LENGTH)
    for group in range(PLAIN):
        own = tokens[group * SENTENCES : (group + 1) * SENTENCES]
        vector = space.vectors[own[own != TERM]].sum(axis=0, dtype=np.float64)
        for seen, sentence in enumerate(own):
            rate = given.learning_rate * np.exp(-seen / given.lambda_)
            for word in sentence[sentence != TERM]:
                step = np.zeros(DIMS)
                rows = [word]
                while len(rows) < given.negative + 1:
                    row = noise.searchsorted(generator.integers(noise[-1]))
                    if row != word:
                        rows.append(row)
                weights = space.contexts[rows]
                gains = (labels - expit(np.dot(vector, weights.T))) * rate
                step += np.dot(gains, weights)
                vector += step
                pairs += 1
    return pairs


def compiled(given: Nonce2Vec, space: Background, drawn: Drawn) -> int:
    """Learn all groups, from the sum on; how many pairs."""
    seeds = np.arange(GROUPS, dtype=np.uint64)
    return int(nonce2vec.learn(space, drawn, given, seeds).taught.sum())


def seconds(way, *given) -> float:
    """Seconds of the processor a pair, the best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        pairs = way(*given)
        times.append((time.process_time() - start) / pairs)
    return min(times)


def main() -> None:
    """Print seconds a pair of both, by background and negative samples, and ratios."""
    for words in SIZES:
        space, drawn = background(words), sentences(words)
        compiled(GIVEN, space, drawn)
        for negative in (3, 5):
            given = replace(GIVEN, negative=negative)
            ours = seconds(compiled, given, space, drawn)
            theirs = seconds(plain, given, space, drawn)
            print(
                f"nonce2vec, {words} words of {DIMS} dims, {negative} negative: "
                f"{1e6 * ours:.2f} us a pair, a loop in numpy {1e6 * theirs:.1f} us, "
                f"ratio {theirs / ours:.0f}"
            )


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
