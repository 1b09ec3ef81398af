"""Scores of change against truth, as stored by pair of cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from quaver import store
from quaver.results.records import CellNumbers

RULES = "measure_change_scores", "measure_change_alignment"
MODELS = "change votes accuracy as_coded rho partial called scored size"
CHANCE = "accuracy_mean accuracy_low accuracy_high rho_high"
WORDS = "binary graded absent lacking occurrences"
TEXTS = "documents effective"


@dataclass(frozen=True)
class ScoreNumbers:
    """What models of two texts scored, in one technique and sampling.

    name: the change is asked for by it. cell, later: of both texts. truth: planted, or
    the format it was published in; missing: what a target counts as that a text lacks.
    words: the targets. kind: of each model, or the name of what knows nothing of
    meaning. stored: by name, of models, words and texts (quaver.measures.change_scores)
    and, by 'chance/' and name, what chance scores. note: why there is nothing.
    """

    name: str
    cell: CellNumbers
    later: CellNumbers
    truth: str
    missing: str = "unchanged"
    words: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    note: str = ""

    @cached_property
    def models(self) -> dict[tuple[str, int], np.ndarray]:
        """Rows of the models of each kind and size, in order; size 0: no models."""
        kinds = [*zip(self.kind, self.stored["size"].tolist(), strict=True)]
        every = {kind: [] for kind in kinds}
        for row, kind in enumerate(kinds):
            every[kind].append(row)
        return {kind: np.array(rows) for kind, rows in every.items()}

    @property
    def runs(self) -> np.ndarray:
        """Rows of the single runs."""
        return self.models.get(("run", 1), np.empty(0, int))

    @property
    def absent(self) -> list[str]:
        """Targets that are not in both texts."""
        rows = np.flatnonzero(self.stored["absent"])
        return [self.words[row] for row in rows]

    @property
    def lacking(self) -> dict[str, int]:
        """Targets that are in both texts, but not in each run; in how many not."""
        number = np.where(self.stored["absent"], 0, self.stored["lacking"])
        return {self.words[row]: int(number[row]) for row in np.flatnonzero(number)}


def all_scores(results) -> list[ScoreNumbers]:
    """All that a study scores, in a list."""
    return list(_scores(results))


def _scores(results) -> Iterator[ScoreNumbers]:
    """All that a study scores, by pair, technique and sampling."""
    grid = results.grid
    for subject in grid.measured["change_scores"]:
        name = grid.aligned_of(*subject.cells)
        truth = results.study.analyses.change[name].truth
        cells = map(results.cell, subject.cells)
        of = name, *cells, truth.format, truth.missing
        path = f"measures/{subject.label}/change_scores.h5"
        if not results.stands(path):
            reasons = (results.failure(rule, subject.label) for rule in RULES)
            yield ScoreNumbers(*of, note=next(filter(None, reasons), "not measured"))
            continue
        with results.read(path, "change_scores") as file:
            names = (*MODELS.split(), *WORDS.split(), *TEXTS.split())
            names += tuple(f"chance/{name}" for name in CHANCE.split())
            stored = {name: file[name][:] for name in names}
            texts = (tuple(store.texts(file[x])) for x in ("words", "kind"))
            yield ScoreNumbers(*of, *texts, stored)
