"""What measures are of: cells, alone or side by side, and the file of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from quaver import measures
from quaver.grid.coordinates import Cell, View
from quaver.measures.declare import (
    CELL,
    FRACTIONS,
    PAIR,
    SIBLINGS,
    SIZE,
    TECHNIQUE,
    Kind,
    Measure,
)


@dataclass(frozen=True)
class Subject:
    """What one file of a measure is of; cells: in order. size: of averages, else 0."""

    kind: Kind
    cells: tuple[Cell, ...]
    size: int = 0

    @property
    def cell(self) -> Cell:
        """The only cell, or the first."""
        return self.cells[0]

    @property
    def wildcards(self) -> dict[str, str]:
        """Its coordinates, as rules know them."""
        return {
            "view": self.cell.view.label,
            "other": self.cells[-1].view.label,
            "technique": self.cell.technique,
            "sampling": self.cell.sampling,
            "size": str(self.size),
        }

    @property
    def label(self) -> str:
        """Its coordinates in one text."""
        return self.kind.label.format(**self.wildcards)

    def file(self, measure: Measure) -> str:
        """Where a measure of it is stored, below results/<study>/."""
        return measure.file.format(**self.wildcards)


def subjects(grid, kind: Kind) -> list[Subject]:
    """All a study has of a kind, in order."""
    if kind == SIZE:
        cells = grid.cells.values()
        return [Subject(SIZE, (c,), size) for c in cells for size in grid.sizes(c)]
    return [Subject(kind, tuple(cells)) for cells in GROUPS[kind](grid)]


def subjects_of(grid, measure: Measure) -> list[Subject]:
    """All a measure may be of in a study, whether it is wanted or not."""
    every = subjects(grid, measure.of)
    if not measure.samplings:
        return every
    picked = (_picked(subject, measure.samplings) for subject in every)
    return [subject for subject in picked if subject]


def _picked(subject: Subject, samplings: tuple[str, ...]) -> Subject | None:
    """The subject with its cells of some samplings; None where one is missing."""
    cells = {cell.sampling: cell for cell in subject.cells}
    if not set(samplings) <= cells.keys():
        return None
    return replace(subject, cells=tuple(cells[name] for name in samplings))


def wanted(grid) -> dict[str, list[Subject]]:
    """Subjects by measure, as far as a study wants them."""
    return {
        name: [s for s in subjects_of(grid, measure) if measure.wanted(grid, s)]
        for name, measure in measures.MEASURES.items()
    }


def read_by(grid, name: str, subject: Subject) -> dict[str, list[Subject]]:
    """Subjects of the other measures that a measure of a subject reads, by name."""
    return {
        other: [
            each
            for each in beside(grid, subject, measures.MEASURES[other])
            if is_needed or measures.MEASURES[other].wanted(grid, each)
        ]
        for other, is_needed in measures.MEASURES[name].others.items()
    }


def beside(grid, subject: Subject, measure: Measure) -> list[Subject]:
    """Subjects of a measure that go with a subject: its cells, or what they are in."""
    if measure.of == subject.kind:
        return [subject]
    if measure.of == CELL:
        return [Subject(CELL, (cell,)) for cell in subject.cells]
    if measure.of == SIBLINGS:  # which variants of sweeps are not among
        shared = dict.fromkeys((c.view.label, c.sampling) for c in subject.cells)
        return [
            Subject(SIBLINGS, tuple(grid.siblings(*neighbourhood)))
            for neighbourhood in shared
        ]
    cells = {*subject.cells}
    return [each for each in subjects_of(grid, measure) if cells & {*each.cells}]


def _alone(grid) -> Iterator[tuple[Cell]]:
    return ((cell,) for cell in grid.cells.values())


def _siblings(grid) -> Iterator[list[Cell]]:
    shared = dict.fromkeys((c.view.label, c.sampling) for c in grid.cells.values())
    return (grid.siblings(*neighbourhood) for neighbourhood in sorted(shared))


def _samplings(grid) -> Iterable[list[Cell]]:
    return _grouped(grid, lambda cell: (cell.view, cell.technique))


def _fractions(grid) -> Iterator[list[Cell]]:
    for cells in _grouped(
        grid, lambda c: (c.view.corpus, c.view.unit, c.technique, c.sampling)
    ):
        if len(cells) > 1:
            yield sorted(cells, key=lambda cell: -cell.view.fraction)


def _grouped(grid, key) -> Iterable[list[Cell]]:
    groups: dict[tuple, list[Cell]] = {}
    for cell in grid.cells.values():
        groups.setdefault(key(cell), []).append(cell)
    return groups.values()


def _pairs(grid) -> Iterator[tuple[Cell, Cell]]:
    """Cells of periods that follow each other, of one unit and fraction."""
    later: dict[str, str] = {}
    series: dict[str, list[str]] = {}
    for name, corpus in grid.study.corpora.items():
        if corpus.series:
            series.setdefault(corpus.series, []).append(name)
    for names in series.values():
        later.update(pairwise(names))
    places = {_coordinates(cell): cell for cell in grid.cells.values()}
    for cell in grid.cells.values():
        view = cell.view
        other = places.get(
            _coordinates(
                replace(cell, view=replace(view, corpus=later.get(view.corpus, "")))
            )
        )
        if other:
            yield cell, other


def _coordinates(cell: Cell) -> tuple:
    view: View = cell.view
    return view.corpus, view.unit, view.fraction, cell.technique, cell.sampling


GROUPS = {
    CELL: _alone,
    TECHNIQUE: _samplings,
    SIBLINGS: _siblings,
    FRACTIONS: _fractions,
    PAIR: _pairs,
}
