"""Associations of sets of words, as stored by cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from quaver import store
from quaver.results.records import CellNumbers, lost


@dataclass(frozen=True)
class AssociationNumbers:
    """What one test of one set gave in a cell.

    values: (runs,), NaN where a set has no word left. p, null_low, null_high: of the
    mean over runs, against so many permutations. words: how many of each set count,
    by its name (attributes, other_attributes, other_targets, targets);
    missing: those left out. note: why there is nothing.
    """

    cell: CellNumbers
    name: str = ""
    test: str = ""
    values: np.ndarray | None = None
    p: float = np.nan
    null_low: float = np.nan
    null_high: float = np.nan
    permutations: int = 0
    words: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    note: str = ""


def associations(results) -> Iterator[AssociationNumbers]:
    """All that a study asks for, by cell, set and test; or why a cell has nothing."""
    for subject in results.grid.measured["associations"]:
        numbers = results.cell(subject.cell)
        path = subject.cell.measure("associations")
        if lost(numbers) and numbers.failed or not results.stands(path):
            reason = results.failure("measure_associations", subject.cell.path)
            note = lost(numbers) or reason or "not measured"
            yield AssociationNumbers(numbers, note=note)
            continue
        with results.read(path, "associations") as file:
            yield from _of_file(file, numbers)


def _of_file(file, numbers: CellNumbers) -> Iterator[AssociationNumbers]:
    for row, name in enumerate(store.texts(file["sets"])):
        for column, test in enumerate(store.texts(file["tests"])):
            at = row, column
            yield AssociationNumbers(
                numbers,
                name,
                test,
                values=file["values"][at],
                p=float(file["mean_p"][at]),
                null_low=float(file["null_low"][at]),
                null_high=float(file["null_high"][at]),
                permutations=int(file["permutations"][at]),
                words=tuple(int(counts[row]) for counts in file["words"].values()),
                missing=tuple(store.texts(file[f"missing/{name}"])),
            )
