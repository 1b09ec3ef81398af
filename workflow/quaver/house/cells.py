"""The cells a study's own tables and figures show."""

from quaver.results.records import CellNumbers, in_order


def own_cells(results) -> list[CellNumbers]:
    """Cells that are no variants of a sweep, in order."""
    return in_order(cell for cell in results.cells() if not cell.base)
