"""How near words are in a taxonomy: paths that go up to what both are, then down.

Leacock and Chodorow 1998: LCH = -log(path / (2 depth)), path in nodes, of the two
senses that are nearest. As NLTK counts it, with its depth and its simulated root.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

NONE = 255  # the level of a pair that has none
LANES = 32  # targets at most that go through the taxonomy together, a byte each
FAR = 254  # links of a path that there is not
DEEP = 120  # depth above which paths would pass a byte


class Taxonomy(NamedTuple):
    """Synsets, parents before children.

    Parents of synset i: parents[offsets[i]:offsets[i + 1]], (links,) int32 rows.
    depth: that of the deepest, as LCH has it. roots: (synsets,) uint8 links to a root
    that is simulated over all others, 0 where there is none.
    """

    offsets: np.ndarray
    parents: np.ndarray
    depth: int
    roots: np.ndarray


class Senses(NamedTuple):
    """Synsets of words: rows[offsets[i]:offsets[i + 1]] of word i, in their order.

    offsets: (words + 1,) int64; rows: (senses,) int32.
    """

    offsets: np.ndarray
    rows: np.ndarray

    def first(self) -> "Senses":
        """The first sense of each word alone."""
        is_known = np.diff(self.offsets) > 0
        rows = self.rows[self.offsets[:-1][is_known]]
        return Senses(np.append(0, np.cumsum(is_known)), rows)


def taxonomy(
    offsets: np.ndarray, parents: np.ndarray, *, depth: int, is_rooted: bool
) -> Taxonomy:
    """Taxonomy of (synsets + 1,) offsets and (links,) parents, that paths can read.

    is_rooted: a root stands above all, as NLTK has it for verbs: one link further than
    what stands farthest above a synset (itself where nothing does), not its own root.
    """
    offsets = np.asarray(offsets, dtype=np.int64)
    parents = np.asarray(parents, dtype=np.int32)
    children = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    if (parents >= children).any() or (parents < 0).any():
        raise ValueError("parents must stand before their children.")
    if not 0 < depth <= DEEP:
        raise ValueError(f"depth must be 1 to {DEEP}. Got {depth} instead.")
    roots = np.zeros(len(offsets) - 1, dtype=np.uint8)
    if is_rooted:
        _reach(offsets, parents, roots)
    return Taxonomy(offsets, parents, depth, roots)


def paths(tree: Taxonomy, senses: Senses, targets: np.ndarray) -> np.ndarray:
    """Nodes of the shortest paths, 1 of the same synset: (targets, words) uint8.

    targets: (targets,) rows of words. Shortest over all senses of both, up to a synset
    above both and down, or through the simulated root; 0 where a word has no sense, or
    nothing stands above both.
    """
    words = len(senses.offsets) - 1
    targets = np.asarray(targets, dtype=np.int64)
    nodes = np.empty((len(targets), words), dtype=np.uint8)
    for first in range(0, len(targets), LANES):
        lanes = targets[first : first + LANES]
        links = np.full((len(tree.roots), len(lanes)), FAR, dtype=np.uint8)
        roots = np.full(len(lanes), FAR, dtype=np.uint8)
        _mark(tree, senses, lanes, (links, roots))
        _sweep(tree, links)
        _gather(tree, senses, (links, roots), nodes[first : first + LANES])
    return nodes


def lch_values(trees: Sequence[Taxonomy]) -> np.ndarray:
    """Values LCH can take in any of some taxonomies, ascending: (levels,) float64."""
    shares = np.unique(np.concatenate([_shares(tree) for tree in trees]))
    return np.array([-math.log(share) for share in shares[::-1]])


def levels(parts: Sequence[tuple[Taxonomy, Senses]], targets: np.ndarray) -> np.ndarray:
    """Place of the largest LCH in lch_values: (targets, words) uint8, NONE without.

    parts: a taxonomy and the senses of the same words in it, of one or more parts of
    speech, over which the largest counts; NONE where a pair has a path in no part.
    """
    shares = np.unique(np.concatenate([_shares(tree) for tree, _ in parts]))
    most = np.zeros((len(targets), len(parts[0][1].offsets) - 1), dtype=np.uint8)
    for tree, senses in parts:
        # one more than the level, so that 0 is none and the largest is the nearest
        table = np.zeros(256, dtype=np.uint8)
        own = _shares(tree)
        table[1 : len(own) + 1] = len(shares) - np.searchsorted(shares, own)
        np.maximum(most, table[paths(tree, senses, targets)], out=most)
    return most - np.uint8(1)  # 0 becomes 255, which is NONE


def _shares(tree: Taxonomy) -> np.ndarray:
    """path / (2 depth) of all paths there may be, ascending: equal ones are equal."""
    return np.arange(1, 2 * tree.depth + 2) / (2 * tree.depth)


@njit(cache=True)
def _reach(offsets, parents, roots):
    """Fill roots: one more than the links to the farthest synset above each."""
    links = np.full(len(roots), -1, dtype=np.int64)
    queue = np.empty(len(roots), dtype=np.int64)
    for synset in range(len(roots)):
        links[synset] = 0
        queue[0] = synset
        end, place = 1, 0
        while place < end:
            here = queue[place]
            place += 1
            for k in range(offsets[here], offsets[here + 1]):
                parent = parents[k]
                if links[parent] < 0:
                    links[parent] = links[here] + 1
                    queue[end] = parent
                    end += 1
        # the last in the queue is the farthest
        roots[synset] = links[queue[end - 1]] + 1
        for k in range(end):
            links[queue[k]] = -1


@njit(cache=True)
def _mark(tree, senses, targets, marked):
    """Mark what stands above the senses of targets, a lane each, with its links."""
    links, roots = marked
    queue = np.empty(len(tree.roots), dtype=np.int64)
    for lane in range(len(targets)):
        end, place, word = 0, 0, targets[lane]
        for k in range(senses.offsets[word], senses.offsets[word + 1]):
            synset = senses.rows[k]
            if links[synset, lane] == FAR:
                links[synset, lane] = 0
                queue[end] = synset
                end += 1
            if tree.roots[synset]:
                roots[lane] = min(roots[lane], tree.roots[synset])
        while place < end:
            here = queue[place]
            place += 1
            for k in range(tree.offsets[here], tree.offsets[here + 1]):
                parent = tree.parents[k]
                if links[parent, lane] == FAR:
                    links[parent, lane] = links[here, lane] + 1
                    queue[end] = parent
                    end += 1


@njit(cache=True)
def _sweep(tree, links):
    """Hand links down: a synset is one further than its nearest parent, or marked."""
    for synset in range(len(tree.roots)):
        for k in range(tree.offsets[synset], tree.offsets[synset + 1]):
            parent = tree.parents[k]
            for lane in range(links.shape[1]):
                # FAR + 1 is still a byte, and no nearer than FAR
                further = np.uint8(links[parent, lane] + np.uint8(1))
                if further < links[synset, lane]:
                    links[synset, lane] = further


@njit(cache=True)
def _gather(tree, senses, marked, nodes):
    """Nodes of the shortest paths to any sense of each word, lane by lane."""
    links, roots = marked
    least = np.empty(len(roots), dtype=np.uint8)
    for word in range(len(senses.offsets) - 1):
        least[:] = FAR
        for k in range(senses.offsets[word], senses.offsets[word + 1]):
            synset = senses.rows[k]
            root = tree.roots[synset]
            for lane in range(len(roots)):
                least[lane] = min(least[lane], links[synset, lane])
            if root:
                for lane in range(len(roots)):
                    if roots[lane] < FAR:
                        least[lane] = min(least[lane], np.uint8(roots[lane] + root))
        for lane in range(len(roots)):
            far = least[lane] == FAR
            nodes[lane, word] = np.uint8(0) if far else np.uint8(least[lane] + 1)
