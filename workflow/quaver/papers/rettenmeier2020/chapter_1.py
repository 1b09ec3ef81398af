"""Tables 1.4, 1.5, 1.6, 2.1 and 2.10 of Rettenmeier 2020: scores on analogies."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import VERDICT, Texts, published_ends, verdict
from quaver.items.ends import ends_of, with_ends
from quaver.papers.rettenmeier2020.common import (
    THESIS,
    beside,
    key,
    known,
    reading,
    shuffled,
)
from quaver.results.records import (
    E2,
    IDENTITY,
    CellNumbers,
    SetNumbers,
    frame,
    gap,
    identity,
    note,
)
from quaver.statistics import RunMean, run_mean
from quaver.statistics.values import value_of

RUNS = 128  # of every published mean
PRINTED, PRINTED_COVERAGE = 0.005, 0.05  # half of the last digit
SETS = (
    "One row per shuffled cell and analogy set, in percent of the questions whose "
    "words are all known: 0 = none right, 100 = all. Published are the sets of section "
    "1.2.4; a verdict takes ours for the same."
)
INTERVAL = "Interval of the mean: 95 %, Student's t over runs (trainings)."
OURS = (*IDENTITY, "sampling", "set", "runs")
SCORES = ("mean_e2", "low_e2", "high_e2", "deviation_e2", "best_e2", "coverage_e2")
OTHERS = ("bojanowski2016_e2", "grave2018_e2")
PUBLISHED = {
    "published_mean_e2": "mean_e2",
    "published_deviation_e2": "deviation_e2",
    "published_best_e2": "best_e2",
}
EXTREMES = {
    f"published_{name}": name
    for name in ("lowest_e2", "highest_e2", "relative_difference_e2")
}
ENDS = ("verdict", "note")


def table_1_4(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Scores of fastText, one row per cell and set: in [0, 100], 128 runs published."""
    return _scores(cells, published, texts, "1.4")


