"""Read spaces somebody else trained: one file per run in, one block out."""

from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run, write_record
from quaver.results.blocks import put_runs, put_space
from quaver.trainers import TrainingError
from quaver.trainers.vectors import collect


def read_vectors(job: Job) -> None:
    """Gather the files of a cell in one block, then write what is to be kept of it."""
    job.journal.tell("started")
    block, record = job.outputs
    checksums = _block(job, block)
    runs = [{"run": k, "vectors_sha256": x} for k, x in enumerate(checksums, 1)]
    write_record(record, job, runs)
    job.journal.tell("finished")


def _block(job: Job, path: Path) -> list[str]:
    """Write all spaces over the union of their words; the checksum of each."""
    files = job.spec["files"]
    words, spaces = collect(files, job.spec["format"])
    with store.create(path, "models", job.provenance) as file:
        runs = len(files)
        checksums = [put_space(file, k, runs, space) for k, space in enumerate(spaces)]
        put_runs(file, words, np.arange(1, runs + 1))
    return checksums


if __name__ == "__main__":
    run(read_vectors, TrainingError, store.StoreError)
