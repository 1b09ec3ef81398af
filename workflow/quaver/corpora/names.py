"""Metadata in the names of files: a pattern such as {genre}_{year}_{id}.txt."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from quaver.corpora.packed import OPENERS
from quaver.corpora.reading import SourceError

FIXED = {  # fields with a form of their own
    "year": "[0-9]{4}",
    "month": "[0-9]{2}",
    "day": "[0-9]{2}",
    "date": "[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?",
}


def fields_of(pattern: str) -> Callable[[object], dict[str, str]]:
    """How the fields of a pattern are read from a file's name: name -> field -> text.

    {year} is four digits, {month} and {day} two, {date} an ISO date or its beginning.
    Any other field is one or more characters, none of them a slash or one that stands
    beside the field in the pattern: {id} of _{id}.txt holds no _ and no dot. So a name
    is read in one way or refused, never cut at another place than was meant. A field
    written twice must be the same text. The pattern stands for the last part of a path,
    or for as many as it has; .gz, .bz2, .xz and .zst at the end may be left out.
    """
    parts = pattern.count("/") + 1
    regular = re.compile(_regular(pattern))

    def read(name: object) -> dict[str, str]:
        text = "/".join(PurePosixPath(str(name)).parts[-parts:])
        bare = PurePosixPath(text)
        packed = bare.suffix.lower() in OPENERS
        match = regular.fullmatch(text) or (
            regular.fullmatch(str(bare.with_suffix(""))) if packed else None
        )
        if not match:
            raise SourceError(
                f"{name} does not match names: {pattern} (a field holds none of the "
                "characters beside it; year is four digits): correct the pattern, or "
                "leave the file out of the source's path."
            )
        return match.groupdict()

    return read


def _regular(pattern: str) -> str:
    pieces = re.split(r"\{([^{}]*)\}", pattern)
    named: set[str] = set()
    regular = re.escape(pieces[0])
    for number in range(1, len(pieces), 2):
        field, before, after = pieces[number], pieces[number - 1], pieces[number + 1]
        beside = "".join(map(re.escape, ["/", *before[-1:], *after[:1]]))
        text = FIXED.get(field, f"[^{beside}]+")
        again = field in named
        regular += f"(?P={field})" if again else f"(?P<{field}>{text})"
        regular += re.escape(after)
        named.add(field)
    return regular
