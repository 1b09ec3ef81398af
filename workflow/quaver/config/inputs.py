"""What a schema cannot say of a source."""

import re
from collections.abc import Mapping

from quaver.config.errors import ConfigError

SHAPED = ("year", "month", "day", "date")  # fields of names with a form of their own


def check_source(where: str, source: Mapping) -> None:
    """Raise ConfigError for the first thing in a source that cannot be meant."""
    encoding = source.get("encoding", "utf-8")
    try:
        b"a".decode(encoding, "ignore")
    except (LookupError, ValueError) as error:
        raise ConfigError(
            f"{where}.encoding: got '{encoding}', but Python has no text encoding of "
            "this name. Write for example 'encoding: windows-1252'."
        ) from error
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
    columns, take = source.get("columns"), source.get("take")
    if columns is None and take is not None:
        raise ConfigError(
            f"{where}.take: got '{take}', but there are no columns to take it from. "
            f"Write for example 'columns: [word, {take}]'."
        )
    if columns and take not in columns:
        raise ConfigError(
            f"{where}.take: got {source.get('take', 'nothing')!r}, but one of the "
            f"columns {', '.join(columns)} is wanted. Write for example 'take: "
            f"{columns[0]}'."
        )
    if columns and source.get("documents") == "line":
        raise ConfigError(
            f"{where}.documents: got 'line', but a line of vertical text is one token. "
            "Write 'documents: file'."
        )
