"""How a key of the study is declared: type, default, bounds, example, description.

A key is a field of a dataclass; the docstring of the class says what it is, in a line
`name: sentence` whose continuation is indented. Classes inherit what is said. A key
that holds a dataclass is what the first line of that one says.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from inspect import cleandoc

MOST = 10**9  # of numbers that have no other bound: no honest study meets it
NAME = "^[A-Za-z0-9][A-Za-z0-9_-]*$"
LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
RUNS = 10_000  # of a cell, at most
Texts = tuple[str, ...]
Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Key:
    """What is said of a key beside its type, default and description.

    example, each: of it and of an entry, as they stand in a study.
    least, most, above, below: bounds of a number. choices, pattern: of a text. All of
    these are of each entry where the key is a list. fewest, largest: how many entries.
    longest: characters of a text, or of the names of a mapping.
    names: pattern of the names of a mapping. alone: one entry may stand without a list.
    ordered: a list's order means nothing. quiet: what is empty, or the default, is not
    written back. optional: need not be written, though it has no default.
    keys: dataclass whose keys a mapping has, or such by what its `kind` is.
    rule: JSON schema as YAML, where the type does not say what may be written.
    """

    example: object
    each: object = None
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: Sequence | None = None
    pattern: str = ""
    fewest: int = 0
    largest: int = 0
    longest: int = 0
    names: str = ""
    alone: bool = False
    ordered: bool = False
    quiet: bool = False
    optional: bool = False
    keys: type | Mapping[str, type] | None = None
    rule: str = ""


def key(default, example=None, **rules) -> Field:
    """A dataclass's field with a Key; default: ... = must be written, a type = made.

    Without an example the default is one; a tuple is written as YAML has it in a line.
    """
    example = default if example is None else example
    if isinstance(example, tuple):
        example = f"[{', '.join(map(str, example))}]"
    given = {"default_factory" if isinstance(default, type) else "default": default}
    metadata = {"key": Key(example, **rules)}
    return field(metadata=metadata, **({} if default is ... else given))


def keys(kind: type) -> dict[str, Field]:
    """Fields that are keys, by the key as it is written: from_ is `from`, no name."""
    declared = [entry for entry in fields(kind) if "key" in entry.metadata]
    return {entry.name.rstrip("_"): entry for entry in declared}


@cache
def descriptions(kind: type) -> dict[str, str]:
    """What the keys of a dataclass are, by the key as it is written."""
    texts = {}
    for owner in reversed(kind.__mro__[:-1]):
        lines = re.findall(r"^(\w+): (.*(?:\n    .*)*)", cleandoc(owner.__doc__), re.M)
        texts |= {name: re.sub(r"\s+", " ", text) for name, text in lines}
    for name, entry in keys(kind).items():
        inner = entry.metadata["key"].keys or entry.type
        if is_dataclass(inner):
            texts.setdefault(name, inner.__doc__.partition("\n")[0])
        if name not in texts:
            raise ValueError(
                f"{kind.__name__} has a key {name!r} that its docstring does not "
                f"describe. Write a line '{name}: What it is.' there."
            )
    return texts
