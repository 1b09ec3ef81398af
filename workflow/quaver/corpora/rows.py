"""Documents from tables: jsonl and csv files, one row each."""

import csv
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from quaver.corpora.document import Document
from quaver.corpora.packed import Member
from quaver.corpora.places import texts
from quaver.corpora.reading import (
    LINE_LIMIT,
    RepairableError,
    SourceError,
    lines,
    paragraphs,
    reading_of,
    split_lines,
)
from quaver.corpora.where import check_columns, chosen, comparable

HALVES = re.compile("[\ud800-\udfff]")


def jsonl(source: Mapping, counts: Counter) -> Iterator[Document]:
    """Documents of jsonl files: an object per line, blank lines left out."""
    number = 0
    how = reading_of(source)
    for file in texts(source, counts):
        for line, text in enumerate(lines(file, how, counts), start=1):
            number += 1
            if text and not text.isspace():
                where = f"{file}, line {line}"
                row = _Row(_json(text, where), where, number)
                yield from row.document(source, counts)
            else:
                counts["blank_lines"] += 1


def csv_rows(source: Mapping, counts: Counter) -> Iterator[Document]:
    """Documents of csv files: a row each, columns named by the first line."""
    csv.field_size_limit(LINE_LIMIT)
    number = itertools.count(1)
    for file in texts(source, counts):
        for line, row in _rows(file, source, counts):
            named = _Row(row, f"{file}, line {line}", next(number))
            yield from named.document(source, counts)


def _json(text: str, where: str) -> dict:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError(
            f"{where} is not JSON ({error}): a jsonl file holds one whole JSON object "
            "per line."
        ) from error
    if not isinstance(row, dict):
        raise SourceError(
            f"{where} holds a JSON {type(row).__name__}: write an object, such as "
            '{"text": "..."}.'
        )
    return row


def _rows(
    path: Path | Member, source: Mapping, counts: Counter
) -> Iterator[tuple[int, dict]]:
    """Rows of a csv file by the names in its first line, with the line they end in."""
    given = lines(path, reading_of(source), counts)
    reader = csv.reader((line + "\n" for line in given), strict=True)
    header: list[str] = []
    try:
        for row in filter(None, reader):
            if not header:
                header = row
                _check_header(header, path)
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


def _check_header(header: list[str], path: Path | Member) -> None:
    twice = [name for number, name in enumerate(header) if name in header[:number]]
    if twice:
        raise SourceError(
            f"{path}, line 1 names the column {twice[0]!r} twice: give each column a "
            "name of its own."
        )


@dataclass(frozen=True)
class _Row:
    """A row of a table: its columns, where it stands, its number among all."""

    columns: Mapping
    place: str
    number: int

    def document(self, source: Mapping, counts: Counter) -> Iterator[Document]:
        """The document a row is, or none where `where:` leaves it out."""
        where = source.get("where") or {}
        named = {key: source[key] for key in ("text", "id", "date") if source.get(key)}
        for key, column in named.items():
            if column not in self.columns:
                raise SourceError(
                    f"{self.place} has no column {column!r} for {key}: choose among "
                    f"{', '.join(self.columns)}."
                )
        check_columns(where, list(self.columns), self.place)
        if not chosen(self.columns, where):
            is_comparable = comparable(self.columns, where)
            counts["outside_where" if is_comparable else "without_date_or_number"] += 1
            return
        repair = counts if source.get("repair") else None
        fields = {key: self._field(column, repair) for key, column in named.items()}
        counts["blank_documents"] += not fields["text"].strip()
        yield Document(
            fields.get("id") or str(self.number),
            fields.get("date", ""),
            paragraphs(split_lines(fields["text"])),
        )

    def _field(self, column: str, repair: Counter | None) -> str:
        """A value as text; what UTF-8 or HDF5 cannot hold is refused or repaired."""
        value = self.columns[column]
        if isinstance(value, dict | list):
            raise SourceError(
                f"{self.place} holds a {type(value).__name__} where a text is wanted: "
                "name another column or write a text there."
            )
        text = "" if value is None else str(value)
        if "\0" not in text and not HALVES.search(text):
            return text
        if repair is None:
            raise RepairableError(
                f"{self.place} holds a null or half a surrogate pair, which are no "
                "characters: remove the escapes \\u0000 and \\ud800 to \\udfff, or "
                "write repair: true, which does."
            )
        repair["null_characters"] += text.count("\0")
        repair["replacement_characters"] += len(HALVES.findall(text))
        return HALVES.sub("\ufffd", text.replace("\0", ""))
