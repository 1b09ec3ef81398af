"""Text files as streams: lines and paragraphs, mended where asked, errors by place."""

import codecs
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from quaver.corpora import characters, guesses
from quaver.corpora.characters import Recoded, keeps_ascii
from quaver.corpora.kinds import kind_of
from quaver.corpora.packed import DAMAGE, EXPANSION, OPENERS, Member, excess_of, opened
from quaver.foreign import visible

BLOCK = 1 << 20  # bytes read and decoded together: a line costs little, no file much
LINE_LIMIT = 1 << 24  # bytes of one line: a longer one is not text with line ends
PARAGRAPH_LIMIT = 1 << 20  # characters: where a file without blank lines is cut


class SourceError(Exception):
    """A source that cannot be read; the message names place and cure in a sentence."""

    def __init__(self, message: str):
        super().__init__(visible(message))


class RepairableError(SourceError):
    """A text that `repair: true` would read."""


@dataclass(frozen=True)
class Document:
    """One text of a corpus: its paragraphs are read once, as they are asked for.

    id: the named column, or else the file's name or the document's running number.
    date: ISO text as the source has it, "" where there is none.
    paragraphs: texts of one or more lines; a sentence never crosses their ends.
    group: its value of the column whose groups are drawn, "" where none is named.
    """

    id: str
    date: str
    paragraphs: Iterable[str]
    group: str = ""


@dataclass(frozen=True)
class Reading:
    """How files are read; a byte order mark speaks louder than encoding.

    language: tells which encoding a line that is not UTF-8 may be in. repair: as the
    key of a source; unused bytes of windows-1252 become the control characters of the
    same number, characters no encoding explains U+FFFD.
    expansion: how many times its size a packed file may hold, above FREE bytes. cut:
    with repair, a line above LINE_LIMIT is cut at white space, else anywhere.
    """

    encoding: str = "utf-8"
    repair: bool = False
    cut: bool = False
    language: str = ""
    expansion: int = EXPANSION


PLAIN = Reading()


def reading_of(source: Mapping, *, cut: bool = False) -> Reading:
    """How a source says its files are read."""
    name = codecs.lookup(source.get("encoding", "utf-8")).name
    encoding = "utf-8" if name == "utf-8-sig" else name
    language = source.get("language", "")
    expansion = source.get("expansion", EXPANSION)
    return Reading(encoding, source.get("repair", False), cut, language, expansion)


def lines(
    file: Path | Member, how: Reading = PLAIN, counts: Counter | None = None
) -> Iterator[str]:
    """Lines of a file without their ends (LF, CRLF or CR), unpacked by its name.

    counts gets files, empty_files, bytes (unpacked), lines, byte_order_marks,
    crlf_lines, cr_lines and what was repaired: recoded_lines, null_characters,
    replacement_characters, cut_lines.
    """
    reader = _Reader(file, how, Counter() if counts is None else counts)
    for block in reader.blocks():
        yield from reader.rows(block)


def paragraphs(rows: Iterable[str]) -> Iterator[str]:
    """Lines joined until a blank one, so that a document is never held as a whole.

    Without blank lines a paragraph ends with the line that fills PARAGRAPH_LIMIT.
    """
    gathered, length = [], 0
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


