"""What no study holds, whatever its keys: told before anything else is looked at."""

import re
from collections.abc import Iterator, Mapping
from datetime import date

from quaver.config.errors import ConfigError, named, wrong

DEEPEST = 20  # keys and places of lists above a value
MOST = 100_000  # values of a study; of aliases of aliases YAML makes billions
BITS = 128  # of a whole number; Python cannot show one of 4300 digits
LONGEST = 4096  # characters of a text, as of a path
# Control characters, ends of lines, changes of direction and halves of characters.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
DAY = re.compile("[0-9]{4}-[0-9]{2}(-[0-9]{2})?")


def check_plain(written: object) -> None:
    """Raise ConfigError for what is too deep, too much, too long or no text at all."""
    for number, (path, value) in enumerate(_values(written, ())):
        if len(path) > DEEPEST or number > MOST:
            too_much = f"more than {MOST:,} values; lists of words may be files"
            if len(path) > DEEPEST:
                too_much = f"values that are nested more than {DEEPEST} deep"
            cure = "Write the keys that docs/study.md shows."
            raise ConfigError(f"{named(path[:1])}: got {too_much}. {cure}")
        if isinstance(value, int) and value.bit_length() > BITS:
            why = "no key wants so large a number"
            raise wrong(named(path), value, why, "Write a smaller one")
        if isinstance(value, str) and len(value) > LONGEST:
            why = f"a text has at most {LONGEST} characters"
            raise wrong(named(path), value, why, "Write a shorter one")
        if isinstance(value, str) and (control := CONTROLS.search(value)):
            code = f"U+{ord(control[0]):04X}"
            why = f"its character {code} cannot be shown"
            raise wrong(named(path), value, why, f"Write it without {code}")


def _values(value: object, path: tuple) -> Iterator[tuple[tuple, object]]:
    """All values and keys of nested mappings and lists, each with where it stands."""
    yield path, value
    entries = enumerate(value) if isinstance(value, list | tuple) else ()
    if isinstance(value, Mapping):
        entries = value.items()
        yield from ((path, key) for key in value)
    for name, inner in entries:
        yield from _values(inner, (*path, name))


def check_where(where: str, source: Mapping) -> None:
    """Refuse conditions of `where:` that no text can answer."""
    for column, wanted in source.get("where", {}).items():
        spot, values = f"{where}.where.{named([column])}", [wanted]
        if isinstance(wanted, list):
            values = wanted
        elif isinstance(wanted, Mapping):
            values = list(wanted.values())
            refuse_days(spot, values)
        for value in values:
            is_number = isinstance(value, int | float) and abs(value) < 1e15
            if not is_number and not isinstance(value, str | date):
                why = "a text, a number or a date is wanted"
                cure = "Write for example '[1946, 2026]'"
                raise wrong(spot, value, why, cure)


def refuse_days(where: str, values: list) -> None:
    """Refuse texts that look like dates and are none, as 2020-13-45."""
    for text in values:
        if isinstance(text, str) and DAY.match(text):
            try:
                date.fromisoformat(f"{text}-01"[:10])
            except ValueError as error:
                why = "the calendar has no such day"
                cure = "Write for example '1950-01-31'"
                raise wrong(where, text, why, cure) from error
