"""Compute the PIP loss of all pairs of runs of a cell, and of every word."""

from quaver import store
from quaver.measures.pip import pip_losses
from quaver.stages.cells import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    put_vocabulary,
    shared_words,
    split,
)
from quaver.stages.job import Job, run


def measure_pip(job: Job) -> None:
    """Measure one cell over its shared vocabulary."""
    blocks, vocabulary = split(job.inputs)
    known = known_words(vocabulary, "vocabulary") if vocabulary else None
    put_pip(job, Runs(blocks), known)


def put_pip(job: Job, runs: Runs, known: set[str] | None) -> None:
    """Write the losses between all pairs of runs (or of averages)."""
    if len(runs) < 2:
        raise MeasureError("a PIP loss needs two runs; write 'runs: 2' or more")
    mask, steps = shared_words(runs, known)
    result = pip_losses(UnitSpaces(runs, mask))
    with store.create(job.output, "pip", job.provenance) as file:
        put_vocabulary(file, runs, mask, steps)
        file.put("runs", ("runs",), runs.numbers)
        file.put("other_runs", ("other_runs",), runs.numbers)
        file.put("losses", ("runs", "other_runs"), result.losses)
        file.put("word_losses", ("runs", "words"), result.word_losses)
        file.put("word_deviation", ("words",), result.word_deviation)


if __name__ == "__main__":
    run(measure_pip, MeasureError, store.StoreError)
