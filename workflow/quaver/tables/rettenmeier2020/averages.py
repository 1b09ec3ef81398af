"""Averages of runs: Equation 3.6, Figures 3.5 and 3.6, Table 3.6 of Rettenmeier 2020.

Averages are made of the single runs they are compared with, so errors are jackknifed
over groups: without a group, its average and its runs are gone together.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from quaver.statistics import pair_mean
from quaver.tables.beside import VERDICT, Texts, published_ends, verdict
from quaver.tables.distributions import DistributionNumbers
from quaver.tables.ends import ends_of, with_ends
from quaver.tables.parts import (
    INTERVAL,
    Part,
    deviation_of,
    few,
    mean_cosine,
    missing,
    parts,
    score_of,
)
from quaver.tables.records import (
    E2,
    IDENTITY,
    CellNumbers,
    frame,
    gap,
    identity,
    in_order,
    note,
)
from quaver.tables.rettenmeier2020.common import THESIS, key, known, reading

THEIR_METHOD, THEIR_SIZE, THEIR_GROUPS = "tree", 8, 16  # of Table 3.6
PRINTED = 0.05  # half of the last digit of Table 3.6
CAPTION_EQ = (
    f"Cosines in averages of two runs as a part of those in single runs, as Equation "
    f"3.6 of {THESIS}: deviation over runs or averages (free of the bias of few, as of "
    "normal values), and mean, both averaged over random pairs of words. 1 = as in "
    "single runs; a deviation of 0.707 = all of it was independent noise. Published "
    "are limits over all techniques and languages: a row agrees where its interval "
    f"reaches into them. {INTERVAL}"
)
CAPTION_3_5 = (
    f"PIP loss between aligned averages of so many runs, as Figure 3.5 of {THESIS}: "
    "mean, as a fraction of the single runs' mean, and 1/sqrt(size), the limit "
    "if nothing but independent noise were averaged. Averages compare in disjoint "
    "groups, so a size needs twice as many runs."
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
    *(*HEAD, "size", "groups", "pairs", "mean_e2", "relative", "theoretical", "note"),
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
    records: Sequence[DistributionNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Ratios of deviations and means, two rows per cell: 0 or more."""
    limits = known(published, ["quantity"], ["low", "high"])
    measures = {"deviation": deviation_of, "mean": mean_cosine}
    rows = []
    for one in records:
        row = identity(one.cell)
        part, why = _part(one, THEIR_METHOD, 2)
        if part is None:
            rows.append({**row, "note": why})
            continue
        for quantity, measure in measures.items():
            ends = tuple(limits[(quantity,)][end] for end in ("low", "high"))
            found = part.ratio(measure)
            made = with_ends("ratio", found) | {"quantity": quantity}
            made |= {"low": made["ratio_low"], "high": made["ratio_high"]}
            made |= dict(zip(LIMITS, ends, strict=True))
            made["verdict"] = verdict(ends_of(made, "value"), ends)
            said = few(found)
            rows.append({**row, **made, "groups": part.groups, "note": said})
    return frame(rows, COLUMNS_EQ, CAPTION_EQ)


def figure_3_6(records: Sequence[DistributionNumbers]) -> pd.DataFrame:
    """Scores of averages, a row per cell, set, method and size: in [0, 100]."""
    rows = []
    for one in records:
        row = identity(one.cell)
        if one.averages is None:
            rows.append({**row, "note": missing(one)})
            continue
        for name, scores in sorted(one.averages.single.scores.items()):
            single = {"set": name, "size": 1, "groups": len(scores)}
            rows.append({**row, **single, "score_e2": _mean(scores) * E2, "note": ""})
            for (method, size), part in parts(one.averages):
                made = {"set": name, "method": method, "size": size}
                rows.append({**row, **made, **_score_row(part, name)})
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
        row, sizes = identity(one.cell), _sizes(one)
        method, size = sizes[-1] if sizes else ("", 0)
        part, why = _part(one, method, size)
        if part is None:
            rows.append({**row, "note": why})
            continue
        for name in _analogies(one):
            made = {**row, "set": name, "method": method, "size": size}
            made |= _score_row(part, name)
            place = key(one.cell)
            beside = theirs.get(place), spreads.get(place)
            rows.append(made | _gain(made, beside, texts.reason(one.cell)))
    return frame(rows, COLUMNS_3_6, CAPTION_3_6)


def _part(one: DistributionNumbers, method: str, size: int) -> tuple[Part | None, str]:
    """Averages of a method and size beside single runs, or why there are none."""
    if one.averages is None:
        return None, missing(one)
    found = one.averages.averages.get((method, size))
    if found is None:
        return None, f"no averages of {size or THEIR_SIZE} runs by {THEIR_METHOD}"
    if len(found.firsts) < 2:
        return None, f"one average of {size} runs only"
    return Part(one.averages.single, found, size), ""


def _sizes(one: DistributionNumbers) -> list[tuple[str, int]]:
    """Averages by the published method: all of eight runs or fewer, by size."""
    made = one.averages.averages if one.averages else {}
    wanted = [k for k in made if k[0] == THEIR_METHOD and len(made[k].firsts) > 1]
    return sorted(k for k in wanted if k[1] <= THEIR_SIZE)


def _analogies(one: DistributionNumbers) -> list[str]:
    quality = one.cell.quality
    names = one.averages.single.scores if one.averages else {}
    return [
        name
        for name in sorted(names)
        if quality.get(name) is None or quality[name].kind == "analogies"
    ]


def _mean(scores: np.ndarray) -> float:
    there = scores[np.isfinite(scores)]
    return float(there.mean()) if len(there) else np.nan


def _score_row(part: Part, name: str) -> dict:
    """Mean score of averages, and its change against their runs."""
    score = score_of(name)
    relative = part.ratio(score)
    points = part.difference(score)
    row = {"groups": part.groups, "score_e2": score(part.average) * E2}
    row |= with_ends("points", points, "_e2", E2)
    row |= with_ends("relative", relative._replace(value=relative.value - 1), "_e2", E2)
    lost = "no group has a score" if np.isnan(points.value) else ""
    few = "no interval: it needs 3 groups" if np.isnan(points.error) else ""
    return {**row, "note": lost or few}


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
    ends = published_ends(value, PRINTED, deviation, runs=THEIR_GROUPS)
    told = verdict(ends_of(made, "points", "_e2"), ends, reason)
    return {"published_points_e2": value, "verdict": told, "note": said}


def _loss_rows(cell: CellNumbers) -> list[dict]:
    single = None if cell.losses is None else pair_mean(cell.losses).mean
    sizes = {1: cell.losses, **cell.averages}
    return [
        {
            **identity(cell),
            "size": size,
            "theoretical": size**-0.5,
            **_relative(sizes[size], single),
            "note": note(gap(cell), _average_note(cell, size, sizes[size], single)),
        }
        for size in sorted(sizes)
    ]


def _relative(losses, single: float | None) -> dict:
    if losses is None:
        return {}
    found = pair_mean(losses)
    row = {"groups": len(losses), "pairs": found.pairs, "mean_e2": found.mean * E2}
    return {**row, "relative": found.mean / single} if single else row


def _average_note(cell: CellNumbers, size: int, losses, single: float | None) -> str:
    if losses is None and size > 1 and 2 * size > cell.runs:
        return f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
    if losses is None:
        return "" if gap(cell) else "not measured"
    return "no fraction: single runs do not differ" if single == 0 else ""
