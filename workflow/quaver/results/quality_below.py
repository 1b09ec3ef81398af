"""Scores of word similarity without pairs below a threshold, as stored by cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from quaver import store
from quaver.results.by_cell import by_cell
from quaver.results.records import CellNumbers
from quaver.statistics.curves import OURS, RULES

MEASURES = ("quality_below", "meaning", "vocabulary")  # itself, and what it reads
OF_RUNS = ("full", "rest", "expected", "comparable", "below", "unknown")
OF_SETS = ("change", "change_low", "change_high")
OF_SETS += ("beyond", "beyond_low", "beyond_high", "draws")


@dataclass(frozen=True)
class BelowNumbers:
    """A set of word pairs in the runs of a cell, with and without low pairs.

    thresholds: (runs,), NaN of runs that have none. stored: arrays (runs,) and numbers
    by their names in the file (docs/architecture.md). note: what was not scored. rule:
    by
    which the thresholds are, of quaver.statistics.curves.
    """

    cell: CellNumbers
    set: str = ""
    thresholds: np.ndarray | None = None
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    note: str = ""
    rule: str = OURS


def scores_below(results) -> Iterator[BelowNumbers]:
    """All that a study asks for, by cell, rule and set; or why a cell has nothing."""
    return by_cell(results, MEASURES, _of_file, BelowNumbers)


def _of_file(file, numbers: CellNumbers) -> Iterator[BelowNumbers]:
    for rule in RULES:
        own = file[rule]
        thresholds, notes = own["thresholds"][:], store.texts(own["notes"])
        for row, name in enumerate(store.texts(file["sets"])):
            stored = {x: own[x][row] for x in (*OF_RUNS, *OF_SETS)}
            yield BelowNumbers(numbers, name, thresholds, stored, notes[row], rule)
