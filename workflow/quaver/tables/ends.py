"""Columns of values and of both ends of their intervals."""

from collections.abc import Mapping

import numpy as np

from quaver.statistics.values import Value


def with_ends(name: str, found: Value, suffix: str = "", scale: float = 1.0) -> dict:
    """Columns of a value and both ends of its interval: mean_e2, low_e2 ..."""
    low, high = found.times(scale).interval()
    prefix = "" if name in ("mean", "value") else f"{name}_"
    return {
        f"{name}{suffix}": found.value * scale,
        f"{prefix}low{suffix}": low,
        f"{prefix}high{suffix}": high,
    }


def ends_of(row: Mapping, name: str, suffix: str = "") -> tuple[float, float]:
    """Both ends in a row made by with_ends; NaN where it has none."""
    prefix = "" if name in ("mean", "value") else f"{name}_"
    low, high = (row.get(f"{prefix}{end}{suffix}", np.nan) for end in ("low", "high"))
    return low, high
