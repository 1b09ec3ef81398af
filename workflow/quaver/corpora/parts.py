"""Parts of an encoded text: which of its documents each has, by period or by chance.

A part is numbers of documents, never text. Random batches hold equal numbers of
documents (Dubossarsky et al. 2017; Rettenmeier 2020, section 4.2); those like periods
hold about as many tokens as each period, so that the same words are frequent enough.
"""

from collections.abc import Sequence

import numpy as np


def of_periods(periods: Sequence[str], wanted: Sequence[str]) -> np.ndarray:
    """Documents of some periods: periods (documents,), of each -> (n,) ascending."""
    return np.flatnonzero(np.isin(np.asarray(periods), list(wanted)))


def batches(documents: np.ndarray, number: int, seed: int) -> list[np.ndarray]:
    """Documents at random in so many heaps, equal but for one: ascending numbers."""
    mixed = np.random.default_rng(seed).permutation(documents)
    return [np.sort(heap) for heap in np.array_split(mixed, number)]


def like(documents: np.ndarray, lengths: np.ndarray, sizes, seed: int) -> list:
    """Documents at random in heaps of about these sizes in tokens: ascending numbers.

    lengths: (documents,) tokens of each. sizes: of the heaps, in order; a heap ends at
    the document whose middle lies beyond its share of all tokens.
    """
    order = np.random.default_rng(seed).permutation(len(documents))
    ends = np.cumsum(lengths[order])
    edges = np.cumsum(sizes) * (ends[-1] / np.sum(sizes))
    heaps = np.searchsorted(edges[:-1], ends - lengths[order] / 2, side="right")
    return [np.sort(documents[order[heaps == k]]) for k in range(len(sizes))]


def within(offsets: np.ndarray, edges: np.ndarray, documents: np.ndarray) -> tuple:
    """Units of some documents, closed up: offsets (units + 1,) of a text whose
    documents have edges -> their numbers (kept,), offsets (kept + 1,) from 0."""
    owners = np.searchsorted(edges, offsets[:-1], side="right") - 1
    kept = np.flatnonzero(np.isin(owners, documents))
    lengths = np.diff(offsets)[kept]
    return kept, np.append(0, np.cumsum(lengths)).astype(np.int64)
