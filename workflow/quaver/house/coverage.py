"""How often intervals held the truth in simulation: what workflow/calibration holds."""

from pathlib import Path

import numpy as np
import pandas as pd

from quaver.measures.trust import Rule
from quaver.results.records import CellNumbers

SIMULATED = Path(__file__).parents[2] / "calibration/coverage.csv"
NOT_SIMULATED = "such intervals were not simulated for"
# half to twice of what was simulated: 20 dimensions, windows of 3 and of 5 words
NEAR = {"dimensions": (10, 40), "window": (1.5, 10)}


def simulation() -> pd.DataFrame:
    """How often intervals held the truth where it was known (docs/coverage.md)."""
    return pd.read_csv(SIMULATED, keep_default_na=False)  # names stay texts, even 'NA'


def covered(
    simulated: pd.DataFrame, cell: CellNumbers, runs: tuple[int, int], rule: Rule
) -> tuple[float, str]:
    """Share of such intervals that held the truth (NaN: unknown), and what to remark.

    runs: bootstrapped ones, and those on the whole text.
    """
    rows = simulated[simulated["kind"] == "chosen"]  # words of the list a reader sees
    rows = rows[(rows["method"] == rule.method) & (rows["trainer"] == cell.trainer)]
    # word2vec and fastText learnt by skip-gram and negative sampling
    is_other = cell.parameters.get("architecture", "skip-gram") != "skip-gram"
    if rows.empty or is_other or cell.parameters.get("hierarchical_softmax"):
        return np.nan, f"{NOT_SIMULATED} this kind of training"
    drawn = cell.drawn.kind if cell.drawn else cell.unit
    by = rows.get("drawn", rows["unit"])  # older tables drew units alone
    rows = rows[(rows["unit"] == cell.unit) & (by == drawn)]
    if rows.empty:
        own = cell.unit if drawn == cell.unit else f"{cell.unit}, drawn by {drawn}"
        return np.nan, f"{NOT_SIMULATED} units of this kind ({own})"
    nominal = ", ".join(f"{100 * x:g} %" for x in sorted(rows["nominal"].unique()))
    rows = rows[np.isclose(rows["nominal"], rule.confidence)]
    if rows.empty:
        ours = f"{100 * rule.confidence:g} %"
        return np.nan, f"only intervals of {nominal} were simulated, not of {ours}"
    own = [(name, cell.parameters.get(name, NEAR[name][0])) for name in NEAR]
    if far := [f"{x} ({n})" for n, x in own if not NEAR[n][0] <= x <= NEAR[n][1]]:
        return np.nan, f"{NOT_SIMULATED} anything near {' and '.join(far)}"
    # fewer runs hold less often: a promise of more would be too good
    rows = rows[(rows["runs"] <= runs[0]) & (rows["whole_runs"] <= runs[1])]
    if rows.empty:
        return np.nan, f"{NOT_SIMULATED} so few runs"
    rows = rows[rows["runs"] == rows["runs"].max()]
    # the worst case: ours is none of the simulated texts
    least = rows.iloc[rows["coverage"].argmin()]
    share = float(least["coverage"])
    remark = f"in simulation {100 * share:.0f} of 100 such intervals held the truth"
    # the simulation wavers too: only what lies surely below is told
    return share, "" if least["high"] >= rule.confidence else remark
