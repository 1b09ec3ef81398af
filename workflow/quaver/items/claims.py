"""What a paper claims, judged row by row, by means over corpora, and as a whole."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite, isinf, isnan, nan
from types import ModuleType

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from quaver.items.columns import Column
from quaver.items.item import Table, modules
from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.results.records import note
from quaver.statistics import RUNS_FOR_INTERVAL, run_mean

AGREES, DIFFERS, UNDECIDED = "agrees", "differs", "undecided"
# what a row of the claims is about
THE_CLAIM, OVER_CORPORA, A_CELL = "the claim", "over corpora", "a cell"
COMPARISON = ("technique", "trainer", "sampling", "against", "n")  # corpora share it
ENDS = ("value", "low", "high")
NOTE = Column("note", "remark")
RISK = 0.05  # that something differs by chance alone, of a claim as a whole
FOREGONE = "the band holds the value under the null: it agrees where nothing is there"
READING = (
    "Agrees: the 95 % interval lies in the claimed band; differs: outside. Value: mean "
    "over all cells, of ratios the geometric one ({quantities}). Null: the value where "
    "nothing is there; a claim whose band holds it (*) agrees then, too. Bands, corpus "
    "by corpus and row by row: {path}."
)
CAPTION = (
    "Each claim as a whole, then means over corpora (Student's interval), then row by "
    "row: an interval in the band agrees, outside it differs, else it is undecided. A "
    "claim is judged as one: it agrees where all its means do, and all rows in no "
    "mean, and differs where one does after Holm's correction for their number; other "
    "rows stand alone at 95 %. Under null: the value where nothing is there."
)
Interval = tuple[float, float, float]  # a value and both ends


def verdict_of(holds: bool | None) -> str:
    """What becomes of a claim that is to hold for any text; None: cannot be told."""
    # None is not False: what cannot be told contradicts nothing
    return UNDECIDED if holds is None else AGREES if holds else DIFFERS


def all_of(verdicts: Iterable[str]) -> str:
    """One verdict of many: differs if one does, agrees if all do."""
    verdicts = set(verdicts)
    # one counterexample refutes what is claimed of any text
    if any(verdict.startswith(DIFFERS) for verdict in verdicts):
        return DIFFERS
    return AGREES if verdicts == {AGREES} else UNDECIDED


@dataclass(frozen=True)
class Band:
    """Where a claim says that a value lies: between low and high."""

    low: float = -inf
    high: float = inf

    def verdict(self, interval: Interval) -> str:
        """Agrees if the whole interval lies inside, differs if the whole is outside."""
        _, low, high = interval  # of which without runs nothing is true
        # a ratio to 0 is infinite, and inside a band that is open on that side
        above, below = low > self.low or isinf(self.low), high < self.high
        inside = above and (below or isinf(self.high))
        outside = high < self.low or low > self.high
        return verdict_of(True if inside else False if outside else None)

    def columns(self, interval: Interval) -> dict:
        """What a row says of it as its own band, and the verdict on an interval."""
        return {"limits": self, "band": str(self), "verdict": self.verdict(interval)}

    def chance(self, interval: Interval, freedom: float) -> float:
        """p of a value that lies outside: by Student's t of its interval of 95 %."""
        value, low, high = interval
        edge, near = (self.high, low) if value > self.high else (self.low, high)
        reach, gap = abs(value - near), abs(value - edge)
        if not 0 < reach < inf:  # without an error nothing is left to chance
            return 0.0
        return float(2 * stdtr(freedom, -gap / reach * stdtrit(freedom, 0.975)))

    def __str__(self) -> str:
        """In words: above 1, below 1, 0.9 to 1.1."""
        if isinf(self.low):
            return f"below {self.high:.4g}"
        above = f"above {self.low:.4g}"
        return above if isinf(self.high) else f"{self.low:.4g} to {self.high:.4g}"


