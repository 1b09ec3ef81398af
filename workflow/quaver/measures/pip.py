"""Reduced PIP loss of all pairs of runs, exact over the whole shared vocabulary.

Rettenmeier 2020, Eq. 2.28 and 2.29, without proxy words: for unit rows E_i, E_j over n
words, with the Gram matrices G_ij = E_i' E_j (dims, dims),

    D^2 = (|G_ii|^2 + |G_jj|^2 - 2 |G_ij|^2) / (4 n^2)
    d(w)^2 = (e_i G_ii e_i' + e_j G_jj e_j' - 2 e_i G_ij e_j') / (4 n)

so that D^2 is the mean of d(w)^2 over words. Every pair is a product of its own, so
its bits depend on its two spaces alone, not on the tile or on the other runs.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from quaver.spaces.normalise import lengths

TILE_BYTES = 1 << 31  # vectors of the runs held together, one run at least
ROWS = 1 << 10  # words multiplied together; their products stay in the cache
TOLERANCE = 1e-4  # how far from 1 the length of a unit row may be


class Spaces(Protocol):
    """Runs of a cell, read one by one: `spaces[i]` is (words, dims), unit rows."""

    def __len__(self) -> int:
        """Number of runs."""

    def __getitem__(self, run: int) -> np.ndarray:
        """Vectors of one run over the shared vocabulary."""


@dataclass(frozen=True)
class PipLosses:
    """Losses between all pairs of runs.

    losses: (runs, runs) float64 in [0, 1], symmetric, 0 on the diagonal.
    word_losses: (runs, words) float64 in [0, 1], mean loss of a word between a run and
        every other; its mean over runs is the mean over pairs.
    word_deviation: (words,) float64, deviation over pairs (ddof 0), NaN for one pair.
    """

    losses: np.ndarray
    word_losses: np.ndarray
    word_deviation: np.ndarray


def pip_losses(spaces: Spaces) -> PipLosses:
    """Losses of all pairs: runs of (words, dims) unit rows -> PipLosses in [0, 1].

    Holds one tile of runs as they come, one run in float64, and three float64 arrays
    of (runs, words).
    """
    if len(spaces) < 2:
        raise ValueError(f"a PIP loss needs two runs or more. Got {len(spaces)}.")
    first = _checked(spaces[0], 0, None)
    tally = _Tally(len(spaces), len(first))
    for tile in _tiles(len(spaces), first.nbytes):
        held = {run: _checked(spaces[run], run, tally.words) for run in tile}
        for run, vectors in held.items():
            tally.add_run(run, vectors)
        for i in range(tile.stop - 1):
            near = np.asarray(held[i] if i in held else spaces[i], dtype=np.float64)
            for j in range(max(i + 1, tile.start), tile.stop):
                tally.add_pair(i, j, (near, held[j]))
    return tally.result()


class _Tally:
    """Sums over pairs. A run meets the others in ascending order, whatever the tile."""

    def __init__(self, runs: int, words: int):
        self.words = words
        self.digests: list[bytes] = []
        self.own = np.empty(runs)  # |G_ii|^2
        self.own_rows = np.empty((runs, words))  # e_i G_ii e_i'
        self.losses = np.zeros((runs, runs))
        self.sums = np.zeros((runs, words))
        self.squares = np.zeros((runs, words))

    def add_run(self, run: int, vectors: np.ndarray) -> None:
        self.digests.append(hashlib.blake2b(vectors).digest())
        self.own[run], self.own_rows[run] = _products(vectors, vectors)

    def add_pair(self, i: int, j: int, vectors: tuple) -> None:
        if self.digests[i] == self.digests[j]:
            return  # the same bits: every loss is exactly 0
        cross, cross_rows = _products(*vectors)
        square = (self.own[i] + self.own[j] - 2 * cross) / (4 * self.words**2)
        rows = (self.own_rows[i] + self.own_rows[j] - 2 * cross_rows) / (4 * self.words)
        self.losses[i, j] = self.losses[j, i] = np.sqrt(max(square, 0))
        np.maximum(rows, 0, out=rows)
        roots = np.sqrt(rows)
        for run in (i, j):
            self.squares[run] += roots * roots
            self.sums[run] += roots

    def result(self) -> PipLosses:
        others = len(self.losses) - 1
        self.sums /= others
        variance = self.squares.mean(axis=0) / others - self.sums.mean(axis=0) ** 2
        deviation = np.sqrt(np.maximum(variance, 0))
        if others == 1:
            deviation[:] = np.nan
        return PipLosses(self.losses, self.sums, deviation)


def _products(a: np.ndarray, b: np.ndarray) -> tuple[float, np.ndarray]:
    """|G_ab|^2 and e_a G_ab e_b' of every word: (words, dims) twice -> (words,).

    Summed in float64, whatever the vectors are held in.
    """
    parts = [slice(first, first + ROWS) for first in range(0, len(a), ROWS)]
    gram = np.zeros((a.shape[1], b.shape[1]))
    for part in parts:
        gram += a[part].astype(np.float64, copy=False).T @ b[part].astype(
            np.float64, copy=False
        )
    rows = np.empty(len(a))
    for part in parts:
        turned = a[part].astype(np.float64, copy=False) @ gram
        rows[part] = np.einsum(
            "wd,wd->w", turned, b[part].astype(np.float64, copy=False)
        )
    return float(np.square(gram).sum()), rows


def _tiles(runs: int, run_bytes: int) -> Iterator[range]:
    size = max(1, TILE_BYTES // run_bytes)
    for first in range(0, runs, size):
        yield range(first, min(first + size, runs))


def _checked(vectors: np.ndarray, run: int, words: int | None) -> np.ndarray:
    vectors = np.ascontiguousarray(vectors)
    if vectors.ndim != 2 or vectors.size == 0:
        raise ValueError(
            "a space must be (words, dims) with at least one word. "
            f"Got shape {vectors.shape} for run {run}."
        )
    if words not in (None, len(vectors)):
        raise ValueError(
            f"all runs must have the {words} shared words of the first. "
            f"Got {len(vectors)} words for run {run}."
        )
    bad = np.flatnonzero(~(np.abs(lengths(vectors) - 1) <= TOLERANCE))
    if len(bad):
        raise ValueError(f"rows must have length 1. Row {bad[0]} of run {run} has not.")
    return vectors
