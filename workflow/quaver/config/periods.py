"""A corpus of kind periods becomes a plain corpus for each period.

The grid is known from the study alone: nothing is looked up on the disk.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from quaver.config.errors import ConfigError
from quaver.config.inputs import check_source, fields_of

NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]*")
HOLE = "{period}"


class Period(NamedTuple):
    """A period's name, and the condition of `where:` that cuts it, None for a name.

    years: its first and last, as tables call it; empty where it goes by its name.
    """

    name: str
    wanted: object
    years: str = ""


def expanded(corpora: Mapping[str, Mapping]) -> dict[str, Mapping]:
    """Corpora with those of kind periods replaced by one for each period, in order."""
    plain: dict[str, Mapping] = {}
    for name, corpus in corpora.items():
        source = corpus["source"]
        if source["kind"] != "periods":
            check_source(f"corpora.{name}.source", source)
            _add(plain, corpora, name, corpus)
            continue
        _check(f"corpora.{name}.source", source)
        for period in _periods(f"corpora.{name}.source", source):
            part = {
                **corpus,
                "source": _source(source, period),
                "series": name,
                "period": period.years or period.name,
            }
            _add(plain, corpora, f"{name}_{period.name}", part)
    return plain


def _add(
    plain: dict[str, Mapping], written: Mapping, name: str, corpus: Mapping
) -> None:
    is_new = name not in written or corpus is written[name]
    if name in plain or not is_new:
        raise ConfigError(
            f"corpora.{name}: a period has the name of another corpus or period. Write "
            "another name for one of them."
        )
    plain[name] = corpus


def _check(where: str, source: Mapping) -> None:
    """Refuse what periods cannot be made of."""
    of = source["of"]
    if of["kind"] not in ("sotu", "text", "jsonl", "csv"):
        raise ConfigError(
            f"{where}.of.kind: got '{of['kind']}', but periods are made of sotu, text, "
            "jsonl or csv. Write for example 'of: {kind: sotu}'."
        )
    check_source(f"{where}.of", of)
    has_ranges = isinstance(source["periods"], Mapping)
    is_grid = has_ranges and "every" in source["periods"]
    if "by" in source:
        _check_column(where, source["by"], of)
    elif has_ranges and not is_grid:
        raise ConfigError(
            f"{where}: got periods with a first and a last year or date, but no column "
            "they are told by. Write for example 'by: year'."
        )
    elif HOLE not in of.get("path", ""):
        raise ConfigError(
            f"{where}: got periods, but neither {HOLE} in of.path nor a column they "
            f"are told by. Write for example 'path: texts/{HOLE}' or 'by: year'."
        )


def _check_column(where: str, column: str, of: Mapping) -> None:
    if column in of.get("where", {}):
        raise ConfigError(
            f"{where}.by: got '{column}', but of.where cuts this column too. Remove it "
            "there."
        )
    if of["kind"] == "text" and column not in fields_of(of):
        raise ConfigError(
            f"{where}.by: got '{column}', but of.names has no such field. Write for "
            f"example 'names: \"{{id}}_{{{column}}}.txt\"'."
        )


def _source(source: Mapping, period: Period) -> dict:
    of = dict(source["of"])
    if "path" in of:
        of["path"] = of["path"].replace(HOLE, period.name)
    if "by" in source:
        of["where"] = {**of.get("where", {}), source["by"]: period.wanted}
    return of


def _periods(where: str, source: Mapping) -> Iterator[Period]:
    written = source["periods"]
    of = source["of"]
    by = source.get("by")
    has_dates = by == "date" or (by == of.get("date", "") and by != "year")
    if isinstance(written, list):
        for value in written:
            is_year = bool(by) and isinstance(value, int)
            years = f"{value}-{value}" if is_year else ""
            yield Period(str(value), value, years)
    elif "every" in written:
        yield from _grid(f"{where}.periods", written, has_dates=has_dates)
    else:
        yield from _ranges(f"{where}.periods", written, has_dates=has_dates)


def _grid(where: str, written: Mapping, *, has_dates: bool) -> Iterator[Period]:
    first, last, step = (written[key] for key in ("from", "to", "every"))
    if first > last:
        raise ConfigError(
            f"{where}: got from {first} to {last}, but from may not exceed to. Write "
            f"'from: {last}' and 'to: {first}'."
        )
    for year in range(first, last + 1, step):
        end = min(year + step - 1, last)
        wanted = _wanted(year, end, has_dates=has_dates)
        yield Period(str(year), wanted, f"{year}-{end}")


def _ranges(where: str, written: Mapping, *, has_dates: bool) -> Iterator[Period]:
    """Periods by their first and last year or date, which may not overlap."""
    spans = []
    for name, values in written.items():
        first, last = map(_as_text, values)
        if not (isinstance(name, str) and NAME.fullmatch(name)):
            raise ConfigError(
                f"{where}: got the name {name!r}, but a name is letters, digits, '_' "
                "and '-', and begins with a letter or digit. Write for example "
                "'early:' (a year in quotes: \"1810\")."
            )
        kinds = {type(first), type(last)}
        if kinds not in ({int}, {str}) or first > last:
            raise ConfigError(
                f"{where}.{name}: got [{first}, {last}], but a first and a last year, "
                "or two dates, in order are wanted. Write for example "
                f"'{name}: [1790, 1845]' or '{name}: [1790-01-01, 1845-12-31]'."
            )
        is_date = has_dates or kinds == {str}
        spans.append((f"{first:>04}", f"{last:>04}", name))
        yield Period(name, _wanted(first, last, has_dates=is_date))
    for (_, last, name), (first, _, other) in pairwise(sorted(spans)):
        if first[: len(last)] <= last:
            raise ConfigError(
                f"{where}: '{name}' ends with {last}, but '{other}' begins with "
                f"{first}. Write periods that do not overlap."
            )


def _as_text(value: object) -> object:
    """YAML reads 1950-01-01 as a date."""
    return value.isoformat() if isinstance(value, date) else value


def _wanted(first: object, last: object, *, has_dates: bool) -> object:
    if has_dates:
        return {"from": f"{first:>04}", "to": f"{last:>04}"}  # as ISO writes years
    return [first, last]
