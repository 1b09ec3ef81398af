"""Which pairs of texts tell how change hangs on frequency, and what beside them."""

from itertools import pairwise

from quaver.grid.changes import PERIOD
from quaver.grid.coordinates import Cell

GENUINE = "genuine"  # pairs of periods come first, those of controls after them


def asked_laws(grid, cells: tuple[Cell, ...]) -> str:
    """The name by which laws are asked for of the periods of a series, or nothing."""
    names = (
        grid.changes.get((early.view.label, late.view.label), "")
        for early, late in pairwise(cells)
    )
    asked = grid.study.analyses.change
    return next((name for name in names if name and asked[name].laws), "")


def law_pairs(grid, cells: tuple[Cell, ...]) -> dict[str, list[tuple[Cell, Cell]]]:
    """Neighbouring periods of a series, then those of each control, in order."""
    name = asked_laws(grid, cells)
    if not name:
        return {}
    kinds = GENUINE, *grid.study.analyses.change[name].laws.control
    pairs: dict[str, list] = {kind: [] for kind in kinds}
    neighbours = {(a.view.label, b.view.label) for a, b in pairwise(cells)}
    where = f"{cells[0].technique}/{cells[0].sampling}"
    for texts, asked_by in grid.changes.items():
        both = [grid.cells.get(f"{text}/{where}") for text in texts]
        kind = _kind(grid, texts[0])
        is_ours = kind != GENUINE or texts in neighbours
        if asked_by == name and is_ours and None not in both and kind in pairs:
            pairs[kind].append(tuple(both))
    return {kind: own for kind, own in pairs.items() if own}


def _kind(grid, text: str) -> str:
    """What a text is: a period, or which control."""
    kind = grid.study.corpora[text].part.get("kind", PERIOD)
    return GENUINE if kind == PERIOD else kind
