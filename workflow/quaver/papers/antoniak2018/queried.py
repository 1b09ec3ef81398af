"""What the items of this paper keep of each cell's queries, one record at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from quaver.items.columns import IDENTITY, SAMPLING, numbers, texts
from quaver.measures.spread import AGREEMENTS, Changes, jaccard, nearest, rank_changes
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers, identity, note
from quaver.statistics import pair_matrix
from quaver.statistics.deviations import Left, mean_known
from quaver.statistics.values import Value, shared_mean

CELL = (IDENTITY, texts("unit"), numbers("fraction"), SAMPLING)
LISTED = 10  # words of a list, in Tables 4 to 6 and most figures
SIZES = (2, 10)  # of the lists whose agreement Figure 2 shows
PRINTED_RUNS = 7  # lists side by side in Tables 5 and 6
NO_QUERIES = "the corpus has none of the words asked for"


@dataclass(frozen=True)
class Queried:
    """What is kept of one cell, of the queries studied; nothing where note says why.

    runs: how many there are numbers of. names: of the queries. unknown: those the
    corpus has not. cosines: (runs, queries, candidates), NaN where absent. agreements:
    (kind, n) -> (pairs,) means over queries, NaN if none.
    near: query -> words near it in the first sampling of its view and technique that
    has numbers, where it is that sampling; moments: query -> mean, deviation and runs
    with the word, of their cosines here, (3, words).
    tens: (pairs, queries) Jaccard of the lists of 10, NaN where a run lacks the query.
    changes: of rank, by query, near_words: whose they are; lists: (PRINTED_RUNS,
    queries, 10) words; common: (queries,) words in the lists of all runs. From tens on,
    of bootstrapped cells.
    """

    cell: CellNumbers
    note: str = ""
    runs: int = 0
    names: Sequence[str] = ()
    unknown: Sequence[str] = ()
    cosines: np.ndarray | None = None
    agreements: Mapping[tuple[str, int], np.ndarray] = field(default_factory=dict)
    near: Mapping[str, Sequence[str]] = field(default_factory=dict)
    moments: Mapping[str, np.ndarray] = field(default_factory=dict)
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

    @property
    def is_drawn(self) -> bool:
        """Whether its runs read bootstrapped text."""
        return self.cell.sampling == "bootstrapped"

    @property
    def remark(self) -> str:
        """Why it has no numbers, or which words its corpus lacks."""
        words = f"not in the corpus: {', '.join(self.unknown)}" if self.unknown else ""
        return note(self.note, words)

    def agreed(self, kind: str, n: int, runs: int) -> np.ndarray:
        """Agreement of the top lists of each pair of the first runs: (pairs,)."""
        _, second = np.triu_indices(self.runs, 1)
        return self.agreements[kind, n][second < runs]

    def agreement(self, kind: str, n: int) -> Value:
        """Mean agreement of top lists over pairs of runs, with its error."""
        return over_pairs(self.agreements[kind, n])

    def nearest(self, absent: str, n: int, runs: int = 0) -> np.ndarray:
        """Cosines of the n words nearest in the first runs: (runs, queries, n).

        They are among the candidates, which are those nearest over all runs. absent:
        "zero" counts a word that a run lacks as cosine 0 there.
        """
        cosines = _zeros(self.cosines) if absent == "zero" else self.cosines
        return nearest(cosines[: runs or self.runs], n)


def kept(records: Iterable[QueryNumbers]) -> list[Queried]:
    """What is kept of every cell, one record read after the other.

    Samplings of a view and technique follow each other.
    """
    groups = groupby(records, key=lambda record: view_and_technique(record.cell))
    return [queried for _, group in groups for queried in _kept(group)]


def view_and_technique(cell: CellNumbers) -> tuple[str, str]:
    """What samplings of one text and technique share."""
    return cell.view, cell.technique


def whereabouts(cell: CellNumbers) -> dict:
    """Columns of CELL."""
    return identity(cell) | {"unit": cell.unit, "fraction": cell.fraction}


def over_pairs(values: np.ndarray) -> Value:
    """Mean over the pairs of runs that have a value, with its error: (pairs,)."""
    there = ~np.isnan(values)
    if not there.any():
        return Value(np.nan)
    first, second = np.triu_indices(len(pair_matrix(values)), 1)
    return shared_mean(values[there], first[there], second[there])


def thin(statistic: Left | Value, runs: int) -> str:
    """Why a value, or its interval, is missing; empty if neither is."""
    if np.isnan(statistic.value):
        return "no value: a deviation needs two runs with both words"
    return f"no interval: it needs 3 runs, there are {runs}" if runs < 3 else ""


def _kept(records: Iterable[QueryNumbers]) -> Iterator[Queried]:
    """What is kept of the samplings of one view and technique."""
    candidates: dict[str, np.ndarray] | None = None
    for record in records:
        near = {}
        if candidates is None and record.neighbours is not None:
            candidates = _candidates(record)
            near = {k: [record.words[w] for w in own] for k, own in candidates.items()}
        yield _of_cell(record, near, candidates or {})


def _candidates(record: QueryNumbers) -> dict[str, np.ndarray]:
    """Words near each query that is studied, as rows of the vocabulary."""
    return {
        record.names[query]: words[words >= 0]
        for query, words in enumerate(record.candidates)
        if record.studied[query]
    }


def _of_cell(
    record: QueryNumbers, near: Mapping, candidates: Mapping[str, np.ndarray]
) -> Queried:
    if record.neighbours is None:
        return Queried(record.cell, record.note or "not measured")
    studied = np.flatnonzero(record.studied)
    unknown = sorted(record.unknown)
    if not len(studied):
        return Queried(record.cell, NO_QUERIES, unknown=unknown)
    lists = record.neighbours[:, studied]
    bootstrapped = record.cell.sampling == "bootstrapped"
    return Queried(
        cell=record.cell,
        runs=record.runs,
        names=[record.names[query] for query in studied],
        unknown=unknown,
        cosines=record.candidate_cosines[:, studied],
        agreements={
            (kind, n): mean_known(agree(lists, n), 1)
            for kind, agree in AGREEMENTS.items()
            for n in SIZES
        },
        near=near,
        moments=_moments(record, candidates),
        **(_of_lists(record, studied) if bootstrapped else {}),
    )


def _moments(
    record: QueryNumbers, candidates: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Mean, deviation and presence of candidates, of the queries there are."""
    names = list(record.names)
    own = {name: words for name, words in candidates.items() if name in names}
    return {
        # a record reads the moments of a query when asked: of all words, once
        name: np.array([x[words] for x in record.moments[names.index(name)]], float)
        for name, words in own.items()
    }


