"""What a language pack holds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import regex

from quaver.corpora.reading import SourceError

# 〇 is a letter of Chinese numbers, beside 一, though Unicode calls it a numeral.
# Runs of letters with their combining marks; a joiner only between them. The re
# module leaves the marks of Devanagari out of its words and so breaks them.
LETTERS = regex.compile(
    r"[\p{L}〇][\p{L}\p{M}〇]*(?:[\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}]+"
    r"[\p{L}\p{M}]+)*"
)
Tokens = tuple[list[str], list[int]]


@dataclass(frozen=True)
class Cutter:
    """One way to cut a text: text -> (tokens, their starts), both in order.

    library: the package that decides where; its version is stored with a corpus.
    """

    library: str
    cut: Callable[[str], Tokens]

    def __call__(self, text: str) -> Tokens:
        """Tokens of a text and where they start: two lists, equally long."""
        return self.cut(text)


@dataclass(frozen=True, kw_only=True)
class Pack:
    """How one language is cut into words and sentences.

    tokenisers: by name, the first is the one taken when a study names none.
    sentences: text -> starts of its sentences, increasing, in [0, len(text)).
    letters: what a word is where only letters are kept.
    spaced: whether runs of letters are words; if not, the tokeniser finds them.
    lower: a word in lower case.
    lemmas: the code simplemma knows the language by; empty where it does not.
    default: whether the language has no pack and this one stands in.
    """

    code: str
    name: str
    tokenisers: Mapping[str, Cutter]
    sentences: Callable[[str], list[int]]
    letters: regex.Pattern = LETTERS
    spaced: bool = True
    lower: Callable[[str], str] = str.lower
    lemmas: str = ""
    default: bool = False

    def tokeniser(self, name: str = "default") -> str:
        """The name of the tokeniser that is meant; one it lacks is a SourceError."""
        first = next(iter(self.tokenisers))
        if name not in self.tokenisers and name != "default":
            raise SourceError(
                f"language {self.code} has no tokeniser {name!r} here (it is unknown "
                "or its package is missing): run make env or write 'tokeniser: "
                f"{first}'."
            )
        return first if name == "default" else name
