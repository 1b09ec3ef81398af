"""How often intervals held the truth in simulation: what workflow/calibration holds."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from quaver.measures.trust import Rule
from quaver.results.records import CellNumbers

KIND = "chosen"  # words of the list a reader sees
OTHER_TRAINING = "such intervals were not simulated for this kind of training"
COLUMNS = (
    *("trainer", "unit", "kind", "runs", "whole_runs"),
    *("method", "nominal", "coverage", "high"),
)
NOT_SIMULATED = pd.DataFrame(columns=list(COLUMNS))


class Covered(NamedTuple):
    """Share of intervals that held the truth, and whether it may be the nominal one.

    NaN where such intervals were not simulated, with the reason why.
    """

    share: float = np.nan
    nominal: bool = True
    why: str = OTHER_TRAINING


def covered(
    simulated: pd.DataFrame, cell: CellNumbers, runs: tuple[int, int], rule: Rule
) -> Covered:
    """What simulation says of the intervals of a cell of so many runs.

    runs: bootstrapped ones, and those on the whole text. Of its trainer and unit, by
    the nearest number of runs that is not above its own; of texts and settings the one
    where fewest held.
    """
    found = simulated[
        (simulated["kind"] == KIND)
        & (simulated["method"] == rule.method)
        & (simulated["trainer"] == cell.trainer)
    ]
    if found.empty or not _as_simulated(cell):
        return Covered()
    found = found[found["unit"] == cell.unit]
    if found.empty:
        why = f"such intervals were not simulated for units of this kind ({cell.unit})"
        return Covered(why=why)
    nominal = found["nominal"].unique()
    found = found[np.isclose(found["nominal"], rule.confidence)]
    if found.empty:
        known = ", ".join(f"{100 * share:g} %" for share in sorted(nominal))
        asked = f"{100 * rule.confidence:g} %"
        return Covered(why=f"only intervals of {known} were simulated, not of {asked}")
    found = found[(found["runs"] <= runs[0]) & (found["whole_runs"] <= runs[1])]
    if found.empty:
        return Covered(why="such intervals were not simulated for so few runs")
    found = found[found["runs"] == found["runs"].max()]
    least = found.iloc[found["coverage"].argmin()]
    reached = bool(least["high"] >= rule.confidence)
    return Covered(float(least["coverage"]), reached, why="")


def _as_simulated(cell: CellNumbers) -> bool:
    """Tell whether word2vec and fastText learn by skip-gram, negative sampling."""
    given = cell.parameters
    skip_gram = given.get("architecture", "skip-gram") == "skip-gram"
    return skip_gram and not given.get("hierarchical_softmax")
