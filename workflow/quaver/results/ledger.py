"""The ledger: every model of a study, what it took and what became of it."""

import csv
from collections.abc import Iterator

from quaver import store
from quaver.grid import Block
from quaver.results.plan import Plan
from quaver.engine.states import state_of

COLUMNS = (
    *("corpus", "unit", "fraction", "technique", "sampling", "run"),
    *("sample_seed", "trainer_seed", "vectors_sha256"),
    *("state", "attempts", "seconds", "cpu_seconds", "peak_bytes", "host", "slurm_job"),
    *("models", "file", "why"),
)


def write_ledger(plan: Plan) -> None:
    """Write ledger.csv of a study: a row per model, trained or not."""
    with store.replacing(plan.file("ledger.csv")) as temporary:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            rows = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
            rows.writeheader()
            for block in plan.grid.blocks.values():
                rows.writerows(_rows(plan, block))


def _rows(plan: Plan, block: Block) -> Iterator[dict]:
    """A row per run of a block."""
    cell, state = block.cell, state_of(plan, block)
    common = {
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
        common |= {
            key: state.record[key] for key in ("peak_bytes", "host", "slurm_job")
        }
        common["models"], common["file"] = fate(plan, block)
    for place, run in enumerate(block.runs):
        yield {**common, "run": run, **_seeds(plan, block, place), **_of(state, place)}


def _seeds(plan: Plan, block: Block, place: int) -> dict:
    """Both seeds of a run; those of spaces trained elsewhere are not ours to know."""
    if plan.grid.is_external(block.cell.technique):
        return {}
    spec = plan.grid.block_spec(block)
    return {f"{x}_seed": spec[f"{x}_seeds"][place] for x in ("sample", "trainer")}


def _of(state, place: int) -> dict:
    """What is known of one run of a finished block."""
    names = ("seconds", "cpu_seconds", "vectors_sha256") if state.record else ()
    return {name: state.record[name][place] for name in names}


def fate(plan: Plan, block: Block) -> tuple[str, str]:
    """What became of the models of a block that was trained, and where they stand."""
    for name, file in (("kept", block.file), ("thinned", block.thin)):
        if plan.file(file).is_file():
            return name, file
    return "deleted", ""
