"""fastText (Bojanowski et al. 2017) by gensim's compiled loops, without its threads."""

from collections.abc import Iterable, Sequence

import gensim
import numpy as np
from gensim.matutils import zeros_aligned
from gensim.models.fasttext_inner import train_batch_any

from quaver.corpora.samples import Sample, View
from quaver.spaces.space import Space
from quaver.trainers import kept_words, ngrams, spread
from quaver.trainers.declare import Technique, met
from quaver.trainers.feeding import contexts, schedule, settings, vocabulary

CHUNK = 1 << 12  # words composed together
WORDS, NGRAMS = "words", "ngrams"  # what has a vector


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Train one run: a Space of (words, dims) vectors, absent words NaN.

    A word's vector is the mean of its own and those of its n-grams; of items `means`,
    of its n-grams alone, and of `ngrams` rows are buckets of these.
    """
    wanted = getattr(parameters, "items", WORDS)  # which specs leave out
    own = {name: getattr(parameters, name) for name in ("min_n", "max_n", "bucket")}
    options = settings(parameters, seed) | own
    counts, present = kept_words(view, sample, parameters)
    rows = vocabulary(counts, present)
    model = build(view.words, rows, counts, options)
    fit(model, schedule(view, sample, parameters))
    if wanted == NGRAMS:
        kept = np.where(present, counts, 0)
        return ngrams.space(view.words, kept, parameters, model.wv.vectors_ngrams)
    compose(model.wv, with_own=wanted == WORDS)
    weights = contexts(model, parameters)
    return spread(rows, model.wv.vectors, counts, contexts=weights)


def items(view: View, parameters) -> Sequence[str] | None:
    """Names of the rows where these are n-grams; None where they are words."""
    is_of_ngrams = getattr(parameters, "items", WORDS) == NGRAMS
    return ngrams.names(view, parameters) if is_of_ngrams else None


def build(words: Sequence[str], rows: np.ndarray, counts: np.ndarray, options: dict):
    """Untrained model whose vector k is word rows[k] and which reads rows as tokens.

    Words are spelt out while their n-grams are hashed and replaced by rows afterwards.
    """
    model = gensim.models.FastText(**options)
    spelt = (str(words[row]) for row in rows)
    model.build_vocab_from_freq(dict(zip(spelt, counts[rows].tolist(), strict=True)))
    model.wv.key_to_index = {row: key for key, row in enumerate(rows.tolist())}
    return model


def fit(model, batches: Iterable[tuple[float, list[list[int]]]]) -> None:
    """Train the model on (rate, batch) pairs in order, in this thread."""
    # unaligned work memory makes the loops up to a tenth slower
    work = zeros_aligned(model.layer1_size, dtype=np.float32)
    hidden = zeros_aligned(model.layer1_size, dtype=np.float32)
    for rate, batch in batches:
        train_batch_any(model, batch, rate, work, hidden)


def compose(trained, *, with_own: bool = True) -> None:
    """Set vectors to the means of words and their n-grams: (kept, dims) float32.

    The bits of gensim's adjust_vectors, which adds in the same order word by word.
    Without their own, words too short for an n-gram get zeros, and so are absent.
    """
    lengths = np.array([len(buckets) for buckets in trained.buckets_word])
    starts = np.cumsum(lengths) - lengths
    buckets = np.concatenate(trained.buckets_word)
    own = trained.vectors_vocab
    trained.vectors = own.copy() if with_own else np.zeros_like(own)
    for first in range(0, len(lengths), CHUNK):
        rows = np.arange(first, min(first + CHUNK, len(lengths)))
        for nth in range(lengths[rows].max()):
            rows = rows[lengths[rows] > nth]
            trained.vectors[rows] += trained.vectors_ngrams[buckets[starts[rows] + nth]]
    summed = lengths + 1 if with_own else np.maximum(lengths, 1)
    trained.vectors /= summed.astype(np.float32)[:, None]


TECHNIQUE = Technique(
    vectors=20,
    held=lambda size, given: (
        size.dims * (12 * given.bucket + 4 * size.words * given.contexts)
    ),
    # of 500 words 11 to a word, fewer of more
    items=lambda size, given: (
        min(given.bucket, 12 * size.words) if given.items == NGRAMS else size.words
    ),
    operations=lambda size, given: (
        80 * size.dims * given.bucket
        + size.tokens * given.epochs * (24_000 + 28 * size.dims * met(given))
    ),
)
