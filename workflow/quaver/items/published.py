"""Our numbers beside published ones: what stands together, and whether they agree."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from quaver.items.claims import AGREES, UNDECIDED, Band
from quaver.results.records import spoken

CLOSE = 0.1  # of the published tokens: within it a text is taken for the published one
# Of a printed value. Trainings of another day, machine and version move losses and
# scores by a few percent, while languages and techniques differ by tens of percent.
TENTH = 0.1
CORRELATED = 0.05  # of a printed correlation: near 1 a tenth would take in nearly all
NO_VALUE = "no published value"
Ends = tuple[float, float]
Margin = Callable[[float], float] | float | None  # of a printed value, in its units


def tenth(value: float) -> float:
    """How far from a printed value is as good as equal, where nothing else is said."""
    return TENTH * abs(value)


@dataclass(frozen=True)
class Printed:
    """A published number and how its interval is made."""

    column: str
    half: float  # of its last digit
    deviation: str = ""  # column of its deviation over so many runs, or pairs of them
    per: float = 1.0  # units of the deviation in one of the number
    runs: int = 1
    pairs: bool = False

    def __call__(self, published_row: Mapping, row: Mapping) -> Ends:
        """Ends of the published interval."""
        spread = published_row[self.deviation] / self.per if self.deviation else 0.0
        numbers = published_row[self.column], self.half, spread
        return published_ends(*numbers, runs=self.runs, pairs=self.pairs)


@dataclass(frozen=True, kw_only=True)
class Published:
    """A published CSV beside ours: by which keys, which columns, and the verdict."""

    path: Path
    keys: Sequence[str]
    columns: Mapping[str, str] = field(default_factory=dict)  # ours: published ones
    value: str = ""  # our column that is compared, and those of its ends
    interval: tuple[str, str] = ("low", "high")
    scale: float = 1.0  # of ours, for published units
    ends: Callable[[Mapping, Mapping], Ends] | None = None  # of a row of each
    margin: Margin = tenth  # of the band; None: the printed ends are it
    # of Results: tells why the `cell` of a row does not compare; empty where it does
    comparable: Callable[[Any], Callable[[Any], str]] = lambda results: lambda cell: ""
    reading: str = "reading"  # published column of what is wrong with the print

    @cached_property
    def rows(self) -> dict[tuple, dict]:
        """The published rows by their keys."""
        return {tuple(row[k] for k in self.keys): row for row in read(self.path)}

    def beside(self, rows: Iterable[Mapping], results) -> list[Mapping]:
        """Rows with published columns, notes and verdict; without a `cell` as it is."""
        reason_of = self.comparable(results)
        return [self.joined(row, reason_of) if "cell" in row else row for row in rows]

    def key(self, row: Mapping) -> tuple:
        """What a row of ours is joined by; languages without their region."""
        return tuple(spoken(row[k]) if k == "language" else row[k] for k in self.keys)

    def judged(self, row: Mapping, published_row: Mapping, reason: str) -> dict:
        """Columns of band and verdict; empty where we have no value."""
        if self.value not in row:  # its note says why
            return {"verdict": ""}
        ours = tuple(row.get(end, np.nan) * self.scale for end in self.interval)
        return judged(ours, self.ends(published_row, row), self.margin, reason)

    def joined(self, row: Mapping, reason_of: Callable[[Any], str]) -> dict:
        """A row with what was published beside it, if anything was."""
        published_row = self.rows.get(self.key(row))
        if published_row is None:
            return row | {"note": remarks(row, NO_VALUE)}
        # `unlike`: what is wrong with a single row, not with its cell
        reason = reason_of(row["cell"]) or row.get("unlike", "")
        return {
            **row,
            **{ours: published_row[theirs] for ours, theirs in self.columns.items()},
            **self.judged(row, published_row, reason),
            "note": remarks(row, published_row.get(self.reading, "")),
        }


def read(path: Path) -> list[dict]:
    """Rows of a published CSV; a column of numbers is NaN where it is empty."""
    table = pd.read_csv(path, keep_default_na=False)  # language 'na', word 'null'
    for name in table.columns.difference(["reading", "source"]):
        numbers = pd.to_numeric(table[name], errors="coerce")
        # one bound such as '< 0.001' keeps a column a text
        if (numbers.notna() | (table[name] == "")).all():
            table[name] = numbers
    return table.to_dict("records")


def remarks(row: Mapping, *more: str) -> list[str]:
    """The notes of a row, and more."""
    own = row.get("note") or []
    return [*([own] if isinstance(own, str) else own), *more]


def published_ends(
    value: float, printed: float, deviation: float = 0.0, *, runs=1, pairs=False
) -> Ends:
    """Ends of a published mean: half of its last digit, and its deviation over runs."""
    if deviation and runs > 1:
        error = published_error(deviation, runs, pairs=pairs)
        printed += float(stdtrit(runs - 1, 0.975)) * error
    return value - printed, value + printed


def published_error(deviation: float, runs: int, *, pairs: bool, spread=0) -> float:
    """Standard error of a published mean over so many runs, or pairs of them.

    deviation / sqrt(R) over runs; over pairs at most sigma sqrt(2 / R) (Hoeffding 1948,
    of a U-statistic of degree two). As the mean moves with the pairs, a deviation over
    the pairs of S runs (spread; R unless given) is short of sigma by (S - 2) / S.
    """
    if not pairs:
        return deviation / np.sqrt(runs)
    spread = spread or runs
    return deviation * np.sqrt(2 / runs * spread / (spread - 2))


def judged(ours: Ends, theirs: Ends, margin: Margin, reason: str = "") -> dict:
    """Columns of the band around a printed value and of the verdict on our interval.

    theirs: the interval of the printed value, which lies in its middle. Agrees: ours
    lies in the band, as does theirs; differs: ours is outside of both. Without a margin
    the printed ends are the band. No verdict without theirs.
    """
    if np.isnan(theirs).any():
        return {"verdict": ""}
    middle, half = sum(theirs) / 2, (theirs[1] - theirs[0]) / 2
    reach = margin(middle) if callable(margin) else half if margin is None else margin
    band = Band(middle - reach, middle + reach)
    outer = max(reach, half)
    verdict = Band(middle - outer, middle + outer).verdict((middle, *ours))
    if np.isnan(ours).any():
        verdict = f"{UNDECIDED}: no interval"
    elif verdict == AGREES and half > reach:
        verdict = f"{UNDECIDED}: the printed interval is wider than the band"
    if reason:
        verdict = f"not comparable: {reason}"
    return {"band": str(band), "verdict": verdict}
