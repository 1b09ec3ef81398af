"""Lists of words asked for: given in the study, or one word a line in a file.

Terms may have several words where that is asked for.
"""

import re
from collections.abc import Mapping, Sequence

from quaver.corpora import languages
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import SourceError
from quaver.foreign import ENDLESS, FOLDER, PATH, expanded, fault, shortened

BROKEN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\ud800-\udfff]")
CLEANED = ("normalise", "lowercase", "lemmas")  # keys of a corpus that lists heed
WHOLE = {"keep": "spaces", "tokeniser": "default"}  # a word is what is written
WHOLE |= {"drop_numbers": False, "drop_punctuation": False}


class MissingListError(SourceError):
    """A list of words that is not there (yet)."""


def asked(
    given: Sequence[str] | str, clean: Mapping, language: str, *, several: bool = False
) -> list[str]:
    """Words as the text of a corpus has them, in the order of the list.

    given: words, or the path of a file with a word a line (UTF-8, blank lines skipped).
    clean: as of the corpus: normalise, lowercase and lemmas count. several: they are
    terms, cut and cleaned as the corpus is; their words are joined by a space.
    """
    heeded = [key for key in clean if key != "deduplicate"] if several else CLEANED
    own = {key: clean[key] for key in heeded if key in clean}
    cleaner = Cleaner(pack=languages.pack(language), **(WHOLE | own))
    spelling = _term if several else _word
    is_file = isinstance(given, str)
    numbers: dict[str, int] = {}
    for number, text in _lines(given) if is_file else enumerate(given, start=1):
        where = f"{given}, line {number}" if is_file else f"word {number} of the list"
        if BROKEN.search(text):
            raise SourceError(
                f"{where} is '{shortened(text)}', which holds what is no character: "
                "write it anew."
            )
        if not text.split():
            raise SourceError(f"{where} is blank: remove it.")
        word = spelling(text, cleaner, where)
        if word in numbers:
            raise SourceError(
                f"{where} is '{shortened(word)}', as number {numbers[word]} is "
                "already: remove it."
            )
        numbers[word] = number
    if not numbers:
        cure = "write a word on each line" if is_file else "write some, or remove it"
        raise SourceError(f"{given if is_file else 'the list'} holds no word: {cure}.")
    return list(numbers)


def words_of(text: str, cleaner: Cleaner) -> list[str]:
    """Words of a text as encoding would have them, without those it drops."""
    tokens, _ = cleaner.tokens(cleaner.normalised(text))
    return [word for word in map(cleaner.word, tokens) if word is not None]


def _word(text: str, cleaner: Cleaner, where: str) -> str:
    """A single word as the text has it."""
    if len(text.split()) > 1:
        raise SourceError(
            f"{where} is '{shortened(text)}', which is more than one word: write "
            "each on its own, as texts are asked for single words."
        )
    plain = cleaner.normalised(text.strip())
    return cleaner.word(plain) or plain


def _term(text: str, cleaner: Cleaner, where: str) -> str:
    """The words of a term as the text has them, joined by a space."""
    words = words_of(text, cleaner)
    if not words:
        raise SourceError(
            f"{where} is '{shortened(text)}', of which the cleaning of the text leaves "
            "no word: remove it."
        )
    return " ".join(words)


def _lines(path: str) -> list[tuple[int, str]]:
    shown, reason = shortened(path, PATH), fault(path)
    if reason and reason not in (FOLDER, ENDLESS):
        raise MissingListError(
            f"there is no list of words {shown}: for the word itself write 'words: "
            f"[{shown}]', else correct the path, or write a list, a word on each line."
        )
    if reason:
        raise SourceError(f"the list of words {path} {reason}: name a file.")
    try:
        text = expanded(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise SourceError(
            f"the list of words {path} cannot be read ({reason}): write it anew, a "
            "word on each line."
        ) from error
    rows = enumerate(text.splitlines(), start=1)
    return [(number, row.strip()) for number, row in rows if row.strip()]
