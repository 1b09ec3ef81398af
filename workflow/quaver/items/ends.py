"""Columns of values and of both ends of their intervals."""

from collections.abc import Mapping

import numpy as np

from quaver.statistics.values import Value

PLAIN = ("mean", "value", "ratio")  # whose ends are called low and high only


def with_ends(name: str, value: Value) -> dict:
    """Columns of a value and both ends of its interval: mean, low, high."""
    return ends(name, value.value, *value.interval())


def share_ends(name: str, value: Value) -> dict:
    """The same of a share: ends beyond 0 and 1 are cut."""
    return ends(name, value.value, *np.clip(value.interval(), 0, 1).tolist())


def ends(name: str, value: float, low: float, high: float) -> dict:
    """The same of a value and ends that are known."""
    return {name: value, f"{prefix(name)}low": low, f"{prefix(name)}high": high}


def ends_of(row: Mapping, name: str) -> tuple[float, float]:
    """Both ends in a row made by with_ends; NaN where it has none."""
    low, high = (row.get(f"{prefix(name)}{end}", np.nan) for end in ("low", "high"))
    return low, high


def prefix(name: str) -> str:
    """What stands before low and high."""
    return "" if name in PLAIN else f"{name}_"
