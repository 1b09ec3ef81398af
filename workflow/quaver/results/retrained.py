"""Change after alignment beside that between dealt documents, techniques retrained."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from quaver import store
from quaver.statistics.retrained import Retrained, mean_of, retrained

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
    for subject in subjects:
        path = f"measures/{subject.label}/{MEASURE}.h5" if subject else ""
        if not path or not results.stands(path):
            why = subject and results.failure(f"measure_{MEASURE}", subject.label)
            return replace(of, note=why or "not measured")
    texts, deals = (f"measures/{x.label}/{MEASURE}.h5" for x in subjects)
    with results.read(texts, MEASURE) as file:
        words, counts = store.texts(file["words"]), file["counts"][:]
        value = mean_of(_rows(file["distance"]))
    with results.read(deals, MEASURE) as file:
        row = {word: number for number, word in enumerate(store.texts(file["words"]))}
        rows = np.array([row.get(word, -1) for word in words])
        dealt = [np.where(rows >= 0, x[rows], np.nan) for x in _rows(file["distance"])]
    told = retrained(value[None], np.array(dealt), counts.min(axis=0))
    return replace(of, words=tuple(words), told=told)


def _rows(dataset) -> Iterator[np.ndarray]:
    """Rows of a dataset, read one after the other: of all words there may be many."""
    return (dataset[k] for k in range(len(dataset)))
