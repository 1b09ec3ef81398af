"""First pass of encoding: documents become provisional word numbers on disk."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import Document
from quaver.corpora.sentences import line_starts
from quaver.corpora.spool import Column, Strings

UNITS = ("document", "sentence", "line")
DIGEST = 16  # bytes: two different units share one with a chance of 2 ** -128
WORD_LIMIT = 1 << 32  # tokens are uint32
DROPPED = -1


class EncodingError(Exception):
    """A text of which no corpus can be made; the message says why in a sentence."""


@dataclass(frozen=True)
class Tokenised:
    """What the first pass wrote.

    words: by provisional number. tokens: (tokens,) uint32 of provisional numbers.
    edges: for each kind of unit (units + 1,) int64, a partition of the tokens in which
    units may be empty. digests: (units, 2) uint64 of the kind that is deduplicated.
    cleaned: tokens dropped as numbers, signs or short. types: different tokens met.
    lemmatised: tokens that count for another word because of their lemma.
    """

    words: list[str]
    tokens: np.ndarray
    edges: dict[str, np.ndarray]
    digests: np.ndarray
    ids: Strings
    dates: Strings
    groups: Strings
    cleaned: int
    types: int
    lemmatised: int


def tokenise(
    documents: Iterable[Document], cleaner: Cleaner, digested: str, spool: Path
) -> Tokenised:
    """Number the words of documents; in memory stays nothing of them but new words."""
    vocabulary = _Vocabulary(cleaner)
    tokens = Column(spool / "provisional.tokens", "I")
    edges = {unit: Column(spool / f"provisional.{unit}", "q") for unit in UNITS}
    for column in edges.values():
        column.extend([0])
    digests = Column(spool / "provisional.digests", "B")
    ids = Strings(spool / "provisional.ids")
    dates = Strings(spool / "provisional.dates")
    groups = Strings(spool / "provisional.groups")
    met = lemmatised = 0
    for document in documents:
        whole = _digest([])
        for paragraph in document.paragraphs:
            text = cleaner.normalised(paragraph)
            words, starts = cleaner.tokens(text)
            met += len(words)
            numbers = list(map(vocabulary.__getitem__, words))
            if vocabulary.changed:
                lemmatised += sum(map(vocabulary.changed.__contains__, words))
            if DROPPED in numbers:
                kept = [k for k, number in enumerate(numbers) if number != DROPPED]
                numbers, starts = [numbers[k] for k in kept], [starts[k] for k in kept]
            sentences = _ends(starts, cleaner.pack.sentences(text))
            lines = _ends(starts, line_starts(text))
            base = tokens.length
            edges["sentence"].extend(base + end for end in sentences)
            edges["line"].extend(base + end for end in lines)
            tokens.extend(numbers)
            # a word has one number, so equal numbers are equal cleaned tokens
            if digested == "document":
                whole.update(array("I", numbers))
            elif digested == "line":
                for first, last in pairwise([0, *lines]):
                    digests.extend(_digest(numbers[first:last]).digest())
        edges["document"].extend([tokens.length])
        ids.append(document.id)
        dates.append(document.date)
        groups.append(document.group)
        if digested == "document":
            digests.extend(whole.digest())
    return Tokenised(
        words=list(vocabulary.numbers),
        tokens=tokens.finish(),
        edges={unit: column.finish() for unit, column in edges.items()},
        digests=digests.finish().view(np.uint64).reshape(-1, DIGEST // 8),
        ids=ids.finish(),
        dates=dates.finish(),
        groups=groups.finish(),
        cleaned=met - tokens.length,
        types=len(vocabulary),
        lemmatised=lemmatised,
    )


def _digest(numbers: list[int]):
    return blake2b(array("I", numbers), digest_size=DIGEST)


class _Vocabulary(dict):
    """Token -> provisional number of its word, or DROPPED; cleaned when first met."""

    def __init__(self, cleaner: Cleaner):
        self.numbers: dict[str, int] = {}
        self.changed: set[str] = set()
        self._cleaner = cleaner

    def __missing__(self, token: str) -> int:
        word = self._cleaner.word(token)
        number = DROPPED
        if word is not None:
            word = token if word == token else word  # one copy of the text in memory
            number = self.numbers.setdefault(word, len(self.numbers))
        if number >= WORD_LIMIT:
            raise EncodingError(
                f"there are more than {WORD_LIMIT} different words, which is all that "
                "tokens can tell apart: keep letters only or split the corpus."
            )
        self[token] = number
        if self._cleaner.changes(token):
            self.changed.add(token)
        return number


def _ends(starts: list[int], cuts: list[int]) -> list[int]:
    """Where units that start at these cuts of the text end in its tokens."""
    return [*(bisect_left(starts, cut) for cut in cuts[1:]), len(starts)][: len(cuts)]
