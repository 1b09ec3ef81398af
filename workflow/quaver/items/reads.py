"""Which stored files an item is made of, and so whether a study has it."""

from collections.abc import Callable, Iterable

from quaver.items.item import Item

RECORDS = "records"


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
    cells = (cell for path, cell in grid.cells.items() if path not in measured)
    return [block.record for cell in cells for block in grid.blocks_of(cell)]


def has(*names: str) -> Callable[..., bool]:
    """Tells of a grid whether its study makes a file of one of these names."""
    return lambda grid: bool(files(grid, names))


def is_wanted(item: Item, grid) -> bool:
    """Tell whether a study has an item: as it says, or by the files it reads."""
    if item.wanted is not None:
        return item.wanted(grid)
    return has(*(name for name in item.reads if name != RECORDS))(grid)
