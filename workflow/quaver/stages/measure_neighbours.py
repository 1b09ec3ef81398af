"""Find the neighbours of random target words in all runs, and compare them."""

import numpy as np

from quaver import store
from quaver.measures.overlap import overlaps
from quaver.spaces.draws import drawn
from quaver.spaces.neighbours import neighbours
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
from quaver.statistics import pair_matrix


def measure_neighbours(job: Job) -> None:
    """Store the neighbour lists of a cell's targets and how far runs agree on them."""
    blocks, vocabulary = split(job.inputs)
    runs = Runs(blocks)
    if len(runs) < 2:
        raise MeasureError("neighbours are compared between two runs or more")
    known = known_words(vocabulary, "vocabulary") if vocabulary else None
    mask, steps = shared_words(runs, known)
    targets = choose(mask, job.spec["targets"], job.spec["seed"])
    sizes = _sizes(job.spec["neighbours"], mask)
    spaces = UnitSpaces(runs, mask)
    found = [neighbours(spaces[k], targets, max(sizes)) for k in range(len(runs))]
    with store.create(job.output, "neighbours", job.provenance) as file:
        put_vocabulary(file, runs, mask, steps)
        file.put("runs", ("runs",), runs.numbers)
        file.put("other_runs", ("other_runs",), runs.numbers)
        file.put("targets", ("targets",), targets)
        _put_lists(file, found, sizes)


def _sizes(wanted: list[int], mask: np.ndarray) -> list[int]:
    """Lengths of lists that so many words allow."""
    sizes = [n for n in wanted if n < mask.sum()]
    if not sizes:
        raise MeasureError(
            f"only {mask.sum()} words are shared: no list of {min(wanted)} "
            "neighbours can be made"
        )
    return sizes


def _put_lists(file: store.Writer, found: list, sizes: list[int]) -> None:
    indices = np.stack([lists.indices for lists in found]).astype(np.int32)
    lists = ("runs", "targets", "ranks")
    file.put("neighbours", lists, indices)
    file.put("cosines", lists, np.stack([each.cosines for each in found]))
    file.put("sizes", ("sizes",), np.array(sizes))
    result = overlaps(indices, sizes)
    for name in ("share", "jaccard"):
        pairs = getattr(result, name)
        squares = np.stack([pair_matrix(row) for row in pairs]) + np.eye(len(found))
        file.put(name, ("sizes", "runs", "other_runs"), squares)
        words = getattr(result, f"word_{name}")
        file.put(f"word_{name}", ("sizes", "targets"), words)


def choose(mask: np.ndarray, targets: int, seed: int) -> np.ndarray:
    """Rows of random target words among the shared: (words,) bool -> (targets,) int64.

    In order of the vocabulary; `drawn` tells how they are taken.
    """
    return np.sort(drawn(mask, targets, seed))


if __name__ == "__main__":
    run(measure_neighbours, MeasureError, store.StoreError)
