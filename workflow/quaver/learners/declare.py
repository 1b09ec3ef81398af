"""What a learner of terms is given, and what it gives."""

from typing import NamedTuple

import numpy as np

UNKNOWN, TERM = -1, -2  # tokens without a vector; an occurrence of the group's term


class LearningError(Exception):
    """Terms that cannot be learned; the message says why in one sentence."""


class Background(NamedTuple):
    """One run of a cell, kept as it is.

    vectors: (words, dims) float32, NaN where absent. counts: (words,) int64, in the
    run's own sample. contexts: (words, dims) float32 output weights, where the
    technique keeps them. text: (View, Sample) the run was trained on, for learners that
    read it.
    """

    vectors: np.ndarray
    counts: np.ndarray
    contexts: np.ndarray | None = None
    text: tuple | None = None


class Drawn(NamedTuple):
    """Sentences by group: of a term and draw, or a subset of its sentences.

    tokens: (tokens,) int64 rows of the background, UNKNOWN, or TERM where the group's
    term stands, however many words it has. edges: (sentences + 1,); sentence k is
    tokens[edges[k]:edges[k + 1]]. group: (sentences,) int64, ascending; sentences of a
    group in the order they are learned in. number: how many groups.
    """

    tokens: np.ndarray
    edges: np.ndarray
    group: np.ndarray
    number: int


class Learned(NamedTuple):
    """Vectors of groups, and what was read for them.

    vectors: (groups, dims) float32, NaN where no known word stood around the term, or
    none is left. known: (groups,) int64 known words around the term; read: (groups,)
    int64 those that are summed, once frequent ones were dropped at random. unknown:
    (groups,) int64 words around the term without a vector. taught: (groups, places)
    int64 pairs trained, by the place of the sentence in the group; no places where
    nothing is trained. moved: (groups,) float64 cosine of the vector with where its
    training began, NaN where nothing is trained. space: (words, dims) the vectors to
    compare with, where they are not the background's. transform: (dims, dims) float64
    what rows were multiplied with.
    """

    vectors: np.ndarray
    known: np.ndarray
    read: np.ndarray
    unknown: np.ndarray
    taught: np.ndarray
    moved: np.ndarray
    space: np.ndarray | None = None
    transform: np.ndarray | None = None