def _zeros(cosines: np.ndarray) -> np.ndarray:
    """The same with cosine 0 where a run lacks a word: (runs, queries, candidates)."""
    # the words that no candidate stands for are absent everywhere: no cosine 0
    words = ~np.isnan(cosines).all(axis=0)
    return np.where(words & np.isnan(cosines), np.float32(0), cosines)


def _of_lists(record: QueryNumbers, studied: np.ndarray) -> dict:
    """What Tables 5 and 6 and Figure 3 need of a bootstrapped cell."""
    tops = record.neighbours[:, studied, :LISTED]
    words = np.array([*record.words, ""], dtype=object)  # -1 is no word
    ranks = record.candidate_ranks[:, studied]
    queries = range(len(studied))
    changes = [rank_changes(ranks[:, query], LISTED) for query in queries]
    near = [record.candidates[studied[k], changes[k].places] for k in queries]
    return {
        "tens": jaccard(tops, LISTED).astype(np.float32),
        "changes": changes,
        "near_words": [words[rows].tolist() for rows in near],
        "lists": words[tops[:PRINTED_RUNS]],
        "common": np.array([_in_all(tops[:, query]) for query in queries]),
    }


def _in_all(lists: np.ndarray) -> int:
    """How many words are in the lists of all runs that have the query."""
    there = [set(row[row >= 0].tolist()) for row in lists if (row >= 0).any()]
    return len(set.intersection(*there)) if there else 0
