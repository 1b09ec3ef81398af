"""Weighted co-occurrence counts of a sample: exact, and in bounded memory."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryFile
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.corpora.samples import Sample, View

BUDGET = 1 << 30  # bytes
SLOT_BYTES = 96  # a slot of the table, and what draining and sorting it takes
MERGE_BYTES = 128  # an entry while runs are merged
SMALLEST_TABLE = 1 << 16  # slots; grows by doubling


@dataclass(frozen=True)
class Pairs:
    """Co-occurring words in order of row, then column; every pair stands once.

    rows, columns: (pairs,) int32, words of the corpus.
    values: (pairs,) float64, above 0; memory-mapped where they pass the budget.
    """

    rows: np.ndarray
    columns: np.ndarray
    values: np.ndarray


class _Text(NamedTuple):
    """What is read: weights (units,) int64 are multiplicities, present (words,)."""

    tokens: np.ndarray
    offsets: np.ndarray
    weights: np.ndarray
    present: np.ndarray


class _Window(NamedTuple):
    """What counts: steps[k] is the whole-number weight of distance k, k >= 1."""

    steps: np.ndarray
    words: int
    symmetric: bool


def count_pairs(
    view: View,
    sample: Sample,
    present: np.ndarray,
    *,
    window: int,
    symmetric: bool,
    distance_weighting: bool,
    budget: int = BUDGET,
) -> Pairs:
    """Count the pairs of a sample within a window: present (words,) bool -> Pairs.

    A unit drawn n times counts n times. Row is the left word, column the right one;
    symmetric counts both ways (a word beside itself twice). Neither the order of the
    sample nor the budget (bytes; runs spill to TMPDIR) changes a bit: sums are whole
    numbers until the end.
    """
    weights = sample.multiplicities(view.units).astype(np.int64)
    mass = int(weights @ np.diff(view.offsets))
    steps, full = _steps(window, distance_weighting, mass)
    text = _Text(np.asarray(view.tokens), np.asarray(view.offsets), weights, present)
    rule = _Window(steps, len(view.words), symmetric)
    with TemporaryFile() as file:
        runs = _Runs(file)
        # room for a few windows at least
        slots = max(budget // SLOT_BYTES, 4 * (window + 2))
        keys, sums = _count_all(text, rule, 1 << (slots.bit_length() - 1), runs)
        if not runs.lengths:
            return Pairs(*_triples(keys, sums, rule.words, full))
        runs.append(keys, sums)
        del keys, sums
        return _merge_all(runs, rule.words, full, budget)


def scratch(size: int, dtype: np.dtype, budget: int = BUDGET) -> np.ndarray:
    """Room for an array of any size: (size,), on disk where it passes the budget.

    The file has no name (TMPDIR): it vanishes with the array, or with the process.
    """
    if size * np.dtype(dtype).itemsize <= budget:
        return np.empty(size, dtype)
    with TemporaryFile() as file:
        return np.asarray(np.memmap(file, dtype, "w+", shape=(size,)))


def _steps(window: int, distance_weighting: bool, mass: int) -> tuple:
    """Weight each distance: (window + 1,) int64, and the whole number 1.0 stands for.

    The common multiple of all distances makes 1 / distance exact; where a pair's sum
    could then pass 2 ** 62, the largest power of two that fits does.
    """
    if not distance_weighting:
        return np.ones(window + 1, dtype=np.int64), 1
    most = 2 * max(1, mass) * math.ceil(1 + math.log(window))
    room = min(2**53, 2**62 // most)
    full = math.lcm(*range(1, window + 1))
    if full > room:
        full = 1 << (room.bit_length() - 1)
    steps = [0] + [(full + k // 2) // k for k in range(1, window + 1)]
    return np.array(steps, dtype=np.int64), full


def _count_all(text: _Text, rule: _Window, capacity: int, runs: "_Runs") -> tuple:
    """Count the whole text: the last (keys, sums); full tables went to the runs."""
    table = np.zeros((min(SMALLEST_TABLE, capacity), 2), dtype=np.int64)
    cursor = np.zeros(3, dtype=np.int64)
    while not _count(text, rule, table, cursor):
        if len(table) < capacity:
            table = _rehash(table, np.zeros((2 * len(table), 2), dtype=np.int64))
        else:
            runs.append(*_drained(table, rule))
            table[:] = 0
            cursor[2] = 0
    return _drained(table, rule)


@njit(cache=True)
def _count(text, rule, table, cursor):
    """Count on from the cursor (unit, position, slots used): True at the text's end."""
    limit = len(table) // 2 - len(rule.steps)
    for unit in range(cursor[0], len(text.weights)):
        if text.weights[unit] == 0:
            continue
        first = text.offsets[unit]
        for position in range(max(first, cursor[1]), text.offsets[unit + 1]):
            if cursor[2] > limit:
                cursor[0] = unit
                cursor[1] = position
                return False
            if text.present[text.tokens[position]]:
                weight = text.weights[unit]
                left = (first, position)
                cursor[2] += _count_left(text, rule, table, (left, weight))
    return True


