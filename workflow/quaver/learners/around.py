"""What stands around terms, which words stay of it, and what they sum to.

A token is context where it stands within so many tokens of the term, in its sentence.
It counts once, however many occurrences of the term are that near: words are summed
(Lazaridou et al. 2017), not pairs. All tokens count as positions; the term itself and
words without a vector are no context.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.learners.declare import (
    TERM,
    Background,
    Drawn,
    Learned,
    LearningError,
)
from quaver.learners.generator import uniform
from quaver.trainers.prefetch import fetch

AHEAD = 4  # words or pairs between asking for vectors and using them
FAST = {"reassoc", "contract", "nsz"}  # sums in the order that is fast on a machine


class Around(NamedTuple):
    """Known words around the terms of groups, token by token.

    rows: (tokens,) of the background. place: (tokens,) by which each is drawn, that of
    the token in its group. edges: (groups + 1,); unknown: (groups,) words around a term
    without a vector. size: (groups,) known words in all of its sentences.
    """

    rows: np.ndarray
    place: np.ndarray
    edges: np.ndarray
    unknown: np.ndarray
    size: np.ndarray

    @property
    def read(self) -> np.ndarray:
        """How many words each group has: (groups,)."""
        return np.diff(self.edges)

    @property
    def group(self) -> np.ndarray:
        """The group of each word: (tokens,)."""
        return np.repeat(np.arange(len(self.size)), self.read)

    def kept(self, stay: np.ndarray) -> "Around":
        """Those words that stay, (tokens,) bool."""
        edges = np.append(0, np.cumsum(stay))[self.edges]
        return self._replace(rows=self.rows[stay], place=self.place[stay], edges=edges)

    def distinct(self) -> "Around":
        """Each word of a group once, drawn by its row, whatever stands before it."""
        pairs = np.unique(np.stack([self.group, self.rows]), axis=1)
        edges = np.searchsorted(pairs[0], np.arange(len(self.edges)))
        return self._replace(rows=pairs[1], place=pairs[1], edges=edges)

    def sums(self, vectors: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Vectors summed by weights of the words (tokens,): (groups, dims) float64."""
        return _sums(self.rows, weights, self.edges, vectors)


def known_words(background: Background) -> np.ndarray:
    """Words a background has a vector of: (words,) bool."""
    # rows of absent words are NaN throughout
    return np.isfinite(background.vectors[:, 0])


def refuse_uncounted(background: Background) -> None:
    """Raise LearningError where nobody counted the words of a background."""
    if not background.counts.any():
        raise LearningError(
            "the background has no counts of its words, which say how frequent they "
            "are: put an array counts into the npz it is read from, or write "
            "'sample: 0' for the learner 'additive', which then needs none"
        )


def sentences_of(drawn: Drawn) -> np.ndarray:
    """First sentence of each group, and the end of the last: (groups + 1,)."""
    return np.searchsorted(drawn.group, np.arange(drawn.number + 1))


def around(drawn: Drawn, known: np.ndarray, window: int) -> Around:
    """Known words up to `window` tokens from a term; of window 0, of the sentences it
    stands in. known: (words,) bool of the background."""
    reach = window or len(drawn.tokens)
    sentences = sentences_of(drawn)
    text = np.asarray(drawn.tokens), np.asarray(drawn.edges), sentences
    return Around(*_around(text, known, reach))


def keep_chance(counts: np.ndarray, threshold: np.ndarray) -> np.ndarray:
    """Chance to stay of words of so many uses: min(1, (sqrt(c / T) + 1) T / c), in (0,
    1]; 1 where T is 0. Both (words,)."""
    return _chances(counts, np.broadcast_to(np.float64(threshold), counts.shape))


def mean_text(vectors: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Mean vector of running text: (words, dims), (words,) -> (dims,) float64. Words
    of weight 0 are not read."""
    return _mean(vectors, np.float64(weights))


def untaught(sums: np.ndarray, found: Around) -> Learned:
    """What is given of groups (groups, dims) whose known words are all summed, and no
    more: NaN where no word was read, or nothing is left of them."""
    empty = (found.read == 0) | ~sums.any(axis=1)
    vectors = np.where(empty[:, None], np.nan, sums).astype(np.float32)
    taught = np.zeros((len(sums), 0), np.int64)
    moved = np.full(len(sums), np.nan)
    return Learned(vectors, found.read, found.read, found.unknown, taught, moved)


@njit(cache=True)
def chance(count, threshold):
    """Chance to stay of a word of so many uses; see keep_chance."""
    if threshold <= 0 or count <= 0:
        return 1.0
    return min(1.0, (np.sqrt(count / threshold) + 1) * threshold / count)


@njit(cache=True)
def stays(seeds, place, group, chances):
    """Which words stay: (tokens,) bool, each by the seed of its group and its place."""
    stay = np.empty(len(place), np.bool_)
    for token in range(len(place)):
        stay[token] = uniform(seeds[group[token]], place[token]) < chances[token]
    return stay


@njit(cache=True)
def _chances(counts, thresholds):
    chances = np.empty(len(counts))
    for word in range(len(counts)):
        chances[word] = chance(counts[word], thresholds[word])
    return chances


@njit(cache=True)
def _next(tokens, first, end):
    """Where the next term stands, or the end."""
    while first < end and tokens[first] != TERM:
        first += 1
    return first


@njit(cache=True)
def _around(text, known, reach):
    """Rows, places, edges, unknown and known words (class Around)."""
    tokens, edges, sentences = text
    groups = len(sentences) - 1
    rows = np.empty(len(tokens), np.int64)
    place = np.empty(len(tokens), np.int64)
    ends = np.zeros(groups + 1, np.int64)
    unknown, size = np.zeros(groups, np.int64), np.zeros(groups, np.int64)
    found = 0
    for group in range(groups):
        start = edges[sentences[group]]
        for sentence in range(sentences[group], sentences[group + 1]):
            first, end = edges[sentence], edges[sentence + 1]
            before, after = first - reach - 1, _next(tokens, first, end)
            for at in range(first, end):
                word = tokens[at]
                if word == TERM:
                    before, after = at, _next(tokens, at + 1, end)
                    continue
                has_vector = word >= 0 and known[word]
                size[group] += has_vector
                if at - before > reach and (after == end or after - at > reach):
                    continue
                if has_vector:
                    rows[found], place[found] = word, at - start
                    found += 1
                else:
                    unknown[group] += 1
        ends[group + 1] = found
    return rows[:found], place[:found], ends, unknown, size


@njit(cache=True)
def _sums(rows, weights, edges, vectors):
    sums = np.zeros((len(edges) - 1, vectors.shape[1]))
    for group in range(len(sums)):
        for token in range(edges[group], edges[group + 1]):
            fetch(vectors[rows[min(token + AHEAD, len(rows) - 1)]])
            add(sums[group], weights[token], vectors[rows[token]])
    return sums


@njit(cache=True, fastmath=FAST)
def add(total, weight, vector):
    """Add a vector to a total, by its weight."""
    for k in range(len(total)):
        total[k] += weight * vector[k]


@njit(cache=True)
def _mean(vectors, weights):
    mean, total = np.zeros(vectors.shape[1]), 0.0
    for word in range(len(weights)):
        if weights[word] > 0:
            total += weights[word]
            add(mean, weights[word], vectors[word])
    return mean / total
