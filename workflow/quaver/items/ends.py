"""Columns of values and of both ends of their intervals."""

from collections.abc import Mapping, Sequence

import numpy as np

from quaver.results.records import note
from quaver.statistics.values import Value

PLAIN = ("mean", "value", "ratio")  # whose ends are called low and high only
CUT = "an end of its interval is cut at a bound"
ROUNDING = 1e-9


def with_ends(name: str, value: Value, suffix: str = "") -> dict:
    """Columns of a value and both ends of its interval: mean_e2, low_e2 ..."""
    columns = ends(name, value.value, *value.interval())
    return {f"{column}{suffix}": number for column, number in columns.items()}


def cut(low: float, high: float, bounds: Sequence) -> tuple[float, float, str]:
    """Ends within the range of a quantity, and a note where one was not."""
    least, most = bounds  # which Student's t does not know
    is_beyond = low < least - ROUNDING or high > most + ROUNDING
    return *np.clip((low, high), least, most).tolist(), CUT * bool(is_beyond)


def share_ends(name: str, value: Value) -> dict:
    """The same of a share: ends beyond 0 and 1 are cut."""
    return ends(name, value.value, *cut(*value.interval(), (0, 1))[:2])


def ends(name: str, value: float, low: float, high: float) -> dict:
    """The same of a value and ends that are known."""
    before = "" if name in PLAIN else f"{name}_"
    return {name: value, f"{before}low": low, f"{before}high": high}


def interval_row(interval: tuple[float, float, float], **facts) -> dict:
    """A row with a value and its ends; the note says where there is no interval."""
    few = "no interval: it needs 3 runs of each" if np.isnan(interval[1]) else ""
    return facts | ends("value", *interval) | {"note": note(facts.get("note", ""), few)}


def value_row(value: Value, *, is_log: bool = False, **facts) -> dict:
    """The same of a value that knows its error, or of a ratio by its logarithm."""
    interval = np.array((value.value, *value.interval()))
    interval = np.exp(interval) if is_log else interval
    return interval_row(interval.tolist(), freedom=value.freedom, **facts)


def finite(value: float) -> float:
    """NaN for what is never reached: CSV has no infinity."""
    return value if np.isfinite(value) else np.nan


def ends_of(row: Mapping, name: str) -> tuple[float, float]:
    """Both ends in a row made by with_ends; NaN where it has none."""
    _, low, high = ends(name, 0, 0, 0)
    return row.get(low, np.nan), row.get(high, np.nan)
