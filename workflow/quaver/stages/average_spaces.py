"""Average the aligned spaces of consecutive groups of runs."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.results.blocks import put_row, put_runs
from quaver.results.runs import Runs
from quaver.spaces.averages import average, groups


class Group:
    """The runs of one group, as a sequence."""

    def __init__(self, runs: Runs, members: tuple[int, ...]):
        """Look at some runs only."""
        self._runs, self._members = runs, members

    def __len__(self) -> int:
        """Number of runs of the group."""
        return len(self._members)

    def __getitem__(self, place: int) -> tuple:
        """Vectors, present and counts of one run of the group."""
        return self._runs[self._members[place]]


def average_spaces(job: Job) -> None:
    """Write the averages of all complete groups; each is called by its first run."""
    write_averages(job.output, Runs(job.inputs), job.spec, job.provenance)


def write_averages(
    path: Path, runs: Runs, wanted: Mapping, provenance: Callable
) -> None:
    """Write a file of averages of the size and by the method that are wanted."""
    size, method = wanted["size"], wanted["method"]
    members = groups(len(runs), size)
    with store.create(path, "averages", provenance) as file:
        checksum = hashlib.sha256()
        for place, group in enumerate(members):
            result = average(Group(runs, group), method)
            put_row(file, place, len(members), result._asdict())
            checksum.update(np.ascontiguousarray(result.vectors))
        put_runs(file, runs.words, runs.numbers[[group[0] for group in members]])
        said = {"size": size, "method": method}
        file.describe("/", {**said, "vectors_sha256": checksum.hexdigest()})


if __name__ == "__main__":
    run(average_spaces, store.StoreError, ValueError)
