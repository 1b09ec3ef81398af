"""Table 4: the words nearest to a query, by sampling."""

from collections.abc import Iterator, Mapping
from itertools import groupby

import numpy as np

from quaver.items.columns import IDENTITY, numbers, texts, wholes
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
        cells = {own.cell.sampling: own for own in group}
        for row in _rows(cells, scene.absent):
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


def _rows(cells: Mapping[str, Queried], absent: str) -> Iterator[dict]:
    """Rows of one view and technique, or one that says why there are none."""
    order = [cells[name] for name in SAMPLINGS if name in cells]
    row = order[0].row | {"note": tuple(_lack(cells, name) for name in SAMPLINGS)}
    measured = [own for own in order if own.runs or own.note == NO_QUERIES]
    if not measured:
        yield row
        return
    base = measured[0]
    if not base.runs:
        yield row | {"note": (NO_QUERIES, *row["note"])}
    for query in base.names:
        facts = row | {"query": query, "chosen_in": base.cell.sampling}
        words = _nearest(base, query, absent)
        if not len(words):
            yield facts | {"note": (*row["note"], "no run has the word")}
        for rank, word in enumerate(words, 1):
            named = facts | {"rank": rank, "word": base.near[query][word]}
            yield named | _numbers(order, query, word, absent=absent)


def _lack(cells: Mapping[str, Queried], sampling: str) -> str:
    """Why a sampling has no numbers; nothing where it has."""
    if sampling not in cells:
        return f"{sampling}: not in the study"
    reason = cells[sampling].note
    return f"{sampling}: {reason}" if reason not in ("", NO_QUERIES) else ""


def _nearest(base: Queried, query: str, absent: str) -> np.ndarray:
    """The words nearest to a query, as numbers of those kept of it."""
    if absent != "zero":
        return np.arange(len(base.near[query]))[:LISTED]
    means, *_ = zeros_counted(base.moments[query], base.runs)
    return np.argsort(-means, kind="stable")[:LISTED]


def _numbers(order: list[Queried], query: str, word: int, *, absent: str) -> dict:
    """Columns of every sampling that has the query: what its runs say of a word."""
    row = {}
    for own in (own for own in order if query in own.moments):
        moments = own.moments[query][:, [word]]
        mean, deviation, present = moments[:, 0]
        if absent == "zero":
            mean, deviation, _ = zeros_counted(moments, own.runs)[:, 0]
        elif present < 2:  # of one run there is no deviation
            deviation = np.nan
        facts = {"mean": mean, "deviation": deviation, "present": present}
        facts["runs"] = own.runs
        row |= {f"{own.cell.sampling}_{name}": value for name, value in facts.items()}
    return row


def _columns(sampling: str) -> tuple:
    of_cosines = numbers(f"{sampling}_mean", f"{sampling}_deviation")
    return of_cosines, wholes(f"{sampling}_present", f"{sampling}_runs")


TABLE_4 = table(
    "Table 4",
    "The words nearest to each query, by sampling:",
    f"The {LISTED} words of highest mean cosine in the runs of the sampling they were "
    "chosen in, with mean and deviation (ddof 0) of their cosine over the runs of each "
    "sampling, and how many runs have both words. As words are chosen by their mean "
    "there, it lies above those of other samplings by chance too. The paper shows one "
    "query as a picture, so no number is beside ours.",
    (
        *(IDENTITY, texts("unit"), numbers("fraction"), texts("query chosen_in")),
        *(wholes("rank"), texts("word"), *map(_columns, SAMPLINGS), texts("absent")),
    ),
    keys="view technique query rank word fixed_mean shuffled_mean bootstrapped_mean "
    "bootstrapped_deviation note",
    rows=of_scene(near_rows),
)
