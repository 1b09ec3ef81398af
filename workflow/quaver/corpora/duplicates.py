"""Exact duplicates: which units of a text repeat an earlier one."""

import numpy as np

from quaver.corpora.spool import spans

BUCKET = 1 << 20  # digests sorted together


class Unique:
    """The units of one kind that repeat none before them; None keeps every unit.

    edges: (units + 1,) int64. digests: (units, 2) uint64, equal for equal units.
    """

    def __init__(self, edges: np.ndarray, digests: np.ndarray | None):
        self._edges = edges
        self._kept = None if digests is None else first_occurrences(digests)

    def mask(self, first: int, last: int) -> np.ndarray:
        """Which of the tokens first:last stand in units that are kept: bool."""
        if self._kept is None:
            return np.ones(last - first, dtype=bool)
        low = np.searchsorted(self._edges, first, side="right") - 1
        high = np.searchsorted(self._edges, last, side="left")
        lengths = np.diff(np.clip(self._edges[low : high + 1], first, last))
        return np.repeat(self._kept[low:high], lengths)


def first_occurrences(digests: np.ndarray) -> np.ndarray:
    """Which digests stand for the first time: (units, 2) uint64 -> (units,) bool.

    They are sorted by buckets of about BUCKET, chosen by their own bits, so that memory
    stays bounded.
    """
    first = np.ones(len(digests), dtype=bool)
    buckets = np.uint64(-(-len(digests) // BUCKET))
    for bucket in range(int(buckets)):
        parts = [
            start + np.flatnonzero(digests[start:last, 0] % buckets == bucket)
            for start, last in spans(len(digests))
        ]
        places = np.concatenate(parts)
        found = digests[places]
        order = np.lexsort((found[:, 1], found[:, 0]))  # stable: the first stays first
        again = (found[order[1:]] == found[order[:-1]]).all(axis=1)
        first[places[order[1:][again]]] = False
    return first
