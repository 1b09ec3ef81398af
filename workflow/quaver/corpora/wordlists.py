"""Lists of words asked for: given in the study, or one word a line in a file."""

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


def asked(given: Sequence[str] | str, clean: Mapping, language: str) -> list[str]:
    """Words as the text of a corpus has them, in the order of the list.

    given: words, or the path of a file with a word a line (UTF-8, blank lines skipped).
    clean: as of the corpus: normalise, lowercase and lemmas count.
    """
    own = {key: clean[key] for key in CLEANED if key in clean}
    cleaner = Cleaner(pack=languages.pack(language), **WHOLE, **own)
    is_file = isinstance(given, str)
    numbers: dict[str, int] = {}
    for number, text in _lines(given) if is_file else enumerate(given, start=1):
        where = f"{given}, line {number}" if is_file else f"word {number} of the list"
        if BROKEN.search(text):
            raise SourceError(
                f"{where} is '{shortened(text)}', which holds what is no character: "
                "write it anew."
            )
        parts = text.split()
        if not parts:
            raise SourceError(f"{where} is blank: remove it.")
        if len(parts) > 1:
            raise SourceError(
                f"{where} is '{shortened(text)}', which is more than one word: write "
                "each on its own, as texts are asked for single words."
            )
        plain = cleaner.normalised(text.strip())
        word = cleaner.word(plain) or plain
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
