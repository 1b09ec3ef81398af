"""Terms with their draws, ready to be stored: of an encoded text, or as published."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from quaver.corpora import terms as finding
from quaver.corpora.published import Published
from quaver.corpora.reading import SourceError
from quaver.corpora.term_draws import (
    Draws,
    at_random,
    by_half,
    middle,
    seed_of,
    shuffled,
    undivided,
)
from quaver.foreign import shortened

LEAST = {"random": 10, "halves": 2, "whole": 1}  # sentences, of halves in each


class Text(NamedTuple):
    """An encoded text: words in order of count, tokens, edges of its units.

    tokens: (tokens,) rows of words. sentences, documents: (units + 1,) int64.
    """

    name: str
    words: Sequence[str]
    tokens: np.ndarray
    sentences: np.ndarray
    documents: np.ndarray


class TermSentences(NamedTuple):
    """Terms, and their sentences in order of term, then as they are learned in.

    occurrences, sentences, share: (terms,). full: (terms, draws) bool. term, draw,
    sentence: (entries,) int64. missing: how many sentences each term left out has.
    words: of all tokens but TERM. edges: (entries + 1,). tokens: rows of words, piece
    by piece. probes: words people compared with terms, as (term, word, score).
    """

    terms: list[str]
    occurrences: np.ndarray
    sentences: np.ndarray
    share: np.ndarray
    full: np.ndarray
    term: np.ndarray
    draw: np.ndarray
    sentence: np.ndarray
    missing: dict[str, int]
    words: list[str]
    edges: np.ndarray
    tokens: Iterator[np.ndarray]
    probes: list[tuple[int, str, float]]


def of_text(text: Text, spec: Mapping) -> TermSentences:
    """Terms that are asked for, found in a text and drawn as a spec of the stage says.

    Of the spec: words (texts of terms, or {random: n}), draw, at, draws, sentences,
    least (0: LEAST) and seed. Within a longer term a shorter one does not count.
    """
    late = _late(text, spec)
    least = spec.get("least") or LEAST[spec["draw"]]
    asked, number = spec["words"], len(text.words)
    if isinstance(asked, Mapping):
        asked = _random_words(text, asked["random"], least, late=late, spec=spec)
    rows = {word: row for row, word in enumerate(text.words)}
    parts = [[rows.get(x, finding.MISSING) for x in term.split()] for term in asked]
    found = finding.find(text.tokens, text.sentences, parts, number)
    occurrences = np.bincount(found.term, minlength=len(asked))
    entries = found.by_term([*map(len, parts)])
    sizes, is_late = np.diff(entries.edges), entries.sentence >= late
    few = sizes
    if spec["draw"] == "halves":
        second = np.bincount(entries.term[is_late], minlength=len(asked))
        few = np.minimum(second, sizes - second)
    kept = np.flatnonzero(few >= least)
    if not len(kept):
        raise SourceError(_no_term(asked, sizes, least, spec))
    ways = [
        _way(asked[k], is_late[slice(*entries.edges[k : k + 2])], spec) for k in kept
    ]
    chosen = np.concatenate(
        [entries.edges[k] + way.order for k, way in zip(kept, ways, strict=True)]
    )
    edges, used, tokens = _tokens(text, entries, chosen)
    left = np.flatnonzero(few < least)
    return TermSentences(
        terms=[asked[k] for k in kept],
        occurrences=occurrences[kept],
        sentences=sizes[kept],
        share=occurrences[kept] / len(text.tokens),
        full=np.stack([way.full for way in ways]),
        term=np.repeat(np.arange(len(kept)), sizes[kept]),
        draw=np.concatenate([way.draw for way in ways]),
        sentence=entries.sentence[chosen],
        missing={asked[k]: int(sizes[k]) for k in left},
        words=[text.words[row] for row in used],
        edges=edges,
        tokens=tokens,
        probes=[],
    )


def of_published(
    found: Published, *, asked: Sequence[str] = (), sentences: int = 0
) -> TermSentences:
    """Terms as somebody published their sentences; only those asked for, if any are.

    sentences: of a full draw; 0 = a term's draw is full that lacks none of its own.
    """
    wanted = list(asked) or found.terms
    own: dict[str, list[int]] = {term: [] for term in wanted}
    for place, sentence in enumerate(found.sentences):
        if sentence.term in own:
            own[sentence.term].append(place)
    kept = [term for term in wanted if own[term]]
    if not kept:
        raise SourceError(
            f"words: none of the {len(wanted)} terms asked for is among the "
            f"{len(found.terms)} published ones: ask for some that are."
        )
    drawn = found.sentences
    places = [sorted(own[term], key=lambda k: drawn[k].draw) for term in kept]
    chosen = [*chain(*places)]
    full = np.zeros((len(kept), found.draws), dtype=bool)
    for row, term in enumerate(kept):
        counts = np.bincount([drawn[k].draw for k in own[term]], minlength=found.draws)
        full[row] = counts == sentences if sentences else term not in found.short
    words = sorted(
        {word for k in chosen for word in drawn[k].words if word is not None}
    )
    rows = {None: finding.TERM} | {word: row for row, word in enumerate(words)}
    lengths = [len(drawn[k].words) for k in chosen]
    place = {term: row for row, term in enumerate(kept)}
    occurrences = [sum(drawn[k].words.count(None) for k in own[term]) for term in kept]
    return TermSentences(
        terms=kept,
        occurrences=np.array(occurrences, dtype=np.int64),
        sentences=np.array([len(own[term]) for term in kept], dtype=np.int64),
        share=np.full(len(kept), np.nan),
        full=full,
        term=np.array([place[drawn[k].term] for k in chosen], dtype=np.int64),
        draw=np.array([drawn[k].draw for k in chosen], dtype=np.int64),
        sentence=np.array(chosen, dtype=np.int64),
        missing={term: 0 for term in wanted if not own[term]},
        words=words,
        edges=np.cumsum([0, *lengths], dtype=np.int64),
        tokens=iter([np.array([rows[x] for k in chosen for x in drawn[k].words])]),
        probes=[
            (place[probe.term], probe.word, probe.score)
            for probe in found.probes
            if probe.term in place
        ],
    )


def _late(text: Text, spec: Mapping) -> int:
    """The first sentence of the later half; behind the last where none is cut."""
    if spec["draw"] != "halves":
        return len(text.sentences)
    units = text.documents if spec["at"] == "document" else text.sentences
    if len(units) < 3:
        cure = "write 'at: sentence', or " if spec["at"] == "document" else ""
        raise SourceError(
            f"draw: halves cuts the text {text.name} at a {spec['at']}, and it has one "
            f"alone: {cure}draw at random."
        )
    return int(np.searchsorted(text.sentences, middle(units)))


def _random_words(
    text: Text, number: int, least: int, *, late: int, spec: Mapping
) -> list[str]:
    """Random words of a text that stand in enough sentences, in order of count."""
    halves = [text.sentences]
    if spec["draw"] == "halves":
        halves = [text.sentences[: late + 1], text.sentences[late:]]
    few = np.min(
        [finding.sentence_counts(text.tokens, x, len(text.words)) for x in halves], 0
    )
    rows = np.flatnonzero(few >= least)
    if not len(rows):
        raise SourceError(
            f"words: {{random: {number}}} finds none in the text {text.name}: its most "
            f"frequent word stands in {few.max()} sentences, and least is {least}: "
            "write a lower one."
        )
    names = [text.words[row] for row in rows]
    chosen = shuffled(names, purpose="words", seed=spec["seed"])[:number]
    return [names[k] for k in sorted(chosen)]


def _way(term: str, is_late: np.ndarray, spec: Mapping) -> Draws:
    """Draws of one term's sentences, which are in order of the text."""
    if spec["draw"] == "halves":
        return by_half(is_late)
    if spec["draw"] == "whole":
        return undivided(len(is_late))
    rules = {"draws": spec["draws"], "sentences": spec["sentences"]}
    seed = seed_of(spec["seed"], "draw", term)
    return at_random(len(is_late), **rules, seed=seed)


