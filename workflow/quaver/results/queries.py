"""Query words of a study: what is stored of their cosines, and how they were chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import ClassVar

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.grid.coordinates import grouped
from quaver.results.records import CellNumbers, lost
from quaver.results.stored import Rows, Stored, absent


@dataclass(frozen=True)
class QueryNumbers(Stored):
    """Cosines of query words with all words over the runs of a cell.

    words: of the corpus; other arrays hold rows of them. frequency: (words,) mean
    occurrences in a run. names, queries: (queries,) the words asked for that the corpus
    has, unknown: those to study that it has not. studied, listed: (queries,) bool,
    asked by analyses.queries, by analyses.neighbours.
    neighbours, cosines: (runs, queries, ranks) of every run, nearest first; -1 and NaN
    in runs that lack the query. candidates: (queries, candidates) words of highest mean
    cosine, -1 where there are no more; candidate_cosines, candidate_ranks: (runs,
    queries, candidates), NaN and 0 where absent.
    moments: by place of the query, (mean, deviation, present), each (words,), over the
    runs that have both words; read when asked for. Of the query itself NaN, NaN, 0.
    note: why there are no numbers; arrays are then None and sequences empty.
    """

    cell: CellNumbers
    words: Sequence[str] = absent(())
    frequency: np.ndarray | None = absent()
    names: Sequence[str] = absent(())
    unknown: Sequence[str] = absent(())
    queries: np.ndarray | None = absent()
    studied: np.ndarray | None = absent()
    listed: np.ndarray | None = absent()
    neighbours: np.ndarray | None = absent()
    cosines: np.ndarray | None = absent()
    candidates: np.ndarray | None = absent()
    candidate_cosines: np.ndarray | None = absent()
    candidate_ranks: np.ndarray | None = absent()
    moments: Mapping[int, tuple[np.ndarray, ...]] = field(default_factory=dict)
    note: str = ""

    READ: ClassVar = {"unknown": lambda file, _: store.texts(file["unknown_queries"])}

    @property
    def runs(self) -> int:
        """How many runs there are numbers of."""
        return 0 if self.neighbours is None else len(self.neighbours)

    def first(self, runs: int) -> "QueryNumbers":
        """The same of the first runs; candidates and moments stay those of all."""
        by_run = ("neighbours", "cosines", "candidate_cosines", "candidate_ranks")
        if self.neighbours is None:
            return self
        return self.but(**{name: getattr(self, name)[:runs] for name in by_run})


@dataclass(frozen=True)
class AskedWord:
    """A word asked for, its occurrences (None: not known) and its topic (0: given)."""

    word: str
    asked_by: str
    occurrences: int | None = None
    topic: int = 0
    coherence: float | None = None
    topic_words: Sequence[str] = ()


@dataclass(frozen=True)
class AskedNumbers:
    """Words asked for of a corpus; unknown: those it has not. note: what is missing."""

    corpus: str
    words: Sequence[AskedWord] = ()
    unknown: Sequence[AskedWord] = ()
    note: str = ""


def queried(results, cell: Cell, numbers: CellNumbers) -> QueryNumbers:
    """What is stored of a cell's queries, or why there is nothing."""
    reason = lost(numbers)
    if not reason and not results.grid.is_asked(cell):
        reason = "the study asks for no words here"
    if not reason and not results.stands(cell.measure("queries")):
        reason = results.failure("measure_queries", cell.path) or "not measured"
    if reason:
        return QueryNumbers(numbers, note=reason)
    opening = partial(results.read, cell.measure("queries"), "queries")
    with opening() as file:
        queries = range(len(file["queries"]))
    moments = Rows(opening, ("mean", "deviation", "present"), queries)
    return QueryNumbers.of(opening, cell=numbers, moments=moments)


def asked(results) -> list[AskedNumbers]:
    """Words asked for of every corpus of a study that is asked for any."""
    asked_of = filter(results.grid.is_asked, results.grid.cells.values())
    cells = grouped(asked_of, attrgetter("view.corpus"))
    return [_of_corpus(results, name, cells[name]) for name in sorted(cells)]


def _of_corpus(results, corpus: str, cells: list[Cell]) -> AskedNumbers:
    chosen, reason = _chosen(results, corpus)
    paths = (cell.measure("queries") for cell in cells)
    # any cell: all were asked for the same words
    path = next(filter(results.stands, paths), None)
    if path is None:
        return AskedNumbers(corpus, [*chosen.values()], note=reason or "not measured")
    with results.read(path, "queries") as file:
        names = store.texts(file["names"])
        flags = zip(file["studied"][:], file["listed"][:], strict=True)
        asking = {word: _by(*pair) for word, pair in zip(names, flags, strict=True)}
        studied, listed = (
            store.texts(file[f"unknown_{kind}"]) for kind in ("queries", "neighbours")
        )
    missing = [
        AskedWord(word, _by(word in studied, word in listed))
        for word in sorted({*studied, *listed})  # a word may be missing to both
    ]
    counts = _counts(results, cells[0].view.corpus_file, names)
    # a word chosen since is measured in the next run only
    asked = {word: chosen[word] for word in chosen if word in asking}
    words = [replace(asked[word], asked_by=asking[word]) for word in asked]
    others = (word for word in names if word not in chosen)
    words += [AskedWord(word, asking[word], counts.get(word)) for word in others]
    return AskedNumbers(corpus, words, missing, reason)


def _by(studied: bool, listed: bool) -> str:
    kinds = {"queries": studied, "neighbours": listed}
    return ", ".join(kind for kind, asks in kinds.items() if asks)


def _chosen(results, corpus: str) -> tuple[dict[str, AskedWord], str]:
    """Words chosen from the topics of a corpus, in this order, and what is missing."""
    if not results.grid.is_chosen(corpus):
        return {}, ""
    path = f"queries/{corpus}.h5"
    if not results.stands(path):
        return {}, results.failure("choose_queries", corpus) or "not chosen"
    with results.read(path, "chosen") as file:
        words, names = store.texts(file["words"]), store.texts(file["queries"])
        top, coherence = file["top_words"][:], file["coherence"][:].tolist()
        counts, topics = file["occurrences"][:].tolist(), file["topic"][:].tolist()
        reason = file.attrs["note"]
    tops = [[words[row] for row in rows] for rows in top]
    counted = zip(names, counts, topics, strict=True)
    return {
        name: AskedWord(name, "queries", count, k, coherence[k - 1], tops[k - 1])
        for name, count, k in counted
    }, reason


def _counts(results, path: str, names: list[str]) -> dict[str, int]:
    """Occurrences of words in a corpus; nothing of a text that is not the study's."""
    if not results.stands(path):
        return {}
    words = {*names}
    with results.read(path, "corpus") as file:
        pairs = zip(store.texts(file["words"]), file["counts"][:].tolist(), strict=True)
        return {word: count for word, count in pairs if word in words}
