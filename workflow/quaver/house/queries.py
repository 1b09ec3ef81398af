"""Query words: which they are, and how they were chosen."""

from collections.abc import Iterable

import pandas as pd

from quaver.results.queries import AskedNumbers, AskedWord
from quaver.results.records import frame, note

GIVEN, TOPICS = "given", "topics"
CAPTION = (
    "Words whose neighbours are studied (queries) or listed (neighbours). Those chosen "
    "from topics are of an LDA model of the whole corpus: of each of the most coherent "
    "topics the most probable word that is frequent enough and was not taken yet, "
    "shown with the coherence and the first words of its topic. Count: occurrences in "
    "the whole corpus."
)
COLUMNS = (
    *("corpus", "query", "asked_by", "chosen", "count"),
    *("topic", "coherence", "topic_words", "note"),
)


def queries(records: Iterable[AskedNumbers]) -> pd.DataFrame:
    """Words asked for, a row per corpus and word; coherence in the measure's range."""
    rows = [row for one in sorted(records, key=_name) for row in _rows(one)]
    return frame(rows, COLUMNS, CAPTION)


def _name(one: AskedNumbers) -> str:
    return one.corpus


def _rows(one: AskedNumbers) -> list[dict]:
    """Chosen words in the order of their choice, then given ones, then unknown ones."""
    rows = [_row(one, asked) for asked in one.words]
    rows += [
        {
            "corpus": one.corpus,
            "query": asked.word,
            "asked_by": asked.asked_by,
            "chosen": GIVEN,
            "note": note("the corpus has no such word", one.note),
        }
        for asked in one.unknown
    ]
    return rows or [{"corpus": one.corpus, "note": one.note}]


def _row(one: AskedNumbers, asked: AskedWord) -> dict:
    row = {
        "corpus": one.corpus,
        "query": asked.word,
        "asked_by": asked.asked_by,
        "chosen": TOPICS if asked.topic else GIVEN,
        "count": asked.occurrences,
        "note": one.note,
    }
    if not asked.topic:
        return row
    words = " ".join(asked.topic_words)
    return row | {
        "topic": asked.topic,
        "coherence": asked.coherence,
        "topic_words": words,
    }
