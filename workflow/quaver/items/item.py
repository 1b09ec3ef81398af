"""How tables and figures are declared, and a table built of a study's numbers."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pandas as pd

TYPES = {"number": "float64", "whole": "Int64", "text": "str", "remark": "str"}
SUFFIXES = {1.0: "", 1e2: "_e2", 1e4: "_e4"}
KEYS = 10  # columns that Markdown and LaTeX show, at most


@dataclass(frozen=True)
class Column:
    """A column of a table: rows hold its value under `name`, the CSV under `head`."""

    name: str
    kind: str = "number"  # or whole, text, remark: a text that is empty where missing
    scale: float = 1.0  # of the CSV: 1, 1e2 or 1e4
    places: int = 3  # decimals shown to people

    def __post_init__(self):
        """Refuse what the builder does not know."""
        if self.kind not in TYPES or self.scale not in SUFFIXES:
            raise ValueError(
                f"Column {self.name!r}: kind must be one of {sorted(TYPES)} and scale "
                f"one of {sorted(SUFFIXES)}. Got {self.kind!r} and {self.scale!r}."
            )

    @property
    def head(self) -> str:
        """Name in the CSV: mean_e2 for a mean x 10^2."""
        return f"{self.name}{SUFFIXES[self.scale]}"

    @property
    def is_text(self) -> bool:
        """Whether it holds words."""
        return TYPES[self.kind] == "str"

    def value(self, row: Mapping):
        """What the CSV holds of a row; several remarks become one, nothing twice."""
        value = row.get(self.name)
        # what is missing has no type, hence 'Int64', which knows NA
        if value is None:
            return "" if self.kind == "remark" else None
        if self.kind == "remark":
            parts = [value] if isinstance(value, str) else value
            return "; ".join(dict.fromkeys(filter(None, parts)))
        # unscaled as it is: whole numbers must not become floats
        return value if self.scale == 1 else value * self.scale


@dataclass(frozen=True, kw_only=True)
class Item:
    """What tables and figures have in common."""

    name: str  # of the files
    title: str  # the line of the index
    caption: str  # three sentences at most
    order: int = 0  # place in the index
    rule: str = ""  # that makes it, where that is not the rule of its kind
    reads: Sequence[str] = ()  # measures, or rules, whose files it is made of
    # tells of a grid whether its study has the item; else: if it has a file of reads
    wanted: Callable[[Any], bool] | None = None


@dataclass(frozen=True, kw_only=True)
class Table(Item):
    """A table: what it holds, and how its rows are made of the stored numbers."""

    columns: Sequence  # each one, or groups of them in groups
    keys: Sequence[str] | str  # names of those people are shown, or one text of names
    # of Results: mappings that leave out what is missing and may hold more
    rows: Callable[[Any], Iterable[Mapping]]
    published: Any = None  # what stands beside them: items.published

    def __post_init__(self):
        """Lay columns flat; refuse keys that are none, or more than people can read."""
        names = self.keys.split() if isinstance(self.keys, str) else self.keys
        object.__setattr__(self, "keys", tuple(names))  # frozen
        object.__setattr__(self, "columns", tuple(_flat(self.columns)))
        unknown = {*self.keys} - {column.name for column in self.columns}
        if unknown or len(self.keys) > KEYS:
            raise ValueError(
                f"Table {self.name!r}: keys must be at most {KEYS} of its columns. "
                f"Got {len(self.keys)}, of which {sorted(unknown)} are no columns."
            )

    @property
    def shown(self) -> list[Column]:
        """Key columns, in the order of the keys."""
        by_name = {column.name: column for column in self.columns}
        return [by_name[name] for name in self.keys]


def _flat(columns: Iterable) -> Iterator[Column]:
    for each in columns:
        yield from [each] if isinstance(each, Column) else _flat(each)


@dataclass(frozen=True, kw_only=True)
class Figure(Item):
    """A figure: draw makes it of Results, with its title and caption on it."""

    draw: Callable[[Any], Any]


def build(table: Table, results) -> pd.DataFrame:
    """Make a table: every column with its type, rows in the order they are given."""
    rows = table.rows(results)
    if table.published is not None:
        rows = table.published.beside(rows, results)
    return framed(rows, table.columns)


def framed(rows: Iterable[Mapping], columns: Sequence[Column]) -> pd.DataFrame:
    """Rows as a data frame of these columns; what a row leaves out is missing."""
    values = [[column.value(row) for column in columns] for row in rows]
    frame = pd.DataFrame(values, columns=[column.head for column in columns])
    return frame.astype({column.head: TYPES[column.kind] for column in columns})


def modules(package: ModuleType) -> list[ModuleType]:
    """A package and all modules in it, sorted by name."""
    paths = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [package, *(importlib.import_module(path.name) for path in paths)]


def of(package: ModuleType) -> tuple[list[Table], list[Figure]]:
    """All tables and figures that a package's modules name (never import one)."""
    values = [value for module in modules(package) for value in vars(module).values()]
    items = [value for value in values if isinstance(value, Item)]
    # a table and a figure may have one name: they have other endings
    if len({(type(item), item.name) for item in items}) < len(items):
        raise ValueError(f"{package.__name__} holds two items of one name.")
    items.sort(key=lambda item: (item.order, item.name))
    tables = [item for item in items if isinstance(item, Table)]
    return tables, [item for item in items if isinstance(item, Figure)]
