"""Tables 3.1 to 3.4: epochs and negative samples varied."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy.special import stdtrit

from quaver.house import sweeps as house
from quaver.items import published as beside
from quaver.items.claims import AGREES, UNDECIDED
from quaver.items.columns import E2
from quaver.items.ends import ends_of
from quaver.items.item import Table
from quaver.papers.rettenmeier2020.comparable import USUAL, published
from quaver.papers.rettenmeier2020.declare import table
from quaver.results.records import CellNumbers, gap, identity

VARIED = ("epochs", "negative")
TRAININGS, SPREAD = 4, 16  # of every published mean, of deviations of Table 2.8
LOSSES = published("table_2_8", keys=(*USUAL, "sampling"))
SCORES = published("table_2_10")
CHANGES = (
    "values x 10^2 and changes against the default in percent of its value; published "
    "means are of four runs, their error is told from Tables 2.8 and 2.10."
)
UNSHOWN = f"{UNDECIDED}: our interval does not show the printed sign"
SWAPPED = (
    "Tables 3.1 to 3.3 print Chinese under CS and Czech under ZH, as their defaults "
    "show: joined by the language meant."
)
POINTS = (
    "Whether published changes are points or percent is not said: as points they "
    "scatter as Table 2.10 foretells, so both are shown and points are compared."
)


@dataclass(frozen=True, kw_only=True)
class Swept(beside.Published):
    """Published values of defaults, and changes of variants; change: our column."""

    change: str

    def joined(self, row: Mapping, reason_of: Callable[[Any], str]) -> dict:
        """The published value of a default, or change of a variant."""
        joined = super().joined(row, reason_of)
        value = joined.get("published_value_e2")
        # a printed value is the default's, a printed change a variant's
        if value is None or np.isfinite(value) != row["is_variant"]:
            return joined
        note = beside.remarks(joined, "the default is another point")
        return joined | {"band": "", "verdict": "", "note": note}

    def judged(self, row: Mapping, published_row: Mapping, reason: str) -> dict:
        """Of the value of a default; of the change of a loss, or points of a score."""
        name = self.change if row["is_variant"] else "value"
        if name not in row:
            return {"verdict": ""}
        ours, margin = tuple(end * E2 for end in ends_of(row, name)), beside.tenth
        if row["is_variant"]:
            # a tenth of the default, too: a tenth of a change may be next to nothing
            default = self.rows[published_row["language"], 5, 5][self.value]
            is_percent = self.change == "change"
            margin = beside.tenth(E2 if is_percent else default)
        theirs = self.interval_of(published_row)
        columns = beside.judged(ours, theirs, margin, reason)
        # a change smaller than its margin has 0 in its band, and some of the opposite
        alike = min(end * np.sign(sum(theirs)) for end in ours) > 0
        if row["is_variant"] and columns["verdict"] == AGREES and not alike:
            columns["verdict"] = UNSHOWN
        return columns

    def interval_of(self, row: Mapping) -> beside.Ends:
        """Ends of a published value, or of a change of two published values."""
        trained, pairs = (row["language"], row["trainer"]), self.change == "change"
        deviation = SCORES.rows[trained]["deviation_e2"]
        if pairs:
            deviation = LOSSES.rows[*trained, "shuffled"]["deviation_e4"] / E2
        error = beside.published_error(deviation, TRAININGS, pairs=pairs, spread=SPREAD)
        # half: of the last digit printed
        value, half, freedom = row[self.value], 0.005 if pairs else 0.05, TRAININGS - 1
        if np.isnan(value):
            # of a difference of two means, each as uncertain as the other
            value, half, freedom = row["change_e2"], 0.05, 2 * freedom
            error *= np.sqrt(2)
            if pairs:  # percent of the default
                error *= E2 / self.rows[row["language"], 5, 5][self.value]
        reach = half + error * float(stdtrit(freedom, 0.975))
        return value - reach, value + reach


def _rows(results, trainer: str, measure: str) -> Iterator[dict]:
    for group in house.groups(results.cells()):
        first = group.variants[0]
        # all published are shuffled
        if (first.trainer, first.sampling) != (trainer, "shuffled"):
            continue
        # sweeps of other parameters have no published row
        variants = [c for c in group.variants if set(c.varied) <= set(VARIED)]
        # a default alone has no change to show
        for cell in filter(None, (group.default, *variants) if variants else ()):
            yield from _own(cell, group.default, measure)


def _own(cell: CellNumbers, default: CellNumbers | None, measure: str) -> list[dict]:
    common = identity(cell) | {"runs": cell.runs, "is_variant": bool(cell.base)}
    # a variant compares where its default does: its epochs differ on purpose
    common |= {"cell": default or cell}
    common |= {n: cell.varied.get(n, cell.parameters.get(n)) for n in VARIED}
    defaults = _numbers(default, measure) if default and cell.base else {}
    rows = []
    for name, each in _numbers(cell, measure).items():
        row, base = common | house.shown(each), defaults.get(name)
        row |= house.change_of(each, base) | ({"base_runs": base.runs} if base else {})
        lacks = house.lacking(each, base, compared=bool(cell.base))
        rows.append(row | {"note": lacks})
    return rows or [common | {"note": gap(cell) or "not measured"}]


def _numbers(cell: CellNumbers, measure: str) -> dict[str, house.Measured]:
    return {each.set: each for each in house.measured(cell) if each.measure == measure}


def _table(number: str, trainer: str, measure: str) -> Table:
    is_loss = measure == "PIP loss"
    what = "Reduced PIP loss" if is_loss else "Score on analogies"
    value, change = ("mean_e2", "change") if is_loss else ("score_e2", "points")
    more = "" if is_loss else "points±:e2 coverage:e2"
    shown = {"published_value_e2": value, "published_change_e2": "change_e2"}
    return table(
        f"Table {number}",
        f"{what} of {trainer} by epochs and negative samples",
        f"{CHANGES} {SWAPPED if is_loss else POINTS}",
        columns=f"CELL set epochs negative runs base_runs value±:e2 change±:e2 {more}",
        keys=f"view technique epochs negative value {change} {' '.join(shown)} verdict",
        rows=partial(_rows, trainer=trainer, measure=measure),
        published={
            **{"kind": Swept, "keys": ("language", *VARIED), "columns": shown},
            **{"value": value, "change": change},
        },
        reads=("pip" if is_loss else "quality",),
        wanted=lambda grid: any(map(grid.is_variant, grid.shown())),
    )


TABLE_3_1 = _table("3.1", "word2vec", "PIP loss")
TABLE_3_2 = _table("3.2", "fasttext", "PIP loss")
TABLE_3_3 = _table("3.3", "word2vec", "analogies")
TABLE_3_4 = _table("3.4", "fasttext", "analogies")
