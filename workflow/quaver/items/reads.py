"""Which stored files an item is made of, and so whether a study has it."""

from collections.abc import Callable, Iterable

from quaver.items.item import Item

RECORDS = "records"


def files(grid, names: Iterable[str]) -> list[str]:
    """Files of a grid that measures or rules of these names make.

    records: of cells of one run, which no measure asks for.
    """
    by_rule = grid.files()
    paths: list[str] = []
    for name in dict.fromkeys(names):
        if name == RECORDS:
            # nothing is measured between the runs of one, but tables have rows of it
            lone = (cell for cell in grid.cells.values() if cell.runs < 2)
            paths += [b.record for cell in lone for b in grid.blocks_of(cell)]
        else:
            paths += by_rule[name] if name in by_rule else by_rule[f"measure_{name}"]
    return paths


def has(*names: str) -> Callable[..., bool]:
    """Tells of a grid whether its study makes a file of one of these names."""
    return lambda grid: bool(files(grid, names))


def is_wanted(item: Item, grid) -> bool:
    """Tell whether a study has an item: as it says, or by the files it reads."""
    if item.wanted is not None:
        return item.wanted(grid)
    return has(*(name for name in item.reads if name != RECORDS))(grid)
