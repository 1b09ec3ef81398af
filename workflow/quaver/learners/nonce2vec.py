"""Nonce2Vec (Herbelot and Baroni 2017): skip-gram that trains a term's vector alone.

It begins at the additive sum. The term is the input word, each kept word around it the
output; the background's vectors and output weights stay as they are (the paper's text;
its code moves output weights, too). Sentences are learned from in order, with a rate
that falls, a window that shrinks and frequent words that stay ever more rarely. With
the defaults the window is 15, 10, 5, then 0, so later sentences teach nothing. Where k
counts pairs, one of two occurrences counts, as coded, though it teaches nothing.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.learners import additive
from quaver.learners.around import (
    AHEAD,
    FAST,
    add,
    chance,
    known_words,
    refuse_uncounted,
    sentences_of,
)
from quaver.learners.declare import TERM, Background, Drawn, Learned, LearningError
from quaver.learners.generator import drawn as drawn_row
from quaver.learners.generator import table_of, uniform
from quaver.trainers.prefetch import fetch

APART = 1 << 40  # first place of what is drawn here: those before drew the sum
LEAST = 4  # words of a window that shrinks on
EXPONENT = 0.75  # of counts, when negative samples are drawn (word2vec's)


class _Text(NamedTuple):
    """tokens, edges: of Drawn. sentences: (groups + 1,) first sentence of each group.
    thresholds: (groups,) T of the chance to stay. seeds: (groups,) uint64."""

    tokens: np.ndarray
    edges: np.ndarray
    sentences: np.ndarray
    thresholds: np.ndarray
    seeds: np.ndarray


class _Frozen(NamedTuple):
    """The background: output weights (words, dims), counts, known words, and a table
    by which negative samples are drawn."""

    contexts: np.ndarray
    counts: np.ndarray
    known: np.ndarray
    noise: np.ndarray


class _Rates(NamedTuple):
    """Parameters as numbers; by_pairs: k counts pairs, not occurrences."""

    rate: float
    scale: float
    negative: int
    window: int
    window_decay: int
    sample_decay: float
    by_pairs: bool


def learn(background: Background, drawn: Drawn, parameters, seeds) -> Learned:
    """Vectors of groups: (groups, dims); seeds: (groups,) uint64."""
    start = additive.learn(background, drawn, parameters, seeds)
    frozen = _frozen(background)
    sentences = sentences_of(drawn)
    size = additive.context(drawn, frozen.known, parameters).size
    text = _Text(
        np.asarray(drawn.tokens),
        np.asarray(drawn.edges),
        sentences,
        parameters.sample * size.astype(np.float64),
        np.asarray(seeds, np.uint64),
    )
    rates = _Rates(
        float(parameters.learning_rate),
        float(parameters.lambda_),
        int(parameters.negative),
        int(parameters.window),
        int(parameters.window_decay),
        float(parameters.sample_decay),
        getattr(parameters, "counting", "occurrences") == "pairs",
    )
    vectors = start.vectors.astype(np.float64)
    taught = np.zeros((drawn.number, np.diff(sentences).max(initial=0)), np.int64)
    _teach_all(text, frozen, rates, (vectors, taught))
    moved = _cosines(vectors, start.vectors.astype(np.float64))
    vectors = vectors.astype(np.float32)
    return start._replace(vectors=vectors, taught=taught, moved=moved)


def _frozen(background: Background) -> _Frozen:
    """What is not trained; refuses a background without output weights or rivals."""
    if background.contexts is None:
        raise LearningError(
            "Nonce2Vec learns against the output weights of its background, which has "
            "none: write 'contexts: true' for its technique, and train it anew, or put "
            "an array contexts into the npz it is read from"
        )
    refuse_uncounted(background)
    known = known_words(background) & np.isfinite(background.contexts[:, 0])
    weights = np.where(known, background.counts, 0) ** EXPONENT
    if (weights > 0).sum() < 2:
        raise LearningError(
            "Nonce2Vec draws negative samples from other words than the one that is "
            f"learned from. The background has {(weights > 0).sum()}: take more text"
        )
    noise = table_of(weights)
    return _Frozen(background.contexts, background.counts, known, noise)


def _cosines(vectors: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Cosine of each row with that of the other: (groups,), NaN where one is NaN."""
    lengths = np.sqrt((vectors**2).sum(axis=1) * (starts**2).sum(axis=1))
    return (vectors * starts).sum(axis=1) / lengths


