"""The neighbours of random target words in all runs, and how far runs agree on them."""

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.errors import MeasureError
from quaver.measures.overlap import overlaps
from quaver.spaces.draws import drawn
from quaver.spaces.neighbours import neighbours
from quaver.statistics import pair_matrix

TOGETHER = 1 << 26  # bytes of lists, and of means over their runs, compared together


def measure(given, out) -> None:
    """Store the neighbour lists of a cell's targets, and their overlaps."""
    shared = given.shared(least=2)
    # in order of the vocabulary; `drawn` tells how they are taken
    targets = np.sort(drawn(shared.mask, given.spec["targets"], given.spec["seed"]))
    wanted, words = given.spec["neighbours"], shared.mask.sum()
    sizes = [n for n in wanted if n < words]
    if not sizes:
        raise MeasureError(
            f"only {words} words are shared: no list of {min(wanted)} "
            "neighbours can be made"
        )
    shared.put(out)
    out.put_axes(runs=shared.numbers, other_runs=shared.numbers)
    out.put_axes(targets=targets, sizes=np.array(sizes))
    spaces = shared.spaces()
    shape = len(spaces), len(targets), max(sizes)
    indices, cosines = (
        out.reserve(name, ("runs", "targets", "ranks"), shape, kind)
        for name, kind in (("neighbours", np.int32), ("cosines", np.float32))
    )
    for row in range(len(spaces)):
        nearest = neighbours(spaces[row], targets, max(sizes))
        indices[row], cosines[row] = nearest.indices, nearest.cosines
    _put_overlaps(out, indices, sizes)


def _put_overlaps(out, lists, sizes: list[int]) -> None:
    """Compare all pairs of runs, by as many targets at once as memory has room for."""
    runs, targets, ranks = lists.shape
    # overlaps of a word do not depend on the others, so blocks alter no bit of them
    step = max(1, TOGETHER // (8 * runs * (ranks + 4 * len(sizes))))
    pairs, words = {"share": 0.0, "jaccard": 0.0}, {"share": [], "jaccard": []}
    for start in range(0, targets, step):
        part = lists[:, start : start + step]
        common = overlaps(part, sizes)
        for name in pairs:
            pairs[name] += getattr(common, name) * (part.shape[1] / targets)
            words[name].append(getattr(common, f"run_{name}").mean(axis=1))
    for name, values in pairs.items():
        # a run shares all neighbours with itself
        squares = np.stack([pair_matrix(row) for row in values]) + np.eye(runs)
        out.put(name, ("sizes", "runs", "other_runs"), squares)
        means = np.concatenate(words[name], axis=1)
        out.put(f"word_{name}", ("sizes", "targets"), means)


MEASURE = Measure(
    name="neighbours",
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: grid.is_measured(subject.cell, "neighbours"),
    spec=lambda grid, subject: {
        "neighbours": sorted(grid.study.analyses.stability.neighbours),
        "targets": grid.study.analyses.stability.targets,
        "seed": grid.seed_of("targets", subject.cell.view),
        "vocabulary": grid.study.analyses.stability.vocabulary,
    },
    message="Compare the nearest neighbours of random words in the runs of {subject}.",
    cost=Cost(lambda size: size.spaces, lambda size: size.lookups + size.overlaps, 2),
)
