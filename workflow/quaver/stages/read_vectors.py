"""Read spaces somebody else trained: one file per run in, one block out."""

import numpy as np

from quaver import store
from quaver.stages.blocks import put_runs, put_space
from quaver.stages.job import Job, run
from quaver.trainers import TrainingError
from quaver.trainers.vectors import collect


def read_vectors(job: Job) -> None:
    """Gather the files of a cell into one block over the union of their words."""
    files = job.spec["files"]
    words, spaces = collect(files, job.spec["format"])
    with store.create(job.output, "models", job.provenance) as file:
        for place, space in enumerate(spaces):
            put_space(file, place, len(files), space)
        put_runs(file, words, np.arange(1, len(files) + 1))


if __name__ == "__main__":
    run(read_vectors, TrainingError, store.StoreError)
