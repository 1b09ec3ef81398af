"""How often intervals held the truth in simulation: what workflow/calibration holds."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from quaver.measures.trust import Rule
from quaver.results.records import CellNumbers

KIND = "chosen"  # words of the list a reader sees
OTHER_TRAINING = "such intervals were not simulated for this kind of training"
SIMULATED = Path(__file__).parents[2] / "calibration/coverage.csv"


class Covered(NamedTuple):
    """Share of intervals that held the truth, and whether it may be the nominal one.

    NaN where such intervals were not simulated, with the reason why.
    """

    share: float = np.nan
    nominal: bool = True
    why: str = OTHER_TRAINING


def simulation() -> pd.DataFrame:
    """How often intervals held the truth where it was known (docs/coverage.md)."""
    # names stay texts, even 'NA' and 'None'
    return pd.read_csv(SIMULATED, keep_default_na=False)


def covered(
    simulated: pd.DataFrame, cell: CellNumbers, runs: tuple[int, int], rule: Rule
) -> Covered:
    """What simulation says of the intervals of a cell of so many runs.

    runs: bootstrapped ones, and those on the whole text. Of its trainer and unit, by
    the nearest number of runs that is not above its own; of texts and settings the one
    where fewest held.
    """
    intervals = simulated[
        (simulated["kind"] == KIND)
        & (simulated["method"] == rule.method)
        & (simulated["trainer"] == cell.trainer)
    ]
    if intervals.empty or not _as_simulated(cell):
        return Covered()
    intervals = intervals[intervals["unit"] == cell.unit]
    if intervals.empty:
        why = f"such intervals were not simulated for units of this kind ({cell.unit})"
        return Covered(why=why)
    nominal = intervals["nominal"].unique()
    intervals = intervals[np.isclose(intervals["nominal"], rule.confidence)]
    if intervals.empty:
        confidences = ", ".join(f"{100 * share:g} %" for share in sorted(nominal))
        confidence = f"{100 * rule.confidence:g} %"
        why = f"only intervals of {confidences} were simulated, not of {confidence}"
        return Covered(why=why)
    # fewer runs hold less often: a promise of more would be too good
    few = (intervals["runs"] <= runs[0]) & (intervals["whole_runs"] <= runs[1])
    intervals = intervals[few]
    if intervals.empty:
        return Covered(why="such intervals were not simulated for so few runs")
    intervals = intervals[intervals["runs"] == intervals["runs"].max()]
    # the worst case: ours is none of the simulated texts
    least = intervals.iloc[intervals["coverage"].argmin()]
    # the simulation wavers too: only what lies surely below is told
    reached = bool(least["high"] >= rule.confidence)
    return Covered(float(least["coverage"]), reached, why="")


def _as_simulated(cell: CellNumbers) -> bool:
    """Tell whether word2vec and fastText learn by skip-gram, negative sampling."""
    parameters = cell.parameters
    skip_gram = parameters.get("architecture", "skip-gram") == "skip-gram"
    return skip_gram and not parameters.get("hierarchical_softmax")
