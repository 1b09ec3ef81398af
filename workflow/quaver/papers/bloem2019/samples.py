"""A set of terms as tables and claims take it: terms to be tested, with two draws."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.papers.bloem2019.estimates import (
    Parts,
    kappa_parts,
    mean_parts,
    other_mean,
    within_terms,
)
from quaver.results.records import CellNumbers
from quaver.results.terms import TermNumbers


class Sample(NamedTuple):
    """Terms by one learner beside a cell that have a cosine in every run.

    cell, name, learner: what it is of. names: of the terms; runs: numbers. cosine:
    (runs, terms) mean over pairs of draws. pairs: (runs, terms, draws, draws). between:
    (runs, terms, terms). ranks, others: as pairs, of a draw of the term and of another
    one, NaN where there are none. identified, chance: (runs, terms). lost: terms
    without two draws.
    """

    cell: CellNumbers
    name: str
    learner: str
    names: Sequence[str]
    runs: Sequence[int]
    cosine: np.ndarray
    pairs: np.ndarray
    between: np.ndarray
    ranks: np.ndarray
    others: np.ndarray
    identified: np.ndarray
    chance: np.ndarray
    lost: int

    def means(self) -> Parts:
        """Mean cosine of draws of a term."""
        return mean_parts(self.cosine)

    def kappas(self) -> Parts:
        """The same beside that of different terms."""
        return kappa_parts(self.cosine, self.between)

    def level(self) -> float:
        """Mean cosine of different terms."""
        return other_mean(self.between)

    def at(self, runs: Sequence[int], names: Sequence[str]) -> "Sample":
        """These runs and terms alone, in this order."""
        rows = [self.runs.index(run) for run in runs]
        places = {name: place for place, name in enumerate(self.names)}
        chosen = np.ix_(rows, [places[name] for name in names])
        return self._replace(
            names=list(names),
            runs=list(runs),
            cosine=self.cosine[chosen],
            pairs=self.pairs[chosen],
            ranks=self.ranks[chosen],
            others=self.others[chosen],
            identified=self.identified[chosen],
            chance=self.chance[chosen],
            between=self.between[chosen][:, :, chosen[1][0]],
        )


def sample_of(own: TermNumbers, *, every: bool = False) -> Sample:
    """The terms of a record that tables tell of: those that choose nothing, or all."""
    tested = np.asarray(own.is_test, dtype=bool) | every
    pairs = np.asarray(own.cosine, dtype=np.float64)[:, tested]
    cosine = within_terms(pairs)
    has = np.isfinite(cosine).all(axis=0)
    rows = np.flatnonzero(tested)[has]
    between = np.asarray(own.between[0], dtype=np.float64)
    return Sample(
        own.cell,
        own.name,
        own.learner,
        [own.terms[row] for row in rows],
        np.asarray(own.runs).tolist(),
        cosine[:, has],
        pairs[:, has],
        between[:, rows][:, :, rows],
        *(_ranks(own, name)[:, rows] for name in ("rank", "other_rank")),
        *(np.asarray(x[0], np.float64)[:, rows] for x in (own.identified, own.chance)),
        int((~has).sum()),
    )


def _ranks(own: TermNumbers, name: str) -> np.ndarray:
    """Stored ranks as pairs of draws, NaN where there are none."""
    stored = getattr(own, name)
    if stored is None:  # of joint models
        return np.full(np.shape(own.cosine), np.nan)
    ranks = np.asarray(stored, dtype=np.float64)
    return np.where(ranks > 0, ranks, np.nan)


def shared(first: Sample, second: Sample) -> tuple[Sample, Sample]:
    """Two samples over the runs and terms that both have."""
    names = [name for name in first.names if name in {*second.names}]
    runs = [run for run in first.runs if run in second.runs]
    return first.at(runs, names), second.at(runs, names)


def at_runs(first: Sample, second: Sample) -> tuple[Sample, Sample]:
    """Two samples over the runs that both have, each with its own terms."""
    runs = [run for run in first.runs if run in second.runs]
    return first.at(runs, first.names), second.at(runs, second.names)
