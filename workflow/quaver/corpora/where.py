"""The `where:` of a source: which rows of a table are documents of the corpus."""

import math
import re
from collections.abc import Collection, Mapping

from quaver.corpora.reading import SourceError

ISO = re.compile(r"[0-9]{4}(?:-|$)")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}(?:-|$)")


def chosen(row: Mapping, where: Mapping) -> bool:
    """Whether a row answers every condition of where: column -> condition.

    A condition is a value (equal), a list of exactly two numbers [low, high] (a range,
    both ends in; of an ISO date its year), any other list (one of), or {from: ..., to:
    ...} (ISO dates compared as text, both ends in and either may be left out; `to:
    1950` takes all of 1950).
    Two years written as texts, ["1950", "1960"], are therefore these two years only.
    Numbers compare as numbers even where the file holds text; a missing value (empty,
    null, NaN) lies in no range.
    """
    return all(matches(row[column], wanted) for column, wanted in where.items())


def matches(value: object, wanted: object) -> bool:
    """Whether one value answers one condition of `where:`."""
    if isinstance(wanted, Mapping):
        return _within(_text(value), wanted)
    if isinstance(wanted, list | tuple):
        if len(wanted) == 2 and all(map(_is_number, wanted)):
            return wanted[0] <= _year(value) <= wanted[1]
        return any(_equal(value, choice) for choice in wanted)
    return _equal(value, wanted)


def comparable(row: Mapping, where: Mapping) -> bool:
    """Whether a row's values can be compared with the ranges of where.

    A range of dates wants ISO text (1805, 1805-03 or 1805-03-31), one of numbers a
    number, or such a date of which it takes the year.
    """
    return all(_comparable(row[column], wanted) for column, wanted in where.items())


def _comparable(value: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        return ISO.match(_text(value)) is not None
    if isinstance(wanted, list | tuple) and len(wanted) == 2:
        return not all(map(_is_number, wanted)) or not math.isnan(_year(value))
    return True


def check_columns(where: Mapping, columns: Collection[str], source: str) -> None:
    """Refuse a `where:` on a column that is not there, naming those there are."""
    for column in where:
        if column not in columns:
            raise SourceError(
                f"{source} has no column {column!r} for where: choose among "
                f"{', '.join(columns)}."
            )


def _within(text: str, wanted: Mapping) -> bool:
    low, high = wanted.get("from"), wanted.get("to")
    if not text or (low is not None and text < str(low)):
        return False
    return high is None or text[: len(str(high))] <= str(high)


def _equal(value: object, wanted: object) -> bool:
    if _is_number(wanted):
        return _number(value) == wanted
    if isinstance(wanted, bool):
        return _text(value).lower() == str(wanted).lower()
    return _text(value) == _text(wanted)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: object) -> float:
    """A value as a number, NaN (which equals nothing) where it is none."""
    if isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def _year(value: object) -> float:
    """A value as a number, of an ISO date its year."""
    is_date = isinstance(value, str) and DAY.match(value)
    return float(value[:4]) if is_date else _number(value)


def _text(value: object) -> str:
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return "" if missing else str(value)
