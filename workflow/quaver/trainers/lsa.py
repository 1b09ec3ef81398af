"""LSA: TF-IDF over units, randomised SVD, word side (Antoniak and Mimno 2018, 3.2).

A unit drawn k times is k documents. They are one row times sqrt(k), in the corpus's
order: X'X is that of the text written out, and as the SVD's random numbers are
independent normals (a sum of k of them is sqrt(k) of one, and no order of rows is
special), so is the distribution of the vectors. A shuffled run therefore differs from
a fixed one by its seed alone.
"""

import numpy as np
from scipy import sparse

from quaver.corpora.samples import CHUNK, Sample, View
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, kept_words, spread
from quaver.trainers.declare import Technique


def train(view: View, sample: Sample, parameters, seed: int) -> Space:
    """Vectors (words, dims) of a sample: rows of V, times singular values if `scaled`.

    dims = parameters.dimensions, components in descending order of singular values.
    """
    counts, present = kept_words(view, sample, parameters)
    weights = sample.multiplicities(view.units)
    matrix = weighted_tfidf(term_counts(view, present, weights), weights, parameters)
    dimensions, words = parameters.dimensions, matrix.shape[1]
    units = (np.diff(matrix.indptr) > 0).sum()
    if dimensions >= words:
        raise TrainingError(
            f"the sample has only {words} words: {dimensions} dimensions need more "
            "words than dimensions"
        )
    if dimensions > units:
        raise TrainingError(
            f"the sample has only {units} different units with words: {dimensions} "
            "dimensions need at least as many units"
        )
    # the side scikit-learn would draw on for the text written out
    wide = len(sample.units) < words
    right, values = randomised_svd(matrix, parameters, seed, transpose=wide)
    return spread(present, right * values if parameters.scaled else right, counts)


def term_counts(view: View, present: np.ndarray, weights: np.ndarray):
    """Occurrences in the units of weight above 0: CSR (units, words), zero rows else.

    present: (words,) bool, the columns kept; weights: (units,) int64.
    """
    step = max(1, view.units * CHUNK // max(1, int(view.offsets[-1])))
    parts = [
        _slice_counts(view, first, weights[first : first + step])[:, present]
        for first in range(0, view.units, step)
    ]
    return sparse.vstack(parts, format="csr")


def weighted_tfidf(terms, weights: np.ndarray, parameters):
    """TF-IDF of a sample: CSR counts (units, words) -> CSR (units, words) float64.

    Row u is its document's times sqrt(weights[u]); documents and document frequencies
    are counted with multiplicity: idf = 1 + ln(n / df), or ln((1 + n) / (1 + df)).
    """
    matrix = terms.astype(np.float64)
    if parameters.sublinear_tf:
        matrix.data = np.log(matrix.data) + 1
    smooth = int(parameters.smooth_idf)
    rows = np.repeat(np.arange(len(weights)), np.diff(matrix.indptr))
    frequency = np.bincount(matrix.indices, weights[rows], minlength=matrix.shape[1])
    idf = np.log((weights.sum() + smooth) / (frequency + smooth)) + 1
    matrix.data *= idf[matrix.indices]
    scale = np.sqrt(weights)
    if parameters.normalise:
        squares = np.bincount(rows, matrix.data**2, minlength=len(weights))
        scale = scale / np.sqrt(np.where(squares > 0, squares, 1))
    matrix.data *= scale[rows]
    return matrix


def randomised_svd(matrix, parameters, seed: int, *, transpose: bool) -> tuple:
    """Word side of a truncated SVD: CSR (units, words) -> (words, dims), (dims,).

    In each component the largest entry is positive.
    """
    # imported here: 1.6 s that no other technique should pay
    from sklearn.utils.extmath import randomized_svd, svd_flip

    left, values, right = randomized_svd(
        matrix,
        n_components=parameters.dimensions,
        n_iter=parameters.iterations,
        transpose=transpose,
        flip_sign=False,
        random_state=seed,
    )
    _, right = svd_flip(left, right, u_based_decision=False)
    return right.T, values


def _slice_counts(view: View, first: int, weights: np.ndarray):
    """Counts of the units from first on, those of weight 0 left empty: CSR int64."""
    bounds = np.asarray(view.offsets[first : first + len(weights) + 1])
    lengths = np.where(weights > 0, np.diff(bounds), 0)
    tokens = np.asarray(view.tokens[bounds[0] : bounds[-1]])
    tokens = tokens[np.repeat(weights > 0, np.diff(bounds))].astype(np.int64)
    part = sparse.csr_matrix(
        (np.ones(len(tokens), np.int64), tokens, np.append(0, np.cumsum(lengths))),
        shape=(len(weights), len(view.words)),
    )
    part.sum_duplicates()
    return part


TECHNIQUE = Technique(
    vectors=48,
    # the matrix of units and words, twice while it is weighted
    held=lambda size, given: 40 * size.tokens,
    # products of a sparse matrix with a few vectors, some rounds of them
    operations=lambda size, given: (
        80 * size.tokens * size.dims * (given.iterations + 1)
    ),
)
