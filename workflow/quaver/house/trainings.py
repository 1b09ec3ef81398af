"""What a study trained, and the words its runs share."""

from collections.abc import Iterator

from quaver.house.cells import own_cells
from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import gap, identity, in_order, lost


def _trainings(results) -> Iterator[dict]:
    """A row per cell, variants of sweeps too: planned = finished + failed."""
    for cell in in_order(results.cells()):
        yield {
            **identity(cell),
            "planned": cell.runs,
            "finished": cell.runs - cell.failed,
            "failed": cell.failed,
            "note": (lost(cell), cell.reason),
        }


def _steps(results) -> Iterator[dict]:
    """The way to the shared vocabulary, a row per cell and step."""
    names = ("step", "kept", "dropped")
    for cell in own_cells(results):
        missing = gap(cell) or ("" if cell.steps else "not measured")
        for step in cell.steps or [()]:  # no steps: one row, for the note
            row = dict(zip(names, step, strict=False))
            yield {**identity(cell), **row, "note": missing}


TRAININGS = Table(
    name="trainings",
    title="Runs planned, finished and failed",
    caption="Runs planned, finished and failed, one row per cell.",
    order=18,
    reads=("records",),
    wanted=lambda grid: True,
    columns=(col.CELL, col.wholes("planned finished failed"), col.NOTE),
    keys="view technique sampling planned finished failed note",
    rows=_trainings,
)
VOCABULARY = Table(
    name="vocabulary",
    title="Words kept on the way to the vocabulary that runs share",
    caption=(
        "Words kept and dropped by each step to the vocabulary the runs of a cell "
        "share."
    ),
    order=17,
    reads=("pip",),
    columns=(col.CELL, col.texts("step"), col.wholes("kept dropped"), col.NOTE),
    keys="view technique sampling step kept dropped note",
    rows=_steps,
)
