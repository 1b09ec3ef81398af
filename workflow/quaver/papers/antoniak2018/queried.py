"""Cells whose words were asked for: what is kept of each, and who stands for whom."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress, groupby, product
from operator import attrgetter

import numpy as np

from quaver.measures import spread
from quaver.measures.spread import AGREEMENTS, Changes, jaccard, rank_changes
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers, identity, note
from quaver.statistics import RUNS_FOR_INTERVAL, pair_matrix
from quaver.statistics.deviations import Left, deviations, mean_known
from quaver.statistics.values import Value, shared_mean

CELL = "IDENTITY unit fraction sampling"
MEASURED = f"{CELL} runs queries"
LISTED = 10  # words of a list, in Tables 4 to 6 and most figures
SIZES = (2, 10)  # of the lists whose agreement Figure 2 shows
PRINTED_RUNS = 7  # lists side by side in Tables 5 and 6
NO_QUERIES = "the corpus has none of the words asked for"
LABELS = {"lsa": "LSA", "sgns": "SGNS", "glove": "GloVe", "ppmi": "PPMI"}
CBOW = "cbow"  # what the authors' code trains in the place of SGNS
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


@dataclass(frozen=True)
class Scene:
    """The cells of a study whose words were asked for, and how they are counted."""

    cells: Sequence[Queried]
    # of sets, as the paper says; or positions: the share of places, as coded
    agreement: str = "jaccard"
    absent: str = "skipped"  # runs without a word; or zero: it has cosine 0, as coded

    @cached_property
    def by_key(self) -> dict[Key, Queried]:
        """Cells by what tells them apart."""
        return {own.key: own for own in self.cells}

    def keys(self, sampling: str, techniques: Iterable[str]) -> list[Key]:
        """Of every view, whether it has such a cell or not."""
        return [Key(*x, each, sampling) for x, each in product(self.views, techniques)]

    def whereabouts(self, key: Key) -> dict:
        """Whereabouts of a cell that may be missing, as those of the others tell."""
        near = next(own.cell for own in self.cells if own.key[:3] == key[:3])
        trainers = {own.cell.technique: own.cell.trainer for own in self.cells}
        facts = {"technique": key.technique, "sampling": key.sampling}
        return whereabouts(near) | facts | {"trainer": trainers[key.technique]}

    @property
    def drawn(self) -> list[Queried]:
        """The bootstrapped cells."""
        return [own for own in self.cells if own.cell.sampling == "bootstrapped"]

    @cached_property
    def views(self) -> list[tuple[str, str, float]]:
        """Corpora, units and fractions, in order."""
        return sorted({own.key[:3] for own in self.cells})

    @cached_property
    def roles(self) -> dict[str, str]:
        """Which technique stands for each of the paper's: the first by name."""
        first: dict[str, str] = {}
        for own in sorted(self.cells, key=lambda own: own.cell.technique):
            first.setdefault(role(own), own.cell.technique)
        if CBOW in first:  # it stands for SGNS where there is no skip-gram
            first.setdefault("sgns", first[CBOW])
        return {name: first[name] for name in LABELS if name in first}

    @cached_property
    def techniques(self) -> list[str]:
        """All that stand for one of the paper's algorithms, as coded ones too."""
        return sorted({own.cell.technique for own in self.cells if role(own)})

    @property
    def shown(self) -> str:
        """The technique a figure of one shows: SGNS as in the paper, else the first."""
        first = min((own.cell.technique for own in self.drawn), default="")
        return Scene(self.drawn).roles.get("sgns", first)

    def stands_for(self, technique: str) -> str:
        """What is to be said of a technique that stands for others, or as coded."""
        for name, chosen in self.roles.items():
            own = {x.cell.technique for x in self.cells if role(x) == name}
            if chosen == technique and len(own) > 1:
                return f"{technique} stands for {LABELS[name]}, as first by name"
            if chosen == technique and not own:
                return f"{technique}, which is CBOW as coded, stands for SGNS"
        return ""


@lru_cache(maxsize=1)  # a stage replicates one study: its items share what was read
def scene_of(results) -> Scene:
    """The cells of a study, each read once."""
    queries = results.study.analyses.queries
    return Scene(kept(results.queries()), queries.agreement, queries.absent)


def of_scene(rows: Callable, *facts) -> Callable[..., Iterable[Mapping]]:
    """Make rows of results from a function that makes them of a scene and facts."""
    return lambda results: rows(scene_of(results), *facts)


def of_cells(rows: Callable, *, drawn: bool = True, **facts) -> Callable[..., Iterable]:
    """The same of a scene and each cell, or each that is drawn (bootstrapped)."""

    def made(scene: Scene) -> Iterator[dict]:
        ways = {"absent": scene.absent, "agreement": scene.agreement}
        for own in scene.drawn if drawn else scene.cells:
            each = rows(scene, own, **facts) if own.runs else [{"note": own.remark}]
            yield from (own.row | ways | row for row in each)

    return of_scene(made)


def role(own: Queried) -> str:
    """The paper's algorithm a technique stands for: of LABELS, CBOW or none."""
    trainer, parameters = own.cell.trainer, own.cell.parameters
    if trainer == "word2vec" and not parameters.get("hierarchical_softmax"):
        return CBOW if parameters.get("architecture") == CBOW else "sgns"
    return trainer if trainer in LABELS else ""


def shared(cells: Sequence[Queried], absent: str, n: int) -> list[np.ndarray]:
    """Cosines over the runs and queries all cells share: (runs, queries, n) of each."""
    runs, cosines = min(own.runs for own in cells), []
    for own in cells:
        in_all = [all(name in each.names for each in cells) for name in own.names]
        cosines.append(own.nearest(absent, n, runs)[:, in_all])
    varied = [(~np.isnan(deviations(each))).any(axis=1) for each in cosines]
    return [each[:, np.logical_and.reduce(varied)] for each in cosines]


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
            # of a text asked for the neighbours of words alone nothing is claimed
            if record.neighbours is None or any(record.studied) or len(record.unknown):
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
    if record.neighbours is None:
        return Queried(record.cell, record.note or "not measured")
    studied, unknown = np.flatnonzero(record.studied), sorted(record.unknown)
    if not len(studied):
        return Queried(record.cell, NO_QUERIES, unknown=unknown)
    names, lists = list(record.names), record.neighbours[:, studied]
    is_drawn = record.cell.sampling == "bootstrapped"
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
        **(_of_lists(record, studied, lists[:, :, :LISTED]) if is_drawn else {}),
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
