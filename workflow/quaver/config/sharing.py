"""Sources that overlap: whether two texts share a part of one source."""

from collections.abc import Mapping

ORIGIN = "kind", "path", "text", "locale", "folder"  # of one source, however read


def shared(one: Mapping, other: Mapping) -> bool:
    """Tell whether two sources are one whose parts overlap, as far as they say."""
    if any(one.get(name) != other.get(name) for name in ORIGIN):
        return False
    first, second = (source.get("where") or {} for source in (one, other))
    # what only one of them asks for does not part them
    return all(meet(first[x], second[x]) for x in first.keys() & second.keys())


def meet(one, other) -> bool:
    """Tell whether what `where:` takes of a column overlaps, or may."""
    try:
        return any(
            first <= end and begin <= last
            for first, last in _spans(one)
            for begin, end in _spans(other)
        )
    except TypeError:  # numbers and texts
        return True


def _spans(wanted) -> list[tuple]:
    """First and last of all that a condition of `where:` takes."""
    if isinstance(wanted, Mapping):  # dates as ISO has them: 1950 is all of 1950
        return [(str(wanted.get("from", "")), f"{wanted.get('to', '')}~")]
    if not isinstance(wanted, list):
        return [(wanted, wanted)]
    if len(wanted) == 2 and {*map(type, wanted)} <= {int, float}:
        return [tuple(wanted)]
    return [(x, x) for x in wanted]