class _Reader:
    """One file on its way from bytes to lines; number counts the lines given."""

    def __init__(self, file: Path | Member, how: Reading, counts: Counter):
        self._file, self._how, self._counts = file, how, counts
        self._codec = "utf-8" if how.repair else how.encoding
        self._number = self._offset = self._unpacked = 0

    def blocks(self) -> Iterator[bytes]:
        """Bytes of whole lines; a line above the limit comes in pieces if at all."""
        self._counts["files"] += 1
        try:
            packed = opened(self._file)
        except DAMAGE as error:
            reason = getattr(error, "strerror", None) or error
            raise SourceError(
                f"{self._file} cannot be opened ({reason}): make it readable or "
                "correct the source's path."
            ) from error
        with packed:
            stream, rest = self._begun(packed)
            if not rest:
                self._counts["empty_files"] += 1
            block = rest
            while block:
                block = self._read(stream, min(BLOCK, LINE_LIMIT))
                rest += block
                while characters.first_length(rest, LINE_LIMIT) > LINE_LIMIT:
                    cut = self._cut(rest)
                    yield rest[:cut]
                    rest = rest[cut:]
                # behind the last line that is whole; a last CR may be half a CRLF
                edge = rest.rfind(b"\n") + 1 or rest.rfind(b"\r", 0, len(rest) - 1) + 1
                edge = edge if block else len(rest)
                if edge:
                    yield rest[:edge]
                    rest = rest[edge:]

    def rows(self, block: bytes) -> list[str]:
        """Lines of a block as texts."""
        plain, end = self._with_one_end(block)
        try:
            text = plain.decode(self._codec)
        except UnicodeDecodeError as error:
            if not self._how.repair:
                raise RepairableError(self._undecodable(block)) from error
            text = "\n".join(map(self._mended, plain.split(b"\n")))
        if "\0" in text:
            text = self._without_nulls(text, block)
        rows = text.split(end)
        if not rows[-1]:
            rows.pop()
        self._offset += len(block)
        self._number += len(rows)
        self._counts["lines"] += len(rows)
        return rows

    def _begun(self, stream: io.BufferedIOBase) -> tuple[io.BufferedIOBase, bytes]:
        """The stream as text in bytes that keep ASCII, and what of it was read."""
        head = self._read(stream, 4)
        if kind := kind_of(head, self._file.suffix):
            raise SourceError(f"{self._file} is no text but {kind}.")
        marks = characters.MARKS
        mark = next((mark for mark in marks if head.startswith(mark)), b"")
        named = marks.get(mark, "")
        self._counts["byte_order_marks"] += bool(mark)
        if named == "utf-8":
            self._codec, self._offset = "utf-8", len(mark)
            return stream, head[len(mark) :] or self._read(stream, 1)
        whole = named or ("" if keeps_ascii(self._how.encoding) else self._how.encoding)
        if not whole:
            return stream, head
        self._codec = "utf-8"
        errors = "replace" if self._how.repair else "strict"
        recoded = Recoded(stream, head, whole, errors)
        return recoded, self._read(recoded, BLOCK)

    def _read(self, stream: io.BufferedIOBase, size: int) -> bytes:
        try:
            block = stream.read(size)
        except DAMAGE as error:
            suffix = self._file.suffix.lower()
            kind = suffix if suffix in OPENERS else "plain"
            raise SourceError(
                f"{self._file} breaks off or is damaged after line {self._number} when "
                f"read as a {kind} file ({error}): fetch or compress it again."
            ) from error
        except UnicodeError as error:
            kind = SourceError if self._how.repair else RepairableError
            raise kind(
                f"{self._file} cannot be read as {stream.encoding} after line "
                f"{self._number} ({getattr(error, 'reason', error)}): correct encoding "
                "(utf-16-le and utf-16-be need no byte order mark), or write repair: "
                "true, which puts U+FFFD for what no encoding explains."
            ) from error
        if self._how.repair and isinstance(stream, Recoded):
            self._counts["replacement_characters"] += block.count("\ufffd".encode())
        self._counts["bytes"] += len(block)
        self._unpacked += len(block)
        if excess := excess_of(self._file, self._unpacked, self._how.expansion):
            raise SourceError(excess)
        return block

    def _cut(self, rest: bytes) -> int:
        """Where a line above the limit is cut: behind white space if there is any."""
        if not (self._how.cut and self._how.repair):
            helps = self._how.cut and not self._how.repair
            cure = ", or write repair: true, which cuts it" if helps else ""
            kind = RepairableError if helps else SourceError
            raise kind(
                f"{self._file}, line {self._number + 1} is longer than {LINE_LIMIT} "
                f"bytes: put line ends between its documents or paragraphs{cure}."
            )
        self._counts["cut_lines"] += 1
        space = max(rest.rfind(b" ", 0, LINE_LIMIT), rest.rfind(b"\t", 0, LINE_LIMIT))
        if space > 0:
            return space + 1
        end = LINE_LIMIT
        while end > LINE_LIMIT - 3 and rest[end] & 0xC0 == 0x80:
            end -= 1  # not inside a character of UTF-8
        return max(end, 1)

    def _with_one_end(self, block: bytes) -> tuple[bytes, str]:
        """The block with all lines ending alike, and what they end in."""
        if b"\r" not in block:
            return block, "\n"
        whole = block.count(b"\r\n")
        if whole == block.count(b"\r") == block.count(b"\n"):
            self._counts["crlf_lines"] += whole
            return block, "\r\n"
        block = block.replace(b"\r\r\n", b"\r\n")  # of a text converted twice
        self._counts["crlf_lines"] += block.count(b"\r\n")
        block = block.replace(b"\r\n", b"\n")
        self._counts["cr_lines"] += block.count(b"\r")
        return block.replace(b"\r", b"\n"), "\n"

    def _mended(self, line: bytes) -> str:
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            self._counts["recoded_lines"] += 1
        encoding = self._how.encoding
        if encoding == "utf-8" or not keeps_ascii(encoding):
            encoding = guesses.encoding_of(self._how.language)
        if encoding in ("windows-1252", "cp1252"):
            return codecs.charmap_decode(line, "strict", characters.WINDOWS_1252)[0]
        text = line.decode(encoding, "replace")
        self._counts["replacement_characters"] += text.count("\ufffd")
        return text

    def _without_nulls(self, text: str, block: bytes) -> str:
        wide = "" if self._offset > 3 else characters.without_mark(block)
        if wide or not self._how.repair:
            position, guess = block.find(b"\0"), wide or "utf-16"
            line = self._number + 1 + text.count("\n", 0, text.index("\0"))
            cure = "" if wide else ", or write repair: true, which removes such bytes"
            kind = SourceError if wide else RepairableError
            raise kind(
                f"{self._file}, line {line} holds a null byte (byte "
                f"{self._offset + position} of the file), so it is not UTF-8 text: "
                f"convert the file with iconv -f {guess} -t utf-8, name its encoding "
                f"(encoding: {guess}){cure}."
            )
        self._counts["null_characters"] += text.count("\0")
        return text.replace("\0", "")

    def _undecodable(self, block: bytes) -> str:
        try:
            block.decode(self._codec)
        except UnicodeDecodeError as error:
            position = error.start
        before = block[:position].replace(b"\r\n", b"\n")
        line = self._number + 1 + before.count(b"\n") + before.count(b"\r")
        name = "UTF-8" if self._codec == "utf-8" else self._codec
        cure = "correct encoding, or remove it and write repair: true."
        if wide := characters.without_mark(block):
            cure = f"write encoding: {wide}."
        elif name == "UTF-8":
            cure = guesses.advice(block, position, self._how.language)
        return (
            f"{self._file}, line {line} is not {name} (byte {self._offset + position} "
            f"of the file is 0x{block[position]:02x}): {cure}"
        )
