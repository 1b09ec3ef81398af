"""Gather a study's numbers in one HDF5 file, and its models in a ledger."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.grid import Cell
from quaver.items.write import read_table
from quaver.results.ledger import write_ledger
from quaver.results.plan import Plan


def summarise(job: Job) -> None:
    """Write summary.h5 and ledger.csv beside the study; what failed is counted."""
    study, *tables = job.inputs
    plan = Plan(study, job.undone)
    with store.create(plan.file("summary.h5"), "summary", job.provenance) as file:
        for cell in plan.grid.cells.values():
            if not plan.failed(cell):
                _put_losses(file, plan, cell)
                _put_averages(file, plan, cell)
        words = plan.words()
        for numbers in words:
            if numbers.words:
                _put_instability(file, numbers)
        put_tables(file, plan, tables)
        failed = [b for cell in plan.grid.cells.values() for b in plan.failed(cell)]
        runs = sum(cell.runs for cell in plan.grid.cells.values())
        lost = sum(len(block.runs) for block in failed)
        file.describe("/", {"planned_runs": runs, "failed_runs": lost})
    write_ledger(plan)


def put_tables(file: store.Writer, plan: Plan, paths: Sequence[Path]) -> None:
    """Write those tables of the study whose CSV files are given."""
    for made in items.every(plan.grid):
        for item in filter(items.is_table, made.items):
            group = f"{made.folder(item)}/{item.name}"
            path = plan.file(f"{group}.csv")
            if path in paths:
                put_table(file, group, read_table(path, item))


def put_table(file: store.Writer, group: str, frame: pd.DataFrame) -> None:
    """Write a table, one dataset per column over its rows."""
    file.put(f"{group}/rows", ("rows",), np.arange(len(frame)))
    for column in frame.columns:
        values = frame[column]
        if pd.api.types.is_numeric_dtype(values):
            kind = "f8" if values.isna().any() else values.dtype.name.lower()
            numbers = values.to_numpy(kind, na_value=np.nan if kind == "f8" else None)
            file.put(f"{group}/{column}", ("rows",), numbers)
        else:
            texts = ["" if pd.isna(value) else str(value) for value in values]
            file.put(f"{group}/{column}", ("rows",), texts)


def _put_losses(file: store.Writer, plan: Plan, cell: Cell) -> None:
    if not plan.stands(cell.measure("pip")):
        return
    path = plan.file(cell.measure("pip"))
    group = f"pip/{cell.view.label}/{cell.technique}"
    with store.read(path, "pip") as measured:
        for scale in ("runs", "other_runs"):
            if f"{group}/{scale}" not in file.file:
                file.put(f"{group}/{scale}", (scale,), measured[scale][:])
        name = f"{group}/{cell.sampling}"
        file.put(name, ("runs", "other_runs"), measured["losses"][:])
        file.describe(name, {"words": len(measured["words"])})


def _put_averages(file: store.Writer, plan: Plan, cell: Cell) -> None:
    for size in plan.grid.sizes(cell):
        if not plan.stands(cell.average(size)):
            continue
        path = plan.file(cell.average(size))
        with store.read(path, "averages") as averages:
            group = f"averages/{cell.path}/{size}"
            if averages["vectors"].nbytes > store.INLINE:
                for name in ("words", "runs", "vectors"):
                    file.link(f"{group}/{name}", path, name)
                checksum = averages.attrs["vectors_sha256"]
                file.describe(group, {"vectors_sha256": checksum})
                continue
            file.put(f"{group}/words", ("words",), store.texts(averages["words"]))
            file.put(f"{group}/runs", ("runs",), averages["runs"][:])
            dims = ("runs", "words", "dims")
            file.put(f"{group}/vectors", dims, averages["vectors"][:])


def _put_instability(file: store.Writer, numbers) -> None:
    group = f"instability/{numbers.view}/{numbers.technique}"
    file.put(f"{group}/words", ("words",), numbers.words)
    for name in ("frequency", "intrinsic", "extrinsic"):
        file.put(f"{group}/{name}", ("words",), getattr(numbers, name))


if __name__ == "__main__":
    run(summarise, store.StoreError)
