"""What a schema cannot say of a source."""

import re
from collections.abc import Mapping

from quaver.config.errors import ConfigError

SHAPED = ("year", "month", "day", "date")  # fields of names with a form of their own


def check_source(where: str, source: Mapping) -> None:
    """Raise ConfigError for the first thing in a source that cannot be meant."""
    if "encoding" in source:
        _encoding(f"{where}.encoding", source["encoding"])
    if source["kind"] == "text":
        _names(where, source)
        _columns(where, source)


def fields_of(source: Mapping) -> list[str]:
    """Fields of the names of a text's files, in order."""
    return re.findall(r"\{(\w+)\}", source.get("names", ""))


def _encoding(where: str, name: str) -> None:
    try:
        b"a".decode(name, "ignore")
    except (LookupError, UnicodeError, ValueError) as error:
        raise ConfigError(
            f"{where}: got '{name}', but Python has no text encoding of this name. "
            "Write for example 'encoding: windows-1252'."
        ) from error


def _names(where: str, source: Mapping) -> None:
    names = source.get("names", "")
    for left, right in re.findall(r"\{(\w+)\}(?=\{(\w+)\})", names):
        if left not in SHAPED and right not in SHAPED:
            raise ConfigError(
                f"{where}.names: got '{{{left}}}{{{right}}}', but nothing tells where "
                "the one ends. Write a character between them: "
                f"'{{{left}}}_{{{right}}}'."
            )
    used = [(key, source[key]) for key in ("id", "date") if key in source]
    used += [("where", field) for field in source.get("where", {})]
    for key, field in used:
        if field not in fields_of(source):
            raise ConfigError(
                f"{where}.{key}: got '{field}', but names has no such field. Write "
                f"for example 'names: \"{{id}}_{{{field}}}.txt\"'."
            )


def _columns(where: str, source: Mapping) -> None:
    columns = source.get("columns")
    if columns is None and "take" not in source:
        return
    if columns is None:
        raise ConfigError(
            f"{where}.take: got '{source['take']}', but there are no columns to take "
            f"it from. Write for example 'columns: [word, {source['take']}]'."
        )
    if source.get("take") not in columns:
        raise ConfigError(
            f"{where}.take: got {source.get('take', 'nothing')!r}, but one of the "
            f"columns {', '.join(columns)} is wanted. Write for example 'take: "
            f"{columns[0]}'."
        )
    if source.get("documents") == "line":
        raise ConfigError(
            f"{where}.documents: got 'line', but a line of vertical text is one token. "
            "Write 'documents: file'."
        )
