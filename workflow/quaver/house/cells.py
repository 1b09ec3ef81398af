"""The cells a study's own tables and figures show."""

from collections.abc import Iterable

from quaver.results.records import CellNumbers, in_order


def views_of(cells: Iterable[CellNumbers]) -> list[str]:
    """Labels of the views of cells, by corpus, unit and fraction."""
    order = {(c.corpus, c.unit, c.fraction, c.view) for c in cells}
    return [view for *_, view in sorted(order)]


def key_of(cell: CellNumbers) -> tuple[str, str, str]:
    """What tells a cell from all others."""
    return cell.view, cell.technique, cell.sampling


def own_cells(results) -> list[CellNumbers]:
    """Cells that are no variants of a sweep, in order."""
    return in_order(cell for cell in results.cells() if not cell.base)
