"""Differences of consistency: of learners, of texts, of draws, each as a row."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from quaver.items.ends import value_row
from quaver.papers.bloem2019.estimates import Parts, unpaired
from quaver.papers.bloem2019.samples import Sample, at_runs, sample_of, shared
from quaver.papers.bloem2019.scene import drawn_as, is_at_home, learners, texts_of
from quaver.papers.bloem2019.stored import APART
from quaver.results.records import identity, note
from quaver.results.terms import TermNumbers, of_terms
from quaver.statistics.values import Value

FEWEST = 3  # terms of an interval


def cosine(sample: Sample) -> Parts:
    """The paper's measure."""
    return sample.means()


def by_kappa(sample: Sample) -> Parts:
    """The same beside its level of chance."""
    return sample.kappas()


MEASURES = {"cosine": cosine, "kappa": by_kappa}


def difference_row(
    first: Sample, second: Sample, measure: Callable, *, paired: bool = True
) -> dict:
    """First less second: over terms that both have, or each over its own."""
    row = identity(first.cell)
    first, second = (shared if paired else at_runs)(first, second)
    few = min(len(first.names), len(second.names))
    if not first.runs or few < FEWEST:
        lacking = "runs in common" if few >= FEWEST else f"{few} terms, it needs 3"
        return row | {"note": f"cannot be compared: {lacking}"}
    one, other = measure(first), measure(second)
    value = one.minus(other).estimate() if paired else unpaired(one, other)
    return row | told(value, f"{few} terms") | {"runs": len(first.runs)}


def told(value: Value, *notes: str) -> dict:
    """Columns of a difference, whose value is 0 where nothing is there."""
    return value_row(value, note=note(*notes))


class Learned:
    """Records of a study by cell, and the sets and learners that the paper has."""

    def __init__(self, results, measure: str = APART):
        """Read the records of a measure."""
        self.results, self.grid = results, results.grid
        self.kinds = texts_of(results)
        self.by_cell: dict[tuple, dict[tuple, TermNumbers]] = {}
        for own in of_terms(results, measure):
            cell = own.cell.view, own.cell.technique, own.cell.sampling
            self.by_cell.setdefault(cell, {})[own.name, own.learner] = own

    def sets(self, kind: str, *draws: str) -> list[str]:
        """Sets of one kind of text, or of any ("") of the paper's, drawn so."""
        return [
            name
            for name, own in self.kinds.items()
            if kind in (own, "") and drawn_as(self.results, name) in draws
        ]

    def corpus(self, name: str) -> str:
        """The text of a set."""
        return self.results.study.analyses.terms.sets[name].corpus

    def learner(self, kind: str, how: str) -> str:
        """The first learner of the study that is such; empty if none is."""
        return next(iter(learners(self.grid, kind, how)), "")

    def pairs(
        self, first: Iterable[tuple[str, str]], second: Iterable[tuple[str, str]]
    ) -> Iterator[tuple[TermNumbers, TermNumbers]]:
        """Records of two (set, learner) beside one cell, wherever both are asked."""
        wanted = [*product(first, second)]
        for own in self.by_cell.values():
            for one, other in wanted:
                if one in own and other in own:
                    yield own[one], own[other]

    def rows(
        self,
        first: Iterable[tuple[str, str]],
        second: Iterable[tuple[str, str]],
        row_of: Callable,
    ) -> Iterator[Mapping]:
        """Rows of all such pairs; of those without numbers the reason."""
        for one, other in self.pairs(first, second):
            label = f"{one.name} by {one.learner}"
            against = f"{other.name} by {other.learner}"
            if lacking := note(one.note, other.note):
                row = identity(one.cell) | {"note": lacking}
            else:
                row = row_of(sample_of(one), sample_of(other))
            yield row | {"against": against, "note": note(label, row.get("note", ""))}

    def is_at_home(self, own: Sample) -> bool:
        """Tell whether a set is of its background's own text."""
        return is_at_home(self.results, own)
