"""First pass of encoding: documents become provisional word numbers on disk."""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import Document
from quaver.corpora.sentences import line_starts
from quaver.corpora.spool import Column, Strings, StringsColumn

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
    cleaned: tokens dropped as numbers or punctuation. types: different tokens met.
    """

    words: list[str]
    tokens: np.ndarray
    edges: dict[str, np.ndarray]
    digests: np.ndarray
    ids: Strings
    dates: Strings
    cleaned: int
    types: int


class Tokeniser:
    """Takes documents one by one and keeps nothing of them in memory but new words."""

    def __init__(self, cleaner: Cleaner, digested: str, spool: Path):
        self._cleaner, self._digested = cleaner, digested
        self._vocabulary = _Vocabulary(cleaner)
        self._tokens = Column(spool / "provisional.tokens", "I")
        self._edges = {
            unit: Column(spool / f"provisional.{unit}", "q") for unit in UNITS
        }
        for column in self._edges.values():
            column.extend([0])
        self._digests = Column(spool / "provisional.digests", "B")
        self._ids = StringsColumn(spool / "provisional.ids")
        self._dates = StringsColumn(spool / "provisional.dates")
        self._cleaned = 0

    def read(self, document: Document) -> None:
        """Tokenise one document, paragraph by paragraph."""
        whole = blake2b(digest_size=DIGEST)
        for paragraph in document.paragraphs:
            numbers, lines = self._paragraph(self._cleaner.normalised(paragraph))
            # a word has one number, so equal numbers are equal cleaned tokens
            if self._digested == "document":
                whole.update(array("I", numbers))
            elif self._digested == "line":
                for first, last in zip([0, *lines], lines, strict=False):
                    line = array("I", numbers[first:last])
                    self._digests.extend(blake2b(line, digest_size=DIGEST).digest())
        self._edges["document"].extend([self._tokens.length])
        self._ids.append(document.id)
        self._dates.append(document.date)
        if self._digested == "document":
            self._digests.extend(whole.digest())

    def finish(self) -> Tokenised:
        """Close the files and read them as memory maps."""
        digests = self._digests.finish().view(np.uint64).reshape(-1, DIGEST // 8)
        return Tokenised(
            words=list(self._vocabulary.numbers),
            tokens=self._tokens.finish(),
            edges={unit: column.finish() for unit, column in self._edges.items()},
            digests=digests,
            ids=self._ids.finish(),
            dates=self._dates.finish(),
            cleaned=self._cleaned,
            types=len(self._vocabulary),
        )

    def _paragraph(self, text: str) -> tuple[list[int], list[int]]:
        """Write tokens and edges of a paragraph: its numbers, where its lines end."""
        tokens, starts = self._cleaner.tokens(text)
        numbers = list(map(self._vocabulary.__getitem__, tokens))
        if DROPPED in numbers:
            kept = [k for k, number in enumerate(numbers) if number != DROPPED]
            self._cleaned += len(numbers) - len(kept)
            numbers, starts = [numbers[k] for k in kept], [starts[k] for k in kept]
        base = self._tokens.length
        sentences = _ends(starts, self._cleaner.pack.sentences(text))
        lines = _ends(starts, line_starts(text))
        self._edges["sentence"].extend(base + end for end in sentences)
        self._edges["line"].extend(base + end for end in lines)
        self._tokens.extend(numbers)
        return numbers, lines


class _Vocabulary(dict):
    """Token -> provisional number of its word, or DROPPED; cleaned when first met."""

    def __init__(self, cleaner: Cleaner):
        self.numbers: dict[str, int] = {}
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
        return number


def _ends(starts: list[int], cuts: list[int]) -> list[int]:
    """Where units that start at these cuts of the text end in its tokens."""
    return [*(bisect_left(starts, cut) for cut in cuts[1:]), len(starts)][: len(cuts)]
