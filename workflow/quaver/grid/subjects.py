"""What measures are of: cells, alone or side by side, and the file of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from quaver import measures
from quaver.grid.coordinates import Cell, grouped
from quaver.measures import declare
from quaver.measures.declare import CELL, SIBLINGS, SIZE, Kind, Measure


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
    cells = grid.cells.values()
    if kind == SIZE:
        return [Subject(SIZE, (c,), size) for c in cells for size in grid.sizes(c)]
    if kind == CELL:
        groups = ([cell] for cell in cells)
    elif kind == declare.TECHNIQUE:
        groups = grouped(cells, lambda c: (c.view, c.technique)).values()
    elif kind == SIBLINGS:
        shared = sorted({(cell.view.label, cell.sampling) for cell in cells})
        groups = (grid.siblings(*where) for where in shared)
    elif kind == declare.FRACTIONS:
        # cells that have all but the fraction of a text in common
        texts = grouped(cells, lambda c: (c.view.corpus, *_coordinates(c)[1:])).values()
        several = (text for text in texts if len(text) > 1)
        groups = (sorted(text, key=lambda c: -c.view.fraction) for text in several)
    else:
        groups = _pairs(grid)
    return [Subject(kind, tuple(group)) for group in groups]


def subjects_of(grid, measure: Measure) -> list[Subject]:
    """All a measure may be of in a study, whether it is wanted or not."""
    every = subjects(grid, measure.of)
    if not measure.samplings:
        return every
    by_sampling = ((x, {cell.sampling: cell for cell in x.cells}) for x in every)
    return [
        replace(subject, cells=tuple(cells[name] for name in measure.samplings))
        for subject, cells in by_sampling
        if cells.keys() >= {*measure.samplings}
    ]


def wanted(grid) -> dict[str, list[Subject]]:
    """Subjects by measure, as far as a study wants them."""
    return {
        name: [s for s in _fitting(grid, measure) if measure.wanted(grid, s)]
        for name, measure in measures.MEASURES.items()
    }


def _fitting(grid, measure: Measure) -> Iterator[Subject]:
    """All a measure may be of; controls are for those alone that compare with them."""
    for subject in subjects_of(grid, measure):
        if measure.controls or not any(map(grid.is_control, subject.cells)):
            yield subject


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
        return [Subject(SIBLINGS, tuple(grid.siblings(*where))) for where in shared]
    cells = {*subject.cells}
    return [each for each in subjects_of(grid, measure) if cells & {*each.cells}]


def _pairs(grid) -> Iterator[tuple[Cell, Cell]]:
    series = grouped(grid.study.corpora, lambda name: grid.study.corpora[name].series)
    texts = {pair: None for name in series if name for pair in pairwise(series[name])}
    texts |= dict.fromkeys(grid.changes)  # those next to each other come first
    places = {(c.view.corpus, *_coordinates(c)): c for c in grid.cells.values()}
    for cell in grid.cells.values():
        others = (other for text, other in texts if text == cell.view.corpus)
        for other in others:
            if later := places.get((other, *_coordinates(cell))):
                yield cell, later


def _coordinates(cell: Cell) -> tuple:
    return cell.view.fraction, cell.view.unit, cell.technique, cell.sampling
