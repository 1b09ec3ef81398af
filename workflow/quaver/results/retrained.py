"""Change after alignment beside that between dealt documents, techniques retrained."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from quaver import store
from quaver.statistics.retrained import Retrained, retrained

MEASURE = "change_alignment"


@dataclass(frozen=True)
class RetrainedNumbers:
    """Words of a pair in one technique beside deals of their documents.

    name: the pair is asked for by it. early, late: corpora. deals: how many. words:
    with what is told of each. note: why there is nothing.
    """

    name: str
    early: str
    late: str
    technique: str
    trainer: str
    deals: int
    words: tuple[str, ...] = ()
    told: Retrained | None = None
    note: str = ""


def retrained_numbers(results) -> Iterator[RetrainedNumbers]:
    """All pairs whose documents a study asks to be dealt and trained on."""
    grid, study = results.grid, results.study
    by_views = {
        (x.cell.view.label, x.cells[1].view.label, x.cell.technique): x
        for x in grid.measured[MEASURE]
        if x.cell.sampling == "shuffled"
    }
    for (early, late, technique), subject in by_views.items():
        name = grid.changes[early, late]
        deals = study.analyses.change[name].null.trained
        if not deals or grid.is_control(subject.cell):
            continue
        dealt = by_views.get(
            (*grid.dealt_of(subject.cell, subject.cells[1]), technique)
        )
        trainer = study.techniques[technique].trainer
        of = RetrainedNumbers(name, early, late, technique, trainer, deals)
        yield _pair(results, of, (subject, dealt))


def _pair(results, of: RetrainedNumbers, subjects: tuple) -> RetrainedNumbers:
    stored = []
    for subject in subjects:
        path = f"measures/{subject.label}/{MEASURE}.h5" if subject else ""
        if not path or not results.stands(path):
            why = subject and results.failure(f"measure_{MEASURE}", subject.label)
            return replace(of, note=why or "not measured")
        with results.read(path, MEASURE) as file:
            names = store.texts(file["words"])
            stored.append((names, file["distance"][:], file["counts"][:]))
    (words, text, counts), (others, deals, _) = stored
    row = {word: number for number, word in enumerate(others)}
    rows = np.array([row.get(word, -1) for word in words])
    aligned = np.where(rows >= 0, deals[:, rows], np.nan)
    told = retrained(text, aligned, counts.min(axis=0))
    return replace(of, words=tuple(words), told=told)