@dataclass(frozen=True)
class Claim:
    """What a paper says of a quantity, and the rows of a study it is tested on."""

    name: str
    tested: str  # where in the paper
    quantity: str
    # with value, low, high and what they are of, or a note why they do not compare
    rows: Callable[..., Iterable[Mapping]]
    band: Band | None = None  # judges rows that bring no verdict, nor limits of theirs
    null: float = nan  # the value where nothing is there; rows may bring under_null
    pooled: bool = False  # rows are also judged by their means over corpora
    ratios: bool = False  # means are geometric
    existing: bool = False  # the paper says that some are so; else that all are
    reads: Sequence[str] = ()  # as of tables

    @property
    def facts(self) -> dict:
        """Columns that all rows of the claim share."""
        facts = {"claim": self.name, "tested": self.tested, "under_null": self.null}
        return facts | {"quantity": self.quantity, "band": str(self.band or "")}

    def judged(self, results) -> list[dict]:
        """Its rows with their verdicts; "" where a row cannot be compared."""
        judged = []
        for row in self.rows(results):
            verdict, band = "", self.limits(row)
            if band is not None and "value" in row:
                verdict = band.verdict(interval_of(row))
            row = {**self.facts, "scope": A_CELL, "verdict": verdict, **row}
            # a ratio of 0 or without end can be judged, but is no number to show
            bare = self.ratios and not self.takes(row)
            judged.append(row | dict.fromkeys(ENDS, nan) if bare else row)
        return judged

    def limits(self, row: Mapping) -> Band | None:
        """The band of a row, where it has one of its own."""
        return row.get("limits", self.band)

    def is_foregone(self, rows: Sequence[Mapping]) -> bool:
        """Whether it agrees where nothing is there: rows are those with verdicts."""
        both = [(self.limits(row), row.get("under_null", nan)) for row in rows]
        inside = [bool(band) and band.low < x < band.high for band, x in both]
        # of 'there are such' one row is enough
        return any(inside) if self.existing else bool(inside) and all(inside)

    def chance(self, row: Mapping) -> float:
        """p of a row that differs, on the scale means are taken on."""
        band, interval = self.limits(row), interval_of(row)
        if band is None:
            return 0.0
        if self.ratios and min(interval) > 0 and band.high > 0:
            band = Band(np.log(max(band.low, 1e-300)), np.log(band.high))
            interval = tuple(map(float, np.log(interval)))
        # of two samples, or not of runs, intervals come with a freedom of their own
        freedom = max(1, (row.get("runs") or inf) - 1)
        return band.chance(interval, row.get("freedom", freedom))

    def takes(self, row: Mapping) -> bool:
        """Whether the value of a row has a place in a mean: no ratio of 0 has."""
        value = row.get("value", nan)
        return isfinite(value) and (value > 0 or not self.ratios)

    def values(self, rows: Iterable[Mapping]) -> np.ndarray:
        """Values that have a place in a mean, on the scale means are taken on."""
        values = np.array([row["value"] for row in rows if self.takes(row)], float)
        return np.log(values) if self.ratios else values

    def unscaled(self, value: float) -> float:
        """A mean back on the scale of the values."""
        return float(np.exp(value) if self.ratios else value)


def claims_of(package: ModuleType) -> list[Claim]:
    """All claims that stand in a paper's modules, by module, as declared."""
    values = (value for module in modules(package) for value in vars(module).values())
    return [value for value in values if isinstance(value, Claim)]


def claims_table(claims: Sequence[Claim], paper: str) -> Table:
    """Declare the table of a paper's claims."""
    return Table(
        name="claims",
        title=f"What {paper} claim, and this study",
        caption=CAPTION,
        columns="claim tested quantity band scope IDENTITY unit fraction sampling "
        "against n runs value± under_null verdict note",
        keys="claim band view technique sampling against value± verdict",
        rows=partial(claim_rows, claims),
        reads=sorted({name for claim in claims for name in claim.reads}),
    )


def interval_of(row: Mapping) -> Interval:
    """Value and both ends of a row; NaN where it has none."""
    return tuple(row.get(end, nan) for end in ENDS)


def corrected(claim: Claim, rows: Sequence[dict]) -> None:
    """Leave undecided, of rows that are judged as one, what their number explains.

    Holm (1979): the smallest p against RISK / rows, the next against RISK / (rows - 1),
    and so on to the first that is too large.
    """
    rows = [row for row in rows if row["verdict"]]
    differing = [row for row in rows if row["verdict"].startswith(DIFFERS)]
    differing.sort(key=claim.chance)
    p = [claim.chance(row) for row in differing]
    large = (k for k, each in enumerate(p) if each * (len(rows) - k) > RISK)
    first = next(large, len(p))
    for each, row in zip(p[first:], differing[first:], strict=True):
        remark = f"differs alone (p = {each:.2g}), not as one of {len(rows)} rows"
        row.update(verdict=UNDECIDED, note=note(NOTE.value(row), remark))


