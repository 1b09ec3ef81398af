"""Stored numbers of how cells are distributed, read into the records of tables."""

from collections.abc import Callable
from functools import partial

from quaver import store
from quaver.grid import Cell
from quaver.results.distribution_records import (
    Averaged,
    Compared,
    Consistency,
    Cosines,
    DistributionNumbers,
    Lists,
    Odds,
    Prediction,
    Proxies,
)
from quaver.results.records import CellNumbers, gap
from quaver.results.stored import Opening

RULES = {
    "consistency": "measure_consistency",
    "cosines": "measure_cosines",
    "prediction": "measure_prediction",
    "proxies": "measure_proxies",
    "averages": "compare_averages",
}
KINDS = {"averages": "averages_compared"}  # others are called as their measure


def distribution(results, cell: Cell, numbers: CellNumbers) -> DistributionNumbers:
    """All measures of a cell's distribution; of those that are missing, why."""
    measured, notes = {}, {}
    for name in RULES:
        reason = _missing(results, cell, numbers, name)
        if reason:
            notes[name] = reason
            continue
        file = cell.measure(name), KINDS.get(name, name)
        measured[name] = RECORDS[name](partial(results.read, *file))
    return DistributionNumbers(cell=numbers, notes=notes, **measured)


def _missing(results, cell: Cell, numbers: CellNumbers, name: str) -> str:
    """Why a measure of a cell is not there; empty where it is.

    What is left of an earlier study must not stand for a failed cell.
    """
    if numbers.failed:
        return gap(numbers)
    if results.stands(cell.measure(name)):
        return ""
    if name == "averages" and not results.grid.is_compared(cell):
        return "no averages of this cell in the study"
    # the job's own sentence, if it ended with one
    return results.failure(RULES[name], cell.path) or "not measured"


def _compared(opening: Opening) -> Compared:
    with opening() as file:
        methods = store.texts(file["methods"])
        sizes = file["sizes"][:].tolist()
        pairs = [(method, size) for method in methods for size in sizes]
        # a size may be too large for the runs of this cell
        stored_pairs = [(m, size) for m, size in pairs if f"{m}/{size}" in file]
        example = dict(file["example"].attrs) if "example" in file else {}
    facts = {"method": str(example.get("method")), "size": int(example.get("size", 0))}
    return Compared(
        methods=methods,
        sizes=sizes,
        single=Averaged.of(opening, "single/"),
        averages={(m, n): Averaged.of(opening, f"{m}/{n}/") for m, n in stored_pairs},
        lists=Lists.of(opening, "example/", **facts) if example else None,
    )


RECORDS: dict[str, Callable[[Opening], object]] = {
    "consistency": Consistency.of,
    "cosines": Cosines.of,
    "prediction": lambda opening: Prediction.of(
        opening, odds=Odds.of(opening, "example/")
    ),
    "proxies": Proxies.of,
    "averages": _compared,
}
