"""Terms found in a text, by hand and against a search word by word."""

import numpy as np
import pytest

from quaver.corpora import terms as finding
from quaver.corpora.terms import MISSING, TERM, copy, find, sentence_counts, sizes


def found(sentences, terms, words=10):
    """Places, terms and sentences of what is found in sentences of numbers."""
    tokens = np.array([word for own in sentences for word in own], dtype=np.uint32)
    edges = np.cumsum([0, *map(len, sentences)])
    return [each.tolist() for each in find(tokens, edges, terms, words)]


def by_hand(sentences, terms):
    """The same by looking at every place for every term, the longest first."""
    hits, start = [], 0
    order = sorted(range(len(terms)), key=lambda k: -len(terms[k]))
    for number, sentence in enumerate(sentences):
        taken = [False] * len(sentence)
        for length in sorted({len(terms[k]) for k in order}, reverse=True):
            for at in range(len(sentence) - length + 1):
                for k in order:
                    same = list(terms[k]) == sentence[at : at + length]
                    if same and not any(taken[at : at + length]):
                        taken[at : at + length] = [True] * length
                        hits.append((start + at, k, number))
        start += len(sentence)
    return [list(each) for each in zip(*sorted(hits), strict=True)] or [[], [], []]


def test_a_term_is_found_where_it_stands():
    sentences = [[1, 2, 3], [2, 3, 1], [4], [2, 3, 2, 3]]
    assert found(sentences, [[2, 3], [4]]) == [
        [1, 3, 6, 7, 9],
        [0, 0, 1, 0, 0],
        [0, 1, 2, 3, 3],
    ]


def test_a_term_crosses_no_edge_of_sentences():
    assert found([[1, 2], [3, 1], [2]], [[2, 3], [1, 2]]) == [[0], [1], [0]]


def test_longer_terms_come_first_even_where_a_shorter_one_begins_before():
    assert found([[1, 2]], [[1], [1, 2]]) == [[0], [1], [0]]
    # 'a b' would leave 'b c d' no room
    assert found([[1, 2, 3, 4]], [[1, 2], [2, 3, 4], [1]]) == [[0, 1], [2, 1], [0, 0]]
    # of equally long ones the first
    assert found([[1, 2, 3]], [[2, 3], [1, 2]]) == [[0], [1], [0]]


def test_a_term_does_not_overlap_itself():
    assert found([[5, 5, 5]], [[5, 5]]) == [[0], [0], [0]]


def test_a_term_with_a_word_the_text_has_not_stands_nowhere():
    assert found([[1, 2]], [[1, MISSING], [2]]) == [[1], [1], [0]]
    assert found([[1, 2]], []) == [[], [], []]
    assert found([[1, 2]], [[MISSING]]) == [[], [], []]


def test_terms_must_differ_and_have_words():
    for terms in ([[1], [1]], [[]]):
        with pytest.raises(ValueError, match="terms must differ and have words"):
            found([[1]], terms)


@pytest.mark.parametrize("chunk", [1 << 19, 7])
def test_a_search_word_by_word_finds_the_same(monkeypatch, chunk):
    """Few words, so that terms overlap often; chunks end anywhere between sentences."""
    monkeypatch.setattr(finding, "CHUNK", chunk)
    generator = np.random.default_rng(1)
    for _ in range(60):
        lengths = generator.integers(1, 12, generator.integers(1, 12))
        sentences = [generator.integers(0, 4, k).tolist() for k in lengths]
        sizes = generator.integers(1, 5, generator.integers(1, 9))
        terms = {tuple(generator.integers(0, 4, k).tolist()) for k in sizes}
        terms = [list(term) for term in sorted(terms)]
        assert found(sentences, terms, 4) == by_hand(sentences, terms)


def test_the_order_of_terms_does_not_matter():
    generator = np.random.default_rng(2)
    sentences = [generator.integers(0, 4, 9).tolist() for _ in range(50)]
    terms = [[0], [1, 2], [2, 1, 0], [3, 3], [1]]
    one, two = found(sentences, terms, 4), found(sentences, terms[::-1], 4)
    assert len(one[0]) > 100
    assert (one[0], one[2]) == (two[0], two[2])
    assert one[1] == [len(terms) - 1 - k for k in two[1]]


def test_sentences_are_counted_once_for_each_word():
    tokens = np.array([1, 1, 0, 2, 1, 1], dtype=np.uint32)
    counts = sentence_counts(tokens, np.array([0, 3, 4, 6]), 4)
    assert counts.tolist() == [1, 2, 1, 0]


def test_a_sentence_that_holds_a_term_twice_is_one_entry():
    tokens = np.array([7, 1, 2, 3, 1, 2, 1, 3, 1, 2], dtype=np.uint32)
    edges, terms = np.array([0, 6, 8, 10]), [[1, 2], [3], [1]]
    entries = find(tokens, edges, terms, 8).by_term([2, 1, 1])
    assert entries.term.tolist() == [0, 0, 1, 1, 2]
    assert entries.sentence.tolist() == [0, 2, 0, 1, 1]
    assert entries.edges.tolist() == [0, 2, 4, 5]
    # other terms stay as their words
    wanted = {0: [7, TERM, 3, TERM], 1: [TERM], 2: [7, 1, 2, TERM, 1, 2], 3: [1, TERM]}
    for entry, own in wanted.items():
        assert copy(tokens, edges, entries, [entry]).tolist() == own
    assert sizes(edges, entries).tolist() == [4, 1, 6, 2, 2]
    assert copy(tokens, edges, entries, [3, 0]).tolist() == wanted[3] + wanted[0]


def test_entries_are_their_sentences_again_once_terms_are_written_out():
    generator = np.random.default_rng(4)
    sentences = [generator.integers(0, 4, k).tolist() for k in [9, 1, 14, 5] * 20]
    tokens = np.array([word for own in sentences for word in own], dtype=np.uint32)
    edges, terms = (
        np.cumsum([0, *map(len, sentences)]),
        [[0], [1, 2], [2, 1, 0], [3, 3]],
    )
    hits = find(tokens, edges, terms, 4)
    entries = hits.by_term([1, 2, 3, 2])
    pairs = set(zip(hits.term.tolist(), hits.sentence.tolist(), strict=True))
    assert sorted(pairs) == [*zip(entries.term, entries.sentence, strict=True)]
    for entry, (term, sentence) in enumerate(sorted(pairs)):
        own = copy(tokens, edges, entries, [entry]).tolist()
        uses = ((hits.term == term) & (hits.sentence == sentence)).sum()
        assert own.count(TERM) == uses
        written = [terms[term] if word == TERM else [word] for word in own]
        assert sum(written, []) == sentences[sentence]
