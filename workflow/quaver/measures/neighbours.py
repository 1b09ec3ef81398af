"""The neighbours of random target words in all runs, and how far runs agree on them."""

import numpy as np

from quaver.measures.declare import CELL, MODELS, Cost, Measure
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
    sizes = _sizes(given.spec["neighbours"], shared.mask)
    shared.put(out)
    out.put("runs", ("runs",), shared.numbers)
    out.put("other_runs", ("other_runs",), shared.numbers)
    out.put("targets", ("targets",), targets)
    out.put("sizes", ("sizes",), np.array(sizes))
    lists = _put_lists(out, shared.spaces(), targets, max(sizes))
    _put_overlaps(out, lists, sizes)


def _sizes(wanted: list[int], mask: np.ndarray) -> list[int]:
    """Lengths of lists that so many words allow."""
    sizes = [n for n in wanted if n < mask.sum()]
    if not sizes:
        raise MeasureError(
            f"only {mask.sum()} words are shared: no list of {min(wanted)} "
            "neighbours can be made"
        )
    return sizes


def _put_lists(out, spaces, targets: np.ndarray, ranks: int):
    """Write the lists of each run as they are found; give the dataset of them."""
    shape = len(spaces), len(targets), ranks
    indices, cosines = (
        out.reserve(name, ("runs", "targets", "ranks"), shape, kind)
        for name, kind in (("neighbours", np.int32), ("cosines", np.float32))
    )
    for row in range(len(spaces)):
        nearest = neighbours(spaces[row], targets, ranks)
        indices[row], cosines[row] = nearest.indices, nearest.cosines
    return indices


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
            words[name].append(getattr(common, f"word_{name}"))
    for name, values in pairs.items():
        # a run shares all neighbours with itself
        squares = np.stack([pair_matrix(row) for row in values]) + np.eye(runs)
        out.put(name, ("sizes", "runs", "other_runs"), squares)
        means = np.concatenate(words[name], axis=1)
        out.put(f"word_{name}", ("sizes", "targets"), means)


MEASURE = Measure(
    name="neighbours",
    of=CELL,
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: grid.is_measured(subject.cell, "neighbours"),
    spec=lambda grid, subject: {
        "neighbours": sorted(grid.study.analyses.stability.neighbours),
        "targets": grid.study.analyses.stability.targets,
        "seed": grid.seed_of("targets", subject.cell.view),
        "vocabulary": grid.study.analyses.stability.vocabulary,
    },
    compute=measure,
    message="Compare the nearest neighbours of random words in the runs of {subject}.",
    cost=Cost(
        bytes=lambda size: size.spaces,
        operations=lambda size: size.lookups + size.overlaps,
        passes=2,
    ),
)
