"""Table 2: how much text there is."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from quaver.items.columns import CORPUS, texts, wholes
from quaver.items.item import Column
from quaver.items.published import read
from quaver.papers.antoniak2018.declare import table
from quaver.results.records import CorpusNumbers

PUBLISHED = Path(__file__).parent / "published"
LEAST_COUNT = 20  # of a word, in the paper
OTHER = "not comparable: other text"


def published(name: str) -> pd.DataFrame:
    """A table as printed."""
    return pd.DataFrame(read(PUBLISHED / f"{name}.csv"))


def density_rows(corpora: Iterable[CorpusNumbers]) -> Iterator[dict]:
    """A row per corpus of ours, then of theirs; density in (0, 1]."""

    def order(corpus: CorpusNumbers) -> tuple:
        return corpus.series, corpus.period, corpus.corpus

    yield from map(_row, sorted(corpora, key=order))
    for row in published("table_2").to_dict("records"):
        yield row | {"kind": "published", "note": OTHER}


def _row(corpus: CorpusNumbers) -> dict:
    row = {"corpus": corpus.corpus, "kind": "ours", "note": corpus.note}
    left = corpus.after("cut")
    if not left:
        return row
    if corpus.min_count != LEAST_COUNT:
        cut = f"words below {corpus.min_count} were cut"
        row["note"] = f"{cut}, published: below {LEAST_COUNT}"
    return row | {
        "documents": left["documents"],
        "unique_words": left["types"],
        "vocabulary_density": left["types"] / left["tokens"],
        "words_per_document": left["tokens"] / left["documents"],
    }


TABLE_2 = table(
    "Table 2",
    "How much text there is:",
    "Texts after rare words were cut, and the six of the paper, which are other texts. "
    "Vocabulary density: unique words by all words.",
    (
        *(CORPUS, texts("kind"), wholes("documents unique_words")),
        Column("vocabulary_density", places=4),
        Column("words_per_document", places=0),
    ),
    keys="corpus kind documents unique_words vocabulary_density words_per_document "
    "note",
    rows=lambda results: density_rows(results.corpora()),
    reads=("encode_corpus",),
)
