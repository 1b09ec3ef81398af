"""How far a cosine, told in deviations, carries over to other models.

Two models may cut other shares of their pairs at as many deviations from the mean, by
Kolmogorov and Smirnov's distance of their standardised cosines at most.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from quaver.house.cells import key_of
from quaver.house.similarities import COARSE, compared, matched
from quaver.items.ends import cut, ends
from quaver.results.similarity import SimilarityNumbers
from quaver.statistics.distributions import (
    Binned,
    Distance,
    between_runs,
    cumulated,
    distance,
    exceeding,
    resolution,
)

ALONE = "no other model of its text to hold the shape of its cosines against"
ONE_RUN = "one run: what training alone does to the shape is not told"
SHARES = (0.0, 1.0)


class Other(NamedTuple):
    """Another model, and how far the shape of its cosines is from a model's own.

    resolution: what bins may put the distance off by.
    """

    numbers: SimilarityNumbers
    name: str
    distance: Distance
    resolution: float


def others_of(records: Sequence[SimilarityNumbers]) -> dict[tuple, list[Other]]:
    """The models each cell (`key_of`) is compared with."""
    found: dict[tuple, list[Other]] = {key_of(x.cell): [] for x in records}
    for one, other in compared(records):
        apart = distance(one.binned, other.binned)
        coarse = resolution(one.binned, other.binned)
        for own, its in ((one, other), (other, one)):
            name = matched(own.cell, its.cell)
            found[key_of(own.cell)].append(Other(its, name, apart, coarse))
    return found


def places(own: Binned, cosines: Mapping[str, float]) -> dict:
    """Columns: share of all pairs above each cosine, and its deviations from the mean;
    cosines by what stands before their names."""
    shares = 1 - cumulated(own).mean(axis=0)
    row = {}
    for before, cosine in cosines.items():
        row[f"{before}above"] = float(np.interp(cosine, own.edges, shares))
        row[f"{before}deviations"] = _deviations(own, cosine)
    return row


def _deviations(own: Binned, cosine: float) -> float:
    return float(np.mean((cosine - own.mean) / own.deviation))


def carried(own: Binned, others: Sequence[Other], cosine: float) -> dict:
    """Columns: distance of the farthest shape, of own runs, and shares of pairs that
    other models have beyond as many deviations as the cosine lies from the mean."""
    row: dict = {"shape_runs": between_runs(own)}
    notes = [ONE_RUN * bool(np.isnan(row["shape_runs"]))]
    if not others:
        return {**row, "note": [*notes, ALONE]}
    farthest = max(others, key=lambda other: other.distance.value)
    apart = farthest.distance
    low, high, _ = cut(apart.low, apart.high, SHARES)
    row |= ends("shape", apart.value, low, high) | {"shape_against": farthest.name}
    at = _deviations(own, cosine)
    shares = [exceeding(other.numbers.binned, at) for other in others]
    row |= {"elsewhere_least": min(shares), "elsewhere_most": max(shares)}
    return {**row, "note": [*notes, COARSE * (apart.value <= farthest.resolution)]}
