"""Gram matrices between all runs of a cell, in bounded memory.

G_ij = E_i' E_j (dims, dims), of the unit rows of runs i and j over the shared words,
holds all that distances between whole spaces need. Row blocks of the vocabulary pass
through the runs of a tile of pairs while the tile's Grams grow in float64. Every Gram
is a product of its own, block by block, so its bits depend on its two spaces alone,
not on the tile or on the other runs.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import isqrt
from typing import NamedTuple, Protocol

import numpy as np

from quaver.spaces.normalise import lengths

GRAM_BYTES = 1 << 30  # Grams held together, those of one pair at least
ROWS = 1 << 11  # words multiplied together; a block of two runs stays in the cache
TOLERANCE = 1e-4  # how far from 1 the length of a unit row may be


class Spaces(Protocol):
    """Runs of a cell over its shared words, read in slices."""

    words: int

    def __len__(self) -> int:
        """Number of runs."""

    def rows(self, run: int, part: slice) -> np.ndarray:
        """Unit rows of a slice of the shared words: (words of the slice, dims)."""


class Held:
    """Spaces that are in memory: one (words, dims) array of unit rows per run."""

    def __init__(self, spaces: Sequence[np.ndarray]):
        """Refuse what cannot be compared."""
        self._spaces = spaces
        for run in range(len(spaces)):
            shape, words = spaces[run].shape, len(spaces[0])
            if len(shape) != 2 or 0 in shape:
                raise ValueError(
                    "a space must be (words, dims) with at least one word. "
                    f"Got shape {shape} for run {run}."
                )
            if shape[0] != words:
                raise ValueError(
                    f"all runs must have the {words} shared words of the first. "
                    f"Got {shape[0]} words for run {run}."
                )
        self.words = len(spaces[0]) if len(spaces) else 0

    def __len__(self) -> int:
        """Number of runs."""
        return len(self._spaces)

    def rows(self, run: int, part: slice) -> np.ndarray:
        """Unit rows of a slice of the words."""
        return self._spaces[run][part]


def in_slices(spaces: Spaces | Sequence[np.ndarray]) -> Spaces:
    """Take spaces as they are, or a sequence of (words, dims) arrays."""
    return spaces if hasattr(spaces, "rows") else Held(spaces)


class Tile(NamedTuple):
    """Grams of some pairs of runs, each (dims, dims) float64.

    own: G_ii of every run of the pairs. cross: G_ij of pairs (i, j), i < j, in order.
    A pair of spaces with the same bits is left out: any distance between them is none.
    """

    own: dict[int, np.ndarray]
    cross: dict[tuple[int, int], np.ndarray]


def tiles(spaces: Spaces) -> Iterator[Tile]:
    """Grams of all pairs, one tile after the other; a tile is emptied after its turn.

    Runs meet the others in ascending order, whatever the tiles.
    """
    digests: dict[int, bytes] = {}
    dims = spaces.rows(0, slice(0, 1)).shape[1]
    groups = _groups(len(spaces), dims)
    for firsts, seconds in combinations_with_replacement(groups, 2):
        pairs = [(i, j) for i in firsts for j in seconds if i < j]
        if pairs:
            tile = _grams(spaces, pairs, digests)
            yield tile
            tile.own.clear()
            tile.cross.clear()


def blocks(spaces: Spaces, runs: Sequence[int]) -> Iterator[tuple[slice, dict]]:
    """Row blocks of all runs: run -> (ROWS, dims) float64, emptied after its turn."""
    for first in range(0, spaces.words, ROWS):
        part = slice(first, min(first + ROWS, spaces.words))
        rows = {
            run: np.ascontiguousarray(spaces.rows(run, part), dtype=np.float64)
            for run in runs
        }
        yield part, rows
        rows.clear()


def _groups(runs: int, dims: int) -> list[range]:
    """Groups of consecutive runs; the Grams of a pair of groups are held together."""
    held = GRAM_BYTES // (8 * dims * dims)
    if runs * (runs + 1) // 2 <= held:
        return [range(runs)]
    longest = max(1, isqrt(held + 1) - 1)  # its square of pairs, and twice its own
    size = -(-runs // -(-runs // longest))
    return [range(first, min(first + size, runs)) for first in range(0, runs, size)]


def _grams(spaces: Spaces, pairs: list, digests: dict[int, bytes]) -> Tile:
    """Grow the Grams of some pairs; runs met for the first time are checked."""
    runs = sorted({run for pair in pairs for run in pair})
    hashes = {run: hashlib.blake2b() for run in runs if run not in digests}
    own, cross = dict.fromkeys(runs, 0.0), dict.fromkeys(pairs, 0.0)
    for part, rows in blocks(spaces, runs):
        for run, state in hashes.items():
            bad = np.flatnonzero(~(np.abs(lengths(rows[run]) - 1) <= TOLERANCE))
            if len(bad):
                raise ValueError(
                    f"rows must have length 1. Row {part.start + bad[0]} of run {run} "
                    "has not."
                )
            state.update(rows[run])
        for run in runs:
            own[run] += rows[run].T @ rows[run]
        for i, j in pairs:
            cross[i, j] += rows[i].T @ rows[j]
    digests |= {run: state.digest() for run, state in hashes.items()}
    differ = {p: gram for p, gram in cross.items() if digests[p[0]] != digests[p[1]]}
    return Tile(own, differ)
