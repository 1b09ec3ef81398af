"""GloVe: weighted least squares on log co-occurrence counts, by AdaGrad."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.corpora.samples import Sample, View
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, kept_words, spread
from quaver.trainers.cooccurrence import BUDGET, Pairs, count_pairs, scratch
from quaver.trainers.declare import Technique, different
from quaver.trainers.prefetch import LANES, fetch

OUTPUTS = ("sum", "word")
ENTRY = np.dtype([("row", "i4"), ("column", "i4"), ("log", "f4"), ("weight", "f4")])
BUCKET = 1 << 22  # entries shuffled together
CLIP = np.float32(100)  # the reference's bound on a vector's gradient
AHEAD = 4  # entries between asking for a row and using it
# neither "nnan" nor "ninf": a diverging loss has to show as such
FAST = {"reassoc", "contract", "arcp", "afn", "nsz"}


@dataclass(frozen=True)
class Model:
    """What AdaGrad works on; row k is word k, row words + k the same word as context.

    entries: (pairs,) of ENTRY, in the order they are visited.
    table: (2 * words, 2, dims padded to LANES) float32; [:, 0] vectors, [:, 1] squares.
    biases: (2 * words, 2) float32, likewise.
    """

    entries: np.ndarray
    table: np.ndarray
    biases: np.ndarray


class Fit(NamedTuple):
    """What training gave: words and contexts (words, dims), biases (2, words)."""

    words: np.ndarray
    contexts: np.ndarray
    biases: np.ndarray
    losses: np.ndarray


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Train GloVe on a sample: (words, dims) vectors, word + context or word alone.

    A unit's multiplicity weighs its counts, so a shuffled run differs by its seed only.
    A word without neighbours keeps its first, random vector, as in the reference.
    """
    if parameters.output not in OUTPUTS:
        raise ValueError(
            f"output must be one of {OUTPUTS}. Got {parameters.output!r} instead."
        )
    counts, present = kept_words(view, sample, parameters)
    asked = ("window", "symmetric", "distance_weighting")
    options = {name: getattr(parameters, name) for name in asked}
    pairs = count_pairs(view, sample, present, **options)
    fitted = fit(pairs, len(view.words), parameters, seed)
    vectors = fitted.words[present]
    if parameters.output == "sum":
        vectors = vectors + fitted.contexts[present]
    return spread(present, vectors, counts, fitted.losses)


def fit(pairs: Pairs, words: int, parameters, seed: int) -> Fit:
    """Fit vectors and biases to counts: losses (epochs,) is the mean over entries.

    Pennington et al. 2014, equation 8: 0.5 f(x) (w.c + b + b' - log x) ** 2, summed
    while the epoch runs.
    """
    if not len(pairs.values):
        raise TrainingError(
            "no two words stand beside each other in any unit of the sample: GloVe "
            "needs units of at least two words"
        )
    model = prepare(pairs, words, parameters, seed)
    rate = np.float32(parameters.learning_rate)
    losses = np.empty(parameters.epochs)
    for epoch in range(parameters.epochs):
        losses[epoch] = descend(model.entries, model.table, model.biases, rate)
        if not np.isfinite(losses[epoch]):
            raise _diverged(f"the loss of epoch {epoch + 1}", parameters)
    vectors = model.table[:, 0, : parameters.dimensions]
    if not np.isfinite(vectors).all():
        raise _diverged(f"a vector after epoch {parameters.epochs}", parameters)
    biases = model.biases[:, 0].reshape(2, words)
    return Fit(vectors[:words], vectors[words:], biases, losses)


