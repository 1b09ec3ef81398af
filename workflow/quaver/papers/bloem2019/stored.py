"""What a study stored of its terms, by set, learner and cell, over the one reader."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

import numpy as np

from quaver.results.records import CellNumbers
from quaver.results.stored import Stored

LEARNED, APART = "learn_terms", "terms_apart"  # measures of every set and learner
GRID, CURVE = "terms_grid", "terms_curve"  # of those that a study asks for
DRAWN = "draws"


def _if_there(file, name: str) -> np.ndarray | None:
    return file[name][:] if name in file else None


class TermNumbers(Stored):
    """Numbers of a set of terms by one learner beside a cell, by their stored names.

    cell: the background; set: name of the set; learner: its name in the study. note:
    why there is nothing, else empty.
    """

    cell: CellNumbers
    set: str
    learner: str
    note: str

    # joint models have spaces of their own, in which nothing is ranked
    READ: ClassVar = dict.fromkeys(("rank", "other_rank", "own_rank"), _if_there)


def of_terms(results, measure: str) -> Iterator[TermNumbers]:
    """All that a study asks of a measure of terms, or why it is not there."""
    for subject in results.grid.measured[measure]:
        path = f"terms/{subject.label}/{measure}.h5"
        cell = results.cell(subject.cell)
        facts = {"cell": cell, "set": subject.terms, "learner": subject.learner}
        if not cell.failed and results.stands(path):
            opening = partial(results.read, path, measure)
            yield TermNumbers.of(opening, **facts, note="")
            continue
        reasons = (results.failure(x, subject.label) for x in (measure, LEARNED))
        failed = f"{cell.failed} of {cell.runs} runs failed" * bool(cell.failed)
        reason = failed or next(filter(None, reasons), "not measured")
        yield TermNumbers(**facts, note=reason)


def drawn(results) -> dict[str, Stored]:
    """Sentences of the sets that stand, by name: what draws.h5 holds."""
    names = dict.fromkeys(x.terms for x in results.grid.measured[LEARNED])
    paths = {name: f"terms/{name}/{DRAWN}.h5" for name in names}
    return {
        name: Stored.of(partial(results.read, path, DRAWN))
        for name, path in paths.items()
        if results.stands(path)
    }


def drawn_sentences(draws: Stored) -> np.ndarray:
    """How many sentences each draw of each term has: (terms, draws)."""
    terms, number = draws.full.shape
    there = draws.draw >= 0
    group = draws.term[there] * number + draws.draw[there]
    return np.bincount(group, minlength=terms * number).reshape(terms, number)