def claim_rows(claims: Iterable[Claim], results) -> Iterator[dict]:
    """Rows of claims.csv: claims as a whole and over corpora, then row by row."""
    judged = [(claim, claim.judged(results)) for claim in claims]
    for claim, rows in judged:
        yield from summed_up(claim, rows)
    for _, rows in judged:
        yield from rows


def summed_up(claim: Claim, rows: Sequence[Mapping]) -> list[dict]:
    """A row for the claim as a whole, then one for each comparison over corpora.

    Corpora are the units, as their cells depend on each other. Rows that are in no mean
    are judged one by one: of too few corpora, and ratios of 0 or without end.
    """
    means, alone = _over_corpora(claim, rows) if claim.pooled else ([], rows)
    corrected(claim, [*means, *alone])
    judged = [row for row in rows if row["verdict"]]
    verdicts = [row["verdict"] for row in judged]
    counts = {kind: verdicts.count(kind) for kind in (AGREES, DIFFERS, UNDECIDED)}
    verdict = all_of(row["verdict"] for row in (*means, *alone) if row["verdict"])
    if claim.existing:  # no number of others is a counterexample
        verdict = AGREES if counts[AGREES] else UNDECIDED
    whole = {**claim.facts, "scope": THE_CLAIM, "verdict": verdict}
    values = claim.values(rows)
    if len(values):
        whole["value"] = claim.unscaled(values.mean())
    nulls = claim.values({"value": row.get("under_null", nan)} for row in judged)
    if len(nulls):
        whole["under_null"] = claim.unscaled(nulls.mean())
    tally = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    # told, not hidden: fewer rows are weaker evidence
    without = len(rows) - len(verdicts)
    more = f", {without} cannot be compared" if without else ""
    told = f"{tally} of {len(verdicts)} rows{more}"
    return [whole | {"note": note(told, FOREGONE * claim.is_foregone(judged))}, *means]


def _over_corpora(claim: Claim, rows: Sequence[Mapping]) -> tuple[list, list]:
    """A row for each comparison that enough corpora have; and rows in none of them."""
    comparisons: dict = defaultdict(lambda: defaultdict(list))
    for row in rows:
        comparisons[tuple(map(row.get, COMPARISON))][row["corpus"]].append(row)
    means, alone = [], []
    for comparison, corpora in comparisons.items():
        members = [row for own in corpora.values() for row in own]
        values = [own for rows in corpora.values() if len(own := claim.values(rows))]
        if len(values) < RUNS_FOR_INTERVAL:
            alone += members
            continue
        left_out = [row for row in members if not claim.takes(row)]
        alone += left_out
        # first within a corpus: one of many cells would else outweigh the others
        mean = run_mean(np.array([own.mean() for own in values]))
        interval = tuple(map(claim.unscaled, (mean.mean, mean.low, mean.high)))
        gone = f", left out (no number, 0 or without end): {len(left_out)}"
        row = dict(zip((*COMPARISON, *ENDS), (*comparison, *interval), strict=True))
        row |= claim.facts | {"scope": OVER_CORPORA}
        row["verdict"], row["freedom"] = claim.band.verdict(interval), len(values) - 1
        row["note"] = f"{len(values)} corpora{gone if left_out else ''}"
        means.append(row)
    return means, alone


def as_text(claims: pd.DataFrame, paper: str, path: str) -> str:
    """Each claim with its verdict, and the path of all; "" where there are none."""
    whole = claims[(claims["scope"] == THE_CLAIM) & (claims["verdict"] != "")]
    if whole["value"].isna().all():
        return ""
    columns = ["claim", "verdict", "value", "under_null", "note"]
    rows = [
        [name, verdict, _shown(value), _shown(null) + "*" * (FOREGONE in remark)]
        for name, verdict, value, null, remark in whole[columns].to_numpy()
    ]
    quantities = "; ".join(whole["quantity"].unique())
    reading = wrapped(READING.format(quantities=quantities, path=path))
    lines = aligned([["claim", "verdict", "value", "null"], *rows])
    heading = f"What {paper} claim, and this study"
    return "\n".join([heading, "", *lines, "", *reading]) + "\n"


def _shown(value: float) -> str:
    if isnan(value):
        return MISSING
    text = f"{value:.2f}"
    # lines of findings are narrow: of what two places would hide, one digit
    return f"{value:.0e}" if value and not float(text) else text
