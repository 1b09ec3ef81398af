"""What a study may say of a text: how it is cleaned, what is drawn of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from quaver.config.keys import LANGUAGE, key
from quaver.config.sources import SOURCES

UNITS = ("document", "sentence", "line")


@dataclass(frozen=True)
class Clean:
    """How text becomes tokens, in this order."""

    normalise: str = key("NFC", "Unicode normal form.", choices=("NFC", "NFKC", "none"))
    lowercase: bool = key(True, "Write all words in lower case.")
    keep: str = key(
        "letters",
        "letters = runs of Unicode letters with their marks; tokens = words, numbers "
        "and signs as the language's tokeniser cuts them; spaces = what white space "
        "separates, as it is (text that is tokenised already).",
        choices=("letters", "tokens", "spaces"),
    )
    tokeniser: str = key(
        "default",
        "Which of the language's tokenisers; default = its first (docs/languages.md).",
        fewest=1,
    )
    drop_numbers: bool = key(
        False, "Drop tokens made of digits (matters with keep: tokens or spaces).", True
    )
    drop_punctuation: bool = key(
        False,
        "Drop tokens without a letter or digit (matters with keep: tokens or spaces).",
        True,
    )
    deduplicate: str = key(
        "document",
        "Of exact duplicates of this unit only the first is kept.",
        choices=("document", "line", "none"),
    )


@dataclass(frozen=True)
class Expected:
    """What a text will hold."""

    tokens: int = key(..., "Words in all.", 48_000_000, least=1)
    words: int = key(
        ..., "Different words that are kept (min_count).", 190_000, least=2
    )


@dataclass(frozen=True)
class Corpus:
    """A named text with its language, cleaning, units and fractions."""

    language: str = key(
        ...,
        "ISO 639 code; chooses the language pack (words, sentences, case) and the "
        "published row shown beside ours.",
        "en",
        pattern=LANGUAGE,
    )
    source: Mapping = key(
        ..., "Where the text comes from.", "{kind: text, path: my.txt}", keys=SOURCES
    )
    unit: tuple[str, ...] = key(
        ("document",),
        "What is drawn when sampling; a list makes one cell for each.",
        "[document, sentence]",
        choices=UNITS,
        fewest=1,
        alone=True,
    )
    clean: Clean = key(
        Clean,
        "How text becomes tokens, in the order of these keys.",
        "{lowercase: true, keep: letters}",
    )
    min_count: int = key(
        5,
        "Words rarer than this in the whole corpus are removed and the rest closes up.",
        least=1,
    )
    fraction: tuple[float, ...] = key(
        (1.0,),
        "First part of the units that is used; a list makes one cell for each.",
        "[0.5, 1.0]",
        each=1.0,
        above=0,
        most=1,
        fewest=1,
        alone=True,
    )
    series: str = key(
        "",
        "Name of the corpora that are periods of one source; kind periods writes it.",
        "speeches",
    )
    period: str = key(
        "", "Which period of its series the corpus is; kind periods writes it.", "early"
    )
    expected: Mapping[str, int] = key(
        dict,
        "What the text will hold, for a forecast before it is there.",
        "{tokens: 48000000, words: 190000}",
        keys=Expected,
        quiet=True,
    )
