"""What varied parameters change: any technique, any parameter, any measure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from quaver.house.distances import DISTANCES
from quaver.items.ends import with_ends
from quaver.measures.instability import extrinsic_value
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
from quaver.statistics import Estimate, RunMean, pair_mean, run_mean
from quaver.statistics.values import Value, change, difference, value_of

CHANGES = (
    "changes against the technique itself (default) in percent of its value, of scores "
    "also in points; errors of both cells add (95 %, jackknife over runs, scores: "
    "Student's t over runs). 0 = no change"
)
CAPTION = (
    "Parameter sweeps: the value of each variant of a technique and of its default, "
    f"and {CHANGES}. PIP loss x 10^2, 0 = the same space; p@n and j@n x 10^2, 100 = "
    "the same neighbours; distances of whole spaces x 10^2 (see table distances); "
    "extrinsic instability x 10^2, in the rows of bootstrapped cells; scores in "
    "percent. Runs: of the variant, and of the default."
)
SIGNED = ("similarity", DISTANCES["knn_overlap"][0])  # may lie below 0
NO_PERCENT = "no change in percent: the default is 0"
COLUMNS = (
    *(*IDENTITY, "sampling", "base", "varied", "measure", "set", "runs", "base_runs"),
    *("value_e2", "low_e2", "high_e2", "base_e2", "change_e2", "change_low_e2"),
    *("change_high_e2", "points_e2", "points_low_e2", "points_high_e2", "note"),
)


class Measured(NamedTuple):
    """One number of a cell: which measure, of which set, its value and runs."""

    measure: str
    set: str
    value: Value
    runs: int


def sweeps(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Values and changes, a row per variant and measure; and the defaults' values."""
    shuffled = {_place(c): c for c in cells if c.sampling == "shuffled"}
    rows = [row for group in groups(cells) for row in _rows(group, shuffled)]
    return frame(rows, COLUMNS, CAPTION)


class Group(NamedTuple):
    """The variants of a technique in one view and sampling, and the technique."""

    base: str
    default: CellNumbers | None
    variants: list[CellNumbers]


def groups(cells: Sequence[CellNumbers]) -> list[Group]:
    """Variants beside their default, in order; nothing of techniques not swept."""
    known = {(c.view, c.sampling, c.technique): c for c in cells}
    found: dict[tuple, list[CellNumbers]] = {}
    for cell in in_order(cells):
        if cell.base:
            found.setdefault((cell.view, cell.sampling, cell.base), []).append(cell)
    return [
        Group(place[-1], known.get(place), sorted(variants, key=_point))
        for place, variants in found.items()
    ]


def measured(cell: CellNumbers) -> Iterator[Measured]:
    """All that is known of a cell: PIP loss, overlaps and scores."""
    if cell.losses is not None:
        yield _measured("PIP loss", "", pair_mean(cell.losses))
    for n, (share, jaccard) in sorted(cell.overlaps.items()):
        yield _measured(f"p@{n}", "", pair_mean(share))
        yield _measured(f"j@{n}", "", pair_mean(jaccard))
    for name, pairs in cell.distances.items():
        if not np.isnan(pairs[np.triu_indices(len(pairs), 1)]).any():
            yield _measured(DISTANCES[name][0], "", pair_mean(pairs))
    for name, numbers in sorted(cell.quality.items()):
        scores = np.empty(0) if numbers is None else numbers.scores
        scores = scores[np.isfinite(scores)]
        if len(scores):
            yield _measured(numbers.kind, name, run_mean(scores))


def _place(cell: CellNumbers) -> tuple[str, str]:
    return cell.view, cell.technique


def _all(cell: CellNumbers, shuffled: Mapping) -> Iterator[Measured]:
    """All that is known of a cell; of a bootstrapped one what it adds to shuffling."""
    yield from measured(cell)
    other = shuffled.get(_place(cell))
    if cell.sampling != "bootstrapped" or other is None:
        return
    if cell.losses is not None and other.losses is not None:
        value = extrinsic_value(other.losses, cell.losses)
        if np.isfinite(value.value):
            yield Measured("extrinsic instability", "", value, cell.runs)


def _measured(measure: str, name: str, found: Estimate | RunMean) -> Measured:
    return Measured(measure, name, value_of(found), found.runs)


def change_of(ours: Measured, default: Measured | None) -> dict:
    """Columns of a change in percent and, of scores, in points; x 10^2."""
    if default is None:
        return {}
    row = with_ends("change", change(ours.value, default.value), "_e2", E2)
    if ours.set:
        points = difference(ours.value, default.value)
        row |= with_ends("points", points, "_e2", E2)
    return row


def told(varied: Mapping) -> str:
    """The point of a sweep in words: epochs 10, negative 5."""
    return ", ".join(f"{name} {value}" for name, value in varied.items())


def _point(cell: CellNumbers) -> tuple:
    """Order of points: numbers as numbers, others as texts."""
    return tuple(
        (name, 0, float(value), "")
        if isinstance(value, int | float)
        else (name, 1, 0.0, str(value))
        for name, value in cell.varied.items()
    )


def _rows(group: Group, shuffled: Mapping) -> list[dict]:
    default = group.default
    found = {} if default is None else {m[:2]: m for m in _all(default, shuffled)}
    rows = []
    if default is not None:
        common = {**identity(default), "base": group.base, "varied": "default"}
        rows += [
            {
                **common,
                **{"measure": each.measure, **shown(each)},
                "note": lacking(each, None, compared=False),
            }
            for each in found.values()
        ] or [{**common, "note": gap(default)}]
    for cell in group.variants:
        rows += _variant_rows(cell, _all(cell, shuffled), found)
    return rows


def _variant_rows(cell: CellNumbers, known: Iterable, found: Mapping) -> list[dict]:
    common = {**identity(cell), "base": cell.base, "varied": told(cell.varied)}
    rows = []
    for each in known:
        beside = found.get(each[:2])
        row = {**common, "measure": each.measure, **shown(each)}
        row |= change_of(each, beside)
        if beside is not None:
            row |= {"base_e2": beside.value.value * E2, "base_runs": beside.runs}
        rows.append({**row, "note": lacking(each, beside, compared=True)})
    missing = gap(cell)
    return rows or [{**common, "note": missing or "not measured"}]


def shown(each: Measured) -> dict:
    """Columns of a value, its ends within what it can be, and the runs it rests on."""
    row = with_ends("value", each.value, "_e2", E2)
    least = -E2 if each.measure in SIGNED else 0.0
    ends = np.clip([row["low_e2"], row["high_e2"]], least, E2)
    row |= dict(zip(("low_e2", "high_e2"), ends.tolist(), strict=True))
    return {"set": each.set, "runs": each.runs, **row}


def lacking(each: Measured, default: Measured | None, *, compared: bool) -> str:
    """What a row lacks, and why; empty where it is whole."""
    parts = [each] if default is None else [each, default]
    few = any(np.isnan(part.value.error) for part in parts)
    lost = "no default to compare with" if default is None else NO_PERCENT
    is_lost = compared and (default is None or default.value.value == 0)
    return note("no interval: it needs 3 runs" if few else "", lost if is_lost else "")
