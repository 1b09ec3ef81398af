"""Which pairs of texts tell how change hangs on frequency, and what beside them."""

from collections.abc import Iterable
from itertools import pairwise

from quaver.grid.changes import PERIOD
from quaver.grid.coordinates import Cell
from quaver.grid.subjects import subjects
from quaver.measures.declare import SERIES

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


def has_laws(grid, cells: tuple[Cell, ...]) -> bool:
    """Tell whether laws are told of a series: of runs its controls have, or fixed."""
    name = asked_laws(grid, cells)
    pairs = sum(law_pairs(grid, cells).values(), [])
    if not name or not all(grid.aligned_of(*pair) for pair in pairs):
        return False
    of_controls = grid.study.analyses.change[name].laws.samplings
    return cells[0].sampling in {*of_controls, "fixed"}


def even_pairs(grid) -> dict[Cell, list[Cell]]:
    """Cells whose words laws judge by as many uses of each, and the later cells that
    each is compared with: of periods and controls, shuffled or fixed.

    Contexts are of the text as it is, so that no bootstrapped runs are told of.
    """
    pairs: dict[Cell, list[Cell]] = {}
    for subject in subjects(grid, SERIES):
        if subject.cell.sampling == "bootstrapped" or not has_laws(grid, subject.cells):
            continue
        own = sum(law_pairs(grid, subject.cells).values(), [])
        # of single runs there is no average
        if all(cell.runs > 1 for pair in own for cell in pair):
            for early, late in own:
                pairs.setdefault(early, []).append(late)
                pairs.setdefault(late, [])
    return pairs


def wholes(grid, cells: Iterable[Cell]) -> list[str]:
    """Files of the averages of all runs of cells, as far as these are made."""
    every = ((cell.runs, grid.averages(cell)) for cell in cells)
    return [files[runs] for runs, files in every if runs in files]


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
