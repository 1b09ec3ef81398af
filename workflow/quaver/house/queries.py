"""Query words: the records of them that tables and figures ask, and which they are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from quaver.items import columns as col
from quaver.items.item import Table
from quaver.items.reads import has
from quaver.results.records import CellNumbers

Moments = tuple[np.ndarray, np.ndarray, np.ndarray]

GIVEN, TOPICS = "given", "topics"


@dataclass(frozen=True)
class QueryNumbers:
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
    words: Sequence[str] = ()
    frequency: np.ndarray | None = None
    names: Sequence[str] = ()
    unknown: Sequence[str] = ()
    queries: np.ndarray | None = None
    studied: np.ndarray | None = None
    listed: np.ndarray | None = None
    neighbours: np.ndarray | None = None
    cosines: np.ndarray | None = None
    candidates: np.ndarray | None = None
    candidate_cosines: np.ndarray | None = None
    candidate_ranks: np.ndarray | None = None
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
        return replace(self, **{name: getattr(self, name)[:runs] for name in by_run})


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


def _rows(results) -> Iterator[dict]:
    for record in sorted(results.asked(), key=lambda record: record.corpus):
        rows = [_row(word) for word in record.words]
        rows += [_unknown(word) for word in record.unknown]
        for row in rows or [{}]:
            notes = row.get("note", ""), record.note
            yield {"corpus": record.corpus, **row, "note": notes}


def _unknown(asked: AskedWord) -> dict:
    row = {"query": asked.word, "asked_by": asked.asked_by, "chosen": GIVEN}
    return {**row, "note": "the corpus has no such word"}


def _row(asked: AskedWord) -> dict:
    row = {
        "query": asked.word,
        "asked_by": asked.asked_by,
        "chosen": TOPICS if asked.topic else GIVEN,
        "count": asked.occurrences,
    }
    if not asked.topic:
        return row
    words = " ".join(asked.topic_words)
    topic = {"topic": asked.topic, "coherence": asked.coherence}
    return {**row, **topic, "topic_words": words}


QUERIES = Table(
    name="queries",
    title="Words asked for, and how they were chosen",
    caption=(
        "Words whose neighbours are studied (queries) or listed (neighbours); count: "
        "occurrences in the whole corpus. Those chosen from topics are of an LDA model "
        "of the corpus: of each of the most coherent topics the most probable word "
        "that is frequent enough, with the coherence and first words of its topic."
    ),
    order=15,
    reads=("queries", "choose_queries", "encode_corpus"),
    wanted=has("queries"),
    columns=(
        (col.CORPUS, col.texts("query asked_by chosen"), col.wholes("count topic")),
        (col.numbers("coherence"), col.texts("topic_words"), col.NOTE),
    ),
    keys="corpus query asked_by chosen count coherence topic_words note",
    rows=_rows,
)
