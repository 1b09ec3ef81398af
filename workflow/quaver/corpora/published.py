"""Sentences of terms that others published: draws, definitions, chimeras.

Readers keep to what the files hold, not to what comes with them: of wiki_rnd only the
first line of a term names it, and marks stand inside of longer words too.
"""

import math
import re
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import SourceError, lines
from quaver.corpora.wordlists import words_of
from quaver.foreign import FOLDER, PATH, expanded, fault, shortened

MARK = re.compile(r"__xx\d\d")  # behind a term, with the number of its draw
SLOT = re.compile("_{3,}")  # where a term stands
BETWEEN = "@@"  # sentences of a chimera


class Sentence(NamedTuple):
    """A sentence of a term: its draw, its words, None where the term stands."""

    term: str
    draw: int
    words: list[str | None]


class Probe(NamedTuple):
    """How like a term people found a word."""

    term: str
    word: str
    score: float


class Published(NamedTuple):
    """Sentences in order of their terms, and of the draws of each.

    terms: all that are there, if only in name. passed: sentences without their term,
    left out; short: terms that lack one of these.
    """

    terms: list[str]
    sentences: list[Sentence]
    probes: list[Probe]
    passed: int
    short: set[str]

    @property
    def draws(self) -> int:
        """How many draws a term has at most."""
        return 1 + max((sentence.draw for sentence in self.sentences), default=0)


def read(layout: str, path: str, cleaner: Cleaner) -> Published:
    """Published sentences of a layout (READERS), of a file or of all in a folder."""
    found = Published([], [], [], 0, set())
    numbers: dict[str, str] = {}
    for file in _files(path):
        found = READERS[layout](file, cleaner, numbers, found)
    if not found.sentences:
        raise SourceError(f"{path} holds no sentence of a term: correct the path.")
    return found


def _files(path: str) -> list[Path]:
    reason = fault(path)
    if reason and reason != FOLDER:
        raise SourceError(
            f"{shortened(path, PATH)} {reason}: place the published sentences there, "
            "or correct 'path'."
        )
    if not reason:
        return [expanded(path)]
    inside = sorted(expanded(path).iterdir())
    return [x for x in inside if not fault(x) and not x.name.startswith(".")]


def _rows(file: Path) -> Iterator[tuple[str, str]]:
    """Where each line stands that is not blank, and the line."""
    for number, line in enumerate(lines(file), start=1):
        if line.strip():
            yield f"{file}, line {number}", line


def _wiki_rnd(file: Path, cleaner: Cleaner, numbers: dict, found: Published):
    """Lines '<term> tab <sentence>' or '<sentence>', with <term>__xxNN of draw NN."""
    term = written = ""
    for where, line in _rows(file):
        name, tab, text = line.rpartition("\t")
        if tab and name.strip() != written:
            written = name.strip()
            term = _named(written, cleaner, numbers, where)
            found.terms.append(term)
        if not term:
            raise SourceError(
                f"{where} names no term, and none stands before it: begin it with its "
                "term and a tab."
            )
        marks = set(MARK.findall(text))
        if len(marks) != 1 or f"{written}__xx" not in text:
            told = ", ".join(sorted(marks)) or "none"
            raise SourceError(
                f"{where} must mark '{shortened(written)}' as of one draw, as in "
                f"{shortened(written)}__xx00 (marks found: {told}): correct it."
            )
        words = _slotted(_cut_at_marks(text, written), cleaner)
        found.sentences.append(Sentence(term, int(marks.pop()[-2:]), words))
    return found


def _cut_at_marks(text: str, term: str) -> list[str]:
    """A sentence cut where its term is marked.

    Marks went into longer words as well (snowdon__xx00ia); such a word is read as it
    was, unless a sentence has no other mark.
    """
    own = re.escape(term) + MARK.pattern
    pieces = re.split(rf"(?<!\S){own}(?!\S)", text)
    if len(pieces) == 1:
        pieces = re.split(rf"\S*{own}\S*", text)
    return [MARK.sub("", piece) for piece in pieces]


