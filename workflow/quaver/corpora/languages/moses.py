"""Tokens as the Moses/Europarl tokeniser cuts them, with their places in the text."""

import re

import regex
from sacremoses import MosesTokenizer

from quaver.corpora.languages.pack import Cutter, Tokens

# Marks that Moses would cut off their letter: they go with what they stand on.
ATTACHED = regex.compile(
    r"(?V1)(?<=[^\s\p{Cc}])[[\p{M}--\p{Alphabetic}]"
    r"\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}]+"
)
INVISIBLE = regex.compile(r"[\p{Cc}\p{Default_Ignorable_Code_Point}]")
# Moses writes runs of dots as such marks and would take the text's own for dots.
MARK_OF_DOTS, NO_MARK = "DOTMULTI", "DOTMULTX"
COLON_IN_WORDS = ("fi", "sv")  # EU:n, S:t


def moses(language: str, apostrophes: str = "") -> Cutter:
    """The tokeniser of a language by ISO code, with its non-breaking prefixes.

    A language Moses does not know takes the prefixes of English. apostrophes: signs
    that are read as ', as Moses knows no other.
    """
    return Cutter("sacremoses", _Moses(language, apostrophes))


class _Rules(MosesTokenizer):
    """The rules of sacremoses, with what it looks up held in sets."""

    LOWER = frozenset(MosesTokenizer.IsLower)
    ALPHA = frozenset(MosesTokenizer.IsAlpha)

    def __init__(self, language: str):
        super().__init__(language)
        self.NONBREAKING_PREFIXES = frozenset(self.NONBREAKING_PREFIXES)
        if language in COLON_IN_WORDS:  # as the Perl original; the port leaves it out
            self.PAD_NOT_ISALNUM = (
                re.compile(rf"([^{self.IsAlnum}\s\.'\`\,\-:]|:(?![{self.IsLower}]))"),
                r" \1 ",
            )

    def islower(self, text: str) -> bool:
        return self.LOWER.issuperset(text)

    def isanyalpha(self, text: str) -> bool:
        return not self.ALPHA.isdisjoint(text)


class _Moses:
    def __init__(self, language: str, apostrophes: str):
        self._rules = _Rules(language)
        self._apostrophes = apostrophes

    def __call__(self, text: str) -> Tokens:
        tokens: list[str] = []
        starts: list[int] = []
        offset = 0
        for line in text.split("\n"):
            for start, end in self._spans(line):
                tokens.append(line[start:end])
                starts.append(offset + start)
            offset += len(line) + 1
        return tokens, starts

    def _spans(self, line: str) -> list[tuple[int, int]]:
        """Where the tokens of a line stand, first:last."""
        if line.isascii() or not ATTACHED.search(line):
            return self._found(line)
        gone = {k for match in ATTACHED.finditer(line) for k in range(*match.span())}
        places = [k for k in range(len(line)) if k not in gone]
        bare = "".join(line[k] for k in places)
        places.append(len(line))
        return [(places[start], places[end]) for start, end in self._found(bare)]

    def _found(self, line: str) -> list[tuple[int, int]]:
        """Moses only puts spaces into what it is shown, so its tokens follow in order.

        What is shown is as long as the line: invisible characters are spaces there.
        """
        shown = line if line.isprintable() and line.isascii() else _visible(line)
        for sign in self._apostrophes:
            shown = shown.replace(sign, "'")
        shown = shown.replace(MARK_OF_DOTS, NO_MARK)
        spans = []
        end = 0
        for token in self._rules.tokenize(shown, escape=False):
            start = shown.index(token, end)
            end = start + len(token)
            spans.append((start, end))
        return spans


def _visible(line: str) -> str:
    return INVISIBLE.sub(" ", line)
