"""Numbers and lists as running text has them."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

IRREGULAR = {"corpus": "corpora", "analogy": "analogies"}
SHOWN = 10  # members of a long list that are named


def count(number: int, thing: str) -> str:
    """A number with its thing, in the plural where it must be: 1 run, 1,200 runs."""
    return f"{number:,} {thing if number == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """More than one of a thing."""
    return IRREGULAR.get(thing, f"{thing}s")


def listed(parts: Iterable, last: str = "and") -> str:
    """One thing after the other: a, b and c; empty for none."""
    *others, end = [str(part) for part in parts] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def shortened(parts: Sequence[str]) -> str:
    """A list of which only the first few are named where it is long."""
    if len(parts) <= SHOWN:
        return listed(parts)
    return f"{', '.join(parts[:SHOWN])} and {len(parts) - SHOWN} more"


def named(names: Iterable[str]) -> str:
    """Names a study gives, set as code."""
    return shortened([f"`{name}`" for name in names])


def plain(number: float) -> str:
    """A parameter without exponent or needless zeros: 0.00001, 5, 2,000,000."""
    if float(number).is_integer():
        return f"{int(number):,}"
    return np.format_float_positional(number, trim="-")


def between(numbers: Iterable[float], form: Callable = plain) -> str:
    """The range numbers lie in, or the only one: 8, or 4 to 8."""
    ordered = sorted(numbers)
    low, high = form(ordered[0]), form(ordered[-1])
    return low if low == high else f"{low} to {high}"


def grouped(names: Iterable[str], key: Callable[[str], object]) -> dict:
    """Names by a key, in order of their first."""
    groups: dict = {}
    for name in names:
        groups.setdefault(key(name), []).append(name)
    return groups
