"""Find the neighbours of random target words in all runs, and compare them."""

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.overlap import overlaps
from quaver.results.runs import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    put_vocabulary,
    shared_words,
    split,
)
from quaver.spaces.draws import drawn
from quaver.spaces.neighbours import neighbours
from quaver.statistics import pair_matrix

TOGETHER = 1 << 26  # bytes of lists, and of means over their runs, compared together


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
    with store.create(job.output, "neighbours", job.provenance) as file:
        put_vocabulary(file, runs, mask, steps)
        file.put("runs", ("runs",), runs.numbers)
        file.put("other_runs", ("other_runs",), runs.numbers)
        file.put("targets", ("targets",), targets)
        file.put("sizes", ("sizes",), np.array(sizes))
        _put_lists(file, spaces, targets, max(sizes))
        _put_overlaps(file, sizes)


def _sizes(wanted: list[int], mask: np.ndarray) -> list[int]:
    """Lengths of lists that so many words allow."""
    sizes = [n for n in wanted if n < mask.sum()]
    if not sizes:
        raise MeasureError(
            f"only {mask.sum()} words are shared: no list of {min(wanted)} "
            "neighbours can be made"
        )
    return sizes


def _put_lists(file: store.Writer, spaces: UnitSpaces, targets, ranks: int) -> None:
    """Write the lists of each run as they are found."""
    shape = len(spaces), len(targets), ranks
    indices, cosines = (
        file.reserve(name, ("runs", "targets", "ranks"), shape, kind)
        for name, kind in (("neighbours", np.int32), ("cosines", np.float32))
    )
    for row in range(len(spaces)):
        found = neighbours(spaces[row], targets, ranks)
        indices[row], cosines[row] = found.indices, found.cosines


def _put_overlaps(file: store.Writer, sizes: list[int]) -> None:
    """Compare all pairs of runs, by as many targets at once as memory has room for."""
    lists = file.file["neighbours"]
    runs, targets, ranks = lists.shape
    step = max(1, TOGETHER // (8 * runs * (ranks + 4 * len(sizes))))
    pairs, words = {"share": 0.0, "jaccard": 0.0}, {"share": [], "jaccard": []}
    for start in range(0, targets, step):
        part = lists[:, start : start + step]
        found = overlaps(part, sizes)
        for name in pairs:
            pairs[name] += getattr(found, name) * (part.shape[1] / targets)
            words[name].append(getattr(found, f"word_{name}"))
    for name, values in pairs.items():
        squares = np.stack([pair_matrix(row) for row in values]) + np.eye(runs)
        file.put(name, ("sizes", "runs", "other_runs"), squares)
        means = np.concatenate(words[name], axis=1)
        file.put(f"word_{name}", ("sizes", "targets"), means)


def choose(mask: np.ndarray, targets: int, seed: int) -> np.ndarray:
    """Rows of random target words among the shared: (words,) bool -> (targets,) int64.

    In order of the vocabulary; `drawn` tells how they are taken.
    """
    return np.sort(drawn(mask, targets, seed))


if __name__ == "__main__":
    run(measure_neighbours, MeasureError, store.StoreError)