def prepare(pairs: Pairs, words: int, parameters, seed: int) -> Model:
    """Draw the first vectors and the order of entries: all that is random is here."""
    first, order = np.random.SeedSequence(seed).spawn(2)
    generator = np.random.default_rng(first)
    dims = parameters.dimensions
    table = _aligned((2 * words, 2, -(-dims // LANES) * LANES))
    biases = np.ones((2 * words, 2), dtype=np.float32)
    table[:, 1] = 1
    for side in (slice(0, words), slice(words, 2 * words)):
        table[side, 0, :dims] = _centred(generator, (words, dims)) / (dims + 1)
    biases[:, 0] = _centred(generator, 2 * words) / (dims + 1)
    return Model(_shuffled(pairs, parameters, order), table, biases)


def _centred(generator: np.random.Generator, shape) -> np.ndarray:
    """Draw uniform numbers: shape, float32 in [-0.5, 0.5)."""
    return generator.random(shape, dtype=np.float32) - np.float32(0.5)


def _aligned(shape: tuple) -> np.ndarray:
    """Room for a table whose rows begin with a cache line: shape, float32 zeros."""
    size = int(np.prod(shape))
    room = np.zeros(size + LANES, dtype=np.float32)
    skip = (-room.ctypes.data % (4 * LANES)) // 4
    return room[skip : skip + size].reshape(shape)


def _diverged(what: str, parameters) -> TrainingError:
    return TrainingError(
        f"{what} is not finite: lower learning_rate (it is {parameters.learning_rate})"
    )


def _shuffled(pairs: Pairs, parameters, seed: np.random.SeedSequence) -> np.ndarray:
    """Put the entries in one random order: (pairs,) of ENTRY, uniform over all orders.

    Every entry is dealt to a random bucket and each bucket shuffled, so that no more
    than a bucket is looked at together where the entries lie on disk.
    """
    size = len(pairs.values)
    entries = scratch(size, ENTRY, BUDGET)
    buckets = -(-size // BUCKET)
    fill = np.zeros(buckets, dtype=np.int64)
    for _, dealt in _deal(size, buckets, seed):
        fill += np.bincount(dealt, minlength=buckets)
    ends = np.cumsum(fill)
    heads = ends - fill
    for part, dealt in _deal(size, buckets, seed):
        made = _entries(pairs, part, parameters)[np.argsort(dealt, kind="stable")]
        sizes = np.bincount(dealt, minlength=buckets)
        for bucket, chosen in enumerate(np.split(made, np.cumsum(sizes)[:-1])):
            entries[heads[bucket] : heads[bucket] + len(chosen)] = chosen
        heads += sizes
    generator = np.random.default_rng(seed.spawn(1)[0])
    for end, length in zip(ends, fill, strict=True):
        bucket = entries[end - length : end]
        bucket[:] = bucket[generator.permutation(length)]
    return entries


def _deal(size: int, buckets: int, seed: np.random.SeedSequence):
    """Deal entries to buckets, the same each time: (slice, (slice,) uint16) pairs."""
    generator = np.random.default_rng(seed)
    for first in range(0, size, BUCKET):
        part = slice(first, min(first + BUCKET, size))
        yield part, generator.integers(buckets, size=part.stop - first, dtype=np.uint16)


def _entries(pairs: Pairs, part: slice, parameters) -> np.ndarray:
    """Logarithm and weight f (equation 9) of some pairs: (slice,) of ENTRY."""
    values = pairs.values[part]
    entries = np.empty(len(values), dtype=ENTRY)
    entries["row"] = pairs.rows[part]
    entries["column"] = pairs.columns[part]
    entries["log"] = np.log(values)
    weights = (values / parameters.x_max) ** parameters.alpha
    entries["weight"] = np.minimum(1, weights)
    return entries


@njit(cache=True, fastmath=FAST, error_model="numpy")
def descend(entries, table, biases, rate):
    """Visit every entry once, changing table and biases: the mean loss, float64.

    As the reference does, the gradient of a vector is clipped and scaled by the rate
    before it is squared, and the step of a bias is neither: with a rate on biases the
    first epoch's loss is 18 % above that of tests/data/glove_reference.
    """
    words = len(biases) // 2
    loss = 0.0
    for at in range(len(entries)):
        ahead = entries[min(at + AHEAD, len(entries) - 1)]
        fetch(table[ahead.row])
        fetch(table[words + ahead.column])
        row = entries[at].row
        column = entries[at].column + words
        error = _dot(table[row, 0], table[column, 0]) - entries[at].log
        error += biases[row, 0] + biases[column, 0]
        slope = entries[at].weight * error
        loss += 0.5 * slope * error
        _step(table[row], table[column], slope, rate)
        for side in (np.intp(row), np.intp(column)):
            biases[side, 0] -= slope / np.sqrt(biases[side, 1])
            biases[side, 1] += slope * slope
    return loss / len(entries)


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _dot(a, b):
    total = np.float32(0)
    for k in range(len(a)):
        total += a[k] * b[k]
    return total


@njit(cache=True, fastmath=FAST, error_model="numpy")
def _step(word, context, slope, rate):
    """One AdaGrad step of a word and its context: rows of (2, dims), changed."""
    a, a_squares = word[0], word[1]
    b, b_squares = context[0], context[1]
    for k in range(len(a)):
        to_a = min(max(slope * b[k], -CLIP), CLIP) * rate
        to_b = min(max(slope * a[k], -CLIP), CLIP) * rate
        a[k] -= to_a / np.sqrt(a_squares[k])
        b[k] -= to_b / np.sqrt(b_squares[k])
        a_squares[k] += to_a * to_a
        b_squares[k] += to_b * to_b


TECHNIQUE = Technique(
    vectors=32,
    # co-occurrences before they are spilled
    held=lambda size, given: min(3e9, 48 * size.tokens * given.window),
    # counting, and every different pair once an epoch
    operations=lambda size, given: (
        800 * size.tokens * given.window
        + different(size.tokens * given.window) * given.epochs * (160 + 9.6 * size.dims)
    ),
)
