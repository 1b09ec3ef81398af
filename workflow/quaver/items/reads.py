"""Which stored files an item is made of, and so whether a study has it."""

from collections.abc import Callable, Iterable

from quaver.items.item import Item

RECORDS = "records"


def files(grid, names: Iterable[str]) -> list[str]:
    """Files of a grid that measures or rules of these names make."""
    # of cells of one run, which no measure asks for, tables have rows
    lone = (cell for cell in grid.cells.values() if cell.runs < 2)
    records = [block.record for cell in lone for block in grid.blocks_of(cell)]
    by_rule = grid.files() | {RECORDS: records}
    names = dict.fromkeys(names)
    rules = (name if name in by_rule else f"measure_{name}" for name in names)
    return [path for rule in rules for path in by_rule[rule]]


def has(*names: str) -> Callable[..., bool]:
    """Tells of a grid whether its study makes a file of one of these names."""
    return lambda grid: bool(files(grid, names))


def is_wanted(item: Item, grid) -> bool:
    """Tell whether a study has an item: as it says, or by the files it reads."""
    if item.wanted is not None:
        return item.wanted(grid)
    return has(*(name for name in item.reads if name != RECORDS))(grid)
