"""Compute global distances between all pairs of runs of a cell, beside the PIP loss."""

from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.displacement import displacement
from quaver.measures.eigenspace import eigenspace_overlap
from quaver.measures.knn_overlap import knn_overlap
from quaver.measures.rank_biased import PERSISTENCE, rank_biased_overlap
from quaver.results.runs import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    shared_words,
    split,
)
from quaver.spaces.grams import Spaces, tiles

NEIGHBOURS = 10  # first ranks the overlap corrected for chance is of, where possible


def measure_distances(job: Job) -> None:
    """Measure one cell: whole spaces by their Grams, and stored neighbour lists."""
    *cell, lists = job.inputs
    blocks, vocabulary = split(cell)
    runs = Runs(blocks)
    known = known_words(vocabulary, "vocabulary") if vocabulary else None
    mask, _ = shared_words(runs, known)
    spaces = UnitSpaces(runs, mask, job.spec["runs"])
    if len(spaces) < 2:
        raise MeasureError("a distance needs two runs; write 'runs: 2' or more")
    said, by_lists = _of_lists(lists, spaces)
    found = {**_of_spaces(spaces), **by_lists}
    with store.create(job.output, "distances", job.provenance) as file:
        file.put("runs", ("runs",), spaces.numbers)
        file.put("other_runs", ("other_runs",), spaces.numbers)
        for name, values in found.items():
            file.put(name, ("runs", "other_runs"), values)
        file.describe("/", {"words": spaces.words, **said})


def _of_spaces(spaces: Spaces) -> dict[str, np.ndarray]:
    """Distances by Grams, by name: (runs, runs) each, that of equal spaces within."""
    overlap = np.ones((len(spaces), len(spaces)))
    moved = np.zeros_like(overlap)
    for tile in tiles(spaces):
        _fill(overlap, eigenspace_overlap(tile))
        _fill(moved, displacement(tile, spaces.words))
    return {"eigenspace_overlap": overlap, "displacement": moved}


def _fill(matrix: np.ndarray, values: dict[tuple[int, int], float]) -> None:
    for (i, j), value in values.items():
        matrix[i, j] = matrix[j, i] = value


def _of_lists(path: Path, spaces: UnitSpaces) -> tuple[dict, dict[str, np.ndarray]]:
    """Distances by stored neighbour lists, (runs, runs) each; before them, their n."""
    words = spaces.words
    with store.read(path, "neighbours") as file:
        lists = file["neighbours"][: len(spaces)]
    # a list of all other words is the same in every run
    first = lists[:, :, : max(1, min(NEIGHBOURS, words - 2))]
    said = {"neighbours": first.shape[2], "ranks": lists.shape[2]}
    return {**said, "persistence": PERSISTENCE}, {
        "knn_overlap": knn_overlap(first, words),
        "rank_biased_overlap": rank_biased_overlap(lists),
    }


if __name__ == "__main__":
    run(measure_distances, MeasureError, store.StoreError)
