"""Quality of spaces: scores on analogies and word similarity, with coverage."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from quaver.results.records import (
    E2,
    IDENTITY,
    CellNumbers,
    SetNumbers,
    frame,
    gap,
    identity,
    in_order,
    note,
)
from quaver.statistics import RunMean, run_mean

SYNTACTIC = "gram"  # how the sections of questions of grammar are called
SCORED = (
    "Of analogies the share answered right by 3CosAdd, of word similarity Spearman's "
    "correlation, of what is covered: questions whose words are all among the most "
    "frequent of a run. Scores of different coverage do not compare."
)
FEW = 30  # questions or pairs below which a note says how few were known
CAPTION = (
    "Scores on evaluation sets: mean, 95 % interval (Student's t), standard deviation "
    f"and best over runs (trainings, not questions). {SCORED}"
)
CAPTION_SECTIONS = (
    "Scores by section of the analogies, and of all semantic and all syntactic "
    f"(gram...) sections together: mean and standard deviation over runs. {SCORED}"
)
COLUMNS = (
    *(*IDENTITY, "sampling", "set", "kind", "questions", "coverage_e2", "runs"),
    *("score_e2", "low_e2", "high_e2", "deviation_e2", "best_e2", "note"),
)
COLUMNS_SECTIONS = (
    *(*IDENTITY, "sampling", "set", "kind", "section", "questions", "coverage_e2"),
    *("runs", "score_e2", "deviation_e2", "note"),
)


def quality(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Scores x 10^2, one row per cell x evaluation set, coverage in percent."""
    rows = [
        {**identity(cell), "set": name, **_row(cell, numbers)}
        for cell in in_order(cells)
        for name, numbers in sorted(cell.quality.items())
    ]
    return frame(rows, COLUMNS, CAPTION)


def quality_sections(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Scores x 10^2 of analogies, one row per cell x set x section or kind of it."""
    rows = [
        {**identity(cell), "set": name, **row}
        for cell in in_order(cells)
        for name, numbers in sorted(cell.quality.items())
        if numbers is not None
        for row in _section_rows(numbers)
    ]
    return frame(rows, COLUMNS_SECTIONS, CAPTION_SECTIONS)


def _row(cell: CellNumbers, numbers: SetNumbers | None) -> dict:
    if numbers is None:
        return {"note": gap(cell) if cell.failed else "not measured"}
    row = {"kind": numbers.kind, "questions": numbers.questions}
    row["coverage_e2"] = numbers.known.mean() / numbers.questions * E2
    found = _mean(numbers.scores)
    said = [_unscored(numbers.scores), numbers.note]
    if found is None:
        return {**row, "runs": 0, "note": note(*said)}
    parts = {"score": "mean", **{k: k for k in ("low", "high", "deviation", "best")}}
    row |= {f"{name}_e2": getattr(found, key) * E2 for name, key in parts.items()}
    least = 0 if numbers.kind == "analogies" else -E2
    row["low_e2"], row["high_e2"] = np.clip([row["low_e2"], row["high_e2"]], least, E2)
    known = numbers.known.mean()
    few = f"only {known:.0f} of its questions or pairs are known" if known < FEW else ""
    return {**row, "runs": found.runs, "note": note(*said, found.note, few)}


def _section_rows(numbers: SetNumbers) -> list[dict]:
    rows = [
        {"kind": "section", "section": name, **_section(*section)}
        for name, section in numbers.sections.items()
    ]
    for kind, parts in _kinds(numbers).items():
        asked, known, right = zip(*parts, strict=True)
        sums = sum(asked), np.sum(known, axis=0), np.sum(right, axis=0)
        rows.append({"kind": "together", "section": kind, **_section(*sums)})
    return rows


def _kinds(numbers: SetNumbers) -> dict[str, list[tuple]]:
    """Semantic and syntactic sections, where a set has both."""
    kinds: dict[str, list[tuple]] = {"semantic": [], "syntactic": []}
    for name, section in numbers.sections.items():
        kind = "syntactic" if name.startswith(SYNTACTIC) else "semantic"
        kinds[kind].append(section)
    return kinds if all(kinds.values()) else {}


def _section(questions: int, known: np.ndarray, right: np.ndarray) -> dict:
    """Score of one section: questions asked, known (runs,) and right (runs,)."""
    if not questions:
        return {"questions": 0, "runs": 0, "note": "the section is empty"}
    row = {"questions": questions, "coverage_e2": known.mean() / questions * E2}
    shares = np.full(len(known), np.nan)
    np.divide(right, known, out=shares, where=known > 0)
    found = _mean(shares)
    if found is None:
        return {**row, "runs": 0, "note": "no question has all its words"}
    row |= {"score_e2": found.mean * E2, "deviation_e2": found.deviation * E2}
    return {**row, "runs": found.runs, "note": _unscored(shares)}


def _mean(scores: np.ndarray) -> RunMean | None:
    """Mean over the runs that have a score."""
    there = scores[np.isfinite(scores)]
    return run_mean(there) if len(there) else None


def _unscored(scores: np.ndarray) -> str:
    lost = int(np.isnan(scores).sum())
    return f"{lost} of {len(scores)} runs have no score" if lost else ""
