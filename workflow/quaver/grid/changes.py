"""Pairs of texts whose change a study asks for, and which of their cells tell it."""

from quaver.grid.coordinates import Cell


def asked_pairs(grid) -> dict[tuple[str, str], str]:
    """Pairs of corpora, the earlier first, and the names they are asked for by."""
    asked = grid.study.analyses.change
    return {pair: name for name in asked for pair in asked[name].pairs}


def change_of(grid, cell: Cell, later: Cell) -> str:
    """The name by which the change between two cells is asked for, or nothing."""
    name = grid.changes.get((cell.view.label, later.view.label), "")
    return name if name and is_changed(grid, cell) and is_changed(grid, later) else ""


def aligned_of(grid, cell: Cell, later: Cell) -> str:
    """The name by which change after alignment is asked for between two cells.

    Of shuffled and bootstrapped runs, of fixed ones where there are no others.
    """
    name = grid.changes.get((cell.view.label, later.view.label), "")
    if not name or grid.is_variant(cell) or grid.is_external(cell.technique):
        return ""
    path = f"{cell.view.label}/{cell.technique}"
    others = any(f"{path}/{x}" in grid.cells for x in ("shuffled", "bootstrapped"))
    return name if cell.sampling != "fixed" or not others else ""


def is_changed(grid, cell: Cell) -> bool:
    """Tell whether the average of all runs of a cell tells of change.

    Several runs have to read all of a text, shuffled or else fixed; of further views
    of it, and of variants of a technique, no change is told.
    """
    if not any(cell.view.label in pair for pair in grid.changes):
        return False
    shuffled = f"{cell.view.label}/{cell.technique}/shuffled"
    is_whole = cell.sampling == ("shuffled" if shuffled in grid.cells else "fixed")
    is_ours = not (grid.is_variant(cell) or grid.is_external(cell.technique))
    return is_whole and is_ours and cell.runs > 1


def check_changes(grid) -> None:
    """Raise ValueError for a pair that no technique was trained on."""
    cells = [cell for cell in grid.cells.values() if is_changed(grid, cell)]
    for pair, name in grid.changes.items():
        early, late = ({c.technique for c in cells if c.view.label == x} for x in pair)
        if not early & late:
            raise ValueError(
                f"analyses.change.{name}.pairs: got {' and '.join(pair)}, but no "
                "technique has two shuffled runs of both. Write 'runs: 8' and "
                "'samplings: [shuffled, bootstrapped]'."
            )
