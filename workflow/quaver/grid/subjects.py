"""What measures are of: cells, alone or side by side, and the file of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from quaver import measures
from quaver.grid.coordinates import Cell, grouped
from quaver.grid.names import file_names
from quaver.grid.terms import learned
from quaver.measures import declare
from quaver.measures.declare import (
    BACKGROUNDS,
    CELL,
    JOINT,
    PAIR,
    SERIES,
    SIBLINGS,
    SIZE,
    TERMS,
    Kind,
    Measure,
)


@dataclass(frozen=True)
class Subject:
    """What one file of a measure is of; cells: in order. size: of averages, else 0.

    series: whose periods the cells are, as files are called after it; else nothing.
    terms, learner: the set of terms that is learned, and who learns it; else nothing.
    """

    kind: Kind
    cells: tuple[Cell, ...]
    size: int = 0
    series: str = ""
    terms: str = ""
    learner: str = ""

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
            "series": self.series,
            "technique": self.cell.technique,
            "sampling": self.cell.sampling,
            "size": str(self.size),
            "terms": self.terms,
            "learner": self.learner,
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
    if kind == SERIES:
        return [*_series(grid)]
    if kind in (TERMS, BACKGROUNDS):
        return [*_of_terms(grid, kind)]
    if kind == CELL:
        groups = ([cell] for cell in cells)
    elif kind == JOINT:
        groups = ([cell] for cell in cells if grid.is_joint(cell))
    elif kind == declare.TECHNIQUE:
        groups = grouped(cells, lambda c: (c.view, c.technique)).values()
    elif kind == SIBLINGS:
        groups = (grid.siblings(*where) for where in sorted(_shared(grid, cells)))
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
    # a pair is of one sampling, those of the others stand beside it
    texts = grouped(every, lambda x: (*[c.view for c in x.cells[:2]], x.cell.technique))
    by_sampling = (
        (own[0], grouped((c for x in own for c in x.cells), lambda c: c.sampling))
        for own in texts.values()
    )
    return [
        replace(subject, cells=tuple(c for x in measure.samplings for c in cells[x]))
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
    """All a measure may be of; controls are for those alone that compare with them.

    This is where cells are left out whose rows are no items that it takes.
    """
    for subject in subjects_of(grid, measure):
        takes = all(measure.takes(grid.item(cell)) for cell in subject.cells)
        if takes and (measure.controls or not any(map(grid.is_control, subject.cells))):
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
        if not measure.samplings:
            return [subject]
        return [x for x in subjects_of(grid, measure) if x.label == subject.label]
    if measure.of == CELL:
        return [Subject(CELL, (cell,)) for cell in subject.cells]
    if measure.of == JOINT:  # of the two texts that a pair is of
        return [Subject(JOINT, (cell,)) for cell in grid.joint_of(*subject.cells)]
    if measure.of == SIZE:
        cells = subject.cells
        return [Subject(SIZE, (c,), size) for c in cells for size in grid.sizes(c)]
    if measure.of == SIBLINGS:  # which variants of sweeps are not among
        shared = _shared(grid, subject.cells)
        return [Subject(SIBLINGS, tuple(grid.siblings(*where))) for where in shared]
    if subject.kind == SERIES and measure.controls:
        return _of_laws(grid, subject, measure)
    if measure.of == TERMS:
        own = subject.terms, subject.learner
        return [Subject(TERMS, (cell,), 0, "", *own) for cell in subject.cells]
    cells = {*subject.cells}
    return [each for each in subjects_of(grid, measure) if cells & {*each.cells}]


def _shared(grid, cells) -> list[tuple[str, str]]:
    """Views and samplings of cells that have words, which techniques share."""
    worded = filter(grid.has_words, cells)
    return [*dict.fromkeys((cell.view.label, cell.sampling) for cell in worded)]


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


def _series(grid) -> Iterator[Subject]:
    """Genuine periods of each series, as the study has them in order.

    Whole texts alone, as their labels tell: no second unit or fraction of them.
    """
    texts, cells = grid.study.corpora, grid.cells.values()
    order = {name: number for number, name in enumerate(texts)}
    periods = (c for c in cells if c.view.label in texts and not grid.is_control(c))
    periods = sorted(periods, key=lambda cell: order[cell.view.corpus])
    names = file_names(texts[name].series for name in texts)
    groups = grouped(
        periods, lambda c: (texts[c.view.corpus].series, c.technique, c.sampling)
    )
    for (series, *_), group in groups.items():
        if series and len(group) > 1:
            yield Subject(SERIES, tuple(group), series=names[series])


def _of_terms(grid, kind: Kind) -> Iterator[Subject]:
    """Sets of terms by learner, beside each cell, or all cells of a technique."""
    by_all = {TERMS: lambda x: x, BACKGROUNDS: lambda x: (*x[:2], x[2].technique)}
    for group in grouped(learned(grid), by_all[kind]).values():
        name, learner, _ = group[0]
        yield Subject(kind, tuple(x[2] for x in group), 0, "", name, learner)


def _of_laws(grid, subject: Subject, measure: Measure) -> list[Subject]:
    """Pairs of a series whose laws are told, then those of its controls."""
    every = grid.law_pairs(subject.cells).values()
    labels = [Subject(PAIR, pair).label for pairs in every for pair in pairs]
    by_label = {each.label: each for each in subjects_of(grid, measure)}
    return [by_label[label] for label in labels if label in by_label]


def _coordinates(cell: Cell) -> tuple:
    return cell.view.fraction, cell.view.unit, cell.technique, cell.sampling
