"""Doc2Vec (Le and Mikolov 2014) by gensim's compiled loops, without its threads.

A space of units, not of words: row k is unit k of the view, or the document that units
stand in. A unit drawn twice is one item, trained on twice; one never drawn is absent.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import SimpleNamespace

import gensim
import numpy as np
from gensim.matutils import zeros_aligned
from gensim.models.doc2vec_inner import train_document_dbow, train_document_dm

from quaver.corpora.samples import Sample, View
from quaver.corpora.units import units_of
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, kept_words
from quaver.trainers.declare import Technique, met
from quaver.trainers.feeding import LIMIT, schedule, settings, vocabulary

# what each is for a unit's vector: one of the words of a window; the word in its middle
LIKE = {"dm": "cbow", "dbow": "skip-gram"}
APART = 7919  # gensim's: units start from another stream than words
CHUNK = 1 << 12  # units looked at together


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Train one run: a Space of (items, dims) vectors of units, absent ones NaN.

    The vectors are memory-mapped: the system may put back what it holds of them. Absent
    are units that are not drawn, and those without a word that is kept.
    """
    options = arguments(parameters, seed)
    counts, present = kept_words(view, sample, parameters)
    rows = vocabulary(counts, present)
    owners = units_of(view).owners(parameters.documents)
    drawn = times(sample, owners)
    there = with_words(view, sample, owners, present)
    if there.sum() < 2:
        raise TrainingError(
            f"only {there.sum()} units of the sample hold words that are kept: a space "
            "needs at least two units"
        )
    model = build(rows, counts, options)
    vectors = starts(len(drawn), parameters.dimensions, seed)
    reading = (tags(view, sample, owners) for _ in range(parameters.epochs))
    batches = schedule(view, sample, parameters)
    fit(model, batches, chain.from_iterable(reading), vectors)
    vectors[~there] = np.nan
    return Space(vectors, there, drawn)


def items(view: View, parameters) -> Sequence[str]:
    """Names of the rows: of documents, or of sentences with their numbers."""
    return units_of(view).names(parameters.documents)


def arguments(parameters, seed: int) -> dict:
    """Arguments of gensim's Doc2Vec: those of word2vec, and which architecture."""
    if parameters.architecture not in LIKE:
        raise TrainingError(
            f"architecture must be one of {sorted(LIKE)}. "
            f"Got {parameters.architecture!r} instead."
        )
    like = {"architecture": LIKE[parameters.architecture]}
    options = settings(SimpleNamespace(**{**vars(parameters), **like}), seed)
    return options | {"dm": 1 - options.pop("sg")}


def build(rows: np.ndarray, counts: np.ndarray, options: dict):
    """Untrained model of the words in these rows, which reads rows as tokens.

    It holds no vector of a unit: these are handed to it one by one.
    """
    model = gensim.models.Doc2Vec(**options)
    model.build_vocab_from_freq(dict(enumerate(counts[rows].tolist())))
    model.wv.key_to_index = {row: key for key, row in enumerate(rows.tolist())}
    return model


def fit(model, batches: Iterable, rows: Iterator[int], vectors: np.ndarray) -> None:
    """Train on (rate, batch) pairs in order; rows: of each piece, its item's vector."""
    # unaligned work memory makes the loops up to a tenth slower
    work = zeros_aligned(model.layer1_size, dtype=np.float32)
    hidden = zeros_aligned(model.layer1_size, dtype=np.float32)
    for rate, batch in batches:
        for piece in batch:
            row = next(rows)
            # a slice: by its number gensim takes another row past 2 ** 32 numbers
            own = vectors[row : row + 1]
            if model.dm:
                given = piece, [0], rate, work, hidden
                train_document_dm(model, *given, doctag_vectors=own)
            else:
                train_document_dbow(model, piece, [0], rate, work, doctag_vectors=own)


def starts(items: int, dims: int, seed: int) -> np.ndarray:
    """Vectors of units before training: (items, dims) float32, those of gensim.

    They stand in a file without a name, memory-mapped.
    """
    generator = np.random.default_rng(int(seed) + APART)
    with tempfile.TemporaryFile() as file:
        try:
            for first in range(0, items, CHUNK):
                shape = min(CHUNK, items - first), dims
                part = generator.random(shape, dtype=np.float32)
                part *= 2.0
                part -= 1.0
                part /= dims
                file.write(part)
            file.flush()
        except OSError as error:
            raise TrainingError(
                f"{tempfile.gettempdir()} has no room for {items} vectors of {dims} "
                f"dimensions ({error.strerror}): set TMPDIR to a larger disk"
            ) from error
        # slices of a memmap cost ten times as much as those of an array upon it
        return np.asarray(np.memmap(file, np.float32, "r+", shape=(items, dims)))


def times(sample: Sample, owners: np.ndarray) -> np.ndarray:
    """How many units of a sample each item has: (items,) int64."""
    drawn = sample.multiplicities(len(owners))
    # float64 sums of whole numbers are exact below 2 ** 53
    return np.bincount(owners, drawn).astype(np.int64)


def with_words(view: View, sample: Sample, owners, kept: np.ndarray) -> np.ndarray:
    """Items that a unit of the sample with a kept word trains: (items,) bool.

    owners: (units,) the item each unit trains. kept: (words,) bool.
    """
    drawn, trained = sample.multiplicities(view.units) > 0, np.zeros(view.units, bool)
    for first in range(0, view.units, CHUNK):
        edges = view.offsets[first : first + CHUNK + 1]
        met = np.append(0, np.cumsum(kept[view.tokens[edges[0] : edges[-1]]]))
        trained[first : first + CHUNK] = np.diff(met[edges - edges[0]]) > 0
    return np.bincount(owners, trained & drawn) > 0


def tags(view: View, sample: Sample, owners: np.ndarray) -> Iterator[int]:
    """The item of each piece of a sample, in reading order (feeding.pieces)."""
    for first in range(0, len(sample.units), CHUNK):
        units = sample.units[first : first + CHUNK]
        parts = -(-(view.offsets[units + 1] - view.offsets[units]) // LIMIT)
        yield from np.repeat(owners[units], parts).tolist()


TECHNIQUE = Technique(
    vectors=20,
    items=lambda size, given: size.units,
    # of a unit: its vector, mapped, and 47 bytes that say where it is and what it
    # trains (bench/doc2vec.py)
    held=lambda size, given: size.units * (4 * size.dims + 60),
    # gensim is called once a unit and epoch
    operations=lambda size, given: (
        given.epochs
        * (size.units * 50_000 + size.tokens * (24_000 + 5.6 * size.dims * met(given)))
    ),
)
