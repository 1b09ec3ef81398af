"""Table 4: the words nearest to a query, by sampling."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from quaver.items import columns as col
from quaver.papers.antoniak2018.declare import table
from quaver.papers.antoniak2018.queried import (
    LISTED,
    NO_QUERIES,
    Queried,
    view_and_technique,
)
from quaver.papers.antoniak2018.scene import Scene, of_scene
from quaver.results.records import SAMPLINGS


def near_rows(scene: Scene) -> Iterator[dict]:
    """A row per view, technique, query and near word: cosines in [-1, 1]."""
    groups = groupby(scene.cells, key=lambda own: view_and_technique(own.cell))
    for _, group in groups:
        for row in _rows(list(group), scene.absent):
            yield row | {"absent": scene.absent}


def zeros_counted(moments: np.ndarray, runs: int) -> np.ndarray:
    """Mean and deviation (ddof 0) if absent runs had cosine 0: (3, words) -> the same.

    moments: mean, deviation and the runs that have the word.
    """
    mean, deviation, present = moments
    share = np.where(present > 0, present / runs, np.nan)
    moved = share * mean
    squares = share * (deviation**2 + mean**2) - moved**2
    return np.stack([moved, np.sqrt(np.maximum(squares, 0)), present])


def _rows(cells: list[Queried], absent: str) -> Iterator[dict]:
    """Rows of one view and technique, or one that says why there are none."""
    notes = dict.fromkeys(SAMPLINGS, "not in the study")
    notes |= {own.cell.sampling: own.note.replace(NO_QUERIES, "") for own in cells}
    lacks = tuple(f"{name}: {why}" for name, why in notes.items() if why)
    row = cells[0].row | {"note": lacks}
    base = next((own for own in cells if own.runs or own.note == NO_QUERIES), None)
    if base is None:
        yield row
        return
    if not base.runs:
        yield row | {"note": (NO_QUERIES, *lacks)}
    for query in base.names:
        facts = row | {"query": query, "chosen_in": base.cell.sampling}
        words = np.arange(len(base.near[query]))
        if absent == "zero":
            means, *_ = zeros_counted(base.moments[query], base.runs)
            words = np.argsort(-means, kind="stable")
        if not len(words):
            yield facts | {"note": (*lacks, "no run has the word")}
        for rank, word in enumerate(words[:LISTED], 1):
            named = facts | {"rank": rank, "word": base.near[query][word]}
            yield named | _numbers(cells, query, word, absent=absent)


def _numbers(cells: list[Queried], query: str, word: int, *, absent: str) -> dict:
    """Columns of every sampling that has the query: what its runs say of a word."""
    row = {}
    for own in (own for own in cells if query in own.moments):
        moments = own.moments[query][:, [word]]
        if absent == "zero":
            moments = zeros_counted(moments, own.runs)
        mean, deviation, present = moments[:, 0]
        if absent != "zero" and present < 2:  # of one run there is no deviation
            deviation = np.nan
        facts = {"mean": mean, "deviation": deviation, "present": present}
        facts["runs"] = own.runs
        row |= {f"{own.cell.sampling}_{name}": value for name, value in facts.items()}
    return row


TABLE_4 = table(
    "Table 4",
    "The words nearest to each query, by sampling:",
    f"The {LISTED} words of highest mean cosine in the runs of the sampling they were "
    "chosen in, with mean and deviation (ddof 0) of their cosine over the runs of each "
    "sampling, and how many runs have both words. As words are chosen by their mean "
    "there, it lies above those of other samplings by chance too. The paper shows one "
    "query as a picture, so no number is beside ours.",
    (
        *(col.IDENTITY, col.texts("unit"), col.numbers("fraction")),
        *(col.texts("query chosen_in"), col.wholes("rank"), col.texts("word")),
        *(
            (
                col.numbers(f"{x}_mean {x}_deviation"),
                col.wholes(f"{x}_present {x}_runs"),
            )
            for x in SAMPLINGS
        ),
        col.texts("absent"),
    ),
    keys="view technique query rank word fixed_mean shuffled_mean bootstrapped_mean "
    "bootstrapped_deviation note",
    rows=of_scene(near_rows),
)
