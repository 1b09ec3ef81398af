"""Noise: random vectors, which nothing was learned for.

What every measure gives when runs share nothing but their words: the level of chance
that the numbers of a technique are to be held against.
"""

import numpy as np

from quaver.corpora.samples import Sample, View
from quaver.spaces.space import Space
from quaver.trainers import kept_words, spread
from quaver.trainers.declare import Technique


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Standard normal vectors (words, dims) of a sample's words, by the seed alone."""
    counts, present = kept_words(view, sample, parameters)
    shape = int(present.sum()), parameters.dimensions
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal(shape, dtype=np.float32)
    return spread(present, vectors, counts)


TECHNIQUE = Technique(
    vectors=20,
    # random numbers, and the counts of a sample
    operations=lambda size, given: 800 * (size.tokens + size.words * size.dims),
)
