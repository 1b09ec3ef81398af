"""The list to trust of any word: as the study stored it, else from its models."""

from dataclasses import replace

import numpy as np
import pandas as pd

from quaver import store
from quaver.grid import Cell as Coordinates
from quaver.house.judged import Asked, WordTrust, judged
from quaver.house.trust import NEIGHBOUR_LISTS, list_rows
from quaver.items.columns import GROUPS
from quaver.items.item import framed
from quaver.measures.queries import CANDIDATES, TIMES
from quaver.measures.trust import Rule
from quaver.results.queries import QueryNumbers, queried
from quaver.spaces.queries import near, query_cosines
from quaver.users.cell import Cell
from quaver.users.missing import NotThereError

DRAWN = "bootstrapped"
# how often intervals held in simulation is told in the table `trust` alone
UNTOLD = pd.DataFrame(columns=["kind", "method", "trainer"])


def neighbours(results, cell: Coordinates, word: str) -> pd.DataFrame:
    """The nearest words of a word over the runs of a cell, a row per rank.

    Bootstrapped runs are judged with those on the whole text; of others there are
    cosines and ranks alone, as they do not tell what another draw would change.
    """
    own, others = _record(results, cell, word), []
    if cell.sampling == DRAWN:
        others = [_of_whole(results, path, word) for path in _beside(results, cell)]
    else:  # judged as if drawn, which gives the ranks; the verdict goes
        own = own.but(cell=replace(own.cell, sampling=DRAWN))
    asks = results.study.analyses.neighbours
    rule = Rule(asks.n, asks.confidence, asks.stable, asks.method)
    asked = Asked(rule, {cell.view.corpus: [word]}, {}, UNTOLD)
    (answer,) = judged([own, *filter(None, others)], asked)
    return _shown(answer, cell, _drawn(results, cell))


def _drawn(results, cell: Coordinates) -> list[str]:
    """What bootstrapped runs drew, then what to say of it."""
    drawn, grid = results.cell(cell).drawn, results.grid
    if grid.is_external(cell.technique) or (grid.drawn(cell) and not drawn):
        return ["What was drawn is not known"]
    kind, remarks = (drawn.kind, drawn.remarks) if drawn else (cell.view.unit, ())
    remarks = [f"Drawn: {drawn.groups if drawn else f'{kind}s'}", *remarks]
    # where documents were too few, a remark says it already
    if kind in ("sentence", "line") and not (drawn and drawn.refused):
        remarks.append(f"{kind}s were drawn: neighbours look safer than they are")
    return remarks


def _shown(answer: WordTrust, cell: Coordinates, drawn: list[str]) -> pd.DataFrame:
    frame = framed(list_rows(answer), NEIGHBOUR_LISTS.columns)
    frame = frame.drop(columns=[*GROUPS["IDENTITY"].split(), "word"])
    frame.attrs["sentence"] = f"{answer.sentence} {'; '.join(drawn)}."
    notes = ([note, *drawn[1:]] for note in frame["note"])
    frame["note"] = ["; ".join(filter(None, parts)) for parts in notes]
    if cell.sampling != DRAWN:
        frame["verdict"] = ""
        frame["note"] = f"runs are {cell.sampling}: a verdict needs {DRAWN} ones"
        frame.attrs["sentence"] = frame["note"].iloc[0]
    return frame


def _beside(results, cell: Coordinates) -> list[Coordinates]:
    """Cells of the same view and technique on the whole text."""
    return [
        other
        for other in results.grid.cells.values()
        if (other.view, other.technique) == (cell.view, cell.technique)
        and other.sampling != DRAWN
    ]


def _of_whole(results, cell: Coordinates, word: str) -> QueryNumbers | None:
    try:
        return _record(results, cell, word)
    except NotThereError:  # then there is no interval, which the list says
        return None


def _record(results, cell: Coordinates, word: str) -> QueryNumbers:
    """What was stored of a word, else what the measure would store."""
    numbers = results.cell(cell)
    stored = queried(results, cell, numbers)
    if not stored.note and word in stored.names:
        return stored
    cosines, counts, words, spaces = [], [], [], Cell(results, cell)
    for _, file, row in spaces.spaces():
        words = words or store.texts(file["words"])
        query = np.array([spaces.place(words, word)])
        parts = query_cosines(file["vectors"][row].astype(np.float32), query)
        cosines.append(np.concatenate([values[0] for _, values in parts]))
        counts.append(file["counts"][row])
    analyses = results.study.analyses
    ranks = max(analyses.queries.nearest, analyses.neighbours.n)
    candidates = min(max(CANDIDATES, TIMES * ranks), len(words) - 1)
    nearest = near(np.stack(cosines), ranks, candidates)
    by_run = "neighbours", "cosines", "candidate_cosines", "candidate_ranks"
    return QueryNumbers(
        numbers,
        words=words,
        frequency=np.mean(counts, axis=0),
        names=(word,),
        queries=query,
        candidates=nearest.candidates[None],
        moments={0: nearest[:3]},
        **{name: getattr(nearest, name)[:, None] for name in by_run},
    )
