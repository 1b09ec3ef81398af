"""How tables and figures are declared, which a study has, and a table built of it."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import pandas as pd

from quaver.items.columns import TYPES, Column, columns_of

KEYS = 10  # columns that Markdown and LaTeX show, at most
RECORDS = "records"  # of trainings, by which an item has rows of cells not measured


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

    columns: str | Sequence[Column]  # a text as in items.columns becomes columns
    keys: str | Sequence[str]  # a text as well, of those people are shown: names
    # of Results: mappings that leave out what is missing and may hold more
    rows: Callable[[Any], Iterable[Mapping]]
    published: Any = None  # what stands beside them: items.published
    optional: Sequence[str] = ()  # columns left out where no row has any

    def __post_init__(self):
        """Read texts; refuse keys that are none, or more than people can read."""
        if isinstance(self.columns, str):  # else it is a copy of a table
            keys = tuple(column.name for column in columns_of(self.keys))
            object.__setattr__(self, "keys", keys)  # frozen
            object.__setattr__(self, "columns", tuple(columns_of(self.columns)))
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


@dataclass(frozen=True, kw_only=True)
class Figure(Item):
    """A figure: draw makes it of Results, with its title and caption on it."""

    draw: Callable[..., Any]
    # names, of a grid, of what has a figure of its own: draw is given one as `part`
    each: Callable[[Any], Iterable[str]] | None = None

    def of(self, part: str) -> "Figure":
        """The figure of a part, in a folder of this one's name."""
        names = {"name": f"{self.name}/{part}", "title": f"{self.title} ({part})"}
        return replace(self, **names, draw=partial(self.draw, part=part), each=None)


def build(table: Table, results) -> pd.DataFrame:
    """Make a table: every column with its type, rows in the order they are given."""
    rows = table.rows(results)
    if table.published is not None:
        rows = table.published.beside(rows, results)
    frame = framed(rows, table.columns)
    return frame.drop(columns=[x for x in table.optional if frame[x].isna().all()])


def framed(rows: Iterable[Mapping], columns: Sequence[Column]) -> pd.DataFrame:
    """Rows as a data frame of these columns; what a row leaves out is missing."""
    values = [[column.value(row) for column in columns] for row in rows]
    frame = pd.DataFrame(values, columns=[column.head for column in columns])
    typed = frame.astype({column.head: TYPES[column.kind] for column in columns})
    return typed.where(frame.notna())  # pandas before 3 would write 'None' for a gap


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


def files(grid, names: Iterable[str]) -> list[str]:
    """Files of a grid that measures or rules of these names make."""
    names, by_rule = dict.fromkeys(names), grid.files()
    if RECORDS in names:
        by_rule |= {RECORDS: _unmeasured(grid, names)}
    rules = (name if name in by_rule else f"measure_{name}" for name in names)
    return [path for rule in rules for path in by_rule[rule]]


def _unmeasured(grid, names: Iterable[str]) -> list[str]:
    """Records of cells that no measure of these names is of: tables have their rows."""
    subjects = (subject for name in names for subject in grid.measured.get(name, ()))
    measured = {cell.path for subject in subjects for cell in subject.cells}
    cells = (cell for cell in grid.shown() if cell.path not in measured)
    return [block.record for cell in cells for block in grid.blocks_of(cell)]


def has(*names: str) -> Callable[..., bool]:
    """Tells of a grid whether its study makes a file of one of these names."""
    return lambda grid: bool(files(grid, names))


def of_study(items: Iterable[Item], grid) -> Iterator[Item]:
    """Items a study has, of those declared: of some figures one for each part."""
    for item in items:
        if not is_wanted(item, grid):
            continue
        each = getattr(item, "each", None)
        yield from map(item.of, each(grid)) if each else [item]


def is_wanted(item: Item, grid) -> bool:
    """Tell whether a study has an item: as it says, or by the files it reads."""
    if item.wanted is not None:
        return item.wanted(grid)
    return has(*(name for name in item.reads if name != RECORDS))(grid)