@njit(cache=True)
def _count_left(text, rule, table, occurrence):
    """Add the words left of one place to the table: the number of slots taken.

    A word that is absent takes no place of the window, as in the reference, whose
    cooccur.c leaves words outside its vocabulary out of the window's history.
    """
    (first, position), weight = occurrence
    word = np.int64(text.tokens[position])
    distance = 0
    taken = 0
    while position > first and distance < len(rule.steps) - 1:
        position -= 1
        other = np.int64(text.tokens[position])
        if not text.present[other]:
            continue
        distance += 1
        if rule.symmetric:
            key = min(word, other) * rule.words + max(word, other)
        else:
            key = other * rule.words + word
        taken += _add(table, key + 1, weight * rule.steps[distance])
    return taken


@njit(cache=True)
def _add(table, label, amount):
    """Add to a label (> 0) in an open-addressing table: 1 if it took a slot, else 0."""
    mask = np.uint64(len(table) - 1)
    mixed = np.uint64(label) * np.uint64(0x9E3779B97F4A7C15)  # Knuth 6.4, golden ratio
    slot = (mixed >> np.uint64(32)) & mask
    while table[slot, 0] != 0:
        if table[slot, 0] == label:
            table[slot, 1] += amount
            return 0
        slot = (slot + np.uint64(1)) & mask
    table[slot, 0] = label
    table[slot, 1] = amount
    return 1


@njit(cache=True)
def _rehash(table, larger):
    for slot in range(len(table)):
        if table[slot, 0] != 0:
            _add(larger, table[slot, 0], table[slot, 1])
    return larger


def _drained(table: np.ndarray, rule: _Window) -> tuple:
    """List a table in order of key = row * words + column: (keys, sums) int64."""
    kept = table[table[:, 0] != 0]
    keys, sums = kept[:, 0] - 1, kept[:, 1]
    if rule.symmetric:
        rows, columns = np.divmod(keys, rule.words)
        twin = rows != columns
        sums = np.where(twin, sums, 2 * sums)
        keys = np.concatenate([keys, columns[twin] * rule.words + rows[twin]])
        sums = np.concatenate([sums, sums[twin]])
    order = np.argsort(keys)
    return keys[order], sums[order]


def _triples(keys: np.ndarray, sums: np.ndarray, words: int, full: int) -> tuple:
    """Part keys and scale sums: rows and columns int32, values float64."""
    rows, columns = np.divmod(keys, words)
    return rows.astype(np.int32), columns.astype(np.int32), sums / full


class _Runs:
    """Sorted runs of (key, sum), one after the other in a file without a name."""

    def __init__(self, file) -> None:
        self.file, self.lengths = file, []

    def append(self, keys: np.ndarray, sums: np.ndarray) -> None:
        if len(keys):
            self.file.write(np.column_stack([keys, sums]))
            self.lengths.append(len(keys))

    def merged(self, block: int) -> Iterator[tuple]:
        """Merge the runs, about so many entries at a time: (keys, sums) in order."""
        self.file.flush()
        runs = np.memmap(self.file, np.int64, "r").reshape(-1, 2)
        ends = np.cumsum(self.lengths)
        heads = ends - self.lengths
        share = max(1, block // len(ends))
        while (alive := np.flatnonzero(heads < ends)).size:
            tails = np.minimum(heads + share, ends)
            # every run is complete up to the smallest of the last keys looked at
            cut = runs[tails[alive] - 1, 0].min()
            parts = []
            for run in alive:
                part = runs[heads[run] : tails[run]]
                part = part[: np.searchsorted(part[:, 0], cut, side="right")]
                heads[run] += len(part)
                parts.append(part)
            yield _summed(np.concatenate(parts))


def _summed(entries: np.ndarray) -> tuple:
    """Sum what shares a key: (entries, 2) in any order -> (keys, sums) in order."""
    entries = entries[np.argsort(entries[:, 0])]
    keys = entries[:, 0]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts], np.add.reduceat(entries[:, 1], starts)


def _merge_all(runs: _Runs, words: int, full: int, budget: int) -> Pairs:
    """Merge spilled runs into pairs, held in memory where they fit in the budget."""
    pairs = 0
    with TemporaryFile() as rows, TemporaryFile() as columns, TemporaryFile() as values:
        files = (rows, columns, values)
        for keys, sums in runs.merged(budget // MERGE_BYTES):
            pairs += len(keys)
            for file, part in zip(
                files, _triples(keys, sums, words, full), strict=True
            ):
                file.write(part)
        kinds = (np.int32, np.int32, np.float64)
        held = 16 * pairs <= budget
        load = np.fromfile if held else partial(np.memmap, mode="r")
        for file in files:
            file.seek(0)
        loaded = [load(f, dtype=k) for f, k in zip(files, kinds, strict=True)]
    return Pairs(*loaded)
