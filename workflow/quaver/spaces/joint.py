"""How near pairs of words are in a space and in a taxonomy, counted together.

Each pair has a group, a bin of its cosine or a group of ranks, and a level. So few
groups and levels hold all that tests of a baseline need, and words dealt anew need no
space: levels are gathered once more, by other words. All counts are exact, whatever
was counted together.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from quaver.spaces.similarities import BINS, NONE, binned
from quaver.spaces.taxonomy import Senses, Taxonomy, levels

TARGETS = 1024  # words whose paths are held together
WORDS = 1024  # words whose cosines are summed together
QUERIES = 64  # targets with whose cosines that is done, while these words are near
LAST = np.uint64(2**64 - 1)  # place of a word in its own list
SIGN = np.uint32(1 << 31)


class Grouped(NamedTuple):
    """Groups of pairs of words: of (words, words) uint8, below `number`, or NONE."""

    of: np.ndarray
    number: int

    def among(self, words: np.ndarray) -> "Grouped":
        """Those of pairs of some words: rows, ascending."""
        return Grouped(self.of[np.ix_(words, words)], self.number)


def level_matrix(parts: Sequence[tuple[Taxonomy, Senses]]) -> np.ndarray:
    """Levels of all pairs of the words of taxonomies: (words, words) uint8."""
    words = len(parts[0][1].offsets) - 1
    made = np.empty((words, words), dtype=np.uint8)
    for start in range(0, words, TARGETS):
        rows = np.arange(start, min(start + TARGETS, words))
        made[rows] = levels(parts, rows)
    return made


def bins_of_pairs(units: np.ndarray) -> Grouped:
    """Bins of the cosines of all pairs, above the diagonal: each pair counts once."""
    made = np.full((len(units), len(units)), NONE, dtype=np.uint8)
    for block in binned(units, np.arange(len(units))):
        made[block.targets, block.words] = block.bins
    return Grouped(made, BINS)


def ranks_of_pairs(
    units: np.ndarray, targets: np.ndarray, edges: np.ndarray
) -> Grouped:
    """Groups of ranks of targets in the lists of targets: row i has the list of i.

    Lists are of all words: (words, dims), (targets,) rows, (groups + 1,) edges of ranks
    from 1 as quaver.statistics.thresholds gives them. Ties go to the lower row.
    """
    groups = len(edges) - 1
    if groups >= NONE or edges[-1] < len(units):
        raise ValueError(
            f"edges must reach {len(units)} in fewer than {NONE} groups. Got "
            f"{edges[-1]} in {groups}."
        )
    made = np.full((len(targets), len(targets)), NONE, dtype=np.uint8)
    for row, keys in enumerate(_places(units, targets)):
        firsts = np.sort(keys)[edges[:-1] - 1]
        made[row] = np.searchsorted(firsts, keys[targets], side="right") - 1
        made[row, row] = NONE
    return Grouped(made, groups)


def _places(units: np.ndarray, targets: np.ndarray) -> Iterator[np.ndarray]:
    """Numbers that order each target's list, nearest first: (words,) uint64."""
    columns = np.ascontiguousarray(units.T, dtype=np.float32)
    rows = np.arange(len(units), dtype=np.uint64)
    for start in range(0, len(targets), QUERIES):
        part = targets[start : start + QUERIES]
        cosines = np.empty((len(part), len(units)), dtype=np.float32)
        _sum(columns, units[part].astype(np.float64), cosines)
        for target, bits in zip(part, cosines.view(np.uint32), strict=True):
            # floats in the order of whole numbers, the largest first
            falling = np.where(bits & SIGN, bits, ~(bits | SIGN))
            keys = (falling.astype(np.uint64) << np.uint64(32)) | rows
            keys[target] = LAST
            yield keys


@njit(cache=True)
def _sum(columns, queries, cosines):
    """Cosines of words with all, summed in float64 in one order, rounded once."""
    sums = np.empty(WORDS)
    for start in range(0, columns.shape[1], WORDS):
        end = min(start + WORDS, columns.shape[1])
        own = sums[: end - start]
        for target in range(len(queries)):
            own[:] = 0.0
            for k in range(queries.shape[1]):
                weight, part = queries[target, k], columns[k, start:end]
                for word in range(len(own)):
                    own[word] += weight * part[word]
            for word in range(len(own)):
                # 0 added: no zero below zero
                cosine = np.float32(min(max(own[word], -1.0), 1.0)) + 0
                cosines[target, start + word] = cosine


def joint_counts(
    grouped: Grouped, levels: np.ndarray, number: int, deal: np.ndarray | None = None
) -> np.ndarray:
    """Pairs by group and level: (words, words) levels below `number` -> (groups,
    number) int64.

    deal: (words,) rows; word i has the entry of word deal[i] in the taxonomy.
    """
    counts = np.zeros((grouped.number, number), dtype=np.int64)
    own = np.arange(len(levels)) if deal is None else deal
    _count(grouped.of, levels, own, counts)
    return counts


@njit(cache=True)
def _count(groups, levels, deal, counts):
    words, known = len(deal), counts.shape[1]
    row = np.empty(words, dtype=np.uint8)
    for i in range(words):
        entry = levels[deal[i]]
        for j in range(words):
            row[j] = entry[deal[j]]
        for j in range(words):
            if groups[i, j] != NONE and row[j] < known:
                counts[groups[i, j], row[j]] += 1


def counts_without(
    grouped: Grouped, levels: np.ndarray, number: int, parts: np.ndarray
) -> np.ndarray:
    """Pairs without those of each part of the words: (parts, groups, number) int64.

    parts: (words,) number of each word's part, from 0. A pair goes with either word.
    """
    of_parts = np.zeros((parts.max() + 1, grouped.number, number), dtype=np.int64)
    _count_parts(grouped.of, levels, parts, of_parts)
    return joint_counts(grouped, levels, number) - of_parts


@njit(cache=True)
def _count_parts(groups, levels, parts, counts):
    for i in range(len(parts)):
        for j in range(len(parts)):
            group, level = groups[i, j], levels[i, j]
            if group != NONE and level < counts.shape[2]:
                counts[parts[i], group, level] += 1
                if parts[j] != parts[i]:
                    counts[parts[j], group, level] += 1
