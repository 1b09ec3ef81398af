"""Averages of runs: Equation 3.6, Figures 3.5 and 3.6, Table 3.6 of the thesis."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import VERDICT, Texts, published_ends, verdict
from quaver.items.ends import ends, ends_of
from quaver.items.parts import INTERVAL, averages_of, missing, scored, thin
from quaver.measures.averaging import (
    deviation_ratio,
    expected_loss,
    mean_ratio,
    relative_loss,
    score_change,
    score_difference,
)
from quaver.papers.rettenmeier2020.common import THESIS, key, known, reading
from quaver.results.distribution_records import Averaged, DistributionNumbers
from quaver.results.records import (
    E2,
    IDENTITY,
    CellNumbers,
    frame,
    gap,
    identity,
    in_order,
    note,
)
from quaver.statistics import pair_mean

NO_PERCENT = "no change in percent: the mean of single runs is not above 0"
UNSCORED = "a run or an average has no score"
THEIR_METHOD, THEIR_SIZE, THEIR_GROUPS = "tree", 8, 16  # of Table 3.6
PRINTED = 0.05  # half of the last digit of Table 3.6
LIMITS_PRINTED = {"deviation": 0.005 / 1.28**2, "mean": 0.005}  # 1/1.28, of Eq. 3.6
CAPTION_EQ = (
    f"Cosines in averages of two runs as a part of those in single runs, as Equation "
    f"3.6 of {THESIS}: deviation over runs or averages (free of the bias of few, as of "
    "normal values), and mean, both averaged over random pairs of words. 1 = as in "
    "single runs; a deviation of 0.707 = all of it was independent noise. Published "
    "are limits over all techniques and languages: a row agrees where its interval "
    f"reaches into them. {INTERVAL} {VERDICT}"
)
CAPTION_3_5 = (
    f"PIP loss between aligned averages of so many runs, as Figure 3.5 of {THESIS}: "
    "mean with its 95 % interval (jackknife over averages), the same as a fraction of "
    "the single runs' mean (relative), and 1/sqrt(size), the limit if nothing but "
    "independent noise were averaged. Averages compare in disjoint groups, so a size "
    f"needs twice as many runs. {INTERVAL}"
)
CAPTION_FIG = (
    f"Score by size of averages, as Figure 3.6 of {THESIS}: mean over groups in "
    "percent, and its change against the single runs in percent of it (relative) and "
    f"in points. Size 1 = single runs. {INTERVAL}"
)
CAPTION_3_6 = (
    f"What averaging adds to scores, as Table 3.6 of {THESIS}: mean score on analogies "
    "of averages of eight runs, or of the largest size there is, less that of their "
    "runs, in points of percent; 0 = nothing. The published error is at most the "
    f"deviation of Table 2.10 / sqrt({THEIR_GROUPS}). {INTERVAL} {VERDICT}"
)
HEAD = (*IDENTITY, "sampling")
ENDS = ("verdict", "note")
LIMITS = ("published_low", "published_high")
COLUMNS_3_5 = (
    *(*HEAD, "size", "groups", "pairs", "mean_e2", "low_e2", "high_e2", "relative"),
    *("relative_low", "relative_high", "theoretical", "note"),
)
COLUMNS_EQ = (*HEAD, "quantity", "groups", "ratio", "low", "high", *LIMITS, *ENDS)
COLUMNS_FIG = (
    *(*HEAD, "set", "method", "size", "groups", "score_e2"),
    *("relative_e2", "relative_low_e2", "relative_high_e2"),
    *("points_e2", "points_low_e2", "points_high_e2", "note"),
)
COLUMNS_3_6 = (
    *(*HEAD, "set", "method", "size", "groups", "points_e2", "points_low_e2"),
    *("points_high_e2", "published_points_e2", *ENDS),
)


def figure_3_5(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """PIP loss of averages, one row per cell and size (1 = the single runs)."""
    rows = [row for cell in in_order(cells) for row in _loss_rows(cell)]
    return frame(rows, COLUMNS_3_5, CAPTION_3_5)


def equation_3_6(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Ratios of deviations and means, two rows per cell: 0 or more."""
    limits = known(published, ["quantity"], ["low", "high"])
    measures = {"deviation": deviation_ratio, "mean": mean_ratio}
    rows = []
    for one in records:
        row = identity(one.cell)
        found, why = _averages(one, 2)
        if found is None:
            rows.append({**row, "note": why})
            continue
        for quantity, measure in measures.items():
            effect = measure(one.averages.single.cosines, found.cosines, 2)
            made = ends("ratio", effect.value, effect.low, effect.high)
            theirs = tuple(limits[(quantity,)][end] for end in ("low", "high"))
            made |= dict(zip(LIMITS, theirs, strict=True))
            rounding = LIMITS_PRINTED[quantity]
            wide = theirs[0] - rounding, theirs[1] + rounding
            ours = made["low"], made["high"]
            told = verdict(ours, wide, texts.reason(one.cell))
            made |= {"quantity": quantity, "groups": effect.groups, "verdict": told}
            rows.append({**row, **made, "note": thin(effect)})
    return frame(rows, COLUMNS_EQ, CAPTION_EQ)


def figure_3_6(records: Sequence[DistributionNumbers]) -> pd.DataFrame:
    """Scores of averages, a row per cell, set, method and size: in [-100, 100]."""
    rows = [row for one in records for row in _size_rows(one)]
    return frame(rows, COLUMNS_FIG, CAPTION_FIG)