def _nonce2vec(file: Path, cleaner: Cleaner, numbers: dict, found: Published):
    """Lines '<term> tab <definition>', with ___ in place of the term."""
    for where, line in _rows(file):
        term, text = _fields(line, 2, where, "a term and its definition")
        term = _named(term, cleaner, numbers, where)
        if not SLOT.search(text):
            raise SourceError(
                f"{where} has no ___ where '{shortened(term)}' stands in its "
                "definition: write it there."
            )
        words = _slotted(SLOT.split(text), cleaner)
        if holds(words, term):
            raise SourceError(
                f"{where} defines '{shortened(term)}' by the word itself: write ___ in "
                "its place, or remove the line."
            )
        found.terms.append(term)
        found.sentences.append(Sentence(term, 0, words))
    return found


def _chimeras(file: Path, cleaner: Cleaner, numbers: dict, found: Published):
    """Lines '<name> tab <sentence @@ sentence> tab <words> tab <scores>', with ___.

    Some sentences of those in print have kept the invented word, and so no ___.
    """
    passed, short = found.passed, set(found.short)
    for where, line in _rows(file):
        what = "a name, sentences, words and scores"
        name, text, probes, scores = _fields(line, 4, where, what)
        _refuse_again(name, numbers, where)
        found.terms.append(name)
        for sentence in text.split(BETWEEN):
            if SLOT.search(sentence):
                words = _slotted(SLOT.split(sentence), cleaner)
                found.sentences.append(Sentence(name, 0, words))
            else:
                passed += 1
                short.add(name)
        values = _scores(probes, scores, where)
        names = (" ".join(words_of(probe, cleaner)) for probe in probes.split(","))
        found.probes.extend(map(Probe, repeat(name), names, values))
    return found._replace(passed=passed, short=short)


READERS: dict[str, Callable] = {
    "wiki_rnd": _wiki_rnd,
    "nonce2vec": _nonce2vec,
    "chimeras": _chimeras,
}


def holds(words: list[str | None], term: str) -> bool:
    """Whether a term stands among words, all of its own in a row."""
    return f" {term} " in f" {' '.join(word or SLOT.pattern for word in words)} "


def _scores(words: str, scores: str, where: str) -> list[float]:
    """The scores of a chimera, one for each word."""
    try:
        values = [float(score) for score in scores.split(",")]
    except ValueError:
        values = []
    if len(values) != len(words.split(",")) or not all(map(math.isfinite, values)):
        raise SourceError(
            f"{where} must have a number for each of its words. Got "
            f"'{shortened(words)}' and '{shortened(scores)}': correct it."
        )
    return values


def _fields(line: str, number: int, where: str, what: str) -> list[str]:
    fields = [field.strip() for field in line.split("\t")]
    if len(fields) != number or not all(fields):
        raise SourceError(
            f"{where} must hold {what}, with tabs between. Got {len(fields)} fields "
            f"in '{shortened(line.strip())}': correct it."
        )
    return fields


def _named(text: str, cleaner: Cleaner, numbers: dict, where: str) -> str:
    """A term as texts have it, named for the first time."""
    term = " ".join(words_of(text, cleaner))
    if not term:
        raise SourceError(
            f"{where} names '{shortened(text)}', of which cleaning leaves no word: "
            "remove it."
        )
    _refuse_again(term, numbers, where)
    return term


def _refuse_again(term: str, numbers: dict, where: str) -> None:
    if term in numbers:
        raise SourceError(
            f"{where} has '{shortened(term)}' again, after {numbers[term]}: remove one."
        )
    numbers[term] = where


def _slotted(pieces: list[str], cleaner: Cleaner) -> list[str | None]:
    """Words of a sentence from what stands before, between and after its term."""
    words: list[str | None] = []
    for number, piece in enumerate(pieces):
        words += [None] * (number > 0) + words_of(piece, cleaner)
    return words
