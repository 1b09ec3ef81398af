"""Which cells a study has, and how many runs each."""

from collections.abc import Iterable
from dataclasses import replace

from quaver.grid.changes import runs_of
from quaver.grid.coordinates import Cell, View, views_of


def cells_of(study) -> Iterable[Cell]:
    """Cells of a study: of each technique, view and sampling that it asks for."""
    for name, technique in study.techniques.items():
        spaces = technique.parameters
        if technique.trainer == "vectors":
            text = study.corpora.get(spaces.corpus)
            unknown = View(spaces.corpus, "document", 1.0, spaces.corpus)
            view = views_of(spaces.corpus, text)[0] if text else unknown
            yield Cell(view, name, spaces.sampling, len(spaces.files))
            continue
        for corpus in technique.corpora or study.corpora:
            for view in views_of(corpus, study.corpora[corpus], technique.fractions):
                for sampling in technique.samplings or study.samplings:
                    cell = Cell(view, name, sampling, technique.runs or study.runs)
                    more = exception_of(study, cell)
                    cell = replace(cell, runs=more.runs) if more else cell
                    if not study.corpora[corpus].is_shown:
                        cell = replace(cell, runs=runs_of(study, cell))
                    if cell.runs:
                        yield cell


def exception_of(study, cell: Cell):
    """The entry of more_runs that gives a cell its runs, or None."""
    return next((e for e in study.more_runs if fits(e, cell, {cell.technique})), None)


def fits(entry, cell: Cell, techniques: set[str]) -> bool:
    """Tell whether an exception is of the corpus, unit, ... of a cell."""
    own = {"corpora": {cell.view.corpus}, "units": {cell.view.unit}}
    own |= {"fractions": {cell.view.fraction}, "samplings": {cell.sampling}}
    own["techniques"] = techniques
    given = {kind: {*getattr(entry, kind, ())} for kind in own}
    return all(not given[kind] or given[kind] & own[kind] for kind in own)
