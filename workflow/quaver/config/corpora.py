"""What a study may say of a text: language, cleaning, and what is drawn of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from quaver.config.keys import LANGUAGE, Texts, key
from quaver.config.parts import PART, PERIOD
from quaver.config.sources import SOURCES

UNITS = ("document", "sentence", "line")
CUT = ("sentence", "line")  # units that pieces are made of
DRAWS = (*UNITS, "unit")  # what else is drawn by is a column


@dataclass(frozen=True)
class Clean:
    """How text becomes tokens, in the order of these keys.

    normalise: Unicode normal form.
    lowercase: Write all words in lower case.
    keep: letters = runs of Unicode letters with their marks; tokens = words, numbers
        and signs as the language's tokeniser cuts them; spaces = what white space
        separates, as it is (text that is tokenised already).
    tokeniser: Which tokeniser of the language; default = its first (docs/languages.md).
    drop_numbers: Drop tokens made of digits (matters with keep: tokens or spaces).
    drop_punctuation: Drop tokens of signs alone (matters with keep: tokens or spaces).
    shortest: Tokens of fewer characters are dropped; 1 = none.
    lemmas: simplemma = count each word as its lemma (žena for ženy, ženou); without it
        words stay as they are.
    deduplicate: Of exact duplicates of this unit only the first is kept.
    """

    normalise: str = key("NFC", choices=("NFC", "NFKC", "none"))
    lowercase: bool = key(True)
    keep: str = key("letters", choices=("letters", "tokens", "spaces"))
    tokeniser: str = key("default", fewest=1, longest=80)
    drop_numbers: bool = key(False, True)
    drop_punctuation: bool = key(False, True)
    shortest: int = key(1, 2, least=1, most=100, quiet=True)
    lemmas: str = key("", "simplemma", choices=("simplemma",), quiet=True)
    deduplicate: str = key("document", choices=("document", "line", "none"))


@dataclass(frozen=True)
class Expected:
    """What the text will hold, for a forecast before it is there.

    tokens: Words in all.
    words: Different words that are kept (min_count).
    """

    tokens: int = key(..., 48_000_000, least=1, most=10**15)
    words: int = key(..., 190_000, least=2)


@dataclass(frozen=True)
class Corpus:
    """A named text with its language, cleaning, units and fractions.

    language: ISO 639 code; chooses words, sentences, case, and published rows.
    source: Where the text comes from.
    unit: Where windows end, and what shuffling moves; a list makes one cell for each.
    draw: What bootstrapping draws, whole: unit = each unit, document, sentence, line,
        or a column of the source (author), whose documents of one value go together.
        By default the unit; documents, where there are 20 or more, of a text whose
        neighbours are listed or fractions read, in a study that replicates no paper.
    pieces: Units are cut into pieces of so many words, each a unit of its own, and so
        is a rest that is shorter; 0 = not cut. Of sentences and lines.
    min_count: Words rarer in the whole corpus are removed and the rest closes up.
    fraction: First part of the units that is used; a list makes one cell for each.
    encode: together = periods are parts of one encoded text, else each is its own.
    series: Name of the corpora that are periods of one source; kind periods writes it.
    period: Which period of its series the corpus is; kind periods writes it.
    part_of: The encoded text the corpus is a part of; encode: together writes it.
    part: Which documents of that text it has; encode: together writes it.
    """

    language: str = key(..., "en", pattern=LANGUAGE, longest=80)
    source: Mapping = key(..., "{kind: text, path: my.txt}", keys=SOURCES)
    unit: Texts = key(
        ("document",), "[document, sentence]", choices=UNITS, fewest=1, alone=True
    )
    draw: str = key("", "document", fewest=1, quiet=True)
    pieces: int = key(0, 5, least=0, quiet=True)
    clean: Clean = key(Clean, "{lowercase: true, keep: letters}")
    min_count: int = key(5, least=1)
    fraction: tuple[float, ...] = key(
        (1.0,), "[0.5, 1.0]", each=1.0, above=0, most=1, fewest=1, alone=True
    )
    encode: str = key("", "together", choices=("apart", "together"), quiet=True)
    series: str = key("", "speeches")
    period: str = key("", "early")
    part_of: str = key("", "speeches", quiet=True)
    part: Mapping = key(dict, "{kind: period, name: early}", rule=PART, quiet=True)
    expected: Mapping[str, int] = key(
        dict, "{tokens: 48000000, words: 190000}", keys=Expected, quiet=True
    )

    @property
    def is_shown(self) -> bool:
        """Whether tables show it: random parts are there to compare with alone."""
        return self.part.get("kind", PERIOD) == PERIOD


def cut_units(corpus: Mapping) -> dict[str, int]:
    """Units of a corpus as written that are cut, and words of their pieces."""
    words = corpus.get("pieces", 0)
    return {unit: words for unit in corpus["unit"] if words}
