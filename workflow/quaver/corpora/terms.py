"""Terms of one or several words in an encoded text, found in one pass over its tokens.

A term of several words stands within one sentence. Where terms overlap, longer ones are
taken first, and of equally long ones the one that begins first.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

CHUNK = 1 << 20  # tokens looked at together
MISSING = -1  # a word of a term that the text has not


class Found(NamedTuple):
    """Occurrences of terms in order of the text, none overlapping another.

    position: (found,) int64, of the first token. term: (found,) int64. sentence:
    (found,) int64.
    """

    position: np.ndarray
    term: np.ndarray
    sentence: np.ndarray

    def by_term(self, number: int) -> "Entries":
        """Each sentence of each term once, in order of term, then of the text."""
        order = np.argsort(self.term, kind="stable")
        term, sentence = self.term[order], self.sentence[order]
        is_new = np.ones(len(order), dtype=bool)
        is_new[1:] = (np.diff(term) != 0) | (np.diff(sentence) != 0)
        starts = np.flatnonzero(is_new)
        places = np.append(starts, len(order))
        edges = np.searchsorted(term[starts], np.arange(number + 1))
        found = term[starts], sentence[starts], self.position[order], places
        return Entries(*found, edges)


class Entries(NamedTuple):
    """Sentences of terms; one that holds its term twice is one entry.

    term, sentence: (entries,) int64. Entry e has its term at the tokens
    position[places[e]:places[e + 1]]. Entries of term t are edges[t]:edges[t + 1].
    """

    term: np.ndarray
    sentence: np.ndarray
    position: np.ndarray
    places: np.ndarray
    edges: np.ndarray


class _Trie(NamedTuple):
    """Terms as paths from node 0 through their words.

    opens: (words,) uint8, whether a term begins with the word. keys: (links,) int64,
    node * words + word, ascending; nodes: (links,) int32, where a link leads. ends:
    (nodes,) int32, the term a path ends with, or -1.
    """

    opens: np.ndarray
    keys: np.ndarray
    nodes: np.ndarray
    ends: np.ndarray
    words: int


def find(
    tokens: np.ndarray, edges: np.ndarray, terms: Sequence[Sequence[int]], words: int
) -> Found:
    """Where terms stand: (tokens,) rows of `words` words, (sentences + 1,) -> Found.

    terms: rows of each; those with a word that is MISSING stand nowhere. Sentence k is
    tokens[edges[k]:edges[k + 1]].
    """
    trie = _trie(terms, words)
    lengths = np.array([len(term) for term in terms] or [1], dtype=np.int64)
    longest, tokens = int(lengths.max()), np.asarray(tokens)
    edges = np.ascontiguousarray(edges, dtype=np.int64)
    room = CHUNK * longest
    position, term = np.empty(room, np.int64), np.empty(room, np.int32)
    found = [np.empty((2, 0), dtype=np.int64)]
    for first, last in spans(edges):
        size = int(edges[last] - edges[first])
        if size * longest > len(position):  # a sentence longer than a chunk
            position = np.empty(size * longest, np.int64)
            term = np.empty(size * longest, np.int32)
        number = _candidates(tokens, edges[first : last + 1], trie, position, term)
        part = np.stack([position[:number], term[:number]])
        if longest > 1:
            taken = np.zeros(size, dtype=np.bool_)
            part = part[:, _chosen(part, lengths, int(edges[first]), taken)]
        found.append(part)
    positions, rows = np.concatenate(found, axis=1)
    return Found(positions, rows, np.searchsorted(edges, positions, side="right") - 1)


def sentence_counts(tokens: np.ndarray, edges: np.ndarray, words: int) -> np.ndarray:
    """In how many sentences each word stands: (words,) int64."""
    counts, last = np.zeros(words, np.int64), np.full(words, -1, np.int64)
    _count(np.asarray(tokens), np.asarray(edges, dtype=np.int64), counts, last)
    return counts


def copied(edges: np.ndarray, entries: Entries, lengths: np.ndarray) -> np.ndarray:
    """How long sentences are with each term as one token: (entries,) int64.

    lengths: (terms,) words of each.
    """
    uses = np.diff(entries.places)
    whole = edges[entries.sentence + 1] - edges[entries.sentence]
    return whole - uses * (lengths[entries.term] - 1)


def copy(tokens, edges, entries, *, chosen, lengths, mark) -> np.ndarray:
    """Tokens of chosen entries one after the other, their own term as `mark`: int64.

    chosen: (chosen,) places of entries, in the order wanted. lengths: (terms,).
    """
    sizes = copied(edges, entries, lengths)[chosen]
    into = np.empty(int(sizes.sum()), dtype=np.int64)
    text = np.asarray(tokens), np.asarray(edges, dtype=np.int64)
    _copy(*text, entries, np.asarray(chosen), lengths, mark, into)
    return into


def _trie(terms: Sequence[Sequence[int]], words: int) -> _Trie:
    links: dict[int, int] = {}
    ends = [-1]
    for number, term in enumerate(terms):
        if MISSING in term:
            continue
        node = 0
        for word in term:
            key = node * words + int(word)
            if key not in links:
                links[key] = len(ends)
                ends.append(-1)
            node = links[key]
        if not node or ends[node] >= 0:
            raise ValueError(f"terms must differ and have words. Got {list(term)}.")
        ends[node] = number
    keys = np.array(sorted(links), dtype=np.int64)
    nodes = np.array([links[key] for key in keys.tolist()], dtype=np.int32)
    opens = np.zeros(words, dtype=np.uint8)
    opens[keys[keys < words]] = 1
    return _Trie(opens, keys, nodes, np.array(ends, dtype=np.int32), words)


def spans(edges: np.ndarray) -> Iterator[tuple[int, int]]:
    """Sentences first to last - 1 of a chunk at most, or one that is longer."""
    first, sentences = 0, len(edges) - 1
    while first < sentences:
        end = np.searchsorted(edges, edges[first] + CHUNK, side="right")
        last = max(int(end) - 1, first + 1)
        yield first, last
        first = last


@njit(cache=True)
def _candidates(tokens, edges, trie, position, term):
    """Write down where any term stands, overlapping or not; how many: int."""
    number = sentence = 0
    for start in range(edges[0], edges[-1]):
        if not trie.opens[tokens[start]]:
            continue
        while edges[sentence + 1] <= start:
            sentence += 1
        node = 0
        for place in range(start, edges[sentence + 1]):
            key = node * trie.words + np.int64(tokens[place])
            link = np.searchsorted(trie.keys, key)
            if link == len(trie.keys) or trie.keys[link] != key:
                break
            node = trie.nodes[link]
            if trie.ends[node] >= 0:
                position[number], term[number] = start, trie.ends[node]
                number += 1
    return number


@njit(cache=True)
def _chosen(found, lengths, first, taken):
    """Which candidates (2, found) are taken, the longest first: (found,) bool."""
    chosen = np.zeros(found.shape[1], dtype=np.bool_)
    for length in range(lengths.max(), 0, -1):
        for k in range(found.shape[1]):
            start = found[0, k] - first
            if lengths[found[1, k]] == length:
                own = taken[start : start + length]
                if not own.any():
                    own[:] = True
                    chosen[k] = True
    return chosen


@njit(cache=True)
def _count(tokens, edges, counts, last):
    for sentence in range(len(edges) - 1):
        for place in range(edges[sentence], edges[sentence + 1]):
            word = tokens[place]
            if last[word] != sentence:
                last[word] = sentence
                counts[word] += 1


@njit(cache=True)
def _copy(tokens, edges, entries, chosen, lengths, mark, into):
    at = 0
    for entry in chosen:
        sentence, length = entries.sentence[entry], lengths[entries.term[entry]]
        place = edges[sentence]
        for use in range(entries.places[entry], entries.places[entry + 1]):
            while place < entries.position[use]:
                into[at] = tokens[place]
                at, place = at + 1, place + 1
            into[at] = mark
            at, place = at + 1, place + length
        while place < edges[sentence + 1]:
            into[at] = tokens[place]
            at, place = at + 1, place + 1
