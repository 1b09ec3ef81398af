"""What a schema cannot say of a source."""

import re
from collections.abc import Mapping

from quaver.config.errors import wrong

SHAPED = ("year", "month", "day", "date")  # fields of names with a form of their own


def check_source(where: str, source: Mapping) -> None:
    """Raise ConfigError for the first thing in a source that cannot be meant."""
    encoding = source.get("encoding", "utf-8")
    try:
        b"a".decode(encoding, "ignore")
    except (LookupError, ValueError) as error:
        why = "Python has no text encoding of this name"
        cure = "Write for example 'encoding: windows-1252'"
        raise wrong(f"{where}.encoding", encoding, why, cure) from error
    if source["kind"] == "text":
        _names(where, source)
        _columns(where, source)


def fields_of(source: Mapping) -> list[str]:
    """Fields of the names of a text's files, in order."""
    return re.findall(r"\{(\w+)\}", source.get("names", ""))


def _names(where: str, source: Mapping) -> None:
    touching = re.findall(r"\{(\w+)\}(?=\{(\w+)\})", source.get("names", ""))
    for left, right in touching:
        if left not in SHAPED and right not in SHAPED:
            cure = f"Write a character between them: '{{{left}}}_{{{right}}}'"
            got, why = f"{{{left}}}{{{right}}}", "nothing tells where the one ends"
            raise wrong(f"{where}.names", got, why, cure)
    used = [(key, source[key]) for key in ("id", "date") if key in source]
    used += [("where", field) for field in source.get("where", {})]
    for key, field in used:
        if field not in fields_of(source):
            cure = f"Write for example 'names: \"{{id}}_{{{field}}}.txt\"'"
            raise wrong(f"{where}.{key}", field, "names has no such field", cure)


def _columns(where: str, source: Mapping) -> None:
    columns, take = source.get("columns"), source.get("take")
    if columns is None and take is not None:
        why = "there are no columns to take it from"
        cure = f"Write for example 'columns: [word, {take}]'"
        raise wrong(f"{where}.take", take, why, cure)
    if columns and take not in columns:
        why = f"one of the columns {', '.join(columns)} is wanted"
        cure = f"Write for example 'take: {columns[0]}'"
        raise wrong(f"{where}.take", source.get("take", "nothing"), why, cure)
    if columns and source.get("documents") == "line":
        why = "a line of vertical text is one token"
        raise wrong(f"{where}.documents", "line", why, "Write 'documents: file'")
