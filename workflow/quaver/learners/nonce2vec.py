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
from quaver.learners.around import chance, known_words, sentences_of
from quaver.learners.declare import TERM, Background, Drawn, Learned, LearningError
from quaver.learners.generator import drawn as drawn_row
from quaver.learners.generator import tables, uniform

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
    """The background: output weights (words, dims), counts, known, tables of noise."""

    contexts: np.ndarray
    counts: np.ndarray
    known: np.ndarray
    chances: np.ndarray
    others: np.ndarray


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
            "none: write 'contexts: true' for its technique, and train it anew"
        )
    known = known_words(background) & np.isfinite(background.contexts[:, 0])
    weights = np.where(known, background.counts, 0) ** EXPONENT
    if (weights > 0).sum() < 2:
        raise LearningError(
            "Nonce2Vec draws negative samples from other words than the one that is "
            f"learned from. The background has {(weights > 0).sum()}: take more text"
        )
    noise = tables(weights)
    return _Frozen(background.contexts, background.counts, known, *noise)


def _cosines(vectors: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Cosine of each row with that of the other: (groups,), NaN where one is NaN."""
    lengths = np.sqrt((vectors**2).sum(axis=1) * (starts**2).sum(axis=1))
    return (vectors * starts).sum(axis=1) / lengths


@njit(cache=True)
def _teach_all(text, frozen, rates, into):
    """Train vectors (groups, dims) in place; taught: (groups, places) pairs."""
    vectors, taught = into
    kept = np.empty(len(text.tokens), np.int64)  # words of a sentence, or TERM
    nth = np.empty(len(text.tokens), np.int64)  # which occurrence of the term
    step = np.empty(vectors.shape[1])
    for group in range(len(vectors)):
        if np.isnan(vectors[group, 0]):
            continue
        first = text.sentences[group]
        end = text.sentences[group + 1]
        place, seen, met, decay, window = APART, 0, 0, 1.0, rates.window
        for sentence in range(first, end):
            state = group, sentence, place, seen, decay
            size, place, seen = _keep(text, frozen, state, (kept, nth))
            reach = window if rates.window else size
            for at in range(size):
                for other in range(max(0, at - reach), min(size, at + reach + 1)):
                    if kept[other] != TERM or other == at:
                        continue
                    met += 1
                    if kept[at] == TERM:
                        continue
                    k = met if rates.by_pairs else nth[other]
                    rate = rates.rate * np.exp(-(k - 1) / rates.scale)
                    pair = kept[at], rate, rates.negative, text.seeds[group]
                    place = _teach(vectors[group], step, frozen, pair, place)
                    taught[group, sentence - first] += 1
            decay *= rates.sample_decay
            if window >= LEAST:
                window = max(0, window - rates.window_decay)


@njit(cache=True)
def _keep(text, frozen, state, into):
    """Words of a sentence that stay, and the term: how many, next place, terms seen."""
    group, sentence, place, seen, decay = state
    kept, nth = into
    size = 0
    for at in range(text.edges[sentence], text.edges[sentence + 1]):
        word = text.tokens[at]
        if word == TERM:
            seen += 1
        elif word < 0 or not frozen.known[word]:
            continue
        else:
            stay = chance(frozen.counts[word], text.thresholds[group]) / decay
            place += 1
            if uniform(text.seeds[group], place - 1) >= stay:
                continue
        kept[size], nth[size] = word, seen
        size += 1
    return size, place, seen


@njit(cache=True)
def _teach(vector, step, frozen, pair, place):
    """Move a vector by one pair, the word and its negative samples; the next place."""
    word, rate, negative, seed = pair
    step[:] = 0
    for sample in range(negative + 1):
        target = word
        while sample and target == word:
            target = drawn_row(seed, place, frozen.chances, frozen.others)
            place += 1
        weights = frozen.contexts[target]
        expected = 1 / (1 + np.exp(-_product(vector, weights)))
        gain = ((sample == 0) - expected) * rate
        for k in range(len(step)):
            step[k] += gain * weights[k]
    for k in range(len(step)):
        vector[k] += step[k]
    return place


@njit(cache=True)
def _product(vector, weights):
    """Inner product in four sums, which processors add at once: same bits on all."""
    a = b = c = d = 0.0
    whole = len(vector) // 4 * 4
    for k in range(0, whole, 4):
        a += vector[k] * weights[k]
        b += vector[k + 1] * weights[k + 1]
        c += vector[k + 2] * weights[k + 2]
        d += vector[k + 3] * weights[k + 3]
    for k in range(whole, len(vector)):
        a += vector[k] * weights[k]
    return (a + b) + (c + d)
