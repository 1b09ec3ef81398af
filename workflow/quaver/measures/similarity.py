"""How the similarities of a cell's words are distributed, run by run.

Elekes et al. 2018, section 3.2: random words against all others, counted by bins of
.01, and the mean similarity by place in the lists of nearest words. Mean and deviation
are of all pairs, not of bins; draws are there to be tested as the authors do.
"""

from typing import NamedTuple

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.spaces.draws import drawn
from quaver.spaces.similarities import (
    EDGES,
    curve,
    drawn_cosines,
    histogram,
    pairs,
    spread,
)

DRAWS = 1000  # cosines of a run that are kept one by one
FLAT = 1e-7  # deviations that rounding makes of equal cosines


class Distribution(NamedTuple):
    """Of one run: histogram (bins,), mean, deviation; draws, curve (ranks,)."""

    histogram: np.ndarray
    mean: float
    deviation: float
    draws: np.ndarray
    curve: np.ndarray


def distribution(
    units: np.ndarray, targets: np.ndarray, ranks: int, seed: int
) -> Distribution:
    """Similarities of targets with all others: (words, dims), (targets,) -> of a run.

    draws: DRAWS of them by a seed, none twice, standardised by mean and deviation.
    """
    mean, deviation = spread(units, targets)
    if not deviation > FLAT:
        raise MeasureError(
            f"the similarities of {len(units)} words do not vary: they have no shape"
        )
    draws = (drawn_cosines(units, targets, DRAWS, seed) - mean) / deviation
    counts, means = histogram(units, targets), curve(units, targets, ranks)
    return Distribution(counts, mean, deviation, draws, means)


def measure(given, out) -> None:
    """Store the distribution of similarities in every run of a cell."""
    shared, spec = given.shared(), given.spec
    # in order of the vocabulary; `drawn` tells how they are taken
    targets = np.sort(drawn(shared.mask, spec["targets"], spec["seed"]))
    words, spaces = int(shared.mask.sum()), shared.spaces()
    ranks = min(spec["ranks"], words - 1)
    runs = [
        distribution(spaces[run], targets, ranks, spec["draws"][run])
        for run in range(len(spaces))
    ]
    every = Distribution(*map(np.stack, zip(*runs, strict=True)))
    shared.put(out)
    out.put_axes(runs=shared.numbers, targets=targets, edges=EDGES)
    out.put_all(("runs",), mean=every.mean, deviation=every.deviation)
    for name, axis in (("histogram", "bins"), ("draws", "draws"), ("curve", "ranks")):
        out.put(name, ("runs", axis), getattr(every, name))
    note = _capped(spec, (shared.axis, len(targets)), ranks)
    out.describe("/", {"pairs": pairs(words, len(targets)), "note": note})


def _capped(spec, targets: tuple[str, int], ranks: int) -> str:
    """What is said of words (or items) and ranks that spaces have not; else nothing."""
    axis, number = targets
    asked = {axis: (spec["targets"], number), "ranks": (spec["ranks"], ranks)}
    parts = (
        f"{wanted:,} {name} asked for, {there:,} there are"
        for name, (wanted, there) in asked.items()
        if there < wanted
    )
    return "; ".join(parts)


def is_asked(grid, cell) -> bool:
    """Tell whether a study asks how similarities of a cell are distributed."""
    asked = grid.study.analyses.similarity
    if asked is None:
        return False
    base = grid.study.techniques[cell.technique].base
    limits = [
        (asked.corpora, {cell.view.corpus}),
        (asked.techniques, {cell.technique, base}),
        (asked.samplings, {cell.sampling}),
    ]
    return all(not names or own & {*names} for names, own in limits)


def _spec(grid, subject) -> dict:
    asked, cell = grid.study.analyses.similarity, subject.cell
    return {
        "targets": asked.targets,
        "ranks": asked.ranks,
        "seed": grid.seed_of("targets", cell.view),
        # each run its own: tests compare draws that share nothing
        "draws": [x for b in grid.blocks_of(cell) for x in grid.seeds("pairs", b)],
        "vocabulary": grid.study.analyses.stability.vocabulary,
    }


MEASURE = Measure(
    name="similarity",
    items=(),  # cosines are cosines
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: is_asked(grid, subject.cell),
    spec=_spec,
    message="Count the similarities of words by size in the runs of {subject}.",
    cost=Cost(lambda size: size.spaces, lambda size: size.similarities, 1),
    quantities={
        "similarity_shape": Quantity(
            label="difference in shape of two distributions of similarities",
            symbol="D",
            formula="max over z of |F1(z) - F2(z)|, z = (cos - mean) / deviation",
            source="Elekes et al. 2018 (1000 draws); ours (all pairs)",
            best="low",
        ),
    },
)
