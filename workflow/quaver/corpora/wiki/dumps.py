"""Dumps of wikis: XML cut into whole pages by tags, which no text holds unescaped."""

import codecs
import io
import itertools
import lzma
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import zstandard

from quaver.corpora import characters
from quaver.corpora.packed import opened
from quaver.corpora.reading import SourceError
from quaver.corpora.wiki.bzip2 import Spread, unpacked

BLOCK = 1 << 20  # bytes read together
CHUNK = 4 << 20  # bytes of pages cleaned together
HEAD_LIMIT = 4 << 20
PAGE_LIMIT = 1 << 28  # wikis allow pages of 2 MB
UNMARKED = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
MARKS = characters.MARKS | {codecs.BOM_UTF8: "utf-8-sig"} | UNMARKED
DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding=["']([A-Za-z0-9._-]+)["'][^>]*>""")
FIRST_PAGE, LAST_PAGE, END = re.compile(rb"<page[\s>]"), b"</page>", b"</mediawiki>"


class Chunk(NamedTuple):
    """Whole pages of one dump as UTF-8, the head they need, the file they stand in."""

    path: str
    head: bytes
    pages: bytes


def chunks(path: str, spread: Spread | None = None) -> Iterator[Chunk]:
    """Pages of a dump in its own order, CHUNK bytes or one large page at a time."""
    stream = blocks(path, spread)
    head, held = _head(path, stream)
    least = CHUNK - len(LAST_PAGE)
    seen = least
    for block in itertools.chain([b""], stream):
        held += block
        # where it is cut depends on the pages alone, not on how they were read
        while (end := held.find(LAST_PAGE, seen)) >= 0:
            end += len(LAST_PAGE)
            yield Chunk(path, head, bytes(held[:end]))
            del held[:end]
            seen = least
        seen = max(least, len(held) - len(LAST_PAGE))
        if len(held) > PAGE_LIMIT:
            raise SourceError(
                f"{path} holds a page of more than {PAGE_LIMIT} bytes: it is damaged, "
                "fetch it again."
            )
    end = held.rfind(LAST_PAGE) + len(LAST_PAGE)
    if end >= len(LAST_PAGE):
        yield Chunk(path, head, bytes(held[:end]))
        del held[:end]
    if held.strip() != END:
        raise SourceError(_cut_off(path))


def head(path: str) -> bytes:
    """What stands before the first page: the opening tag and the site's names."""
    return _head(path, blocks(path))[0]


def blocks(path: str, spread: Spread | None = None) -> Iterator[bytearray]:
    """The XML of a dump as UTF-8, whatever it is compressed with and encoded in."""
    raw = _raw(path, spread)
    first = next(raw, b"")
    encoding, raw = _encoding(path, first), itertools.chain([first], raw)
    if encoding == "utf-8":
        yield from map(bytearray, raw)
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for block in raw:
            yield bytearray(decoder.decode(block).encode("utf-8"))
        yield bytearray(decoder.decode(b"", final=True).encode("utf-8"))
    except UnicodeError as error:
        raise SourceError(
            f"{path} is not {encoding}, as its first bytes say ({error}): fetch it "
            "again."
        ) from error


def _encoding(path: str, first: bytes) -> str:
    for mark, name in MARKS.items():
        if first.startswith(mark):
            return name
    declared = DECLARED.match(first)
    name = declared[1].decode() if declared else "utf-8"
    try:
        return codecs.lookup(name).name
    except LookupError as error:
        raise SourceError(
            f"{path} says it is written in {name}, which is not known: convert it with "
            "iconv -t utf-8 and remove its first line."
        ) from error


def _raw(path: str, spread: Spread | None) -> Iterator[bytes]:
    try:
        if spread and Path(path).suffix.lower() == ".bz2":
            yield from unpacked(path, spread)
            return
        with _unpacked(Path(path)) as file:
            while block := file.read(BLOCK):
                yield block
    except EOFError as error:
        raise SourceError(_cut_off(path)) from error
    except (OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError) as error:
        raise SourceError(
            f"{path} cannot be read to its end ({error}): fetch the dump again and "
            "compare its checksum."
        ) from error


def _unpacked(path: Path) -> io.BufferedIOBase:
    if path.suffix.lower() not in (".zst", ".zstd"):
        return opened(path)
    whole = zstandard.ZstdDecompressor(max_window_size=1 << 31)
    return whole.stream_reader(path.open("rb"), read_across_frames=True)


def _head(path: str, stream: Iterator[bytearray]) -> tuple[bytes, bytearray]:
    """Head of a dump, and what was read beyond it."""
    held, page = bytearray(), None
    for block in stream:
        held += block
        page = FIRST_PAGE.search(held)
        if page or len(held) > HEAD_LIMIT:
            break
    end = page.start() if page else held.rfind(END)
    if b"<mediawiki" not in held:
        raise SourceError(
            f"{path} is no dump of a wiki (no <mediawiki> at its beginning): give the "
            "path of a pages-articles XML dump."
        )
    if b"<mediawiki" not in held[:HEAD_LIMIT] or end < 0:
        raise SourceError(_cut_off(path))
    return DECLARED.sub(b"", bytes(held[:end])), held[end:]


def _cut_off(path: str) -> str:
    return (
        f"{path} breaks off before </mediawiki>, so pages are missing: fetch the dump "
        "again and compare its checksum."
    )
