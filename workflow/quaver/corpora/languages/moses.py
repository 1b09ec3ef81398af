"""Tokens as the Moses/Europarl tokeniser cuts them, with their places in the text."""

import re
from collections.abc import Callable

import regex
from sacremoses import MosesTokenizer

from quaver.corpora.languages.pack import Cutter, Pack, Tokens
from quaver.corpora.sentences import Splitter

# Marks that Moses would cut off their letter: they go with what they stand on.
ATTACHED = regex.compile(
    r"(?V1)(?<=[^\s\p{Cc}])[[\p{M}--\p{Alphabetic}]"
    r"\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}]+"
)
INVISIBLE = regex.compile(r"[\p{Cc}\p{Default_Ignorable_Code_Point}]")
# Moses writes runs of dots as such marks and would take the text's own for dots.
MARK_OF_DOTS, NO_MARK = "DOTMULTI", "DOTMULTX"


def moses_pack(
    code: str,
    name: str,
    asked: str = "",
    *,
    apostrophes: str = "",
    lower: Callable[[str], str] = str.lower,
    default: bool = False,
    **ends,
) -> Pack:
    """A pack whose words Moses cuts and whose sentences a Splitter with these ends.

    asked: the language these and simplemma are asked with, where it is not the code.
    """
    asked = asked or code
    return Pack(
        code=code,
        name=name,
        tokenisers={"moses": moses(asked, apostrophes)},
        sentences=Splitter(language=asked, **ends),
        lower=lower,
        lemmas=asked,
        default=default,
    )


def moses(language: str, apostrophes: str = "") -> Cutter:
    """The tokeniser of a language by ISO code, with its non-breaking prefixes.

    A language Moses does not know takes those of English. apostrophes: read as its '.
    """
    rules = _Rules(language)

    def cut(text: str) -> Tokens:
        tokens, starts, offset = [], [], 0
        for line in text.split("\n"):
            for start, end in _spans(line, rules, apostrophes):
                tokens.append(line[start:end])
                starts.append(offset + start)
            offset += len(line) + 1
        return tokens, starts

    return Cutter("sacremoses", cut)


class _Rules(MosesTokenizer):
    """The rules of sacremoses, with what it looks up held in sets."""

    LOWER = frozenset(MosesTokenizer.IsLower)
    ALPHA = frozenset(MosesTokenizer.IsAlpha)

    def __init__(self, language: str):
        super().__init__(language)
        self.NONBREAKING_PREFIXES = frozenset(self.NONBREAKING_PREFIXES)
        if language in ("fi", "sv"):  # EU:n, S:t as in Perl; the port leaves it out
            self.PAD_NOT_ISALNUM = (
                re.compile(rf"([^{self.IsAlnum}\s\.'\`\,\-:]|:(?![{self.IsLower}]))"),
                r" \1 ",
            )

    def islower(self, text: str) -> bool:
        return self.LOWER.issuperset(text)

    def isanyalpha(self, text: str) -> bool:
        return not self.ALPHA.isdisjoint(text)


def _spans(line: str, rules: _Rules, apostrophes: str) -> list[tuple[int, int]]:
    """Where the tokens of a line stand, first:last."""
    if line.isascii() or not ATTACHED.search(line):
        return _bare_spans(line, rules, apostrophes)
    gone = {k for match in ATTACHED.finditer(line) for k in range(*match.span())}
    places = [k for k in range(len(line)) if k not in gone]
    bare = "".join(line[k] for k in places)
    spans = _bare_spans(bare, rules, apostrophes)
    places.append(len(line))
    return [(places[start], places[end]) for start, end in spans]


def _bare_spans(line: str, rules: _Rules, apostrophes: str) -> list[tuple[int, int]]:
    """Moses only puts spaces into what it is shown, so its tokens follow in order."""
    # as long as the line: invisible characters are spaces there
    is_plain = line.isprintable() and line.isascii()
    shown = line if is_plain else INVISIBLE.sub(" ", line)
    for sign in apostrophes:
        shown = shown.replace(sign, "'")
    shown = shown.replace(MARK_OF_DOTS, NO_MARK)
    spans, end = [], 0
    for token in rules.tokenize(shown, escape=False):
        start = shown.index(token, end)
        end = start + len(token)
        spans.append((start, end))
    return spans
