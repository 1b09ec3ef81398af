"""Gather a study's numbers in one HDF5 file, and its models in a ledger."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.engine.states import state_of
from quaver.grid import Block, Cell
from quaver.results.reader import Results
from quaver.results.records import TEXT, WHOLE, WordNumbers

LEDGER = (
    *("corpus", "unit", "fraction", "technique", "sampling", "run"),
    *("sample_seed", "trainer_seed", "vectors_sha256"),
    *("state", "attempts", "seconds", "cpu_seconds", "peak_bytes", "host", "slurm_job"),
    *("models", "file", "why"),
)


def summarise(job: Job) -> None:
    """Write summary.h5 and ledger.csv beside the study; what failed is counted.

    Tables are those that were made: their CSV files are inputs.
    """
    study, *tables = job.inputs
    results = Results(study, job.undone)
    cells = results.grid.cells.values()
    failed = {cell: results.failed(cell) for cell in cells}
    with store.create(results.file("summary.h5"), "summary", job.provenance) as file:
        for cell in cells:
            if not failed[cell]:
                _put_losses(file, results, cell)
                _put_averages(file, results, cell)
        for numbers in results.words():
            if numbers.words:
                _put_instability(file, numbers)
        for path in tables:
            name = path.relative_to(results.root).with_suffix("").as_posix()
            put_table(file, name, path)
        runs = sum(cell.runs for cell in cells)
        lost = sum(len(block.runs) for blocks in failed.values() for block in blocks)
        file.describe("/", {"planned_runs": runs, "failed_runs": lost})
    write_ledger(results)


def put_table(file: store.Writer, group: str, path: Path) -> None:
    """Write the table of a CSV file, one dataset per column over its rows."""
    with path.open(encoding="utf-8", newline="") as written:
        header, *rows = csv.reader(written)
    file.put(f"{group}/rows", ("rows",), np.arange(len(rows)))
    for index, column in enumerate(header):
        values = typed(column, [row[index] for row in rows])
        file.put(f"{group}/{column}", ("rows",), values)


def typed(column: str, cells: Sequence[str]) -> Sequence[str] | np.ndarray:
    """Cells as the type of their column: texts, whole numbers if none is missing."""
    if column in TEXT:
        return cells
    if column in WHOLE and all(cells):
        return np.array([int(cell) for cell in cells], dtype=np.int64)
    return np.array([float(cell or "nan") for cell in cells], dtype=np.float64)


def _put_losses(file: store.Writer, results: Results, cell: Cell) -> None:
    if not results.stands(cell.measure("pip")):
        return
    group = f"pip/{cell.view.label}/{cell.technique}"
    with results.read(cell.measure("pip"), "pip") as measured:
        for scale in ("runs", "other_runs"):
            if f"{group}/{scale}" not in file.file:
                file.put(f"{group}/{scale}", (scale,), measured[scale][:])
        name = f"{group}/{cell.sampling}"
        file.put(name, ("runs", "other_runs"), measured["losses"][:])
        file.describe(name, {"words": len(measured["words"])})


def _put_averages(file: store.Writer, results: Results, cell: Cell) -> None:
    for size in results.grid.sizes(cell):
        if not results.stands(cell.average(size)):
            continue
        group = f"averages/{cell.path}/{size}"
        with results.read(cell.average(size), "averages") as averages:
            if averages["vectors"].nbytes > store.INLINE:
                for name in ("words", "runs", "vectors"):
                    file.link(f"{group}/{name}", results.file(cell.average(size)), name)
                checksum = averages.attrs["vectors_sha256"]
                file.describe(group, {"vectors_sha256": checksum})
                continue
            file.put(f"{group}/words", ("words",), store.texts(averages["words"]))
            file.put(f"{group}/runs", ("runs",), averages["runs"][:])
            dims = ("runs", "words", "dims")
            file.put(f"{group}/vectors", dims, averages["vectors"][:])


def _put_instability(file: store.Writer, numbers: WordNumbers) -> None:
    group = f"instability/{numbers.view}/{numbers.technique}"
    file.put(f"{group}/words", ("words",), numbers.words)
    for name in ("frequency", "intrinsic", "extrinsic"):
        file.put(f"{group}/{name}", ("words",), getattr(numbers, name))


def write_ledger(results: Results) -> None:
    """Write ledger.csv of a study: a row per model, trained or not."""
    with store.replacing(results.file("ledger.csv")) as temporary:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            rows = csv.DictWriter(file, LEDGER, restval="", lineterminator="\n")
            rows.writeheader()
            for block in results.grid.blocks.values():
                rows.writerows(_rows(results, block))


def _rows(results: Results, block: Block) -> Iterator[dict]:
    """A row per run of a block: what it took, and what became of its models."""
    cell, state = block.cell, state_of(results, block)
    row = {
        "corpus": cell.view.corpus,
        "unit": cell.view.unit,
        "fraction": cell.view.fraction,
        "technique": cell.technique,
        "sampling": cell.sampling,
        "state": state.name,
        "attempts": state.attempts,
        "why": state.why,
        "file": block.file,
    }
    if state.record:
        row |= {key: state.record[key] for key in ("peak_bytes", "host", "slurm_job")}
        row["models"], row["file"] = _fate(results, block)
    # seeds of spaces trained elsewhere are not ours to know
    is_external = results.grid.is_external(cell.technique)
    spec = {} if is_external else results.grid.block_spec(block)
    of_runs = {f"{x}_seed": spec.get(f"{x}_seeds") for x in ("sample", "trainer")}
    for key in ("seconds", "cpu_seconds", "vectors_sha256"):
        of_runs[key] = state.record.get(key)
    for index, number in enumerate(block.runs):
        of_run = {key: values[index] for key, values in of_runs.items() if values}
        yield {**row, "run": number, **of_run}


def _fate(results: Results, block: Block) -> tuple[str, str]:
    """What became of the models of a block that was trained, and where they stand."""
    for name, file in (("kept", block.file), ("thinned", block.thin)):
        if results.file(file).is_file():
            return name, file
    return "deleted", ""


if __name__ == "__main__":
    run(summarise, store.StoreError)
