"""Cleaning of texts: which tokens a paragraph holds and which words they are."""

import unicodedata
from dataclasses import dataclass

import regex

# Runs of letters with their combining marks; a joiner only between them. The re
# module's \w leaves the marks of Devanagari out and so breaks its words.
LETTERS = regex.compile(
    r"\p{L}[\p{L}\p{M}]*(?:[\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}]+"
    r"[\p{L}\p{M}]+)*"
)
PARTS = regex.compile(r"[^\s\x1c-\x1f]+")  # what str.isspace calls white splits
LETTER = regex.compile(r"\p{L}")
DIGIT = regex.compile(r"\p{N}")
NORMALISATIONS = ("NFC", "NFKC", "none")
KEEPS = {"letters": LETTERS, "tokens": PARTS}


@dataclass(frozen=True, kw_only=True)
class Cleaner:
    """Named options of cleaning, applied in this order: normalise, keep, drop, lower.

    normalise: NFC, NFKC or none, on the paragraph.
    keep: letters (maximal runs of Unicode letters and their marks) or tokens (parts
    between white space, as they are).
    drop_numbers: drop tokens with a digit and no letter, such as 1,000 or 50%.
    drop_punctuation: drop tokens with neither letter nor digit, such as -- or ?!.
    lowercase: words in lower case; sentences were split before, on the cased text.
    """

    normalise: str
    lowercase: bool
    keep: str
    drop_numbers: bool
    drop_punctuation: bool

    def __post_init__(self):
        """Refuse values that name nothing."""
        _one_of("normalise", self.normalise, NORMALISATIONS)
        _one_of("keep", self.keep, tuple(KEEPS))

    def normalised(self, text: str) -> str:
        """The text in the form wanted; positions of tokens refer to it."""
        if self.normalise == "none" or text.isascii():
            return text
        return unicodedata.normalize(self.normalise, text)

    def tokens(self, text: str) -> tuple[list[str], list[int]]:
        """Tokens of a normalised text and where they start: two lists, equally long."""
        found = list(KEEPS[self.keep].finditer(text))
        return [one.group() for one in found], [one.start() for one in found]

    def word(self, token: str) -> str | None:
        """The word a token counts for, None where it is dropped."""
        if not LETTER.search(token):
            drop = self.drop_numbers if DIGIT.search(token) else self.drop_punctuation
            if drop:
                return None
        return self.normalised(token.lower()) if self.lowercase else token


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {allowed}. Got {value!r} instead.")