def _tokens(
    text: Text, entries: finding.Entries, chosen: np.ndarray
) -> tuple[np.ndarray, np.ndarray, Iterator[np.ndarray]]:
    """Edges of chosen entries, rows of the text's words in them, and their tokens."""
    sizes = finding.sizes(text.sentences, entries)[chosen]
    edges = np.cumsum([0, *sizes], dtype=np.int64)

    def pieces() -> Iterator[np.ndarray]:
        for first, last in finding.spans(edges):
            part = chosen[first:last]
            yield finding.copy(text.tokens, text.sentences, entries, part)

    is_used = np.zeros(len(text.words), dtype=bool)
    for piece in pieces():
        is_used[piece[piece >= 0]] = True
    rows = np.cumsum(is_used) - 1
    renumbered = (np.where(piece < 0, piece, rows[piece]) for piece in pieces())
    return edges, np.flatnonzero(is_used), renumbered


def _no_term(asked: Sequence[str], sizes: np.ndarray, least: int, spec: Mapping) -> str:
    """Why no term is left, in a sentence."""
    most, absent = int(sizes.argmax()), int((sizes == 0).sum())
    where = " in each half" if spec["draw"] == "halves" else ""
    if absent == len(asked):
        return (
            f"words: the text has none of the {absent} terms, as "
            f"'{shortened(asked[most])}': write terms that it has, as it writes them."
        )
    return (
        f"words: no term is left of {len(asked)}, as least is {least} sentences{where}:"
        f" '{shortened(asked[most])}', the most frequent, stands in {sizes[most]}, and "
        f"{absent} stand in none; write a lower least, or terms that the text has."
    )
