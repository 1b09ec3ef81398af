"""word2vec (Mikolov et al. 2013) by gensim's compiled loops, without its threads."""

from collections.abc import Iterable

import gensim
import numpy as np
from gensim.matutils import zeros_aligned
from gensim.models.word2vec_inner import train_batch_cbow, train_batch_sg

from quaver.corpora.samples import Sample, View
from quaver.spaces.space import Space
from quaver.trainers import kept_words, spread
from quaver.trainers.declare import Technique, met
from quaver.trainers.feeding import contexts, schedule, settings, vocabulary


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Train one run: a Space of (words, dims) input vectors, absent words NaN, and of
    output weights where the parameters ask for contexts."""
    options = settings(parameters, seed)
    counts, present = kept_words(view, sample, parameters)
    rows = vocabulary(counts, present)
    model = build(rows, counts, options)
    fit(model, schedule(view, sample, parameters))
    weights = contexts(model, parameters)
    return spread(rows, model.wv.vectors, counts, contexts=weights)


def build(rows: np.ndarray, counts: np.ndarray, options: dict):
    """Untrained model whose vector k is word rows[k] and which reads rows as tokens.

    gensim takes a whole number for a key before it takes it for an index, so keys are
    0, 1, 2 ... while its tables are made, and rows only afterwards.
    """
    model = gensim.models.Word2Vec(**options)
    model.build_vocab_from_freq(dict(enumerate(counts[rows].tolist())))
    model.wv.key_to_index = {row: key for key, row in enumerate(rows.tolist())}
    return model


def fit(model, batches: Iterable[tuple[float, list[list[int]]]]) -> None:
    """Train the model on (rate, batch) pairs in order, in this thread."""
    # unaligned work memory makes the loops up to a tenth slower
    work = zeros_aligned(model.layer1_size, dtype=np.float32)
    hidden = zeros_aligned(model.layer1_size, dtype=np.float32)
    for rate, batch in batches:
        if model.sg:
            train_batch_sg(model, batch, rate, work, False)
        else:
            train_batch_cbow(model, batch, rate, work, hidden, False)


TECHNIQUE = Technique(
    vectors=20,
    held=lambda size, given: 4 * size.words * size.dims * given.contexts,
    # numbers of each vector that is met: the word's, its rivals', a path of the tree's
    operations=lambda size, given: (
        size.tokens * given.epochs * (24_000 + 5.6 * size.dims * met(given))
    ),
)
