"""Terms of one or several words in an encoded text, found in one pass over its tokens.

A term of several words stands within one sentence. Where terms overlap, longer ones are
taken first, and of equally long ones the one that begins first.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

CHUNK = 1 << 19  # tokens looked at together
MISSING = -1  # a word of a term that the text has not
TERM = -2  # an occurrence of a sentence's own term, however many words it has


class Found(NamedTuple):
    """Occurrences of terms in order of the text, none overlapping another.

    position: (found,) int64, of the first token. term: (found,) int64. sentence:
    (found,) int64.
    """

    position: np.ndarray
    term: np.ndarray
    sentence: np.ndarray

    def by_term(self, lengths: Sequence[int]) -> "Entries":
        """Each sentence of each term once, in order of term, then of the text.

        lengths: how many words each term has.
        """
        order = np.argsort(self.term, kind="stable")
        term, sentence = self.term[order], self.sentence[order]
        is_new = np.ones(len(order), dtype=bool)
        is_new[1:] = (np.diff(term) != 0) | (np.diff(sentence) != 0)
        starts = np.flatnonzero(is_new)
        places = np.append(starts, len(order))
        edges = np.searchsorted(term[starts], np.arange(len(lengths) + 1))
        found = term[starts], sentence[starts], self.position[order], places
        return Entries(*found, edges, np.array(lengths, dtype=np.int64))


class Entries(NamedTuple):
    """Sentences of terms; one that holds its term twice is one entry.

    term, sentence: (entries,) int64. Entry e has its term at the tokens
    position[places[e]:places[e + 1]]. Entries of term t are edges[t]:edges[t + 1], and
    it has lengths[t] words.
    """

    term: np.ndarray
    sentence: np.ndarray
    position: np.ndarray
    places: np.ndarray
    edges: np.ndarray
    lengths: np.ndarray


class _Search(NamedTuple):
    """Terms by their rarest word, of which a text is searched.

    is_rarest: (words,) uint8, whether a word is the rarest of any; of the terms
    number[w] from terms[edges[w]] on word w is, and stands in term t at offset[t].
    parts: words of all terms, of term t parts[heads[t]:heads[t + 1]].
    """

    is_rarest: np.ndarray
    number: np.ndarray
    edges: np.ndarray
    terms: np.ndarray
    offset: np.ndarray
    parts: np.ndarray
    heads: np.ndarray


def find(
    tokens: np.ndarray, edges: np.ndarray, terms: Sequence[Sequence[int]], words: int
) -> Found:
    """Where terms stand: (tokens,) rows of `words` words, (sentences + 1,) -> Found.

    terms: rows of each; those with a word that is MISSING stand nowhere. Sentence k is
    tokens[edges[k]:edges[k + 1]]. Words come in order of count, so that the search is
    for few.
    """
    search = _search(terms, words)
    lengths = np.array([len(term) for term in terms] or [1], dtype=np.int64)
    tokens, edges = np.asarray(tokens), np.ascontiguousarray(edges, dtype=np.int64)
    parts = [np.empty((3, 0), dtype=np.int64)]
    met = np.empty((2, 0), dtype=np.int64)
    for first, last in spans(edges):
        own = edges[first : last + 1]
        text = tokens[own[0] : own[-1]]
        if len(text) > met.shape[1]:
            met = np.empty((2, len(text)), dtype=np.int64)
        number, room = _flagged(text, search, met)
        found = np.empty((3, room), dtype=np.int64)
        number = _candidates((text, own), search, met[:, :number], found)
        parts.append(found[:, :number] + np.array([[own[0]], [0], [first]]))
    found = np.concatenate(parts, axis=1)
    if lengths.max() > 1:
        found = found[:, np.lexsort((found[1], found[0]))]
        found = found[:, _chosen(found, lengths)]
    return Found(*found)


def sentence_counts(tokens: np.ndarray, edges: np.ndarray, words: int) -> np.ndarray:
    """In how many sentences each word stands: (words,) int64."""
    counts, last = np.zeros(words, np.int64), np.full(words, -1, np.int64)
    _count(np.asarray(tokens), np.asarray(edges, dtype=np.int64), counts, last)
    return counts


def sizes(edges: np.ndarray, entries: Entries) -> np.ndarray:
    """How long sentences are with their term as one token: (entries,) int64."""
    uses = np.diff(entries.places)
    whole = edges[entries.sentence + 1] - edges[entries.sentence]
    return whole - uses * (entries.lengths[entries.term] - 1)


def copy(
    tokens: np.ndarray, edges: np.ndarray, entries: Entries, chosen: np.ndarray
) -> np.ndarray:
    """Tokens of chosen entries one after the other, their own term as TERM: int64.

    chosen: (chosen,) places of entries, in the order wanted.
    """
    into = np.empty(int(sizes(edges, entries)[chosen].sum()), dtype=np.int64)
    text = np.asarray(tokens), np.asarray(edges, dtype=np.int64)
    _copy(text, entries, np.asarray(chosen), into)
    return into


def _search(terms: Sequence[Sequence[int]], words: int) -> _Search:
    known = [number for number, term in enumerate(terms) if MISSING not in term]
    if len({tuple(terms[k]) for k in known}) < len(known) or [] in map(list, terms):
        raise ValueError("terms must differ and have words.")
    rarest = np.array([max(terms[k]) for k in known], dtype=np.int64)
    order = np.argsort(rarest, kind="stable")
    number = np.bincount(rarest, minlength=words)
    offset = np.zeros(len(terms), dtype=np.int64)
    offset[known] = [list(terms[k]).index(max(terms[k])) for k in known]
    return _Search(
        (number > 0).astype(np.uint8),
        number,
        np.cumsum(number) - number,
        np.array(known, dtype=np.int32)[order],
        offset,
        np.array([word for term in terms for word in term], dtype=np.int64),
        np.cumsum([0, *map(len, terms)], dtype=np.int64),
    )


def spans(edges: np.ndarray) -> Iterator[tuple[int, int]]:
    """Sentences first to last - 1 of a chunk at most, or one that is longer."""
    first, sentences = 0, len(edges) - 1
    while first < sentences:
        end = np.searchsorted(edges, edges[first] + CHUNK, side="right")
        last = max(int(end) - 1, first + 1)
        yield first, last
        first = last


@njit(cache=True)
def _flagged(tokens, search, met):
    """Write down where words that are looked for stand; how many, of how many terms.

    met: (2, room), places and words. Apart from what is done there, as this loop alone
    passes over the whole text.
    """
    number = room = 0
    for place in range(len(tokens)):
        if search.is_rarest[tokens[place]]:
            met[0, number], met[1, number] = place, tokens[place]
            room += search.number[tokens[place]]
            number += 1
    return number, room


@njit(cache=True)
def _candidates(text, search, met, found):
    """Write down where any term stands, overlapping or not; how many: int.

    text: tokens of a chunk, and edges of its sentences in the text. found: (3, room),
    the first token in the chunk, the term, the sentence.
    """
    tokens, edges = text
    number, first = 0, edges[0]
    for hit in range(met.shape[1]):
        place, word = met[0, hit], met[1, hit]
        for k in range(search.edges[word], search.edges[word] + search.number[word]):
            term = search.terms[k]
            start, part = place - search.offset[term], search.heads[term]
            end = start + search.heads[term + 1] - part
            if start < 0 or end > len(tokens):
                continue
            at = start
            while at < end and tokens[at] == search.parts[part]:
                at, part = at + 1, part + 1
            if at < end:
                continue
            sentence = np.searchsorted(edges, first + start, side="right") - 1
            if first + end <= edges[sentence + 1]:
                found[0, number], found[1, number] = start, term
                found[2, number] = sentence
                number += 1
    return number


@njit(cache=True)
def _chosen(found, lengths):
    """Which candidates (3, found) are taken, the longest first: (found,) bool."""
    chosen = np.zeros(found.shape[1], dtype=np.bool_)
    first = 0
    while first < found.shape[1]:
        last, end = first + 1, found[0, first] + lengths[found[1, first]]
        while last < found.shape[1] and found[0, last] < end:
            end = max(end, found[0, last] + lengths[found[1, last]])
            last += 1
        # those from first to last - 1 overlap in a row
        for length in range(lengths.max() if last > first + 1 else 0, 0, -1):
            for own in range(first, last):
                if lengths[found[1, own]] == length:
                    chosen[own] = _is_free(found, lengths, chosen, own)
        chosen[first] |= last == first + 1
        first = last
    return chosen


@njit(cache=True)
def _is_free(found, lengths, chosen, own):
    """Whether no candidate that is taken stands where one does."""
    start = found[0, own]
    for other in range(own - 1, -1, -1):
        if start - found[0, other] >= lengths.max():
            break
        if chosen[other] and found[0, other] + lengths[found[1, other]] > start:
            return False
    for other in range(own + 1, found.shape[1]):
        if found[0, other] >= start + lengths[found[1, own]]:
            break
        if chosen[other]:
            return False
    return True


@njit(cache=True)
def _count(tokens, edges, counts, last):
    for sentence in range(len(edges) - 1):
        for place in range(edges[sentence], edges[sentence + 1]):
            word = tokens[place]
            if last[word] != sentence:
                last[word] = sentence
                counts[word] += 1


@njit(cache=True)
def _copy(text, entries, chosen, into):
    (tokens, edges), at = text, 0
    for entry in chosen:
        sentence, length = entries.sentence[entry], entries.lengths[entries.term[entry]]
        place = edges[sentence]
        for use in range(entries.places[entry], entries.places[entry + 1]):
            while place < entries.position[use]:
                into[at] = tokens[place]
                at, place = at + 1, place + 1
            into[at] = TERM
            at, place = at + 1, place + length
        while place < edges[sentence + 1]:
            into[at] = tokens[place]
            at, place = at + 1, place + 1