@njit(cache=True)
def _teach_all(text, frozen, rates, into):
    """Train vectors (groups, dims) in place; taught: (groups, places) pairs."""
    vectors, taught = into
    kept = np.empty(len(text.tokens), np.int64)  # words of a sentence, or TERM
    terms = np.empty(len(text.tokens), np.int64)  # where it stands among them
    for group in range(len(vectors)):
        if np.isnan(vectors[group, 0]):
            continue
        first = text.sentences[group]
        end = text.sentences[group + 1]
        place, seen, met, decay, window = APART, 0, 0, 1.0, rates.window
        for sentence in range(first, end):
            state = group, sentence, place, decay
            size, uses, place = _keep(text, frozen, state, (kept, terms))
            state = window if rates.window else size, seen, met
            pairs, speeds, met = _pairs(kept[:size], terms[:uses], state, rates)
            place = _draw_rivals(pairs, frozen, text.seeds[group], place)
            _teach(vectors[group], frozen.contexts, pairs, speeds)
            taught[group, sentence - first] = len(pairs)
            seen += uses
            decay *= rates.sample_decay
            if window >= LEAST:
                window = max(0, window - rates.window_decay)


@njit(cache=True)
def _keep(text, frozen, state, into):
    """Words of a sentence that stay, and the term: how many, how many terms, the next
    place."""
    group, sentence, place, decay = state
    kept, terms = into
    size, uses = 0, 0
    for at in range(text.edges[sentence], text.edges[sentence + 1]):
        word = text.tokens[at]
        if word == TERM:
            terms[uses] = size
            uses += 1
        elif word < 0 or not frozen.known[word]:
            continue
        else:
            stay = chance(frozen.counts[word], text.thresholds[group]) / decay
            place += 1
            if uniform(text.seeds[group], place - 1) >= stay:
                continue
        kept[size] = word
        size += 1
    return size, uses, place


@njit(cache=True)
def _pairs(words, terms, state, rates):
    """What a sentence teaches: rows (pairs, 1 + negative), of the word first, rates
    (pairs,), and how many pairs were met so far."""
    reach, seen, met = state
    rows = np.empty((len(words) * len(terms), 1 + rates.negative), np.int64)
    speeds = np.empty(len(rows))
    size = 0
    for at in range(len(words)):
        for use in range(len(terms)):
            if terms[use] == at or abs(terms[use] - at) > reach:
                continue
            met += 1
            if words[at] == TERM:
                continue
            # from 0: the k - 1 of the paper
            before = met - 1 if rates.by_pairs else seen + use
            rows[size, 0] = words[at]
            speeds[size] = rates.rate * np.exp(-before / rates.scale)
            size += 1
    return rows[:size], speeds[:size], met


@njit(cache=True)
def _draw_rivals(rows, frozen, seed, place):
    """Fill in the negative samples of pairs, which are not their words; next place."""
    for pair in range(len(rows)):
        word = rows[pair, 0]
        for sample in range(1, rows.shape[1]):
            rival = word
            while rival == word:
                rival = drawn_row(seed, place, frozen.noise)
                place += 1
            rows[pair, sample] = rival
    return place


@njit(cache=True, error_model="numpy")
def _teach(vector, contexts, rows, speeds):
    """Move a vector by each pair in turn; two rows at a time, so that it is read half
    as often."""
    samples = rows.shape[1]
    pairwise = samples - samples % 2
    gains = np.empty(samples)
    for pair in range(-AHEAD, len(rows)):
        if pair + AHEAD < len(rows):
            for row in rows[pair + AHEAD]:
                fetch(contexts[row])
        if pair < 0:
            continue
        own = rows[pair]
        # all products before the vector moves
        for k in range(0, pairwise, 2):
            one, two = contexts[own[k]], contexts[own[k + 1]]
            gains[k], gains[k + 1] = _products(vector, one, two)
        if samples > pairwise:
            gains[-1] = _product(vector, contexts[own[-1]])
        for k in range(samples):
            gain = (k == 0) - 1 / (1 + np.exp(-gains[k]))
            gains[k] = gain * speeds[pair]
        for k in range(0, pairwise, 2):
            one, two = contexts[own[k]], contexts[own[k + 1]]
            _add_both(vector, (gains[k], gains[k + 1]), one, two)
        if samples > pairwise:
            add(vector, gains[-1], contexts[own[-1]])


@njit(cache=True, fastmath=FAST)
def _product(vector, weights):
    total = 0.0
    for k in range(len(vector)):
        total += vector[k] * weights[k]
    return total


@njit(cache=True, fastmath=FAST)
def _products(vector, one, two):
    first, second = 0.0, 0.0
    for k in range(len(vector)):
        first += vector[k] * one[k]
        second += vector[k] * two[k]
    return first, second


@njit(cache=True, fastmath=FAST)
def _add_both(total, weights, one, two):
    first, second = weights
    for k in range(len(total)):
        total[k] += first * one[k] + second * two[k]
