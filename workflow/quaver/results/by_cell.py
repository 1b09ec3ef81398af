"""Files of a measure, cell by cell, or why a cell has none."""

from collections.abc import Callable, Iterator, Sequence

from quaver.results.records import CellNumbers


def by_cell(results, names: Sequence[str], read: Callable, record) -> Iterator:
    """All that a study asks of a measure: records of files, or with a note why not.

    names: the measure itself, then measures it reads, which say why it is missing.
    read: the records of a file and the cell's numbers. record: makes one of nothing.
    """
    for subject in results.grid.measured[names[0]]:
        numbers = results.cell(subject.cell)
        path = subject.cell.measure(names[0])
        if numbers.failed or not results.stands(path):
            yield record(numbers, note=_missing(results, numbers, subject, names))
            continue
        with results.read(path, names[0]) as file:
            yield from read(file, numbers)


def _missing(results, numbers: CellNumbers, subject, names: Sequence[str]) -> str:
    """Why a cell has nothing: runs that failed, or what measures of names said."""
    if numbers.failed:
        what = "failed" if numbers.reason else "have no model"
        return f"{numbers.failed} of {numbers.runs} runs {what}"
    reasons = (results.failure(f"measure_{x}", subject.label) for x in names)
    return next(filter(None, reasons), "not measured")
