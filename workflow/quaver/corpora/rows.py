"""Documents from tables: jsonl and csv files, one row each."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from quaver.corpora import reading
from quaver.corpora.places import texts
from quaver.corpora.reading import Document, SourceError
from quaver.corpora.where import check_columns, group_of, takes
from quaver.foreign import shortened

HALVES = re.compile("[\ud800-\udfff]")
MARKS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
Rows = Iterator[tuple[int, Mapping | None]]  # with their lines; None for a blank one


def documents(
    parsed: Callable[[Iterator[str], str, Mapping], Rows],
    source: Mapping,
    counts: Counter,
) -> Iterator[Document]:
    """Documents of files, a row each, by one of the two readers of lines below."""
    where = source.get("where") or {}
    named = {
        key: source[key] for key in ("text", "id", "date", "draw") if source.get(key)
    }
    repair = counts if source.get("repair") else None
    number = 0
    for file in texts(source, counts):
        given = reading.lines(file, reading.reading_of(source), counts)
        for line, row in parsed(given, str(file), source):
            number += 1
            if row is None:
                counts["blank_lines"] += 1
                continue
            location = f"{file}, line {line}"
            check_columns(where, row, location, **named)
            if not takes(row, where, counts):
                continue
            fields = {
                key: _field(row[column], location, repair)
                for key, column in named.items()
            }
            counts["blank_documents"] += not fields["text"].strip()
            parts = reading.paragraphs(reading.split_lines(fields["text"]))
            name = fields.get("id") or str(number)
            group = group_of(source, fields.get("draw"), location)
            yield Document(name, fields.get("date", ""), parts, group)


def json_rows(given: Iterator[str], file: str, source: Mapping) -> Rows:
    """Rows of a jsonl file: an object per line."""
    for line, text in enumerate(given, start=1):
        if not text or text.isspace():
            yield line, None
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise SourceError(
                f"{file}, line {line} is not JSON ({error}): a jsonl file holds one "
                "whole JSON object per line."
            ) from error
        if not isinstance(row, dict):
            raise SourceError(
                f"{file}, line {line} holds a JSON {type(row).__name__}: write an "
                'object, such as {"text": "..."}.'
            )
        yield line, row


def csv_rows(given: Iterator[str], file: str, source: Mapping) -> Rows:
    """Rows of a csv file by the names in the first, with the lines they end in."""
    csv.field_size_limit(reading.LINE_LIMIT)
    mark = source.get("delimiter", ",")
    reader = csv.reader((line + "\n" for line in given), delimiter=mark, strict=True)
    filled = filter(None, reader)
    try:
        header = next(filled, [])
        _check_delimiter(header, mark, file, source["text"])
        twice = [name for k, name in enumerate(header) if name in header[:k]]
        if twice:
            raise SourceError(
                f"{file}, line 1 names the column {twice[0]!r} twice: give each column "
                "a name of its own."
            )
        for row in filled:
            if len(row) != len(header):
                raise SourceError(
                    f"{file}, line {reader.line_num} has {len(row)} fields where the "
                    f"first line names {len(header)}: quote fields that hold "
                    f"{MARKS.get(mark, repr(mark))}."
                )
            yield reader.line_num, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise SourceError(
            f"{file}, line {reader.line_num} is not csv ({error}): quote fields that "
            'hold quotes or line ends, and double the quotes inside ("").'
        ) from error


def _check_delimiter(header: list[str], mark: str, file: str, text: str) -> None:
    """Refuse a header whose columns seem to be parted by something else."""
    written = mark.join(header)
    other = max(MARKS, key=written.count)
    if text not in header and other != mark and other in written:
        raise SourceError(
            f"{file}, line 1 holds {MARKS[other]} and no column {text!r} between "
            f"{MARKS.get(mark, repr(mark))} ({shortened(written)!r}): write delimiter: "
            f"{json.dumps(other)}."
        )


def _field(value: object, location: str, repair: Counter | None) -> str:
    """A value as text; what UTF-8 or HDF5 cannot hold is refused or repaired."""
    if isinstance(value, dict | list):
        raise SourceError(
            f"{location} holds a {type(value).__name__} where a text is wanted: name "
            "another column or write a text there."
        )
    text = "" if value is None else str(value)
    if "\0" not in text and not HALVES.search(text):
        return text
    if repair is None:
        raise reading.RepairableError(
            f"{location} holds a null or half a surrogate pair, which are no "
            "characters: remove the escapes \\u0000 and \\ud800 to \\udfff, or write "
            "repair: true, which does."
        )
    repair["null_characters"] += text.count("\0")
    repair["replacement_characters"] += len(HALVES.findall(text))
    return HALVES.sub("\ufffd", text.replace("\0", ""))
