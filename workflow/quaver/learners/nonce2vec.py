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
from quaver.learners.around import FAST, add, chance, known_words, sentences_of
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
    terms = np.empty(len(text.tokens), np.int64)  # where it stands among them
    rows = np.empty(rates.negative + 1, np.int64)  # of a pair: a word, its rivals
    gains = np.empty(len(rows))
    for group in range(len(vectors)):
        if np.isnan(vectors[group, 0]):
            continue
        first = text.sentences[group]
        end = text.sentences[group + 1]
        place, seen, met, decay, window = APART, 0, 0, 1.0, rates.window
        for sentence in range(first, end):
            state = group, sentence, place, decay
            size, uses, place = _keep(text, frozen, state, (kept, terms))
            reach = window if rates.window else size
            for at in range(size):
                for use in range(uses):
                    if terms[use] == at or abs(terms[use] - at) > reach:
                        continue
                    met += 1
                    if kept[at] == TERM:
                        continue
                    # from 0: the (k - 1) of the paper
                    before = met - 1 if rates.by_pairs else seen + use
                    rate = rates.rate * np.exp(-before / rates.scale)
                    rows[0] = kept[at]
                    pair = text.seeds[group], place, rate
                    place = _teach(vectors[group], frozen, pair, (rows, gains))
                    taught[group, sentence - first] += 1
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


@njit(cache=True, error_model="numpy")
def _teach(vector, frozen, pair, work):
    """Move a vector by one pair, a word and its negative samples; the next place."""
    seed, place, rate = pair
    rows, gains = work
    for sample in range(1, len(rows)):
        rows[sample] = rows[0]
        while rows[sample] == rows[0]:
            rows[sample] = drawn_row(seed, place, frozen.chances, frozen.others)
            place += 1
    # all products before the vector moves
    for sample in range(len(rows)):
        product = _product(vector, frozen.contexts[rows[sample]])
        gains[sample] = ((sample == 0) - 1 / (1 + np.exp(-product))) * rate
    for sample in range(len(rows)):
        add(vector, gains[sample], frozen.contexts[rows[sample]])
    return place


@njit(cache=True, fastmath=FAST)
def _product(vector, weights):
    total = 0.0
    for k in range(len(vector)):
        total += vector[k] * weights[k]
    return total
