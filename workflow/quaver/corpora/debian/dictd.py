"""Layout dictd: dictionaries of a package, each entry a document.

A dictionary is two files (dictd(8), dictzip(1)): .dict, or packed .dict.dz, and .index,
whose rows are a headword, and an entry's place and length in base 64.
"""

import gzip
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from quaver.corpora.debian.dictd_entries import paragraphs, without_next
from quaver.corpora.packed import DAMAGE
from quaver.corpora.reading import Document, SourceError
from quaver.foreign import shortened

INDEX, TEXTS = ".index", (".dict.dz", ".dict")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
DIGITS = {letter: digit for digit, letter in enumerate(LETTERS)}
FIELDS = (3, 4)  # the fourth is the headword as the dictionary writes it
ABOUT = ("00-database", "00database")  # headwords of what is said of the dictionary


class _Entry(NamedTuple):
    """Bytes of a dictionary, and the headwords that lead to them, as they stand."""

    start: int
    end: int
    heads: list[str]


def documents(files: Mapping[str, bytes], counts: Counter) -> Iterator[Document]:
    """A document per entry, in the order of the dictionary, by its headword.

    files: bytes by name in the package. counts: rows of the index, entries (= kept +
    about_entries + blank_entries + nested_entries, whose text stands in another), and
    what `paragraphs` counts. Of headwords the one that the entry begins with counts.
    """
    stems = sorted(name.removesuffix(INDEX) for name in files if name.endswith(INDEX))
    if not stems:
        raise SourceError(
            f"the package has {', '.join(sorted(files))} and no {INDEX} of a "
            "dictionary: fetch it again, or correct the files."
        )
    for stem in stems:
        text = _unpacked(stem, files)
        entries = _entries(stem + INDEX, files[stem + INDEX], len(text), counts)
        for entry, following in zip_longest(entries, entries[1:]):
            written = text[entry.start : entry.end].decode("utf-8", "replace")
            if following:
                written = without_next(written, following.heads, counts)
            document = _document(entry, written, counts)
            if document:
                yield document


def _document(entry: _Entry, written: str, counts: Counter) -> Document | None:
    if any(head.startswith(ABOUT) for head in entry.heads):
        counts["about_entries"] += 1
        return None
    counts["replacement_characters"] += written.count("\ufffd")
    texts = paragraphs(written, counts)
    counts["kept" if texts else "blank_entries"] += 1
    own = [head for head in entry.heads if written.lstrip().startswith(head)]
    title = max(own, key=len, default=entry.heads[0])
    return Document(title, "", texts) if texts else None


def _unpacked(stem: str, files: Mapping[str, bytes]) -> bytes:
    name = next((stem + ending for ending in TEXTS if stem + ending in files), "")
    if not name:
        raise SourceError(
            f"the package has {stem}{INDEX}, but neither {stem}{TEXTS[0]} nor "
            f"{stem}{TEXTS[1]}: fetch it again, or correct the files."
        )
    if name.endswith(".dict"):
        return files[name]
    try:
        return gzip.decompress(files[name])  # dictzip's blocks are one gzip
    except DAMAGE as error:
        raise SourceError(f"{name} is damaged ({error}): {_CURE}.") from error


_CURE = "fetch its package again"


def _entries(name: str, index: bytes, size: int, counts: Counter) -> list[_Entry]:
    """Entries in order of their places, none of them inside another."""
    heads: dict[tuple[int, int], list[str]] = {}
    for number, row in enumerate(index.decode("utf-8", "replace").split("\n"), start=1):
        if not row:
            continue
        counts["rows"] += 1
        fields = row.split("\t")
        spans = [_number(text) for text in fields[1:3]]
        if len(fields) not in FIELDS or None in spans or sum(spans) > size:
            raise SourceError(
                f"{name}, line {number} is '{shortened(row)}', which is no headword "
                f"with the place of an entry in {size} bytes: {_CURE}."
            )
        start, length = spans
        heads.setdefault((start, -length), []).append(fields[-1 if fields[3:] else 0])
    if not heads:
        raise SourceError(f"{name} has no row: {_CURE}.")
    counts["entries"] += len(heads)
    entries: list[_Entry] = []
    for start, negative in sorted(heads):
        entry = _Entry(start, start - negative, heads[start, negative])
        if entries and entry.end <= entries[-1].end:
            counts["nested_entries"] += 1
        else:
            entries.append(entry)
    return entries


def _number(text: str) -> int | None:
    """A number of base 64, its first digit the highest; None where it is none."""
    value = 0
    for letter in text:
        if letter not in DIGITS:
            return None
        value = value * len(LETTERS) + DIGITS[letter]
    return value if text else None
