"""What varied parameters change: any technique, any parameter, any measure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from quaver.house.distances import DISTANCES, is_whole
from quaver.items import columns as col
from quaver.items.ends import with_ends
from quaver.items.item import Table
from quaver.measures.instability import extrinsic_value
from quaver.results.records import CellNumbers, gap, identity, in_order
from quaver.statistics import Estimate, RunMean, pair_mean, run_mean
from quaver.statistics.values import Value, change, difference, value_of

SIGNED = ("similarity", DISTANCES["knn_overlap"][0])  # may lie below 0
NO_PERCENT = "no change in percent: the default is 0"


class Measured(NamedTuple):
    """One number of a cell: which measure, of which set, its value and runs."""

    measure: str
    set: str
    value: Value
    runs: int


class Group(NamedTuple):
    """The variants of a technique in one view and sampling, and the technique."""

    base: str
    default: CellNumbers | None
    variants: list[CellNumbers]


def groups(cells: Sequence[CellNumbers]) -> list[Group]:
    """Variants beside their default, in order; nothing of techniques not swept."""
    by_name = {(c.view, c.sampling, c.technique): c for c in cells}
    variants: dict[tuple, list[CellNumbers]] = {}
    for cell in in_order(cells):
        if cell.base:
            variants.setdefault((cell.view, cell.sampling, cell.base), []).append(cell)
    return [
        # the default may have no cell of its own here
        Group(default[-1], by_name.get(default), sorted(own, key=_point))
        for default, own in variants.items()
    ]


def measured(cell: CellNumbers) -> Iterator[Measured]:
    """All numbers of a cell: PIP loss, overlaps, distances and scores."""
    if cell.losses is not None:
        yield _measured("PIP loss", "", pair_mean(cell.losses))
    for n, (share, jaccard) in sorted(cell.overlaps.items()):
        yield _measured(f"p@{n}", "", pair_mean(share))
        yield _measured(f"j@{n}", "", pair_mean(jaccard))
    for name, pairs in cell.distances.items():
        if is_whole(pairs):
            yield _measured(DISTANCES[name][0], "", pair_mean(pairs))
    for name, scored in sorted(cell.quality.items()):
        scores = np.empty(0) if scored is None else scored.scores
        scores = scores[np.isfinite(scores)]
        if len(scores):
            yield _measured(scored.kind, name, run_mean(scores))


def _place(cell: CellNumbers) -> tuple[str, str]:
    return cell.view, cell.technique


def _all(cell: CellNumbers, shuffled: Mapping) -> Iterator[Measured]:
    """All numbers of a cell; of a bootstrapped one what it adds to shuffling."""
    yield from measured(cell)
    other = shuffled.get(_place(cell))
    if cell.sampling != "bootstrapped" or other is None:
        return
    if cell.losses is not None and other.losses is not None:
        value = extrinsic_value(other.losses, cell.losses)
        if np.isfinite(value.value):
            yield Measured("extrinsic instability", "", value, cell.runs)


def _measured(measure: str, name: str, mean: Estimate | RunMean) -> Measured:
    return Measured(measure, name, value_of(mean), mean.runs)


def change_of(ours: Measured, default: Measured | None) -> dict:
    """Columns of a change relative to the default and, of scores, in points."""
    if default is None:
        return {}
    row = with_ends("change", change(ours.value, default.value))
    if ours.set:  # losses and overlaps have no points
        row |= with_ends("points", difference(ours.value, default.value))
    return row


def varied_text(varied: Mapping) -> str:
    """The point of a sweep in words: epochs 10, negative 5."""
    return ", ".join(f"{name} {value}" for name, value in varied.items())


def _point(cell: CellNumbers) -> tuple:
    """Order of points: numbers as numbers, others as texts."""
    return tuple(
        # as texts, 10 would stand before 5
        (name, 0, float(value), "")
        if isinstance(value, int | float)
        else (name, 1, 0.0, str(value))
        for name, value in cell.varied.items()
    )


def _rows(results) -> Iterator[dict]:
    """A row per variant and measure; and the defaults' values."""
    cells = results.cells()
    shuffled = {_place(c): c for c in cells if c.sampling == "shuffled"}
    for group in groups(cells):
        default = () if group.default is None else _all(group.default, shuffled)
        defaults = {measured[:2]: measured for measured in default}
        if group.default is not None:
            yield from _default_rows(group, defaults.values())
        for cell in group.variants:
            yield from _variant_rows(cell, _all(cell, shuffled), defaults)


def _default_rows(group: Group, values: Iterable[Measured]) -> list[dict]:
    default = group.default
    common = {**identity(default), "base": group.base, "varied": "default"}
    rows = [
        {**common, **shown(each), "note": lacking(each, None, compared=False)}
        for each in values
    ]
    return rows or [{**common, "note": gap(default)}]


def _variant_rows(
    cell: CellNumbers, values: Iterable[Measured], defaults: Mapping
) -> list[dict]:
    common = {**identity(cell), "base": cell.base, "varied": varied_text(cell.varied)}
    rows = []
    for each in values:
        default = defaults.get(each[:2])
        row = {**common, **shown(each), **change_of(each, default)}
        if default is not None:
            row |= {"base_value": default.value.value, "base_runs": default.runs}
        rows.append({**row, "note": lacking(each, default, compared=True)})
    return rows or [{**common, "note": gap(cell) or "not measured"}]


def shown(each: Measured) -> dict:
    """Columns of a value, its ends within what it can be, and the runs it rests on."""
    row = {"measure": each.measure, "set": each.set, "runs": each.runs}
    row |= with_ends("value", each.value)
    least = -1 if each.measure in SIGNED else 0
    row["low"], row["high"] = np.clip([row["low"], row["high"]], least, 1).tolist()
    return row


def lacking(
    each: Measured, default: Measured | None, *, compared: bool
) -> tuple[str, str]:
    """What a row lacks, and why; empty texts where it is whole."""
    parts = [each] if default is None else [each, default]
    few = any(np.isnan(part.value.error) for part in parts)
    missing = "no default to compare with" if default is None else NO_PERCENT
    # a change in percent of nothing has no value
    is_missing = compared and (default is None or default.value.value == 0)
    few_runs = "no interval: it needs 3 runs" if few else ""
    return few_runs, missing if is_missing else ""


SWEEPS = Table(
    name="sweeps",
    title="What every varied parameter changes",
    caption=(
        "Every variant of a technique and its default, with the 95 % interval: losses, "
        "overlaps and distances x 10^2, scores in percent. Change: against the "
        "default in percent of its value, and of scores also in points, with the "
        "errors of both. Extrinsic instability stands with bootstrapped runs."
    ),
    order=10,
    reads=("pip", "neighbours", "distances", "quality", "records"),
    wanted=lambda grid: any(map(grid.is_variant, grid.cells.values())),
    columns=(
        (col.CELL, col.texts("base varied measure set"), col.RUNS),
        (col.wholes("base_runs"), col.interval("value", col.E2)),
        (col.numbers("base_value", scale=col.E2), col.interval("change", col.E2)),
        (col.interval("points", col.E2), col.NOTE),
    ),
    keys=(
        "view technique sampling varied measure set value change change_low change_high"
    ),
    rows=_rows,
)