def table_1_5(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Scores of word2vec, one row per cell and set: in [0, 100], 128 runs published."""
    return _scores(cells, published, texts, "1.5")


def table_2_10(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Scores of all techniques, one row per cell and set: in [0, 100]."""
    names = dict(list(PUBLISHED.items())[:2])
    rows = _beside_rows(cells, published, names, texts)
    columns = (*OURS, *SCORES, *names, *ENDS)
    return frame(rows, columns, _caption("Scores on analogies, as Table 2.10"))


def table_1_6(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Coverage of the analogies, one row per cell and set: in [0, 100]."""
    theirs = known(published, ["language"], ["coverage_e2", "grave2018_e2"])
    names = {"published_coverage_e2": "coverage_e2", "grave2018_e2": "grave2018_e2"}

    def row(cell: CellNumbers, numbers: SetNumbers) -> dict:
        found = theirs.get(key(cell)[:1])
        ours = value_of(run_mean(numbers.known / numbers.questions * E2))
        made = with_ends("coverage", ours, "_e2") | beside(found, names)
        said = reading(found)
        if found:
            ends = published_ends(found["coverage_e2"], PRINTED_COVERAGE)
            mine = ends_of(made, "coverage", "_e2")
            made["verdict"] = verdict(mine, ends, texts.reason(cell))
        return {**made, "runs": len(numbers.known), "note": said}

    columns = (*OURS, "coverage_e2", "coverage_low_e2", "coverage_high_e2")
    caption = (
        f"Coverage, as Table 1.6 of {THESIS}: questions whose words are all among the "
        f"most frequent of a run, mean over runs. {SETS} {INTERVAL} {VERDICT}"
    )
    return frame(_rows(cells, row), (*columns, *names, *ENDS), caption)


def table_2_1(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Lowest and highest score, and highest/lowest - 1, one row per cell and set."""
    theirs = known(published, ["language", "trainer"], list(EXTREMES.values()))

    def row(cell: CellNumbers, numbers: SetNumbers) -> dict:
        found = theirs.get(key(cell))
        scores = numbers.scores[np.isfinite(numbers.scores)] * E2
        made = {"runs": len(scores), **beside(found, EXTREMES), "note": reading(found)}
        if found:
            made["verdict"] = _of_extremes(len(scores), texts.reason(cell))
        return made | _extremes(scores)

    columns = (*OURS, *EXTREMES.values(), *EXTREMES, *ENDS)
    caption = (
        f"Lowest and highest score among the runs, as Table 2.1 of {THESIS}, and their "
        f"relative difference in percent. {SETS} Extremes move apart with the number "
        f"of runs (published: {RUNS}) and have no interval."
    )
    return frame(_rows(cells, row), columns, caption)


def _scores(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts, number: str
) -> pd.DataFrame:
    """Table 1.4 or 1.5: cells of the trainer that it is about."""
    trainer = published["trainer"].iloc[0]
    wanted = [cell for cell in cells if cell.trainer == trainer]
    names = PUBLISHED | {name: name for name in OTHERS if name in published}
    rows = _beside_rows(wanted, published, names, texts)
    columns = (*OURS, *SCORES, *names, *ENDS)
    caption = _caption(f"Scores of {trainer} on analogies, as Table {number}")
    return frame(rows, columns, caption)


def _caption(title: str) -> str:
    return (
        f"{title} of {THESIS}: mean, deviation (ddof 0) and best over runs. {SETS} "
        f"{INTERVAL} {VERDICT}"
    )


def _beside_rows(
    cells: Sequence[CellNumbers],
    published: pd.DataFrame,
    names: Mapping[str, str],
    texts: Texts,
) -> list[dict]:
    theirs = known(published, ["language", "trainer"], list(names.values()))

    def row(cell: CellNumbers, numbers: SetNumbers) -> dict:
        found = theirs.get(key(cell))
        made = _score_row(numbers) | beside(found, names)
        if found and "mean_e2" in made:
            mean, spread = found["mean_e2"], found["deviation_e2"]
            ends = published_ends(mean, PRINTED, spread, runs=RUNS)
            mine = ends_of(made, "mean", "_e2")
            made["verdict"] = verdict(mine, ends, texts.reason(cell))
        return {**made, "note": note(made["note"], reading(found))}

    return _rows(cells, row)


def _rows(
    cells: Sequence[CellNumbers], make: Callable[[CellNumbers, SetNumbers], dict]
) -> list[dict]:
    """A row per shuffled cell and analogy set, and one where there is none."""
    rows = []
    for cell in shuffled(cells):
        sets = [
            (name, numbers)
            for name, numbers in sorted(cell.quality.items())
            if numbers is None or numbers.kind == "analogies"
        ]
        if not sets:
            rows.append({**identity(cell), "note": "no analogies of this language"})
        for name, numbers in sets:
            lost = {"note": (gap(cell) if cell.failed else "") or "not measured"}
            made = lost if numbers is None else make(cell, numbers)
            rows.append({**identity(cell), "set": name, **made})
    return rows


def _score_row(numbers: SetNumbers) -> dict:
    row = {"coverage_e2": numbers.known.mean() / numbers.questions * E2}
    scores = numbers.scores[np.isfinite(numbers.scores)]
    if not len(scores):
        return {**row, "runs": 0, "note": numbers.note or "no run has a score"}
    found: RunMean = run_mean(scores * E2)
    row |= with_ends("mean", value_of(found), "_e2")
    row["low_e2"], row["high_e2"] = np.clip([row["low_e2"], row["high_e2"]], 0, E2)
    row |= {"deviation_e2": found.deviation, "best_e2": found.best}
    return {**row, "runs": found.runs, "note": note(numbers.note, found.note)}


def _extremes(scores: np.ndarray) -> dict:
    if not len(scores):
        return {}
    low, high = float(scores.min()), float(scores.max())
    row = {"lowest_e2": low, "highest_e2": high}
    return {**row, "relative_difference_e2": (high / low - 1) * E2} if low else row


def _of_extremes(runs: int, reason: str) -> str:
    if not reason and runs != RUNS:
        reason = f"extremes of {runs} runs, published of {RUNS}"
    return f"not comparable: {reason}" if reason else "undecided: no interval"
