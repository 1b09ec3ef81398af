"""Global distances between all pairs of runs of a cell, beside the PIP loss.

Two random lists of n among the m other words share c = n / m of them: the overlap
corrected for chance, (p@n - c) / (1 - c), is 0 by chance and 1 for the same lists, as
kappa is (Cohen 1960). Rank-biased overlap (Webber, Moffat and Zobel 2010) of lists of
one length, extrapolated to lists without an end: with X_d words in common among the
first d of k and persistence p (the probability that a reader goes on),

    RBO_ext = (X_k / k) p^k + (1 - p) / p * sum over d <= k of (X_d / d) p^d
"""

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.directions import displacement, eigenspace_overlap
from quaver.measures.errors import MeasureError
from quaver.spaces.agreement import agreement
from quaver.spaces.grams import tiles

NEIGHBOURS = 10  # first ranks the overlap corrected for chance is of, where possible
PERSISTENCE = 0.9  # Webber et al. 2010: the first ten ranks weigh 86 %


def knn_overlap(lists: np.ndarray, words: int) -> np.ndarray:
    """Mean overlap of pairs, in [-1, 1]: (runs, targets, n) rows -> (runs, runs)."""
    others, n = words - 1, np.shape(lists)[-1]
    common = agreement(lists)[:, :, -1]
    if n > others:
        raise ValueError(f"{words} words have lists of {others}. Got {n} neighbours.")
    if n == others:  # every list holds every word: 0 / 0
        return np.full(common.shape, np.nan)
    return 1 - (1 - common / n) / (1 - n / others)


def rank_biased_overlap(lists: np.ndarray, p: float = PERSISTENCE) -> np.ndarray:
    """Mean overlap of all pairs, in [0, 1]: (runs, targets, k) rows -> (runs, runs)."""
    if not 0 < p < 1:
        raise ValueError(f"persistence must lie between 0 and 1. Got {p} instead.")
    common = agreement(lists)
    depths = np.arange(1, common.shape[2] + 1)
    weights = (1 - p) * p ** (depths - 1.0)
    weights[-1] += p ** depths[-1]
    # the weights add up to 1; written from 1 downwards the same lists give 1 exactly
    return np.maximum(1 - ((1 - common / depths) * weights).sum(axis=2), 0)


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
