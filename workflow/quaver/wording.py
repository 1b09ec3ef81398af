"""Numbers with their things, and lists, as sentences for people have them."""

from collections.abc import Iterable, Sequence

SHOWN = 10  # members of a long list that are named


def count(number: int, thing: str) -> str:
    """A number with its thing, in the plural where it must be: 1 run, 1,200 runs."""
    things = "corpora" if thing == "corpus" else f"{thing}s"
    return f"{number:,} {thing if number == 1 else things}"


def listed(parts: Iterable, last: str = "and") -> str:
    """One thing after the other: a, b and c; empty for none."""
    *others, end = [str(part) for part in parts] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def shortened(parts: Sequence, last: str = "and", most: int = SHOWN) -> str:
    """A list of which only the first few are named where it is long."""
    if len(parts) <= most:
        return listed(parts, last)
    return f"{', '.join(map(str, parts[:most]))} and {len(parts) - most} more"
