"""Which pairs of texts tell how change hangs on frequency, and what beside them."""

from itertools import pairwise

from quaver.grid.changes import PERIOD
from quaver.grid.coordinates import Cell

GENUINE = "genuine"  # pairs of periods come first, those of controls after them
LIKE = "like_periods"  # parts that are each like one period


def asked_laws(grid, cells: tuple[Cell, ...]) -> str:
    """The name by which laws are asked for of the periods of a series, or nothing."""
    names = (
        grid.changes.get((early.view.label, late.view.label), "")
        for early, late in pairwise(cells)
    )
    asked = grid.study.analyses.change
    return next((name for name in names if name and asked[name].laws), "")


def law_pairs(grid, cells: tuple[Cell, ...]) -> dict[str, list[tuple[Cell, Cell]]]:
    """Neighbouring periods of a series that are asked for, then those of each control.

    Of a control that is like the periods the same pairs, in the same order.
    """
    name = asked_laws(grid, cells)
    if not name:
        return {}
    neighbours = ((a.view.label, b.view.label) for a, b in pairwise(cells))
    asked = [texts for texts, by in grid.changes.items() if by == name]
    pairs = {GENUINE: [texts for texts in neighbours if texts in asked]}
    for kind in grid.study.analyses.change[name].laws.control:
        own = [texts for texts in asked if _kind(grid, texts[0]) == kind]
        if kind == LIKE:
            by_periods = {_periods(grid, texts): texts for texts in own}
            own = [by_periods[_periods(grid, texts)] for texts in pairs[GENUINE]]
        pairs[kind] = own
    where = f"{cells[0].technique}/{cells[0].sampling}"
    both = {
        kind: [tuple(grid.cells.get(f"{x}/{where}") for x in texts) for texts in own]
        for kind, own in pairs.items()
    }
    # bootstrapped controls are trained only where a study asks for them
    return {kind: own for kind, own in both.items() if own and None not in sum(own, ())}


def _kind(grid, text: str) -> str:
    """What a text is: a period, or which control."""
    kind = grid.study.corpora[text].part.get("kind", PERIOD)
    return GENUINE if kind == PERIOD else kind


def _periods(grid, texts: tuple[str, str]) -> tuple[str, ...]:
    """The periods that two texts are, or are like."""
    parts = [grid.study.corpora[text].part for text in texts]
    return tuple(
        part["name"] if part["kind"] == PERIOD else part["names"][part["number"]]
        for part in parts
    )
