"""What becomes of a claim: ratios and differences with intervals, and what they say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from quaver.items.beside import claim
from quaver.measures.spread import mean_deviation
from quaver.papers.antoniak2018.cells import (
    LISTED,
    Queried,
    Ways,
    over_pairs,
    whereabouts,
    why,
)
from quaver.papers.antoniak2018.deviations import shared
from quaver.papers.antoniak2018.roles import (
    View,
    by_place,
    role,
    standing,
    view_of,
)
from quaver.results.records import note
from quaver.statistics.deviations import Left, quotient
from quaver.statistics.values import difference

EQUAL = 0.1  # two deviations are one within 10 %
Found = tuple[float, float, float]


@dataclass(frozen=True)
class Scene:
    """The cells of a study whose words were asked for, and how they are counted."""

    cells: Sequence[Queried]
    ways: Ways

    def __post_init__(self):
        """Index the cells once."""
        object.__setattr__(self, "_known", by_place(self.cells))

    def get(self, view: View, technique: str, sampling: str) -> Queried | None:
        """The cell of a view, or None."""
        return self._known.get((*view, technique, sampling))

    def place(self, view: View, technique: str, sampling: str) -> dict:
        """Whereabouts of a cell that may be missing, as those of the others tell."""
        cells = [one.cell for one in self.cells]
        near = next(cell for cell in cells if view_of(cell) == view)
        like = next(cell for cell in cells if cell.technique == technique)
        own = {"technique": technique, "trainer": like.trainer, "sampling": sampling}
        return whereabouts(near) | own

    @property
    def views(self) -> list[View]:
        """Corpora, units and fractions, in order."""
        return sorted({view_of(one.cell) for one in self.cells})

    @property
    def roles(self) -> dict[str, str]:
        """The technique that stands for each of the paper's algorithms."""
        return standing(self.cells)

    @property
    def techniques(self) -> list[str]:
        """All that stand for one of the paper's algorithms, as coded ones too."""
        return sorted({c.cell.technique for c in self.cells if role(c.cell)})

    @property
    def samplings(self) -> set[str]:
        """Those the study has."""
        return {one.cell.sampling for one in self.cells}


def equal(found: Found, band: float = EQUAL) -> str:
    """Agrees if the interval of a ratio lies within 1 +- band, differs if outside."""
    _, low, high = found
    if np.isnan(low):
        return claim(None)
    if 1 - band <= low and high <= 1 + band:
        return claim(True)
    return claim(False if low > 1 + band or high < 1 - band else None)


def greater(found: Found, than: float = 1.0) -> str:
    """Agrees if the whole interval is greater, differs if the whole is less."""
    _, low, high = found
    if np.isnan(low):
        return claim(None)
    return claim(True if low > than else False if high < than else None)


def less(found: Found, than: float = 1.0) -> str:
    """The other way round."""
    value, low, high = found
    return greater((-value, -high, -low), -than)


def row_of(name: str, found: Found, **facts) -> dict:
    """A row of the claims: the number with both ends, and of which cell it is."""
    row = {"claim": name, **facts}
    row |= dict(zip(("value", "low", "high"), found, strict=True))
    few = "no interval: it needs 3 runs of each" if np.isnan(found[1]) else ""
    return row | {"note": note(facts.get("note", ""), few)}


def compared(
    name: str, sides: tuple, test: Callable[[Found], str], *, ways: Ways, **facts
) -> dict:
    """A row on the ratio of mean deviations of two cells, or of products of several.

    sides: (cells above, cells below). facts: also whereabouts of the first above, as
    it may be missing. Techniques of one view and sampling read the same draws: a run
    is left out of them together.
    """
    above, below = sides
    lack = missing((*above, *below))
    if lack:
        return {"claim": name, **facts, "verdict": "", "note": lack}
    found = shared((*above, *below), ways, LISTED)
    parts = [mean_deviation(cosines) for cosines in found]
    runs, tops, bottoms = len(found[0]), parts[: len(above)], parts[len(above) :]
    facts = {"runs": runs, **facts}
    if any(part.value == 0 for part in parts):
        return _unvaried(name, (tops, bottoms), test, **facts)
    ratio = quotient(tops, bottoms, [one.draws for one in (*above, *below)])
    return row_of(name, ratio, **facts, verdict=test(ratio))


def agreement_gap(
    name: str, cells: tuple[Queried, Queried], *, ways: Ways, n: int, **facts
) -> dict:
    """A row on the agreement of lists of one cell less that of another: above 0?

    Each over the queries it has itself. facts: also whereabouts of the second.
    """
    lack = missing(cells)
    if lack:
        return {"claim": name, **facts, "n": n, "verdict": "", "note": lack}
    higher, lower = cells
    runs = min(higher.runs, lower.runs)
    values = [one.agreed(ways.agreement, n, runs) for one in cells]
    if higher.draws == lower.draws:
        gap = over_pairs(values[0] - values[1])
    else:
        gap = difference(*map(over_pairs, values))
    found = (gap.value, *gap.interval())
    said = greater(found, 0.0)
    other = set(higher.names) != set(lower.names)
    facts |= {"runs": runs, "note": "not the same queries" if other else ""}
    return row_of(name, found, n=n, **facts, verdict=said)


def missing(cells: Iterable[Queried | None]) -> str:
    """Why cells cannot be compared; empty where they can."""
    cells = list(cells)
    parts = ["not in the study"] if None in cells else []
    for one in cells:
        if one is not None and not one.runs:
            parts.append(f"{one.cell.technique}, {one.cell.sampling}: {why(one)}")
    if not parts and not set.intersection(*(set(one.names) for one in cells)):
        parts.append("no query in common")
    return note(*parts)


def _unvaried(name: str, sides: tuple[list[Left], list[Left]], test, **facts) -> dict:
    """A row where a mean deviation is 0: all runs give the same cosines."""
    above, below = (float(np.prod([part.value for part in each])) for each in sides)
    said = "some cells do not vary"
    found = np.nan, np.nan, np.nan
    if len(sides[0]) > 1:
        verdict = claim(None)
    elif above == below:
        found, verdict = (1.0, 1.0, 1.0), test((1.0, 1.0, 1.0))
    else:
        ratio = 0.0 if above == 0 else np.inf
        verdict = test((ratio, ratio, ratio))
    row = {"claim": name, **facts, "verdict": verdict}
    return {**row, "value": found[0], "low": found[1], "high": found[2], "note": said}
