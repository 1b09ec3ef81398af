"""Table 4 of Antoniak and Mimno 2018: the nearest words of a query, by sampling."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np
import pandas as pd

from quaver.papers.antoniak2018.cells import (
    ABSENT,
    LISTED,
    NO_QUERIES,
    PAPER,
    Ways,
)
from quaver.results.queries import QueryNumbers
from quaver.results.records import IDENTITY, SAMPLINGS, frame, identity, note

NUMBERS = ("mean", "deviation", "present", "runs")
CAPTION = (
    f"The words nearest to each query, as Table 4 of {PAPER}: the {LISTED} of highest "
    "mean cosine in the fixed runs (of another sampling where chosen in says so), with "
    "the mean and deviation (ddof 0) of their cosine over the runs of each sampling, "
    "how many runs have both words, and of how many. As words are chosen by their mean "
    "there, it lies above those of other samplings by chance too. The paper shows one "
    "query as a picture, so no number is beside ours."
)
COLUMNS = (
    *(*IDENTITY, "unit", "fraction", "query", "chosen_in", "rank", "word"),
    *(f"{sampling}_{name}" for sampling in SAMPLINGS for name in NUMBERS),
    "note",
)


def antoniak2018_table_4(records: Iterable[QueryNumbers], ways: Ways) -> pd.DataFrame:
    """A row per view, technique, query and near word: cosines in [-1, 1].

    records: those of a view and technique follow each other.
    """

    def place(record: QueryNumbers) -> tuple[str, str]:
        return record.cell.view, record.cell.technique

    rows = [
        row
        for _, group in groupby(records, key=place)
        for row in _rows({one.cell.sampling: one for one in group}, ways)
    ]
    return frame(rows, COLUMNS, f"{CAPTION} In means, {ABSENT[ways.absent]}.")


def zeros_counted(
    moments: tuple[np.ndarray, np.ndarray, np.ndarray], runs: int
) -> tuple[np.ndarray, np.ndarray]:
    """Mean and deviation (ddof 0) if absent runs had cosine 0: (words,) twice."""
    mean, deviation, present = (np.asarray(x, dtype=np.float64) for x in moments)
    share = np.where(present > 0, present / runs, np.nan)
    moved = share * mean
    squares = share * (deviation**2 + mean**2) - moved**2
    return moved, np.sqrt(np.maximum(squares, 0))


def _rows(cells: dict[str, QueryNumbers], ways: Ways) -> Iterator[dict]:
    """Rows of one view and technique, or one that says why there are none."""
    order = [cells[name] for name in SAMPLINGS if name in cells]
    first = order[0].cell
    common = identity(first) | {"unit": first.unit, "fraction": first.fraction}
    del common["sampling"]
    why = note(*(_lack(cells, name) for name in SAMPLINGS))
    base = next((one for one in order if one.neighbours is not None), None)
    if base is None:
        yield {**common, "note": why}
        return
    asked = [place for place in range(len(base.names)) if base.studied[place]]
    if not asked:
        yield {**common, "note": note(NO_QUERIES, why)}
    for query in asked:
        facts = {"query": base.names[query], "chosen_in": base.cell.sampling}
        words = _nearest(base, query, ways)
        found = [_numbers(one, facts["query"], words, ways=ways) for one in order]
        if not len(words):
            yield {**common, **facts, "note": note(why, "no run has the word")}
        for rank, word in enumerate(words):
            row = {**common, **facts, "rank": rank + 1, "word": base.words[word]}
            for each in found:
                row |= {name: values[rank] for name, values in each.items()}
            yield {**row, "note": why}


def _lack(cells: dict[str, QueryNumbers], sampling: str) -> str:
    if sampling not in cells:
        return f"{sampling}: not in the study"
    return f"{sampling}: {cells[sampling].note}" if cells[sampling].note else ""


def _nearest(base: QueryNumbers, query: int, ways: Ways) -> np.ndarray:
    """Rows of the words nearest to a query in the runs of a cell."""
    words = base.candidates[query]
    words = words[words >= 0]
    if ways.absent == "zero":
        means, _ = zeros_counted(base.moments[query], base.runs)
        words = words[np.argsort(-means[words], kind="stable")]
    return words[:LISTED]


def _numbers(
    one: QueryNumbers, name: str, words: np.ndarray, *, ways: Ways
) -> dict[str, np.ndarray]:
    """Columns of a sampling: what its runs say of the words; none where it lacks."""
    if one.neighbours is None or name not in one.names:
        return {}
    moments = one.moments[list(one.names).index(name)]
    mean, deviation, present = moments
    deviation = np.where(present < 2, np.nan, deviation)  # of one run there is none
    if ways.absent == "zero":
        mean, deviation = zeros_counted(moments, one.runs)
    values = mean[words], deviation[words], present[words]
    values = (*values, np.full(len(words), one.runs))
    sampling = one.cell.sampling
    return {f"{sampling}_{k}": v for k, v in zip(NUMBERS, values, strict=True)}
