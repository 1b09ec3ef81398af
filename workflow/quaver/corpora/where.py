"""Which rows `where:` takes: of a table, or of the fields of files' names."""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import PurePosixPath

from quaver.corpora.packed import OPENERS
from quaver.corpora.reading import SourceError
from quaver.foreign import PATH, shortened

ISO = re.compile(r"[0-9]{4}(?:-|$)")
UNDATED = "without_date_or_number"  # a document that no range can take
DAY = re.compile(r"[0-9]{4}-[0-9]{2}(?:-|$)")
FIXED = {  # fields of names with a form of their own
    "year": "[0-9]{4}",
    "month": "[0-9]{2}",
    "day": "[0-9]{2}",
    "date": "[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?",
    "id": "[^/]+?",
}
ERA = "(?i:ad|ce|bce?)"
# A year of another form: 390, -60, 60 BC, ad390; where the one of four digits fits not.
OTHER_YEAR = (
    rf"(?<![0-9])(?:(?<![A-Za-z]){ERA} ?[0-9]{{1,4}}|-?[0-9]{{1,4}}(?: ?{ERA})?)"
    r"(?![A-Za-z0-9])"
)


def fields_of(pattern: str) -> Callable[[object], dict[str, str]]:
    """How the fields of a pattern are read from a file's name: name -> field -> text.

    A pattern, such as {genre}_{year}_{id}.txt, stands for as many last parts of a path
    as it has; .gz, .bz2, .xz and .zst at the end may be left out. Fields hold no slash
    and, but for id, none of the characters beside them in the pattern, so that a name
    is read in one way or refused. A field written twice must be the same text.
    """
    forms = _regular(pattern, FIXED), _regular(pattern, FIXED | {"year": OTHER_YEAR})

    def read(name: object) -> dict[str, str]:
        for regular in forms:
            if match := _match(regular, pattern, name):
                fields = match.groupdict()
                if "year" in fields:
                    fields["year"] = _plain_year(fields["year"])
                return fields
        raise SourceError(_unmatched([str(name)], 1, pattern))

    return read


def check_names(names: Iterable[object], pattern: str) -> None:
    """Refuse all names at once that do not match a pattern."""
    read, named, bad = fields_of(pattern), list(map(str, names)), []
    for name in named:
        try:
            read(name)
        except SourceError:
            bad.append(name)
    if bad:
        raise SourceError(_unmatched(bad, len(named), pattern))


def _regular(pattern: str, forms: Mapping[str, str]) -> re.Pattern:
    pieces = re.split(r"\{([^{}]*)\}", pattern)
    written = re.escape(pieces[0])
    for number in range(1, len(pieces), 2):
        field, before, after = pieces[number], pieces[number - 1], pieces[number + 1]
        beside = "".join(map(re.escape, ["/", *before[-1:], *after[:1]]))
        text = forms.get(field, f"[^{beside}]+")
        again = field in pieces[1:number:2]
        written += f"(?P={field})" if again else f"(?P<{field}>{text})"
        written += re.escape(after)
    return re.compile(written)


def _match(regular: re.Pattern, pattern: str, name: object) -> re.Match | None:
    parts = PurePosixPath(str(name)).parts[-pattern.count("/") - 1 :]
    last = PurePosixPath(*parts)
    match = regular.fullmatch(str(last))
    if not match and last.suffix.lower() in OPENERS:
        match = regular.fullmatch(str(last.with_suffix("")))
    return match


def _plain_year(text: str) -> str:
    """A year of four digits as it is, another as a number: 60 BC is -60."""
    if re.fullmatch(FIXED["year"], text):
        return text
    digits = int(re.sub("[^0-9]", "", text))
    return str(-digits if re.search("-|b", text, re.IGNORECASE) else digits)


