"""Compute a measure: python -m quaver.stages.measure <name>, files in, one file out."""

import sys
from importlib import import_module

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.declare import Measure
from quaver.measures.errors import MeasureError
from quaver.results.given import Given, Out


def measure(job: Job, declared: Measure) -> None:
    """Have a measure write its file, whole or not at all."""
    given = Given(job.inputs, job.spec)
    with store.create(job.output, declared.kind, job.provenance) as file:
        declared.compute(given, Out(file, job.output))


def main(name: str) -> None:
    """Run the measure of a name; what it refuses is one sentence."""
    declared = import_module(f"quaver.measures.{name}").MEASURE

    def stage(job: Job) -> None:
        measure(job, declared)

    stage.__name__ = declared.rule  # what --set-resources knows it by
    run(stage, MeasureError, store.StoreError, *declared.refuses)


if __name__ == "__main__":
    main(sys.argv.pop(1))
