"""What a study says in short of a text: periods of a source.

What a schema cannot say of sources is checked here; no disk is looked at.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise

from quaver.config.errors import ConfigError, cut, quoted, wrong
from quaver.config.keys import NAME
from quaver.config.plain import check_where, refuse_days
from quaver.config.sources import PERIODS_AT_MOST
from quaver.config.study import LONGEST

HOLE = "{period}"
SHAPED = ("year", "month", "day", "date")  # fields of names with a form of their own

# codecs that decode, yet no texts are in them; base64 and its like decode nothing
NO_TEXTS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "charmap")
NO_TEXTS += ("undefined", "oem", "mbcs")


def expanded(corpora: Mapping[str, Mapping]) -> dict[str, Mapping]:
    """Corpora with those of kind periods replaced by one for each period, in order."""
    plain: dict[str, Mapping] = {}
    for written, corpus in corpora.items():
        for name, part in _parts(written, corpus):
            if name in plain or (name in corpora and name != written):
                raise ConfigError(
                    f"corpora.{name}: a period has the name of another corpus or "
                    "period. Write another name for one of them."
                )
            if len(name) > LONGEST:
                why = f"the name of a corpus has at most {LONGEST} characters"
                raise wrong("corpora", name, why, "Write a shorter one")
            plain[name] = part
    return plain


def _parts(name: str, corpus: Mapping) -> Iterator[tuple[str, Mapping]]:
    """A corpus by its name; of kind periods, that of each period by its own."""
    where, source = f"corpora.{name}.source", corpus["source"]
    if source["kind"] != "periods":
        _check_source(where, source)
        if corpus.get("encode") == "together":
            why = "only periods of a source are parts of one text"
            raise wrong(f"corpora.{name}.encode", "together", why, "Remove the line")
        yield name, corpus
        return
    _check_periods(where, source)
    for period, wanted, called in _periods(f"{where}.periods", source):
        of = dict(source["of"])
        if "path" in of:
            of["path"] = of["path"].replace(HOLE, period)
        if "by" in source:
            of["where"] = {**of.get("where", {}), source["by"]: wanted}
        part = {**corpus, "source": of, "series": name, "period": called}
        if part.pop("encode", "apart") == "together":
            own = {"kind": "period", "name": period}
            part |= {"part_of": name, "part": own}
        yield f"{name}_{period}", part


def _check_periods(where: str, source: Mapping) -> None:
    of, periods, by = source["of"], source["periods"], source.get("by")
    if of["kind"] not in ("sotu", "text", "jsonl", "csv"):
        why = "periods are made of sotu, text, jsonl or csv"
        cure = "Write for example 'of: {kind: sotu}'"
        raise wrong(f"{where}.of.kind", of["kind"], why, cure)
    _check_source(f"{where}.of", of)
    if by is None and isinstance(periods, Mapping) and "every" not in periods:
        raise ConfigError(
            f"{where}: got periods with a first and a last year or date, but no column "
            "they are told by. Write for example 'by: year'."
        )
    if by is None and HOLE not in of.get("path", ""):
        raise ConfigError(
            f"{where}: got periods, but neither {HOLE} in of.path nor a column they "
            f"are told by. Write for example 'path: texts/{HOLE}' or 'by: year'."
        )
    if by in of.get("where", {}):
        why = "of.where cuts this column too"
        raise wrong(f"{where}.by", by, why, "Remove it there")
    if by is not None and of["kind"] == "text" and by not in _fields_of(of):
        cure = f"Write for example 'names: \"{{id}}_{{{by}}}.txt\"'"
        raise wrong(f"{where}.by", by, "of.names has no such field", cure)


def _periods(where: str, source: Mapping) -> Iterator[tuple[str, object, str]]:
    """Names of periods, what `where:` cuts each by, its years (or name) for tables."""
    written, by = source["periods"], source.get("by")
    if isinstance(written, list):
        years = all(re.fullmatch(r"-?\d+", str(value)) for value in written)
        for value in sorted(written, key=int) if years else written:
            is_year = bool(by) and isinstance(value, int)
            yield str(value), value, f"{value}-{value}" if is_year else str(value)
        return
    is_grid = "every" in written
    has_dates = by == "date" or (by == source["of"].get("date", "") and by != "year")
    for name, first, last in (_grid if is_grid else _ranges)(where, written):
        wanted = [first, last]
        if has_dates or isinstance(first, str):  # as ISO writes years
            wanted = {"from": f"{first:>04}", "to": f"{last:>04}"}
        years = f"{first} to {last}" if str(first)[0] == "-" else f"{first}-{last}"
        yield name, wanted, years if is_grid else name


def _grid(where: str, written: Mapping) -> list[tuple]:
    first, last, step = (written[key] for key in ("from", "to", "every"))
    if first > last:
        raise ConfigError(
            f"{where}: got from {first} to {last}, but from may not exceed to. Write "
            f"'from: {last}' and 'to: {first}'."
        )
    years = range(first, last + 1, step)
    if len(years) > PERIODS_AT_MOST:
        why = f"at most {PERIODS_AT_MOST} periods are wanted"
        cure = "Write a larger 'every:'"
        raise wrong(f"{where}.every", step, f"{len(years)} would be; {why}", cure)
    return [(str(year), year, min(year + step - 1, last)) for year in years]


def _ranges(where: str, written: Mapping) -> list[tuple]:
    ranges = []
    for name, values in written.items():
        # YAML reads 1950-01-01 as a date
        first, last = (x.isoformat() if isinstance(x, date) else x for x in values)
        if not (isinstance(name, str) and re.fullmatch(NAME, name)):
            raise ConfigError(
                f"{where}: got the name {quoted(name)}, but a name is letters, digits, "
                "'_' and '-', and begins with a letter or digit. Write for example "
                "'early:' (a year in quotes: \"1810\")."
            )
        refuse_days(f"{where}.{cut(name, 40)}", [first, last])
        if {type(first), type(last)} not in ({int}, {str}) or first > last:
            why = "a first and a last year, or two dates, in order are wanted"
            cure = f"'{name}: [1790, 1845]' or '{name}: [1790-01-01, 1845-12-31]'"
            cure = f"Write for example {cure}"
            raise wrong(f"{where}.{name}", (first, last), why, cure)
        ranges.append((name, first, last))
    # years and dates in one order, also those before the first
    spans = sorted((_order(a), _order(b), name) for name, a, b in ranges)
    for (_, last, name), (first, _, other) in pairwise(spans):
        if first[: len(last)] <= last:
            ends = {name: (first, last) for name, first, last in ranges}
            raise ConfigError(
                f"{where}: '{name}' ends with {ends[name][1]}, but '{other}' begins "
                f"with {ends[other][0]}. Write periods that do not overlap."
            )
    # tables have periods in order of time, however they are written
    return sorted(ranges, key=lambda span: _order(span[1]))


def _order(year: int | str) -> str:
    return f"{10_000 + year:05}" if isinstance(year, int) else f"1{year}"


def _check_source(where: str, source: Mapping) -> None:
    check_where(where, source)
    check_encoding(f"{where}.encoding", source.get("encoding", "utf-8"))
    if source["kind"] == "text":
        _names(where, source)
        _columns(where, source)


def check_encoding(where: str, encoding: str) -> None:
    """Refuse what is no encoding of texts."""
    try:
        b"a".decode(encoding, "ignore")
        is_of_texts = codecs.lookup(encoding).name not in NO_TEXTS
    except (LookupError, ValueError):
        is_of_texts = False
    if not is_of_texts:
        why = "Python has no text encoding of this name"
        cure = "Write for example 'encoding: windows-1250'"
        raise wrong(where, encoding, why, cure)


def _fields_of(source: Mapping) -> list[str]:
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
        if field not in _fields_of(source):
            cure = f"Write for example 'names: \"{{id}}_{{{field}}}.txt\"'"
            raise wrong(f"{where}.{key}", str(field), "names has no such field", cure)


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
