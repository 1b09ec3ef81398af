"""What the tables of Antoniak and Mimno 2018 keep of each cell's queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quaver.measures.rank_change import Changes, rank_changes
from quaver.measures.spread import nearest
from quaver.measures.top_lists import AGREEMENTS, jaccard
from quaver.results.queries import QueryNumbers
from quaver.results.records import IDENTITY, CellNumbers, identity, note
from quaver.statistics import pair_matrix
from quaver.statistics.deviations import Left, mean_known
from quaver.statistics.values import Value, shared_mean

PAPER = "Antoniak and Mimno 2018"
CELL = (*IDENTITY, "unit", "fraction", "sampling")
LISTED = 10  # words of a list, in Tables 4 to 6 and most figures
SIZES = (2, 10)  # of the lists whose agreement Figure 2 shows
PRINTED_RUNS = 7  # lists side by side in Tables 5 and 6
NO_QUERIES = "the corpus has none of the words asked for"
ABSENT = {
    "skipped": "runs that lack a word are skipped",
    "zero": "a word absent from a run counts as cosine 0 there, as coded",
}
AGREEMENT = {
    "jaccard": "Jaccard of the sets",
    "positions": "as coded, the share of list positions that agree",
}


@dataclass(frozen=True)
class Ways:
    """How the study counts: agreement (jaccard, positions), absent (skipped, zero)."""

    agreement: str = "jaccard"
    absent: str = "skipped"


@dataclass(frozen=True)
class Queried:
    """What is kept of one cell, of the queries studied; nothing where note says why.

    runs: how many there are numbers of. names: of the queries. unknown: those the
    corpus has not. cosines: (runs, queries, candidates), NaN where absent. agreements:
    (kind, n) -> (pairs,) means over queries, NaN if none. tens: (pairs, queries)
    Jaccard of the lists of 10, NaN where a run lacks the query. changes: of rank, by
    query, near_words: whose they are; lists: (PRINTED_RUNS, queries, 10) words; common:
    (queries,) words in the lists of all runs. From tens on, of bootstrapped cells.
    """

    cell: CellNumbers
    note: str = ""
    runs: int = 0
    names: Sequence[str] = ()
    unknown: Sequence[str] = ()
    cosines: np.ndarray | None = None
    agreements: Mapping[tuple[str, int], np.ndarray] = field(default_factory=dict)
    tens: np.ndarray | None = None
    changes: Sequence[Changes] = ()
    near_words: Sequence[Sequence[str]] = ()
    lists: np.ndarray | None = None
    common: np.ndarray | None = None

    @property
    def row(self) -> dict:
        """The columns that say which cell a row is about."""
        return whereabouts(self.cell)

    @property
    def draws(self) -> tuple:
        """What its runs read: techniques of one view and sampling share it."""
        return self.cell.view, self.cell.sampling

    def agreed(self, kind: str, n: int, runs: int) -> np.ndarray:
        """Agreement of the top lists of each pair of the first runs: (pairs,)."""
        _, second = np.triu_indices(self.runs, 1)
        return self.agreements[kind, n][second < runs]

    def agreement(self, kind: str, n: int) -> Value:
        """Mean agreement of top lists over pairs of runs, with its error."""
        return over_pairs(self.agreements[kind, n])

    def nearest(self, ways: Ways, n: int, runs: int = 0) -> np.ndarray:
        """Cosines of the n words nearest in the first runs: (runs, queries, n).

        They are among the candidates, which are those nearest over all runs.
        """
        given = _zeros(self.cosines) if ways.absent == "zero" else self.cosines
        return nearest(given[: runs or self.runs], n)


def over_pairs(values: np.ndarray) -> Value:
    """Mean over the pairs of runs that have a value, with its error: (pairs,)."""
    there = ~np.isnan(values)
    if not there.any():
        return Value(np.nan)
    first, second = np.triu_indices(len(pair_matrix(values)), 1)
    return shared_mean(values[there], first[there], second[there])


def kept(records: Iterable[QueryNumbers]) -> list[Queried]:
    """What is kept of every cell, one record read after the other."""
    return [_kept(record) for record in records]


def whereabouts(cell: CellNumbers) -> dict:
    """Columns of CELL."""
    return identity(cell) | {"unit": cell.unit, "fraction": cell.fraction}


def why(one: Queried) -> str:
    """What is to be said of a cell: why it has no numbers, or words it lacks."""
    missing = f"not in the corpus: {', '.join(one.unknown)}" if one.unknown else ""
    return note(one.note, missing)


def thin(found: Left | Value, runs: int) -> str:
    """Why a value, or its interval, is missing; empty if neither is."""
    if np.isnan(found.value):
        return "no value: a deviation needs two runs with both words"
    return f"no interval: it needs 3 runs, there are {runs}" if runs < 3 else ""


def _kept(record: QueryNumbers) -> Queried:
    if record.neighbours is None:
        return Queried(record.cell, record.note or "not measured")
    studied = np.flatnonzero(record.studied)
    if not len(studied):
        unknown = sorted(record.unknown)
        return Queried(record.cell, NO_QUERIES, unknown=unknown)
    lists = record.neighbours[:, studied]
    bootstrapped = record.cell.sampling == "bootstrapped"
    return Queried(
        cell=record.cell,
        runs=record.runs,
        names=[record.names[place] for place in studied],
        unknown=sorted(record.unknown),
        cosines=record.candidate_cosines[:, studied],
        agreements={
            (kind, n): mean_known(agree(lists, n), 1)
            for kind, agree in AGREEMENTS.items()
            for n in SIZES
        },
        **(_of_lists(record, studied) if bootstrapped else {}),
    )


def _zeros(cosines: np.ndarray) -> np.ndarray:
    """The same with cosine 0 where a run lacks a word: (runs, queries, candidates)."""
    # the words that no candidate stands for are absent everywhere: no cosine 0
    words = ~np.isnan(cosines).all(axis=0)
    return np.where(words & np.isnan(cosines), np.float32(0), cosines)


def _of_lists(record: QueryNumbers, studied: np.ndarray) -> dict:
    tops = record.neighbours[:, studied, :LISTED]
    words = np.array([*record.words, ""], dtype=object)  # -1 is no word
    ranks = record.candidate_ranks[:, studied]
    queries = range(len(studied))
    changes = [rank_changes(ranks[:, place], LISTED) for place in queries]
    near = [record.candidates[studied[k], changes[k].places] for k in queries]
    return {
        "tens": jaccard(tops, LISTED).astype(np.float32),
        "changes": changes,
        "near_words": [words[rows].tolist() for rows in near],
        "lists": words[tops[:PRINTED_RUNS]],
        "common": np.array([_in_all(tops[:, place]) for place in queries]),
    }


def _in_all(lists: np.ndarray) -> int:
    """How many words are in the lists of all runs that have the query."""
    there = [set(row[row >= 0].tolist()) for row in lists if (row >= 0).any()]
    return len(set.intersection(*there)) if there else 0
