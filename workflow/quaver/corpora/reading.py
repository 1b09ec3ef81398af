"""Text files as streams: lines and paragraphs, plain or compressed, errors by place."""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

LINE_LIMIT = 1 << 24  # bytes of one line: a longer one is not text with line ends
PARAGRAPH_LIMIT = 1 << 20  # characters: where a file without blank lines is cut
OPENERS = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


class SourceError(Exception):
    """A source that cannot be read; the message names place and cure in a sentence."""


def lines(path: Path) -> Iterator[str]:
    """Lines of a UTF-8 file without their ends, read one at a time.

    Plain, .gz, .bz2 or .xz by the name's end; a byte order mark is skipped.
    """
    offset = 0
    with _opened(path) as file:
        for number, line in enumerate(_raw_lines(file, path), start=1):
            text = _decoded(line, path, number, offset)
            offset += len(line)
            yield text.removeprefix("\ufeff") if number == 1 else text


def paragraphs(rows: Iterable[str]) -> Iterator[str]:
    """Lines joined until a blank one, so that a document is never held as a whole.

    Without blank lines a paragraph ends with the line that fills PARAGRAPH_LIMIT.
    """
    gathered: list[str] = []
    length = 0
    for row in rows:
        if row and not row.isspace():
            gathered.append(row)
            length += len(row) + 1
            if length < PARAGRAPH_LIMIT:
                continue
        if gathered:
            yield "\n".join(gathered)
        gathered, length = [], 0
    if gathered:
        yield "\n".join(gathered)


def split_lines(text: str) -> list[str]:
    """Lines of a text by any of the three line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _opened(path: Path) -> io.BufferedIOBase:
    try:
        return OPENERS.get(path.suffix.lower(), open)(path, "rb")
    except OSError as error:
        raise SourceError(
            f"{path} cannot be opened ({error.strerror}): make it readable or correct "
            "the source's path."
        ) from error


def _raw_lines(file: io.BufferedIOBase, path: Path) -> Iterator[bytes]:
    number = 0
    while True:
        try:
            line = file.readline(LINE_LIMIT + 1)
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            kind = path.suffix.lower() if path.suffix.lower() in OPENERS else "plain"
            raise SourceError(
                f"{path} breaks off or is damaged after line {number} when read as a "
                f"{kind} file ({error}): fetch or compress it again."
            ) from error
        if not line:
            return
        number += 1
        if len(line) > LINE_LIMIT:
            raise SourceError(
                f"{path}, line {number} is longer than {LINE_LIMIT} bytes: put line "
                "ends between its documents or paragraphs."
            )
        yield line


def _decoded(line: bytes, path: Path, number: int, offset: int) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(
            f"{path}, line {number} is not UTF-8 (byte {offset + error.start} of the "
            f"file is 0x{line[error.start]:02x}): convert the file with iconv -f "
            f"{_guess(line)} -t utf-8."
        ) from error
    if "\0" in text:
        place = offset + line.index(b"\0")
        raise SourceError(
            f"{path}, line {number} holds a null byte (byte {place} of the file), so "
            "it is not UTF-8 text: convert the file with iconv -f utf-16 -t utf-8, or "
            "remove the byte with tr -d '\\000'."
        )
    return text.rstrip("\r\n")


def _guess(line: bytes) -> str:
    """The encoding to name in a cure: only a byte order mark is evidence."""
    return "utf-16" if line.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin1"
