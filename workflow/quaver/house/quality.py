"""Quality of spaces: scores on analogies and word similarity, with coverage."""

from collections.abc import Iterator

import numpy as np

from quaver.house.cells import own_cells
from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import CellNumbers, SetNumbers, gap, identity
from quaver.statistics import RunMean, run_mean

SYNTACTIC = "gram"  # how the sections of questions of grammar are called
FEW = 30  # questions or pairs below which a note says how few were known
SCORED = (
    "Analogies: the share answered right by 3CosAdd; word similarity: Spearman's "
    "correlation; both of the questions covered, whose words are among a run's most "
    "frequent."
)


def _quality(results) -> Iterator[dict]:
    """A row per cell and evaluation set; scores in [-1, 1], coverage a share."""
    for cell in own_cells(results):
        for name, scores in sorted(cell.quality.items()):
            yield {**identity(cell), "set": name, **_row(cell, scores)}


def _sections(results) -> Iterator[dict]:
    """A row per cell, set of analogies and section, or kind of sections."""
    for cell in own_cells(results):
        for name, scores in sorted(cell.quality.items()):
            for row in [] if scores is None else _section_rows(scores):
                yield {**identity(cell), "set": name, **row}


def _row(cell: CellNumbers, scored: SetNumbers | None) -> dict:
    if scored is None:
        return {"note": gap(cell) if cell.failed else "not measured"}
    answerable = scored.known.mean()
    row = {"kind": scored.kind, "questions": scored.questions}
    row["coverage"] = answerable / scored.questions
    mean = _mean(scored.scores)
    notes = [_unscored(scored.scores), scored.note]
    if mean is None:
        return {**row, "runs": 0, "note": notes}
    least = 0 if scored.kind == "analogies" else -1  # a correlation may be negative
    low, high = np.clip([mean.low, mean.high], least, 1)
    row |= {"score": mean.mean, "low": low, "high": high, "runs": mean.runs}
    row |= {"deviation": mean.deviation, "best": mean.best}
    few = (
        f"only {answerable:.0f} of its questions or pairs are known"
        if answerable < FEW
        else ""
    )
    return {**row, "note": [*notes, mean.note, few]}


def _section_rows(scored: SetNumbers) -> list[dict]:
    rows = [
        {"kind": "section", "section": name, **_section(*section)}
        for name, section in scored.sections.items()
    ]
    for kind, parts in _kinds(scored).items():
        questions, answerable, right = zip(*parts, strict=True)
        sums = sum(questions), np.sum(answerable, axis=0), np.sum(right, axis=0)
        rows.append({"kind": "together", "section": kind, **_section(*sums)})
    return rows


def _kinds(scored: SetNumbers) -> dict[str, list[tuple]]:
    """Semantic and syntactic sections, where a set has both."""
    kinds: dict[str, list[tuple]] = {"semantic": [], "syntactic": []}
    for name, section in scored.sections.items():
        kind = "syntactic" if name.startswith(SYNTACTIC) else "semantic"
        kinds[kind].append(section)
    # a sum over one kind only would be the whole set again
    return kinds if all(kinds.values()) else {}


def _section(questions: int, answerable: np.ndarray, right: np.ndarray) -> dict:
    """Score of one section: questions asked, known (runs,) and right (runs,)."""
    if not questions:
        return {"questions": 0, "runs": 0, "note": "the section is empty"}
    row = {"questions": questions, "coverage": answerable.mean() / questions}
    shares = np.full(len(answerable), np.nan)
    # NaN, not 0, where no question could be asked
    np.divide(right, answerable, out=shares, where=answerable > 0)
    mean = _mean(shares)
    if mean is None:
        return {**row, "runs": 0, "note": "no question has all its words"}
    row |= {"score": mean.mean, "deviation": mean.deviation, "runs": mean.runs}
    return {**row, "note": _unscored(shares)}


def _mean(scores: np.ndarray) -> RunMean | None:
    """Mean over the runs that have a score."""
    there = scores[np.isfinite(scores)]
    return run_mean(there) if len(there) else None


def _unscored(scores: np.ndarray) -> str:
    lost = int(np.isnan(scores).sum())
    return f"{lost} of {len(scores)} runs have no score" if lost else ""


SET = col.CELL, col.texts("set kind")
COVERAGE = col.wholes("questions"), col.numbers("coverage", scale=col.E2), col.RUNS
QUALITY = Table(
    name="quality",
    title="Scores on published evaluation sets, with the questions covered",
    caption=(
        "Scores on evaluation sets in percent: mean over runs with its 95 % interval "
        f"(Student's t). {SCORED} Scores of different coverage do not compare."
    ),
    order=11,
    reads=("quality",),
    columns=(
        (SET, COVERAGE),
        (col.numbers("score low high deviation best", scale=col.E2), col.NOTE),
    ),
    keys="view technique sampling set coverage score low high best note",
    rows=_quality,
)
QUALITY_SECTIONS = Table(
    name="quality_sections",
    title="The same by section of the analogies",
    caption=(
        "Scores by section of the analogies in percent, and of all semantic and all "
        "syntactic (gram...) sections together: mean and standard deviation over runs. "
        f"{SCORED}"
    ),
    order=12,
    reads=("quality",),
    columns=(
        (SET, col.texts("section"), COVERAGE),
        (col.numbers("score deviation", scale=col.E2), col.NOTE),
    ),
    keys="view technique sampling set section coverage score deviation note",
    rows=_sections,
)
