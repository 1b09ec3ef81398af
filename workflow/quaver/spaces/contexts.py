"""Vectors of a word's contexts, summed by document, from vectors that are there.

The context of an occurrence is the mean of the vectors around it. Khodak et al. 2018
("A La Carte Embedding", Eq. 3) sum instead; their windows are full, so that both differ
by a factor which the transform takes up. Ours end with units: were they summed, a word
in longer paragraphs would have longer vectors, and texts cut otherwise would have
changed all words at once.
"""

from typing import NamedTuple

import numpy as np
from numba import njit


class Contexts(NamedTuple):
    """Contexts of words by document, in order of word, then document.

    sums: (entries, dims), of the dtype of the vectors, over occurrences that have a
    context. counts: (entries,) int64 of these, 1 or more. word: (entries,) int64 rows
    of the vectors. document: (entries,) int64.
    """

    sums: np.ndarray
    counts: np.ndarray
    word: np.ndarray
    document: np.ndarray

    def induced(self, matrix: np.ndarray) -> "Contexts":
        """The same in the space of a transform: sums @ (dims, dims)."""
        return self._replace(sums=self.sums @ matrix)


class _Text(NamedTuple):
    """What is read, and how. rank: (words,) int64, of a target among the targets, else
    -1. known: (words,) bool, whether a word has a vector."""

    tokens: np.ndarray
    edges: np.ndarray
    documents: np.ndarray
    rank: np.ndarray
    known: np.ndarray
    window: int


def context_sums(
    tokens: np.ndarray,
    edges: np.ndarray,
    documents: np.ndarray,
    *,
    targets: np.ndarray,
    vectors: np.ndarray,
    window: int,
) -> Contexts:
    """Sum the contexts of each target in each document: (tokens,), (units + 1,),
    (units,), (targets,) rows of vectors (words, dims) -> Contexts.

    Unit k is tokens[edges[k]:edges[k + 1]], of document documents[k], which ascend; the
    units of document -1 are not read. A context is what stands up to `window` tokens
    away in the unit, without the occurrence itself: other occurrences of the word stay.
    Words without a vector (NaN) count as tokens and are left out; where none is left,
    the occurrence has no context. Read twice: first to count entries.
    """
    documents = np.asarray(documents, dtype=np.int64)
    if window < 1:
        raise ValueError(f"window must be 1 or more. Got {window} instead.")
    if len(edges) != len(documents) + 1:
        raise ValueError(
            "edges must be one more than documents, which name a document for each "
            f"unit. Got {len(edges)} edges and {len(documents)} documents."
        )
    if (np.diff(documents[documents >= 0]) < 0).any():
        raise ValueError("documents must ascend. Sort the units by document.")
    words = np.unique(np.asarray(targets, dtype=np.int64))
    rank = np.full(len(vectors), -1, dtype=np.int64)
    rank[words] = np.arange(len(words))
    known = np.isfinite(vectors).all(axis=1)
    read = np.asarray(tokens), np.asarray(edges), documents
    text = _Text(*read, rank, known, window)
    heads = np.append(0, np.cumsum(_entries(text, len(words))))
    contexts = Contexts(
        np.zeros((heads[-1], vectors.shape[1]), vectors.dtype),
        np.zeros(heads[-1], np.int64),
        np.repeat(words, np.diff(heads)),
        np.full(heads[-1], -1, np.int64),
    )
    _sum(text, vectors, heads, contexts)
    kept = contexts.counts > 0
    return contexts if kept.all() else Contexts(*(part[kept] for part in contexts))


def add_contexts(
    tokens: np.ndarray,
    edges: np.ndarray,
    *,
    vectors: np.ndarray,
    window: int,
    into: tuple[np.ndarray, np.ndarray],
) -> None:
    """Add the contexts of all words, whatever their document, to sums (words, dims)
    float64 and counts (words,) int64: as in `context_sums`, token by token."""
    known = np.isfinite(vectors).all(axis=1)
    documents = np.zeros(len(edges) - 1, np.int64)
    read = np.asarray(tokens), np.asarray(edges), documents
    text = _Text(*read, np.arange(len(vectors)), known, window)
    _add_all(text, vectors, *into)


@njit(cache=True)
def _add_all(text, vectors, sums, counts):
    """Add the mean vector around each token to its word."""
    total = np.empty(vectors.shape[1], dtype=np.float64)
    for unit in range(len(text.documents)):
        first, end = text.edges[unit], text.edges[unit + 1]
        for position in range(first, end):
            left = max(first, position - text.window)
            right = min(end, position + text.window + 1)
            size = _add_around(text, vectors, (left, position, right), total)
            if size:
                word = text.tokens[position]
                counts[word] += 1
                sums[word] += total / size


@njit(cache=True)
def _entries(text, targets):
    """In how many documents each target stands: (targets,) int64."""
    entries = np.zeros(targets, dtype=np.int64)
    last = np.full(targets, -1, dtype=np.int64)
    for unit in range(len(text.documents)):
        document = text.documents[unit]
        if document < 0:
            continue
        for position in range(text.edges[unit], text.edges[unit + 1]):
            target = text.rank[text.tokens[position]]
            if target >= 0 and last[target] != document:
                last[target] = document
                entries[target] += 1
    return entries


@njit(cache=True)
def _sum(text, vectors, heads, contexts):
    """Fill contexts; heads[k] is the first entry of target k."""
    row = heads[:-1] - 1
    total = np.empty(vectors.shape[1], dtype=np.float64)
    for unit in range(len(text.documents)):
        document = text.documents[unit]
        if document < 0:
            continue
        first, end = text.edges[unit], text.edges[unit + 1]
        for position in range(first, end):
            target = text.rank[text.tokens[position]]
            if target < 0:
                continue
            entry = row[target]
            if entry < heads[target] or contexts.document[entry] != document:
                entry += 1
                row[target] = entry
                contexts.document[entry] = document
            left = max(first, position - text.window)
            right = min(end, position + text.window + 1)
            size = _add_around(text, vectors, (left, position, right), total)
            if size:
                contexts.counts[entry] += 1
                contexts.sums[entry] += total / size


@njit(cache=True)
def _add_around(text, vectors, window, total):
    """Sum the vectors around a position into total: how many there are. window: where
    it begins, the position, where it ends."""
    total[:] = 0
    size = 0
    for other in range(window[0], window[2]):
        word = text.tokens[other]
        if other != window[1] and text.known[word]:
            size += 1
            for k in range(len(total)):
                total[k] += vectors[word, k]
    return size


def transform(sums: np.ndarray, counts: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Matrix that makes vectors of mean contexts: (words, dims), (words,), (words,
    dims) -> A (dims, dims), induced = sums / counts @ A.

    Weighted least squares over words with a vector and a context, weights log(counts)
    (Khodak et al. 2018, Eq. 5): a word that stands once says nothing.
    """
    rows = (counts > 1) & np.isfinite(vectors).all(axis=1)
    weights = np.sqrt(np.log(counts[rows]))[:, None]
    means = sums[rows] / counts[rows, None]
    matrix, _, rank, _ = np.linalg.lstsq(
        weights * means.astype(np.float64), weights * vectors[rows], rcond=None
    )
    if rank < vectors.shape[1]:
        raise ValueError(
            f"a transform of {vectors.shape[1]} dims needs as many independent "
            f"contexts. Those of {rows.sum()} words have rank {rank}: give more text, "
            "or fewer dims."
        )
    return matrix