def _unmatched(bad: list[str], total: int, pattern: str) -> str:
    """The sentence for names that do not match a pattern, the first few named."""
    files = shortened(bad[0], PATH)
    if len(bad) > 1:
        few = ", ".join(shortened(PurePosixPath(name).name, 26) for name in bad[:3])
        files = f"{len(bad)} of {total} files ({few}{', ...' * (len(bad) > 3)})"
    hint = ""
    # would they match if fields with a form of their own took any text?
    if free := _match(_regular(pattern, {"id": FIXED["id"]}), pattern, bad[0]):
        for field, text in free.groupdict().items():
            if field in FIXED and not re.fullmatch(FIXED[field], text):
                hint = f" {{{field}}} cannot read {shortened(text, 26)!r}: write "
                hint += "{when}, which takes any text, in its place."
    return (
        f"{files} {'do' if len(bad) > 1 else 'does'} not match names: {pattern} (a "
        "field but id holds none of the characters beside it; year is a number as "
        "1810, -60 or 60 BC): correct the pattern, or leave the file out of the "
        f"source's path.{hint}"
    )


def chosen(row: Mapping, where: Mapping) -> bool:
    """Whether a row answers every condition of where: column -> condition.

    A condition is a value (equal), a list of exactly two numbers [low, high] (a range,
    both ends in; of an ISO date its year), any other list (one of), or {from: ..., to:
    ...} (ISO dates as text, both ends in, either may be missing; `to: 1950` takes all
    of 1950). ["1950", "1960"], texts, are therefore these two years only. Numbers
    compare as numbers even where the file holds text; what is missing is in no range.
    """
    return all(matches(row[column], wanted) for column, wanted in where.items())


def takes(row: Mapping, where: Mapping, counts: Counter) -> bool:
    """Whether a row is chosen; counts gets outside_where, or UNDATED.

    A range of dates wants ISO text (1805, 1805-03, 1805-03-31), one of numbers either.
    """
    if chosen(row, where):
        return True
    is_comparable = all(_comparable(row[key], wanted) for key, wanted in where.items())
    counts["outside_where" if is_comparable else UNDATED] += 1
    return False


def matches(value: object, wanted: object) -> bool:
    """Whether one value answers one condition of `where:`."""
    if isinstance(wanted, Mapping):
        text, low, high = _text(value), wanted.get("from"), wanted.get("to")
        if not ISO.match(text) or (low is not None and text < str(low)):
            return False
        return high is None or text[: len(str(high))] <= str(high)
    if _is_range(wanted):
        return wanted[0] <= _year(value) <= wanted[1]
    if isinstance(wanted, list | tuple):
        return any(matches(value, choice) for choice in wanted)
    if _is_number(wanted):
        return _number(value) == wanted
    if isinstance(wanted, bool):
        return _text(value).lower() == str(wanted).lower()
    return _text(value) == _text(wanted)


def _comparable(value: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        return ISO.match(_text(value)) is not None
    return not _is_range(wanted) or not math.isnan(_year(value))


def check_columns(
    where: Mapping, columns: Collection[str], source: str, **named: str
) -> None:
    """Refuse columns, also those named, that are not there, naming those there are."""
    for key, column in (*named.items(), *(("where", column) for column in where)):
        if column not in columns:
            there = shortened(", ".join(map(str, columns)))
            raise SourceError(
                f"{source} has no column {column!r} for {key}: choose among {there}."
            )


def group_of(source: Mapping, value: object, document: str) -> str:
    """A document's value of the column that is drawn by, "" where none is named."""
    text = _text(value).strip()
    if "draw" in source and not text:
        raise SourceError(
            f"{document} has nothing in {source['draw']!r}, by which texts are drawn: "
            "fill it in, or leave the document out by where:."
        )
    return text if "draw" in source else ""


def _is_range(wanted: object) -> bool:
    is_pair = isinstance(wanted, list | tuple) and len(wanted) == 2
    return is_pair and all(map(_is_number, wanted))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: object) -> float:
    """A value as a number, NaN (which equals nothing) where it is none."""
    try:
        return math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):  # of a number of 400 digits
        return math.nan


def _year(value: object) -> float:
    """A value as a number, of an ISO date its year."""
    is_date = isinstance(value, str) and DAY.match(value)
    return float(value[:4]) if is_date else _number(value)


def _text(value: object) -> str:
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return "" if missing else str(value)