def table_3_6(
    records: Sequence[DistributionNumbers],
    published: pd.DataFrame,
    table_2_10: pd.DataFrame,
    texts: Texts,
) -> pd.DataFrame:
    """What averaging adds to scores, one row per cell and analogy set: points."""
    theirs = known(published, ["language", "trainer"], ["difference_e2"])
    spreads = known(table_2_10, ["language", "trainer"], ["deviation_e2"])
    rows = []
    for one in records:
        if one.cell.sampling != "shuffled":
            continue
        size = _size(one)
        found, why = _averages(one, size)
        names = [] if found is None else _analogies(one, found)
        if not names:
            missing_set = why or "no analogies of this language"
            rows.append({**identity(one.cell), "note": missing_set})
        for name in names:
            made = {**identity(one.cell), "set": name, "method": THEIR_METHOD}
            made |= {"size": size, **_score_row(one, found, (name, size))}
            place = key(one.cell)
            beside = theirs.get(place), spreads.get(place)
            rows.append(made | _gain(made, beside, texts.reason(one.cell)))
    return frame(rows, COLUMNS_3_6, CAPTION_3_6)


def _size_rows(one: DistributionNumbers) -> list[dict]:
    row = identity(one.cell)
    if one.averages is None:
        return [{**row, "note": missing(one)}]
    rows = []
    for name, scores in sorted(one.averages.single.scores.items()):
        said = "" if np.isfinite(scores).all() else UNSCORED
        made = {"set": name, "size": 1, "groups": len(scores), "note": said}
        rows.append({**row, **made, "score_e2": float(np.mean(scores)) * E2})
        for (method, size), found in averages_of(one.averages):
            if name not in found.scores:
                continue
            made = {"set": name, "method": method, "size": size}
            rows.append({**row, **made, **_score_row(one, found, (name, size))})
    return rows or [{**row, "note": "no evaluation set of this language"}]


def _averages(one: DistributionNumbers, size: int) -> tuple[Averaged | None, str]:
    """Averages by the published method, or why there are none."""
    if one.averages is None:
        return None, missing(one)
    found = one.averages.averages.get((THEIR_METHOD, size))
    if found is None:
        return None, f"no averages of {size or THEIR_SIZE} runs by {THEIR_METHOD}"
    return found, ""


def _size(one: DistributionNumbers) -> int:
    """The published size, or the largest below it of which there are averages."""
    made = one.averages.averages if one.averages else {}
    sizes = [n for method, n in made if method == THEIR_METHOD and n <= THEIR_SIZE]
    return max(sizes, default=0)


def _analogies(one: DistributionNumbers, found: Averaged) -> list[str]:
    quality = one.cell.quality
    return [
        name
        for name in scored(one.averages.single, found)
        if quality.get(name) is None or quality[name].kind == "analogies"
    ]


def _score_row(one: DistributionNumbers, found: Averaged, of: tuple[str, int]) -> dict:
    """Mean score of averages, and its change against their runs."""
    name, size = of
    pair = one.averages.single.scores[name], found.scores[name]
    row = {"groups": len(found.firsts), "score_e2": float(np.mean(pair[1])) * E2}
    notes = []
    for column, effect in (
        ("points", score_difference(*pair, size)),
        ("relative", score_change(*pair, size)),
    ):
        parts = effect.value, effect.low, effect.high
        row |= ends(column, *parts, suffix="_e2", scale=E2)
        notes.append(effect.note)
    lost = "" if np.isfinite(row["relative_e2"]) else NO_PERCENT
    lost = lost if np.isfinite(row["points_e2"]) else UNSCORED
    return {**row, "note": note(lost, *notes)}


def _gain(made: dict, beside: tuple[dict | None, dict | None], reason: str) -> dict:
    """Published points beside ours, and the verdict."""
    theirs, spread = beside
    said = note(made["note"], reading(theirs))
    if theirs is None:
        return {"note": said}
    value = theirs["difference_e2"]
    if made["size"] != THEIR_SIZE and not reason:
        reason = f"averages of {made['size']} runs, published of {THEIR_SIZE}"
    deviation = spread["deviation_e2"] if spread else 0.0
    printed = published_ends(value, PRINTED, deviation, runs=THEIR_GROUPS)
    told = verdict(ends_of(made, "points", "_e2"), printed, reason)
    return {"published_points_e2": value, "verdict": told, "note": said}


def _loss_rows(cell: CellNumbers) -> list[dict]:
    sizes = {1: cell.losses, **cell.averages}
    return [_size_of_loss(cell, size, sizes[size]) for size in sorted(sizes)]


def _size_of_loss(cell: CellNumbers, size: int, losses) -> dict:
    """Mean loss between averages of a size, and its part of that of their runs."""
    row = {**identity(cell), "size": size, "theoretical": expected_loss(size)}
    if losses is None:
        return {**row, "note": note(gap(cell), _no_loss(cell, size))}
    found = pair_mean(losses)
    row |= {"groups": len(losses), "pairs": found.pairs}
    row |= {f"{n}_e2": getattr(found, n) * E2 for n in ("mean", "low", "high")}
    if cell.losses is None:
        return {**row, "note": note(gap(cell), found.note)}
    effect = relative_loss(cell.losses, losses, size)
    row |= ends("relative", effect.value, effect.low, effect.high)
    none = np.isnan(effect.value)
    said = "no fraction: single runs do not differ" if none else effect.note
    return {**row, "note": note(gap(cell), said)}


def _no_loss(cell: CellNumbers, size: int) -> str:
    if size > 1 and 2 * size > cell.runs:
        return f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
    return "" if gap(cell) else "not measured"
