"""How often intervals held the truth in simulation: what workflow/calibration holds."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from quaver.measures.trust import Rule

SIMULATED = Path(__file__).parents[2] / "calibration/coverage.csv"
NOT_SIMULATED = "such intervals were not simulated for"
# how many times more or less is near; units longer than windows are much alike
NEAR = {
    "dimensions": ("dimensions", 2),
    "window": ("a window", 2),
    "length": ("units of a length", 4),
    "clustering": ("draws of a clustering", 2),
    "left_out": ("a clustering left out", 2),
}


def simulation() -> pd.DataFrame:
    """How often intervals held the truth where it was known (docs/coverage.md)."""
    return pd.read_csv(SIMULATED)


def covered(
    simulated: pd.DataFrame, own: Mapping, runs: tuple[int, int], rule: Rule
) -> tuple[float, str]:
    """Share of such intervals that held the truth (NaN: unknown), and what to remark.

    own: trainer and parameters of a cell, and how its text clusters (results.drawn).
    runs: bootstrapped ones, and those on the whole text.
    """
    rows = simulated[simulated["kind"] == "chosen"]  # words of the list a reader sees
    rows = rows[(rows["method"] == rule.method) & (rows["trainer"] == own["trainer"])]
    # word2vec and fastText learnt by skip-gram and negative sampling
    is_skip_gram = own.get("architecture", "skip-gram") == "skip-gram"
    if rows.empty or not is_skip_gram or own.get("hierarchical_softmax"):
        return np.nan, f"{NOT_SIMULATED} this kind of training"
    nominal = ", ".join(f"{100 * x:g} %" for x in sorted(rows["nominal"].unique()))
    rows = rows[np.isclose(rows["nominal"], rule.confidence)]
    if rows.empty:
        ours = f"{100 * rule.confidence:g} %"
        return np.nan, f"only intervals of {nominal} were simulated, not of {ours}"
    rows, far = _near(rows, own)
    # fewer runs hold less often: a promise of more would be too good
    rows = rows[(rows["runs"] <= runs[0]) & (rows["whole_runs"] <= runs[1])]
    if far or rows.empty:
        return np.nan, far or f"{NOT_SIMULATED} so few runs"
    cells = rows.groupby(["technique", "text", "unit", "drawn"])
    rows = rows[rows["runs"] == cells["runs"].transform("max")]
    # the worst of them: ours is none of the simulated texts
    least = rows.iloc[rows["coverage"].argmin()]
    share = float(least["coverage"])
    remark = f"in simulation {100 * share:.0f} of 100 such intervals held the truth"
    # the simulation wavers too: only what lies surely below is told
    return share, "" if least["high"] >= rule.confidence else remark


def _near(rows: pd.DataFrame, own: Mapping) -> tuple[pd.DataFrame, str]:
    """Rows near in every fact; where none is, the first fact that no row is near in."""
    for fact, (label, times) in NEAR.items():
        value = own.get(fact, np.nan)
        # LSA has no window
        near = rows[fact].isna() | rows[fact].between(value / times, value * times)
        if not near.any():
            ends = (_plain(x) for x in (rows[fact].min(), rows[fact].max()))
            simulated = f"(simulated: {' to '.join(dict.fromkeys(ends))})"
            what = "unknown" if np.isnan(value) else f"near {_plain(value)}"
            return rows, f"{NOT_SIMULATED} {label} {what} {simulated}"
        rows = rows[near]
    return rows, ""


def _plain(number: float) -> str:
    """Four digits, or all before the point: 6.317, 34,897."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"
