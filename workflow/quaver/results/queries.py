"""Query words of a study: what is stored of their cosines, and how they were chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.results.records import CellNumbers, lost
from quaver.results.stored import Opening, Stored, array, texts

Moments = tuple[np.ndarray, np.ndarray, np.ndarray]

BOTH = "queries, neighbours"  # who asks for a word


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
    words: Sequence[str] = texts(default=())
    frequency: np.ndarray | None = array(default=None)
    names: Sequence[str] = texts(default=())
    unknown: Sequence[str] = texts("unknown_queries", default=())
    queries: np.ndarray | None = array(default=None)
    studied: np.ndarray | None = array(default=None)
    listed: np.ndarray | None = array(default=None)
    neighbours: np.ndarray | None = array(default=None)
    cosines: np.ndarray | None = array(default=None)
    candidates: np.ndarray | None = array(default=None)
    candidate_cosines: np.ndarray | None = array(default=None)
    candidate_ranks: np.ndarray | None = array(default=None)
    moments: Mapping[int, Moments] = field(default_factory=dict)
    note: str = ""

    @property
    def runs(self) -> int:
        """How many runs there are numbers of."""
        return 0 if self.neighbours is None else len(self.neighbours)

    def first(self, runs: int) -> "QueryNumbers":
        """The same of the first runs alone, to compare with a cell of fewer.

        candidates and moments stay those of all runs.
        """
        by_run = ("neighbours", "cosines", "candidate_cosines", "candidate_ranks")
        if self.neighbours is None:
            return self
        return self.but(**{name: getattr(self, name)[:runs] for name in by_run})


@dataclass(frozen=True)
class AskedWord:
    """A word asked for: occurrences in the corpus, None where not known, and its topic.

    topic: its number, 0 of a word that was given.
    """

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


class StoredMoments(Mapping):
    """Mean, deviation and presence over words by place of the query, read when asked.

    Those of all queries and cells would grow with words times queries.
    """

    def __init__(self, opening: Opening):
        """Remember how the file is opened, and how many queries it has."""
        self._opening = opening
        with opening() as file:
            self._queries = range(len(file["queries"]))

    def __getitem__(self, query: int) -> Moments:
        """Arrays of one query, each (words,)."""
        # h5py would count negative places from the end
        if query not in self._queries:
            raise KeyError(query)
        with self._opening() as file:
            return tuple(file[x][query] for x in ("mean", "deviation", "present"))

    def __iter__(self) -> Iterator[int]:
        """Places of the queries."""
        return iter(self._queries)

    def __len__(self) -> int:
        """Number of queries."""
        return len(self._queries)


def queried(results, cell: Cell, numbers: CellNumbers) -> QueryNumbers:
    """What is stored of a cell's queries, or why there is nothing."""
    reason = _missing(results, cell, numbers)
    if reason:
        return QueryNumbers(numbers, note=reason)
    opening = partial(results.read, cell.measure("queries"), "queries")
    return QueryNumbers.of(opening, cell=numbers, moments=StoredMoments(opening))


def _missing(results, cell: Cell, numbers: CellNumbers) -> str:
    if lost(numbers):
        return lost(numbers)
    if not results.grid.is_asked(cell):
        return "the study asks for no words here"
    if results.stands(cell.measure("queries")):
        return ""
    return results.failure("measure_queries", cell.path) or "not measured"


def asked(results) -> list[AskedNumbers]:
    """Words asked for of every corpus of a study that is asked for any."""
    cells: dict[str, list[Cell]] = {}
    for cell in filter(results.grid.is_asked, results.grid.cells.values()):
        cells.setdefault(cell.view.corpus, []).append(cell)
    return [_of_corpus(results, name, cells[name]) for name in sorted(cells)]


def _of_corpus(results, corpus: str, cells: list[Cell]) -> AskedNumbers:
    chosen, reason = _chosen(results, corpus)
    paths = (cell.measure("queries") for cell in cells)
    # any cell: all were asked for the same words
    path = next(filter(results.stands, paths), None)
    if path is None:
        words = [AskedWord(asked_by="queries", **word) for word in chosen.values()]
        return AskedNumbers(corpus, words, note=reason or "not measured")
    with results.read(path, "queries") as file:
        names, missing = store.texts(file["names"]), _missing_words(file)
        flags = zip(file["studied"][:], file["listed"][:], strict=True)
        asking = {word: _by(*pair) for word, pair in zip(names, flags, strict=True)}
    counts = _counts(results, cells[0].view.corpus_file, names)
    # a word chosen since is measured in the next run only
    first = [word for word in chosen if word in asking]
    words = [AskedWord(asked_by=asking[word], **chosen[word]) for word in first]
    others = (word for word in names if word not in chosen)
    words += [AskedWord(word, asking[word], counts.get(word)) for word in others]
    return AskedNumbers(corpus, words, missing, reason)


def _missing_words(file) -> list[AskedWord]:
    """Words that a corpus has not, and what asks for them."""
    studied, listed = (
        store.texts(file[f"unknown_{kind}"]) for kind in ("queries", "neighbours")
    )
    words = sorted({*studied, *listed})  # a word may be missing to both
    return [AskedWord(word, _by(word in studied, word in listed)) for word in words]


def _by(studied: bool, listed: bool) -> str:
    return BOTH if studied and listed else "queries" if studied else "neighbours"


def _chosen(results, corpus: str) -> tuple[Mapping[str, dict], str]:
    """Words chosen from the topics of a corpus, in this order, and what is missing."""
    if not results.grid.is_chosen(corpus):
        return {}, ""
    path = f"queries/{corpus}.h5"
    if not results.stands(path):
        return {}, results.failure("choose_queries", corpus) or "not chosen"
    with results.read(path, "chosen") as file:
        words, top = store.texts(file["words"]), file["top_words"][:]
        coherence, reason = file["coherence"][:].tolist(), file.attrs["note"]
        counts, topics = file["occurrences"][:].tolist(), file["topic"][:].tolist()
        names = store.texts(file["queries"])
    facts = {
        name: {
            "word": name,
            "occurrences": count,
            "topic": topic,
            "coherence": coherence[topic - 1],
            "topic_words": [words[row] for row in top[topic - 1]],
        }
        for name, count, topic in zip(names, counts, topics, strict=True)
    }
    return facts, reason


def _counts(results, path: str, names: list[str]) -> dict[str, int]:
    """Occurrences of words in a corpus; nothing of a text that is not the study's."""
    if not results.stands(path):
        return {}
    words = {*names}
    with results.read(path, "corpus") as file:
        pairs = zip(store.texts(file["words"]), file["counts"][:].tolist(), strict=True)
        return {word: count for word, count in pairs if word in words}
