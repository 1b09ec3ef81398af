"""What speaks against the encoding that a text is read in."""

import codecs
from collections.abc import Mapping

from quaver.corpora import guesses
from quaver.corpora.characters import keeps_ascii
from quaver.corpora.packed import opened
from quaver.corpora.places import entries

SAMPLE = 1 << 20  # bytes of a file that are looked at


def read_as(source: Mapping, language: str, *, is_mended: bool = True) -> str:
    """The encoding of what is not UTF-8 in a source, as written or guessed; or utf-8.

    is_mended: whether `repair: true` had a line to mend.
    """
    own = source.get("encoding", "utf-8")
    if codecs.lookup(own).name not in ("utf-8", "utf-8-sig"):
        return own
    is_guessed = is_mended and source.get("repair")
    return guesses.encoding_of(language) if is_guessed else "utf-8"


def doubt(source: Mapping, language: str) -> str:
    """Which encoding a source rather is in, by its language; empty if none is likelier.

    source: with the language it is read by, which may be another than is meant.
    """
    own = read_as(source, source.get("language", language))
    if not keeps_ascii(own):
        return ""
    for file in entries(source):
        with opened(file) as stream:
            block = stream.read(SAMPLE)
        if (position := _foreign(block)) is None:
            continue
        # public names of these would change the digest of all encoded texts
        _, telling = guesses._guesses(language)
        sample = block[position:][: guesses.SAMPLE]
        ((likely, _), *_) = guesses.readings(b"", sample, language)
        scores = [guesses._score(sample, name, telling) for name in (likely, own)]
        if scores[0] > scores[1]:
            return guesses.advice(block, position, language)
    return ""


def _foreign(block: bytes) -> int | None:
    """Where a block is not UTF-8; a character that its end cuts is."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(block)
    except UnicodeDecodeError as error:
        return error.start
    return None
