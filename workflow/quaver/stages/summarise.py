"""Gather a study's numbers in one HDF5 file, and its models in a ledger."""

import csv
import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.engine.states import state_of
from quaver.grid import Block, Cell
from quaver.items.write import read_table
from quaver.results.blocks import AXES
from quaver.results.reader import Results

LEDGER = (
    *("corpus", "part", "unit", "fraction", "technique", "sampling", "run"),
    *("sample_seed", "trainer_seed", "vectors_sha256"),
    *("state", "attempts", "seconds", "cpu_seconds", "peak_bytes", "host", "slurm_job"),
    *("models", "file", "why"),
)
OF_BLOCK = re.compile(r"(\d+)-(\d+)(?:\.thin)?\.(?:h5|json)")
OF_WORDS = ("words", "frequency", "intrinsic", "extrinsic")


def summarise(job: Job) -> None:
    """Write summary.h5 and ledger.csv beside the study; what failed is counted."""
    study, *tables = job.inputs  # the CSV files of those that were made
    results = Results(study, job.undone)
    cells = results.grid.cells.values()
    failed = {cell: results.failed(cell) for cell in cells}
    with store.create(results.file("summary.h5"), "summary", job.provenance) as file:
        for cell in results.grid.shown():
            if not failed[cell]:
                _put_losses(file, results, cell)
                _put_averages(file, results, cell)
        for numbers in results.words():
            group = f"instability/{numbers.view}/{numbers.technique}"
            for name in OF_WORDS if numbers.words else ():
                file.put(f"{group}/{name}", ("words",), getattr(numbers, name))
        for group in items.every(results.grid):
            for table in filter(items.is_table, group.items):
                name = f"{group.folder(table)}/{table.name}"
                path = results.file(f"{name}.csv")
                if path in tables:
                    _put_table(file, name, read_table(path, table))
        runs = sum(cell.runs for cell in cells)
        lost = sum(len(block.runs) for blocks in failed.values() for block in blocks)
        file.describe("/", {"planned_runs": runs, "failed_runs": lost})
    write_ledger(results)
    for cell in cells:
        remove_outgrown(results, cell)


def remove_outgrown(results: Results, cell: Cell) -> None:
    """Remove blocks of models whose runs finished blocks of the study all hold.

    Of 6 runs, 4 a job, the last job trained runs 5 and 6; of 8 it trains 5 to 8.
    """
    blocks = results.grid.blocks_of(cell)
    finished = [block for block in blocks if results.stands(block.record)]
    runs = {run for block in finished for run in block.runs}
    files = results.file(f"models/{cell.path}").glob("*-*")
    names = filter(None, (OF_BLOCK.fullmatch(file.name) for file in files))
    for first, last in {tuple(map(int, name.groups())) for name in names}:
        old = Block(cell, first, last)
        # what has more runs than the study is kept: they may be wanted again
        if old not in blocks and runs.issuperset(old.runs):
            store.remove(*map(results.file, (old.file, old.thin, old.record)))


def _put_table(file: store.Writer, group: str, frame: pd.DataFrame) -> None:
    file.put(f"{group}/rows", ("rows",), np.arange(len(frame)))
    for column, values in frame.items():
        if pd.api.types.is_numeric_dtype(values):
            kind = "f8" if values.isna().any() else values.dtype.name.lower()
            cells = values.to_numpy(kind, na_value=np.nan if kind == "f8" else None)
        else:
            cells = ["" if pd.isna(value) else str(value) for value in values]
        file.put(f"{group}/{column}", ("rows",), cells)


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
    scales = {"words": ("words",), "runs": ("runs",), "vectors": AXES["vectors"]}
    for size, path in sorted(results.grid.averages(cell).items()):
        if not results.stands(path):
            continue
        group = f"averages/{cell.path}/{size}"
        with results.read(path, "averages") as averages:
            if averages["vectors"].nbytes > store.INLINE:
                for name in scales:
                    file.link(f"{group}/{name}", results.file(path), name)
                checksum = averages.attrs["vectors_sha256"]
                file.describe(group, {"vectors_sha256": checksum})
                continue
            for name, dims in scales.items():
                read = store.texts if name == "words" else np.asarray
                file.put(f"{group}/{name}", dims, read(averages[name]))


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
    cell, view, state = block.cell, block.cell.view, state_of(results, block)
    corpus = results.study.corpora.get(view.corpus)  # none of spaces made elsewhere
    row = {
        "part": corpus.part.get("kind", "") if corpus else "",
        **{"corpus": view.corpus, "unit": view.unit, "fraction": view.fraction},
        **{"technique": cell.technique, "sampling": cell.sampling, "file": block.file},
        **{"state": state.name, "attempts": state.attempts, "why": state.why},
    }
    if state.record:
        row |= {key: state.record[key] for key in ("peak_bytes", "host", "slurm_job")}
        fates = ("kept", block.file), ("thinned", block.thin)
        stand = [fate for fate in fates if results.file(fate[1]).is_file()]
        row["models"], row["file"] = stand[0] if stand else ("deleted", "")
    # seeds of spaces trained elsewhere are not ours to know
    is_external = results.grid.is_external(cell.technique)
    spec = {} if is_external else results.grid.block_spec(block)
    of_runs = {f"{x}_seed": spec.get(f"{x}_seeds") for x in ("sample", "trainer")}
    own = ("seconds", "cpu_seconds", "vectors_sha256")
    of_runs |= {key: state.record.get(key) for key in own}
    for index, number in enumerate(block.runs):
        of_run = {key: values[index] for key, values in of_runs.items() if values}
        yield {**row, "run": number, **of_run}


if __name__ == "__main__":
    run(summarise)
