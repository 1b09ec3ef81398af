"""What varied parameters change: any technique, any parameter, any measure."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from quaver.house.losses import DISTANCES, is_whole
from quaver.house.quality import few_known
from quaver.items.ends import with_ends
from quaver.items.item import Table
from quaver.measures.instability import extrinsic_value
from quaver.results.records import CellNumbers, gap, grouped, identity, in_order
from quaver.statistics import pair_mean, run_mean
from quaver.statistics.values import Value, change, difference, value_of

SIGNED = ("similarity", DISTANCES["knn_overlap"][0])  # may lie below 0
LEAST = 0.05  # of less than this any change is many percent, and says nothing
OTHER = 0.01  # shares of questions that are further apart are of other questions
NOT_ABOVE = "no percent: the default is not well above 0"


class Measured(NamedTuple):
    """One number of a cell: which measure, of which set, its value and runs."""

    measure: str
    set: str
    value: Value
    runs: int
    coverage: float = np.nan  # share of the questions that a score is of
    remark: str = ""

    @property
    def is_above_0(self) -> bool:
        """Whether a change can be told in percent of it: by its value and interval."""
        value, (low, _) = self.value.value, self.value.interval()
        if not self.set and self.measure not in SIGNED:  # losses, distances, overlaps
            return value > 0
        # of what may be 0, for all we know, a percent would have any size and sign
        # too few runs have no interval: then by the value alone
        return value >= LEAST and (np.isnan(low) or low > value / 2)


class Group(NamedTuple):
    """The variants of a technique in one view and sampling, and the technique."""

    base: str
    default: CellNumbers | None
    variants: list[CellNumbers]


def groups(cells: Sequence[CellNumbers]) -> list[Group]:
    """Variants beside their default, in order; nothing of techniques not swept."""
    by_name = {(c.view, c.sampling, c.technique): c for c in cells}
    varied = in_order(cell for cell in cells if cell.base)
    variants = grouped(varied, attrgetter("view", "sampling", "base"))
    return [
        # the default may have no cell of its own here
        Group(default[-1], by_name.get(default), sorted(own, key=_point))
        for default, own in variants.items()
    ]


def _point(cell: CellNumbers) -> list[tuple]:
    return [
        # numbers as numbers: as texts, 10 would stand before 5
        (name, 0, value) if isinstance(value, int | float) else (name, 1, str(value))
        for name, value in cell.varied.items()
    ]


def measured(cell: CellNumbers) -> Iterator[Measured]:
    """All numbers of a cell: PIP loss, overlaps, distances and scores."""
    pairs = [] if cell.losses is None else [("PIP loss", cell.losses)]
    for n, (share, jaccard) in sorted(cell.overlaps.items()):
        pairs += [(f"p@{n}", share), (f"j@{n}", jaccard)]
    pairs += [(DISTANCES[x][0], m) for x, m in cell.distances.items() if is_whole(m)]
    for measure, matrix in pairs:
        mean = pair_mean(matrix)
        yield Measured(measure, "", value_of(mean), mean.runs)
    for name, scored in sorted(cell.quality.items()):
        scores = scored.scores[np.isfinite(scored.scores)] if scored else ()
        if len(scores):
            value, share = value_of(run_mean(scores)), scored.known / scored.questions
            facts = len(scores), float(share.mean()), few_known(scored)
            yield Measured(scored.kind, name, value, *facts)


def _extrinsic(cell: CellNumbers, shuffled: Mapping) -> Iterator[Measured]:
    """What a bootstrapped cell adds to the shuffled one, where both were measured."""
    losses = shuffled.get((cell.view, cell.technique))
    if cell.sampling == "bootstrapped" and not (cell.losses is None or losses is None):
        value = extrinsic_value(losses, cell.losses)
        if np.isfinite(value.value):
            yield Measured("extrinsic instability", "", value, cell.runs)


def change_of(ours: Measured, default: Measured | None) -> dict:
    """Columns of a change in percent of a default well above 0, of scores in points."""
    if default is None:
        return {}
    row = {}
    if default.is_above_0:
        row = with_ends("change", change(ours.value, default.value))
    if ours.set or ours.measure in SIGNED:  # losses have no points
        row |= with_ends("points", difference(ours.value, default.value))
    return row


def shown(each: Measured) -> dict:
    """Columns of a value, its ends within what it can be, and the runs it rests on."""
    row = {"measure": each.measure, "set": each.set, "runs": each.runs}
    row |= with_ends("value", each.value) | {"coverage": each.coverage}
    least = -1 if each.measure in SIGNED else 0
    row["low"], row["high"] = np.clip([row["low"], row["high"]], least, 1).tolist()
    return row


def lacking(
    each: Measured, default: Measured | None, *, compared: bool
) -> tuple[str, ...]:
    """What a row lacks, and why; empty texts where it is whole."""
    few = any(np.isnan(part.value.error) for part in (each, default) if part)
    missing = ""
    if compared and default is None:
        missing = "no default to compare with"
    elif compared and not default.is_above_0:
        missing = NOT_ABOVE if default.value.value else "no percent: the default is 0"
    share = ""
    if compared and default and abs(each.coverage - default.coverage) > OTHER:
        share = f"of other questions: the default covers {default.coverage:.0%}"
    return "no interval: it needs 3 runs" * few, missing, share, each.remark


def _rows(results) -> Iterator[dict]:
    cells = results.cells()
    inner = [cell for cell in cells if cell.sampling == "shuffled"]
    shuffled = {(cell.view, cell.technique): cell.losses for cell in inner}
    for group in groups(cells):
        defaults: dict[tuple, Measured] = {}
        for cell in filter(None, (group.default, *group.variants)):
            # the point of a sweep in words: epochs 10, negative 5
            varied = ", ".join(f"{name} {value}" for name, value in cell.varied.items())
            row = {**identity(cell), "base": group.base, "varied": varied or "default"}
            values = {x[:2]: x for x in (*measured(cell), *_extrinsic(cell, shuffled))}
            if not values:
                yield {**row, "note": gap(cell)}
            for key, each in values.items():
                default = defaults.get(key)
                note = lacking(each, default, compared=bool(cell.base))
                columns = shown(each) | change_of(each, default) | {"note": note}
                if default is not None:
                    columns["base_value"] = default.value.value
                    columns["base_runs"] = default.runs
                yield row | columns
            if cell is group.default:
                defaults = values


SWEEPS = Table(
    name="sweeps",
    title="What every varied parameter changes",
    caption="Every variant and its default, with 95 % intervals in the CSV: losses, "
    "overlaps and distances x 10^2, scores in percent, of the questions covered. "
    "Change: in percent of the default, of scores also in points, and in these alone "
    f"where the default is below {LEAST:.0%} or its interval reaches half of it. "
    "Extrinsic instability stands with bootstrapped runs.",
    order=10,
    reads=("pip", "neighbours", "distances", "quality", "records"),
    wanted=lambda grid: any(map(grid.is_variant, grid.shown())),
    columns="CELL base:text varied:text measure set coverage:e2 runs base_runs "
    "value±:e2 base_value:e2 change±:e2 points±:e2 note",
    # the name of a technique tells what is varied
    keys="view technique sampling measure set coverage value change points note",
    rows=_rows,
)
