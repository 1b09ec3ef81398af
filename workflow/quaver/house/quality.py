"""Quality of spaces: scores on analogies and word similarity, with coverage."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from quaver.house.cells import own_cells
from quaver.items.item import Table
from quaver.results.records import CellNumbers, SetNumbers, gap, identity
from quaver.statistics import run_mean

FEW = 30  # questions or pairs below which a note says how few were known
SCORED = (
    "Analogies: the share answered right by 3CosAdd; word similarity: Spearman's "
    "correlation; both of the questions covered, whose words are among a run's most "
    "frequent."
)


def _rows(results, rows_of: Callable) -> Iterator[dict]:
    for cell in own_cells(results):
        for name, scored in sorted(cell.quality.items()):
            for row in rows_of(cell, scored):
                yield {**identity(cell), "set": name, **row}


def few_known(scored: SetNumbers) -> str:
    """What is to be said of a score of few questions; empty where there are enough."""
    answerable = scored.known.mean()
    if answerable >= FEW:
        return ""
    return f"only {answerable:.0f} of its questions or pairs are known"


def _whole(cell: CellNumbers, scored: SetNumbers | None) -> Iterator[dict]:
    if scored is None:
        yield {"note": gap(cell) if cell.failed else "not measured"}
        return
    answerable = scored.known.mean()
    row, notes = _scores(scored.scores)
    row |= {"kind": scored.kind, "questions": scored.questions}
    row["coverage"] = answerable / scored.questions
    notes.insert(1, scored.note)
    if "score" in row:
        least = 0 if scored.kind == "analogies" else -1  # a correlation may be negative
        row["low"], row["high"] = np.clip([row["low"], row["high"]], least, 1)
        notes.append(few_known(scored))
    yield {**row, "note": notes}


def _sections(cell: CellNumbers, scored: SetNumbers | None) -> Iterator[dict]:
    """Sections of analogies, then all semantic and all syntactic ones together."""
    kinds: dict[str, list[tuple]] = {"semantic": [], "syntactic": []}
    for name, numbers in scored.sections.items() if scored else ():
        yield {"kind": "section", "section": name, **_section(*numbers)}
        kinds["syntactic" if name.startswith("gram") else "semantic"].append(numbers)
    # a sum over one kind only would be the whole set again
    if all(kinds.values()):
        for kind, parts in kinds.items():
            sums = (np.sum(column, axis=0) for column in zip(*parts, strict=True))
            yield {"kind": "together", "section": kind, **_section(*sums)}


def _section(questions: int, answerable: np.ndarray, right: np.ndarray) -> dict:
    """Score of one section: questions asked, known (runs,) and right (runs,)."""
    if not questions:
        return {"questions": 0, "runs": 0, "note": "the section is empty"}
    shares = np.full(len(answerable), np.nan)
    # NaN, not 0, where no question could be asked
    np.divide(right, answerable, out=shares, where=answerable > 0)
    row, notes = _scores(shares)
    if "score" not in row:
        notes = ["no question has all its words"]
    coverage = answerable.mean() / questions
    return {**row, "questions": questions, "coverage": coverage, "note": notes[0]}


def _scores(scores: np.ndarray) -> tuple[dict, list[str]]:
    """Columns of the mean over the runs that have a score, and remarks on it."""
    there = scores[np.isfinite(scores)]
    lost = len(scores) - len(there)
    notes = [f"{lost} of {len(scores)} runs have no score" * bool(lost)]
    if not len(there):
        return {"runs": 0}, notes
    mean = run_mean(there)
    parts = "deviation", "low", "high", "best", "runs"
    row = {part: getattr(mean, part) for part in parts}
    return {**row, "score": mean.mean}, [*notes, mean.note]


QUALITY = Table(
    name="quality",
    title="Scores on published evaluation sets, with the questions covered",
    caption="Scores on evaluation sets in percent: mean over runs with its 95 % "
    f"interval (Student's t). {SCORED} Scores of different coverage do not compare.",
    order=11,
    reads=("quality",),
    columns="CELL set kind questions coverage:e2 runs score:e2 low:e2 high:e2 "
    "deviation:e2 best:e2 note",
    keys="view technique sampling set coverage score low high best note",
    rows=partial(_rows, rows_of=_whole),
)
QUALITY_SECTIONS = Table(
    name="quality_sections",
    title="The same by section of the analogies",
    caption="Scores by section of the analogies in percent, and of all semantic and "
    f"all syntactic (gram...) ones: mean and standard deviation over runs. {SCORED}",
    order=12,
    reads=("quality",),
    columns="CELL set kind section:text questions coverage:e2 runs score:e2 "
    "deviation:e2 note",
    keys="view technique sampling set section coverage score deviation note",
    rows=partial(_rows, rows_of=_sections),
)
