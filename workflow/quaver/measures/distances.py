"""Global distances between all pairs of runs of a cell, beside the PIP loss."""

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.directions import displacement, eigenspace_overlap
from quaver.measures.errors import MeasureError
from quaver.measures.knn_overlap import knn_overlap
from quaver.measures.rank_biased import PERSISTENCE, rank_biased_overlap
from quaver.spaces.grams import tiles

NEIGHBOURS = 10  # first ranks the overlap corrected for chance is of, where possible


def measure(given, out) -> None:
    """Measure one cell: whole spaces by their Grams, and stored neighbour lists."""
    spaces = given.shared().spaces(given.spec["runs"])
    if len(spaces) < 2:
        raise MeasureError("a distance needs two runs; write 'runs: 2' or more")
    with given.other("neighbours") as stored:
        lists = stored["neighbours"][: len(spaces)]
    # a list of all other words is the same in every run
    first = lists[:, :, : max(1, min(NEIGHBOURS, spaces.words - 2))]
    overlap = np.ones((len(spaces), len(spaces)))
    moved = np.zeros_like(overlap)
    for tile in tiles(spaces):
        overlaps, moves = eigenspace_overlap(tile), displacement(tile, spaces.words)
        for i, j in tile.cross:
            overlap[i, j] = overlap[j, i] = overlaps[i, j]
            moved[i, j] = moved[j, i] = moves[i, j]
    out.put_axes(runs=spaces.numbers, other_runs=spaces.numbers)
    pairs = ("runs", "other_runs")
    out.put_all(pairs, eigenspace_overlap=overlap, displacement=moved)
    out.put("knn_overlap", pairs, knn_overlap(first, spaces.words))
    out.put("rank_biased_overlap", pairs, rank_biased_overlap(lists))
    facts = {"words": spaces.words, "neighbours": first.shape[2]}
    out.describe("/", {**facts, "ranks": lists.shape[2], "persistence": PERSISTENCE})


MEASURE = Measure(
    name="distances",
    reads=(MODELS, "vocabulary?", "neighbours"),
    wanted=lambda grid, subject: grid.is_measured(subject.cell, "distances"),
    spec=lambda grid, subject: {
        "vocabulary": grid.study.analyses.stability.vocabulary,
        "runs": grid.study.analyses.stability.runs,
    },
    message="Compute global distances between the runs of {subject}.",
    cost=Cost(lambda size: size.tiles, lambda size: size.grams(size.compared) / 2, 2),
)
