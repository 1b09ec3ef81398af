"""Opinions on the change of words between two texts, as stored by pair of cells."""

from dataclasses import dataclass

import numpy as np

from quaver import store

# the measure itself, and what it reads
MEASURES = ("change_opinions", "change", "change_contexts", "change_alignment")
MEASURES += ("change_size",)
JOINT = "change_referenced"  # of runs on both texts


@dataclass(frozen=True)
class OpinionNumbers:
    """Opinions on the words of a pair in one technique.

    name: the pair is asked for by it. early, late: corpora. words: those judged, with
    verdicts; opinions: their names. values, percentile: (opinions, words). spearman:
    (opinions, opinions), over so many words (compared). note: why there is nothing.
    """

    name: str
    early: str
    late: str
    technique: str
    trainer: str
    words: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    opinions: tuple[str, ...] = ()
    values: np.ndarray | None = None
    percentile: np.ndarray | None = None
    spearman: np.ndarray | None = None
    compared: int = 0
    note: str = ""


def opinion_numbers(results) -> list[OpinionNumbers]:
    """All that a study asks for, by pair and technique."""
    return [_pair(results, x) for x in results.grid.measured["change_opinions"]]


def _pair(results, subject) -> OpinionNumbers:
    """Opinions on the words of a pair, or why there are none."""
    cell, later = subject.cells
    of = results.grid.change_of(cell, later), cell.view.corpus, later.view.corpus
    of += cell.technique, results.study.techniques[cell.technique].trainer
    path = f"measures/{subject.label}/change_opinions.h5"
    if not results.stands(path):
        labels = [(x, subject.label) for x in MEASURES]
        labels += [(JOINT, x.path) for x in results.grid.joint_of(cell, later)]
        reasons = (results.failure(f"measure_{x}", label) for x, label in labels)
        return OpinionNumbers(*of, note=next(filter(None, reasons), "not measured"))
    with results.read(path, "change_opinions") as file:
        names = "words", "verdict", "opinions"
        texts = (tuple(store.texts(file[name])) for name in names)
        arrays = (file[name][:] for name in ("values", "percentile", "spearman"))
        return OpinionNumbers(*of, *texts, *arrays, int(file.attrs["words"]))
