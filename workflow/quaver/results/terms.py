"""What measures of terms stored, by set of terms, learner and background."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from quaver.grid import SAMPLINGS
from quaver.results.records import CellNumbers
from quaver.results.stored import Stored

BEFORE = ("learn_terms",)  # rules whose failure leaves a measure of terms nothing


@dataclass(frozen=True)
class TermNumbers(Stored):
    """Numbers of one set of terms as a learner learns them beside a background.

    cell: the background. name: of the set; format: of its sentences, where they were
    published. note: why nothing is stored. All that is stored is read by its name when
    first asked for; None where a learner has no such number.
    """

    cell: CellNumbers
    name: str
    learner: str
    format: str = ""
    note: str = ""

    READ: ClassVar = {
        # of a space of its own, and but for words that people compared with terms
        name: lambda group, name: group[name][:] if name in group else None
        for name in ("rank", "other_rank", "own_rank", "ranked", "neighbours")
        + ("known", "unknown", "probe_cosine", "probe_term", "score")
    }


def of_terms(results, measure: str) -> Iterator[TermNumbers]:
    """All that a study asks of a measure of terms, in turn; or why there is none."""
    for subject in in_turn(results, measure):
        numbers = results.cell(subject.cell)
        path = f"terms/{subject.label}/{measure}.h5"
        facts = {"cell": numbers, "name": subject.terms, "learner": subject.learner}
        facts["format"] = results.study.analyses.terms.sets[subject.terms].format
        if numbers.failed or not results.stands(path):
            yield TermNumbers(**facts, note=_missing(results, subject, measure))
            continue
        opening = partial(results.read, path, measure)
        yield TermNumbers.of(opening, **facts, note="")


def in_turn(results, measure: str) -> list:
    """Subjects of a measure by set and learner, as the study has them, then by cell;
    samplings as in SAMPLINGS."""
    asked, turn = results.study.analyses.terms, SAMPLINGS.index
    if asked is None:
        return []
    sets, learners = ([*names].index for names in (asked.sets, asked.learners))
    return sorted(
        results.grid.measured[measure],
        key=lambda x: (
            *(sets(x.terms), learners(x.learner)),
            *(x.cell.view, x.cell.technique, turn(x.cell.sampling)),
        ),
    )


def _missing(results, subject, measure: str) -> str:
    """Why nothing is stored: runs that failed, or what the rules said."""
    numbers = results.cell(subject.cell)
    if numbers.failed:
        what = "failed" if numbers.reason else "have no model"
        return f"{numbers.failed} of {numbers.runs} runs {what}"
    rules = (f"measure_{measure}", *BEFORE)
    reasons = [results.failure(rule, subject.label) for rule in rules]
    reasons.append(results.failure("draw_sentences", subject.terms))
    return next(filter(None, reasons), "not measured")
