"""PPMI: positive pointwise mutual information, factorised by a truncated SVD.

Counts, smoothing, shift and weighting follow Levy, Goldberg and Dagan 2015. Where no
token is drawn (sample 0, no dynamic window) the technique is deterministic: integer
counts and a constant start of the SVD give the same bits for every seed and every
order of the units.
"""

import numba
import numpy as np
from scipy import sparse
from scipy.sparse import linalg

from quaver.corpora.samples import Sample, View
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, kept_words, spread
from quaver.trainers.declare import Technique, different

START = 20150000  # seed of the SVD's start vector: an implementation detail, no draw
FREE = -1  # key of an empty slot of the table of pairs
SLOTS = 1 << 16  # first size of that table
MIX = -7046029254386353131  # 2 ** 64 / golden ratio, as int64: spreads the keys


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Vectors (words, dims) of a sample; words without a positive PMI are absent.

    dims = parameters.dimensions, components in descending order of singular values.
    """
    counts, kept = kept_words(view, sample, parameters)
    pairs = count_pairs(view, sample, np.where(kept, counts, 0), parameters, seed)
    matrix = positive_pmi(pairs, parameters.context_smoothing, parameters.shift)
    rows = _with_a_context(matrix, parameters)
    left, values, right = truncated_svd(matrix, parameters.dimensions)
    weighted = left + right if parameters.add_contexts else left
    vectors = weighted[rows] * values**parameters.eigenvalue_weight
    return spread(np.flatnonzero(kept)[rows], vectors, counts)


def count_pairs(view: View, sample: Sample, counts, parameters, seed: int):
    """Co-occurrences of the words with counts above 0: CSR (kept, kept) float64.

    counts: (words,) occurrences in the sample; a word at 0 is removed from the text.
    Row = word, column = context; whole numbers, so no order of counting shows.
    """
    dynamic = parameters.dynamic_window
    drawn = bool(parameters.sample) or dynamic
    if drawn:  # each copy of a unit is read for itself
        units, weights = sample.units, np.ones(len(sample.units), dtype=np.int64)
    else:
        multiplicities = sample.multiplicities(view.units)
        units = np.flatnonzero(multiplicities)
        weights = multiplicities[units]
    rows = np.where(counts > 0, np.cumsum(counts > 0) - 1, -1)
    words = rows.max() + 1
    keys, values = _count(
        (np.asarray(view.tokens), np.asarray(view.offsets), units, weights),
        (rows, keep_probability(counts, parameters.sample), words),
        (parameters.window, dynamic, parameters.close_gaps),
        np.random.default_rng(seed),
    )
    used = keys != FREE
    data, places = values[used].astype(np.float64), np.divmod(keys[used], words)
    # sorts the columns of each row: the order of the table must not show in sums
    pairs = sparse.csr_matrix((data, places), shape=(words, words))
    return pairs if dynamic else (pairs + pairs.T).tocsr()


def keep_probability(counts: np.ndarray, threshold: float) -> np.ndarray:
    """Chance of a token to stay, by word: (words,) counts -> (words,) in (0, 1].

    1 - p_drop = sqrt(t / f), f the relative frequency (Levy et al. 2015, 3.1).
    """
    if not threshold:
        return np.ones(len(counts))
    frequent = counts / counts.sum() > threshold
    wanted = threshold * counts.sum() / np.where(frequent, counts, 1)
    return np.where(frequent, np.sqrt(wanted), 1.0)


def positive_pmi(pairs, smoothing: float, shift: float):
    """Shifted PPMI of co-occurrences: CSR (words, words) twice, entries above 0.

    max(0, log(n(w, c) sum_c' n(c')^a / (n(w) n(c)^a)) - log k), Levy et al. 2015, 3.2.
    """
    words = np.asarray(pairs.sum(axis=1)).ravel()
    contexts = np.asarray(pairs.sum(axis=0)).ravel() ** smoothing
    entries = pairs.tocoo()
    expected = words[entries.row] * contexts[entries.col] / contexts.sum()
    information = np.log(entries.data / expected) - np.log(shift)
    matrix = sparse.csr_matrix(
        (np.maximum(information, 0), (entries.row, entries.col)), shape=pairs.shape
    )
    matrix.eliminate_zeros()
    return matrix


def truncated_svd(matrix, dimensions: int) -> tuple:
    """Largest singular triplets: CSR (n, n) -> (n, dims), (dims,), (n, dims).

    Values descend; in each component the left vector's largest entry is positive.
    """
    # what svds does, except that it lets ARPACK restart from entropy where the Krylov
    # space is exhausted (no rng reaches eigsh, scipy 1.17): not deterministic
    generator = np.random.default_rng(START)
    start = generator.standard_normal(matrix.shape[1])
    transposed = matrix.T.tocsr()
    gram = linalg.LinearOperator(
        matrix.shape, dtype=matrix.dtype, matvec=lambda x: transposed @ (matrix @ x)
    )
    try:
        _, basis = linalg.eigsh(gram, k=dimensions, v0=start, rng=generator)
    except linalg.ArpackNoConvergence as error:
        raise TrainingError(f"the SVD of the PPMI matrix failed: {error}") from error
    basis, _ = np.linalg.qr(basis)
    left, values, rotation = np.linalg.svd(matrix @ basis, full_matrices=False)
    largest = np.abs(left).argmax(axis=0)
    signs = np.where(left[largest, np.arange(dimensions)] < 0, -1.0, 1.0)
    return left * signs, values, basis @ rotation.T * signs


def _with_a_context(matrix, parameters) -> np.ndarray:
    """Rows that get a vector: (rows,) indices; refuse fewer than dimensions + 1."""
    has = np.diff(matrix.indptr) > 0
    if not has.any():
        raise TrainingError(
            f"no pair of words within a window of {parameters.window} has a positive "
            f"PMI after the shift of {parameters.shift}: the PPMI matrix is empty"
        )
    if parameters.dimensions >= has.sum():
        raise TrainingError(
            f"only {has.sum()} of {len(has)} words have a context with positive PMI: "
            f"{parameters.dimensions} dimensions need more words than dimensions"
        )
    if parameters.add_contexts:
        has[matrix.indices] = True
    return np.flatnonzero(has)


@numba.njit(cache=True)
def _count(text, vocabulary, windows, generator):
    """Count pairs of all readings: open-addressed table (slots,) of keys and counts.

    Its memory follows the distinct pairs, never the text. A fixed window is symmetric:
    each pair is counted once, key = smaller word * words + larger word.
    """
    tokens, offsets, units, weights = text
    window, dynamic, _ = windows
    words = vocabulary[2]
    keys, values = _table(SLOTS)
    used = 0
    for reading in range(len(units)):
        unit = tokens[offsets[units[reading]] : offsets[units[reading] + 1]]
        kept, places, radii = _survivors(unit, vocabulary, windows, generator)
        for i in range(len(kept)):
            for j in range(i - 1, -1, -1):
                distance = places[i] - places[j]
                if distance > window:
                    break
                if 2 * used + 4 > len(keys):
                    keys, values = _grown(keys, values)
                a, b = kept[i], kept[j]
                if not dynamic and a > b:
                    a, b = b, a
                if distance <= radii[i]:
                    used += _add(keys, values, a * words + b, weights[reading])
                if dynamic and distance <= radii[j]:
                    used += _add(keys, values, b * words + a, weights[reading])
    return keys, values


@numba.njit(cache=True)
def _survivors(unit, vocabulary, windows, generator):
    """Rows, places and window sizes of the tokens that stay: (kept,) int64 thrice."""
    rows, keep, _ = vocabulary
    window, dynamic, close_gaps = windows
    kept = np.empty(len(unit), dtype=np.int64)
    places = np.empty(len(unit), dtype=np.int64)
    radii = np.full(len(unit), window, dtype=np.int64)
    size, position = 0, 0
    for token in unit:
        if rows[token] < 0:
            continue
        if keep[token] >= 1 or generator.random() < keep[token]:
            kept[size] = rows[token]
            places[size] = size if close_gaps else position
            if dynamic:
                radii[size] = 1 + int(generator.random() * window)
            size += 1
        position += 1
    return kept[:size], places[:size], radii[:size]


@numba.njit(cache=True)
def _table(slots):
    """Empty table of pairs: (slots,) keys and values, slots a power of two."""
    return np.full(slots, FREE, dtype=np.int64), np.zeros(slots, dtype=np.int64)


@numba.njit(cache=True)
def _grown(keys, values):
    wider, sums = _table(2 * len(keys))
    for slot in range(len(keys)):
        if keys[slot] != FREE:
            _add(wider, sums, keys[slot], values[slot])
    return wider, sums


@numba.njit(cache=True)
def _add(keys, values, key, weight):
    """Add to the count of a pair: 1 if the pair is new, else 0."""
    mask = len(keys) - 1
    slot = ((key * MIX) >> 32) & mask
    while keys[slot] != key and keys[slot] != FREE:
        slot = (slot + 1) & mask
    values[slot] += weight
    new = keys[slot] == FREE
    keys[slot] = key
    return int(new)


TECHNIQUE = Technique(
    vectors=64,
    held=lambda size, given: (
        140 * min(different(size.tokens * given.window), size.words**2)
    ),
    # counting, and an SVD that takes more rounds the more dimensions it is asked
    operations=lambda size, given: (
        8_000 * size.tokens
        + 320 * size.dims * min(different(size.tokens * given.window), size.words**2)
        + 40 * size.words * size.dims**2
    ),
)
