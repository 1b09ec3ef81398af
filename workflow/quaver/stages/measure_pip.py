"""Compute the PIP loss of all pairs of runs of a cell, and of every word."""

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.pip import pip_losses
from quaver.results.runs import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    put_vocabulary,
    shared_words,
    split,
)


def measure_pip(job: Job) -> None:
    """Measure one cell over its shared vocabulary."""
    blocks, vocabulary = split(job.inputs)
    known = known_words(vocabulary, "vocabulary") if vocabulary else None
    put_pip(job, Runs(blocks), known)


def put_pip(job: Job, runs: Runs, known: set[str] | None) -> None:
    """Write the losses between pairs of runs (or of averages), as many as asked for.

    The words are those shared by all runs, also by those that are not compared.
    """
    mask, steps = shared_words(runs, known)
    spaces = UnitSpaces(runs, mask, job.spec["runs"])
    if len(spaces) < 2:
        raise MeasureError("a PIP loss needs two runs; write 'runs: 2' or more")
    result = pip_losses(spaces)
    with store.create(job.output, "pip", job.provenance) as file:
        put_vocabulary(file, runs, mask, steps)
        file.put("runs", ("runs",), spaces.numbers)
        file.put("other_runs", ("other_runs",), spaces.numbers)
        file.put("losses", ("runs", "other_runs"), result.losses)
        file.put("word_losses", ("runs", "words"), result.word_losses)
        file.put("word_deviation", ("words",), result.word_deviation)


if __name__ == "__main__":
    run(measure_pip, MeasureError, store.StoreError)
