"""Find the neighbours of random target words in all runs, and compare them."""

from itertools import combinations

import numpy as np

from quaver import store
from quaver.measures.overlap import overlaps
from quaver.spaces.neighbours import neighbours
from quaver.stages.cells import (
    MeasureError,
    UnitSpaces,
    known_words,
    open_runs,
    put_vocabulary,
    shared_words,
    split,
)
from quaver.stages.job import Job, run


def measure_neighbours(job: Job) -> None:
    """Store the neighbour lists of a cell's targets and how far runs agree on them."""
    spec = job.spec
    blocks, vocabulary = split(job.inputs)
    with open_runs(blocks) as runs:
        if len(runs) < 2:
            raise MeasureError("neighbours are compared between two runs or more")
        known = known_words(vocabulary, "vocabulary") if vocabulary else None
        mask, steps = shared_words(runs, known)
        spaces = UnitSpaces(runs, mask)
        targets = choose(mask, spec["targets"], spec["seed"])
        sizes = [n for n in spec["neighbours"] if n < mask.sum()]
        if not sizes:
            raise MeasureError(
                f"only {mask.sum()} words are shared: no list of "
                f"{min(spec['neighbours'])} neighbours can be made"
            )
        found = [neighbours(spaces[k], targets, max(sizes)) for k in range(len(runs))]
        indices = np.stack([lists.indices for lists in found]).astype(np.int32)
        result = overlaps(indices, sizes)
        with store.create(job.output, "neighbours", job.provenance) as file:
            put_vocabulary(file, runs, mask, steps)
            file.put("runs", ("runs",), runs.numbers)
            file.put("other_runs", ("other_runs",), runs.numbers)
            file.put("targets", ("targets",), targets)
            lists = ("runs", "targets", "ranks")
            file.put("neighbours", lists, indices)
            file.put("cosines", lists, np.stack([each.cosines for each in found]))
            file.put("sizes", ("sizes",), np.array(sizes))
            square = ("sizes", "runs", "other_runs")
            file.put("share", square, as_squares(result.share, len(runs)))
            file.put("jaccard", square, as_squares(result.jaccard, len(runs)))
            file.put("word_share", ("sizes", "targets"), result.word_share)
            file.put("word_jaccard", ("sizes", "targets"), result.word_jaccard)


def choose(mask: np.ndarray, targets: int, seed: int) -> np.ndarray:
    """Rows of random target words among the shared: (words,) bool -> (targets,) int64.

    The corpus's words stand in one random order per view, and the first shared ones are
    taken, so that cells with nearly the same words have nearly the same targets.
    """
    order = np.random.default_rng(seed).permutation(len(mask))
    chosen = np.sort(order[mask[order]][:targets])
    return np.searchsorted(np.flatnonzero(mask), chosen)


def as_squares(pairs: np.ndarray, runs: int) -> np.ndarray:
    """Values of pairs as squares, 1 with itself: (n, pairs) -> (n, runs, runs)."""
    squares = np.ones((len(pairs), runs, runs))
    for place, (i, j) in enumerate(combinations(range(runs), 2)):
        squares[:, i, j] = squares[:, j, i] = pairs[:, place]
    return squares


if __name__ == "__main__":
    run(measure_neighbours, MeasureError, store.StoreError)
