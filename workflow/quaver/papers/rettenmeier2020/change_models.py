"""Models of section 4.1 over languages: a score of a run is its mean over them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from quaver.measures.change_scores import AVERAGE, ENSEMBLE, RUN
from quaver.papers.rettenmeier2020.comparable import EPOCHS, trained_otherwise
from quaver.results.change_scores import ScoreNumbers
from quaver.results.records import grouped, spoken
from quaver.statistics import run_mean
from quaver.statistics.values import Value

LANGUAGES = ("en", "de", "la", "sv")
KINDS = {
    RUN: "individual run",
    AVERAGE: "aligned average",
    ENSEMBLE: "ensemble average",
}
QUANTITIES = "accuracy", "rho"
OVERALL = "overall"  # mean of both, as Table 4.4 has it
NO_ERROR = "no error is known"
PUBLISHED = "semeval"  # the truth that the thesis scored against


@dataclass(frozen=True)
class Scored:
    """Scores of the models of a kind, means over languages, in one quantity.

    value: of the models of all runs, of individual runs their mean. deviation: over
    runs (ddof 0), of averages and ensembles over those of half of the runs, which is
    too large; models: how many of these. low, high: NaN but of individual runs. unlike:
    why a kind is not of all runs, as the thesis's are. as_coded: accuracy of ensembles
    of which all runs have to say changed.
    """

    kind: str
    size: int
    quantity: str
    value: float
    deviation: float
    models: int
    low: float = np.nan
    high: float = np.nan
    unlike: str = ""
    as_coded: float = np.nan

    @property
    def error(self) -> float:
        """Deviation of the mean, as footnote 4 of chapter 4 has it."""
        return self.deviation / np.sqrt(self.models)

    @property
    def known(self) -> Value:
        """The score with an error that few models do not make too small: of two groups
        of runs Student's t has one degree of freedom."""
        if not self.deviation > 0:
            return Value(self.value)
        spare = self.models - 1
        return Value(self.value, self.deviation / np.sqrt(spare), spare)


@dataclass(frozen=True)
class Group:
    """Scores of a technique and sampling in all languages, and what rows say of it."""

    records: Sequence[ScoreNumbers]

    @property
    def identity(self) -> dict:
        """Columns that say of what a row is."""
        cell = self.records[0].cell
        names = "technique", "trainer", "sampling"
        languages = dict.fromkeys(spoken(x.cell.language) for x in self.records)
        row = {name: getattr(cell, name) for name in names}
        return row | {"language": "+".join(languages), "cell": self.records}

    @property
    def gaps(self) -> list[str]:
        """Why scores are missing."""
        return [f"{x.name}: {x.note}" for x in self.records if x.note]

    @property
    def missing(self) -> int:
        """Targets of all languages that some run has not in both texts."""
        measured = [record for record in self.records if not record.note]
        return sum(len(x.absent) + len(x.lacking) for x in measured)

    def scored(self, quantities: Sequence[str] = QUANTITIES) -> Iterator[Scored]:
        """Means over languages, of every kind of model and quantity."""
        measured = [record for record in self.records if not record.note]
        for kind in KINDS if measured else ():
            sizes = [{s for k, s in x.models if k == kind} for x in measured]
            # of languages whose runs are unlike in number none would be a mean
            if sizes[0] and all(own == sizes[0] for own in sizes):
                runs = min(len(x.models[RUN, 1]) for x in measured)
                for quantity in quantities:
                    values = {s: _mean(measured, (kind, s), quantity) for s in sizes[0]}
                    made = _scored(kind, values, quantity, runs=runs)
                    if (kind, quantity) == (ENSEMBLE, QUANTITIES[0]):
                        coded = _mean(measured, (kind, made.size), "as_coded")
                        made = replace(made, as_coded=float(coded.mean()))
                    yield made


def _mean(records: list, kind: tuple[str, int], quantity: str) -> np.ndarray:
    """Scores of the models of a kind: means over languages, (models,)."""
    if quantity == OVERALL:
        return np.mean([_mean(records, kind, own) for own in QUANTITIES], axis=0)
    each = [x.stored[quantity][x.models[kind]] for x in records]
    least = min(map(len, each))
    return np.mean([own[:least] for own in each], axis=0)


def _scored(kind: str, values: dict[int, np.ndarray], quantity: str, *, runs) -> Scored:
    """One row of the models of a kind: values by size."""
    most, least = max(values), min(values)
    of = kind, most, quantity, float(values[most].mean())
    spread, number = float(values[least].std()), len(values[least])
    if kind != RUN:
        unlike = f"of {most} runs, there are {runs}" if most < runs else ""
        return Scored(*of, spread if number > 1 else np.nan, number, unlike=unlike)
    if number < 2 or not np.isfinite(values[most]).all():
        return Scored(*of, np.nan, number)
    mean = run_mean(values[most])
    return Scored(*of, spread, number, mean.low, mean.high)


def groups(results) -> list[Group]:
    """All that a study scored, by technique and sampling."""
    by = grouped(results.scores(), lambda x: (x.cell.technique, x.cell.sampling))
    return [Group(records) for records in by.values()]


def reason(records: Sequence[ScoreNumbers]) -> str:
    """Why scores do not compare with the thesis's; empty where they do."""
    others = sorted({x.truth for x in records} - {PUBLISHED})
    if others:
        return f"{others[0]} truth" if others == ["planted"] else "other truth"
    spoken_in = {spoken(record.cell.language) for record in records}
    missing = [name for name in LANGUAGES if name not in spoken_in]
    if missing:
        return f"without {', '.join(missing)}"
    cells = [record.cell for record in records]
    reasons = (trained_otherwise(x, EPOCHS.get(x.trainer)) for x in cells)
    return next(filter(None, reasons), "")
