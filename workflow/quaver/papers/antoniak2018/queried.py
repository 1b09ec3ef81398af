"""What the items of this paper keep of each cell's queries, one record at a time."""

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, groupby
from operator import attrgetter

import numpy as np

from quaver.measures import spread
from quaver.measures.spread import AGREEMENTS, Changes, jaccard, rank_changes
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers, identity, note
from quaver.statistics import RUNS_FOR_INTERVAL, pair_matrix
from quaver.statistics.deviations import Left, mean_known
from quaver.statistics.values import Value, shared_mean

CELL = "IDENTITY unit fraction sampling"
MEASURED = f"{CELL} runs queries"
LISTED = 10  # words of a list, in Tables 4 to 6 and most figures
SIZES = (2, 10)  # of the lists whose agreement Figure 2 shows
PRINTED_RUNS = 7  # lists side by side in Tables 5 and 6
NO_QUERIES = "the corpus has none of the words asked for"


# which cell: all that tells it from others
Key = namedtuple("Key", "corpus unit fraction technique sampling")


@dataclass(frozen=True)
class Queried:
    """What is kept of a cell, of the queries studied; from tens on, if bootstrapped."""

    cell: CellNumbers
    note: str = ""  # why there is nothing else
    runs: int = 0  # that there are numbers of
    names: Sequence[str] = ()  # of the queries
    unknown: Sequence[str] = ()  # queries the corpus has not
    cosines: np.ndarray | None = None  # (runs, queries, candidates), NaN where absent
    # (kind, n) -> (pairs,) means over queries, NaN if none
    agreements: Mapping[tuple[str, int], np.ndarray] = field(default_factory=dict)
    # query -> words near it in the first sampling of the same text that has numbers
    near: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # query -> mean, deviation and runs with the word, of their cosines here: (3, words)
    moments: Mapping[str, np.ndarray] = field(default_factory=dict)
    # (pairs, queries) Jaccard of the lists of 10, NaN where a run lacks the query
    tens: np.ndarray | None = None
    changes: Sequence[Changes] = ()  # of rank, by query
    near_words: Sequence[Sequence[str]] = ()  # whose they are
    lists: np.ndarray | None = None  # (PRINTED_RUNS, queries, 10) words
    common: Sequence[int] = ()  # by query: words in the lists of all runs

    @property
    def key(self) -> Key:
        """Which cell it is."""
        return Key(*attrgetter(*Key._fields)(self.cell))

    @property
    def draws(self) -> Key:
        """What its runs read: techniques of one view and sampling share it."""
        return self.key._replace(technique="")

    @property
    def row(self) -> dict:
        """Columns MEASURED: which cell a row is about, and how much it has."""
        has = {"runs": self.runs, "queries": len(self.names)} if self.runs else {}
        return whereabouts(self.cell) | has

    @property
    def remark(self) -> str:
        """Why it has no numbers, or which words its corpus lacks."""
        words = f"not in the corpus: {', '.join(self.unknown)}" if self.unknown else ""
        return note(self.note, words)

    def notes(self, statistic: Left | Value, *more: str) -> tuple[str, ...]:
        """Why a value, or its interval, is missing; more, and the remark."""
        lack = ""
        if np.isnan(statistic.value):
            lack = "no value: a deviation needs two runs with both words"
        elif self.runs < RUNS_FOR_INTERVAL:
            lack = f"no interval: it needs 3 runs, there are {self.runs}"
        return lack, *more, self.remark

    def nearest(self, absent: str, n: int, runs: int = 0) -> np.ndarray:
        """Cosines of the n candidates nearest in the first runs: (runs, queries, n).

        absent: "zero" counts a word that a run lacks as cosine 0 there.
        """
        cosines = self.cosines
        if absent == "zero":
            # the words that no candidate stands for are absent everywhere: no cosine 0
            words = ~np.isnan(cosines).all(axis=0)
            cosines = np.where(words & np.isnan(cosines), np.float32(0), cosines)
        return spread.nearest(cosines[: runs or self.runs], n)


def kept(records: Iterable[QueryNumbers]) -> list[Queried]:
    """What is kept of every cell; records, by view and technique, are read in turn."""
    cells = []
    for _, group in groupby(records, attrgetter("cell.view", "cell.technique")):
        near = None
        for record in group:
            if near is None and record.neighbours is not None:
                both = zip(record.names, record.candidates, strict=True)
                asked = compress(both, record.studied)
                near = {name: rows[rows >= 0] for name, rows in asked}
            cells.append(_of_cell(record, near or {}))
    return cells


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


def _of_cell(record: QueryNumbers, near: Mapping[str, np.ndarray]) -> Queried:
    """What is kept of a cell; near: rows of the words near each query."""
    if record.neighbours is None:
        return Queried(record.cell, record.note or "not measured")
    studied, unknown = np.flatnonzero(record.studied), sorted(record.unknown)
    if not len(studied):
        return Queried(record.cell, NO_QUERIES, unknown=unknown)
    names, lists = list(record.names), record.neighbours[:, studied]
    bootstrapped = record.cell.sampling == "bootstrapped"
    return Queried(
        cell=record.cell,
        runs=record.runs,
        names=[names[query] for query in studied],
        unknown=unknown,
        cosines=record.candidate_cosines[:, studied],
        agreements={
            (kind, n): mean_known(agree(lists, n), 1)
            for kind, agree in AGREEMENTS.items()
            for n in SIZES
        },
        near={name: [record.words[row] for row in near[name]] for name in near},
        moments={
            # a record reads the moments of a query when asked: of all words, once
            name: np.array([x[rows] for x in record.moments[names.index(name)]], float)
            for name, rows in near.items()
            if name in names
        },
        **(_of_lists(record, studied, lists[:, :, :LISTED]) if bootstrapped else {}),
    )


def _of_lists(record: QueryNumbers, studied: np.ndarray, tops: np.ndarray) -> dict:
    """What Tables 5 and 6 and Figure 3 need of a bootstrapped cell."""
    words = np.array([*record.words, ""], dtype=object)  # -1 is no word
    changes, near_words, common = [], [], []
    for query, own in zip(studied, tops.swapaxes(0, 1), strict=True):
        changes.append(rank_changes(record.candidate_ranks[:, query], LISTED))
        rows = record.candidates[query, changes[-1].places]
        near_words.append(words[rows].tolist())
        there = [set(row[row >= 0].tolist()) for row in own if (row >= 0).any()]
        common.append(len(set.intersection(*there)) if there else 0)
    return {
        "tens": jaccard(tops, LISTED).astype(np.float32),
        "changes": changes,
        "near_words": near_words,
        "lists": words[tops[:PRINTED_RUNS]],
        "common": common,
    }
