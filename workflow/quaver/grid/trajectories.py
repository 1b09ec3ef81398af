"""Series whose words are followed over all periods, and which cells tell of that."""

from collections.abc import Iterable

from quaver.grid.coordinates import Cell, grouped


def trajectories_of(grid, cells: Iterable[Cell]) -> str:
    """The name by which words are followed over the periods of cells, or nothing."""
    names = {followed_by(grid, cell) if grid.is_changed(cell) else "" for cell in cells}
    return names.pop() if len(names) == 1 else ""


def followed_by(grid, cell: Cell) -> str:
    """The name by which words are followed over the series of a cell, or nothing."""
    text = grid.study.corpora.get(cell.view.label)  # of no further view of it
    asked = grid.study.analyses.change
    name = text.series if text and text.series in asked else ""
    return name if name and asked[name].trajectories else ""


def check_trajectories(grid) -> None:
    """Raise ValueError for a series that no technique was trained on."""
    cells = (cell for cell in grid.cells.values() if grid.is_changed(cell))
    groups = grouped(cells, lambda cell: (followed_by(grid, cell), cell.technique))
    trained = {name for (name, _), group in groups.items() if len(group) > 1}
    asked = grid.study.analyses.change
    for name in asked:
        if asked[name].trajectories and name not in trained:
            raise ValueError(
                f"analyses.change.{name}.trajectories: no technique has two shuffled "
                f"runs of two periods of {name}. Write 'runs: 8' and 'samplings: "
                "[shuffled, bootstrapped]'."
            )
