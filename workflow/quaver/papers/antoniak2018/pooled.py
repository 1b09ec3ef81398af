"""What the rows of a claim say together: over corpora, and in all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from quaver.items.beside import AGREES, DIFFERS, UNDECIDED, all_of, claim
from quaver.papers.antoniak2018.verdicts import Found
from quaver.statistics import RUNS_FOR_INTERVAL, run_mean

# what a row of the claims is about
THE_CLAIM, OVER, A_CELL = "the claim", "over corpora", "a cell"
GROUP = ("technique", "trainer", "sampling", "against", "n")  # what corpora share


@dataclass(frozen=True)
class Pool:
    """How the rows of a claim are put together.

    test: of a mean with both ends, None where there is none. ratios: means are
    geometric. existing: the claim says that there are such cases; else that all are.
    """

    test: Callable[[Found], str] | None
    ratios: bool = True
    existing: bool = False

    def mean(self, values: np.ndarray) -> float:
        """Mean of values, on the scale that suits them."""
        return float(self._back(self._scaled(values).mean()))

    def over(self, corpora: Sequence[np.ndarray]) -> Found:
        """Mean over corpora of the means of their values, with Student's ends."""
        means = np.array([self._scaled(values).mean() for values in corpora])
        found = run_mean(means)
        return tuple(float(self._back(x)) for x in (found.mean, found.low, found.high))

    def usable(self, rows: Sequence[dict]) -> np.ndarray:
        """Values that have a place on the scale."""
        return np.array([row["value"] for row in rows if self.takes(row)], dtype=float)

    def takes(self, row: dict) -> bool:
        """Whether the value of a row has a place on the scale."""
        value = row.get("value", np.nan)
        return bool(np.isfinite(value) and (value > 0 or not self.ratios))

    def _scaled(self, values):
        return np.log(values) if self.ratios else values

    def _back(self, value):
        return np.exp(value) if self.ratios else value


def together(name: str, rows: Sequence[dict], pool: Pool) -> list[dict]:
    """A row for the claim as a whole, then one per technique and so on over corpora.

    Corpora are the units: what they have in common may be told from their scatter, and
    their cells depend on each other. Rows that are in no mean over corpora are judged
    one by one: where there are too few corpora, and ratios that have no mean.
    """
    groups, alone = _over_corpora(name, rows, pool)
    verdicts = [row["verdict"] for row in rows if row["verdict"]]
    counts = {kind: verdicts.count(kind) for kind in (AGREES, DIFFERS, UNDECIDED)}
    said = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    without = len(rows) - len(verdicts)
    more = f", {without} cannot be compared" if without else ""
    judged = [row["verdict"] for row in (*groups, *alone) if row["verdict"]]
    whole = all_of(judged)
    if pool.existing:
        whole = claim(True if counts[AGREES] else None)
    first = {"claim": name, "scope": THE_CLAIM, "verdict": whole}
    values = pool.usable(rows)
    if len(values):
        first["value"] = pool.mean(values)
    return [{**first, "note": f"{said} of {len(verdicts)} rows{more}"}, *groups]


def _over_corpora(
    name: str, rows: Sequence[dict], pool: Pool
) -> tuple[list[dict], list[dict]]:
    """A row for each kind of comparison that enough corpora have; rows in none."""
    if pool.test is None:
        return [], list(rows)
    groups: dict[tuple, dict[str, list[dict]]] = {}
    for row in rows:
        kind = tuple(row.get(key) for key in GROUP)
        groups.setdefault(kind, {}).setdefault(row["corpus"], []).append(row)
    made, alone = [], []
    for kind, found in groups.items():
        over = _pooled(name, kind, found, pool)
        own = [row for of in found.values() for row in of]
        made += [over] if over else []
        alone += [row for row in own if not (over and pool.takes(row))]
    return made, alone


def _pooled(name: str, kind: tuple, found: dict, pool: Pool) -> dict | None:
    known = [values for rows in found.values() if len(values := pool.usable(rows))]
    if len(known) < RUNS_FOR_INTERVAL:
        return None
    mean = pool.over(known)
    rows = sum(map(len, found.values()))
    used = sum(map(len, known))
    said = f", left out (no number, 0 or without end): {rows - used}"
    left = said if rows > used else ""
    return {
        **{"claim": name, "scope": OVER, **dict(zip(GROUP, kind, strict=True))},
        **dict(zip(("value", "low", "high"), mean, strict=True)),
        **{"verdict": pool.test(mean), "note": f"{len(known)} corpora{left}"},
    }
