"""Words that waver least and most between shuffled runs."""

from collections.abc import Callable, Iterable

import numpy as np

from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import WordNumbers, identity

COUNT = 10  # words of each kind


def word_rows(results, rows_of: Callable[[WordNumbers], Iterable[dict]]) -> list[dict]:
    """Rows of the words of each view and technique, in order; no record is kept."""
    parts = []
    for record in results.words():
        key = record.corpus, record.view, record.technique
        # rows only: records hold all words of a corpus
        parts.append((key, list(rows_of(record))))
    return [row for _, rows in sorted(parts, key=lambda part: part[0]) for row in rows]


def _rows(record: WordNumbers) -> list[dict]:
    """Steadiest and most wavering words of a record, COUNT of each."""
    common = {
        **identity(record),
        "words": len(record.words),
        "dropped": record.dropped,
        "missing": record.missing,
    }
    if not len(record.words):
        missing = record.note or "shuffled and bootstrapped share no word"
        return [{**common, "note": missing}]
    return [
        {**common, "kind": kind, "rank": rank, **_word(record, row)}
        # by intrinsic instability: the extrinsic one has gaps
        for kind, sign in (("steadiest", 1), ("most wavering", -1))
        for rank, row in enumerate(_first(record, sign), start=1)
    ]


def _first(record: WordNumbers, sign: int) -> list[int]:
    """Rows of the words with the least sign * intrinsic instability, ties by word."""
    rows = range(len(record.words))
    # ties by word: the order must not hang on the vocabulary's
    ordered = sorted(rows, key=lambda k: (sign * record.intrinsic[k], record.words[k]))
    return ordered[:COUNT]


def _word(record: WordNumbers, row: int) -> dict:
    is_missing = bool(np.isnan(record.extrinsic[row]))
    return {
        "word": record.words[row],
        "frequency": record.frequency[row],
        "intrinsic": record.intrinsic[row],
        "extrinsic": record.extrinsic[row],
        "note": "bootstrapped < shuffled" if is_missing else "",
    }


WORDS = Table(
    name="words",
    title="Words that waver least and most",
    caption=(
        "Words that waver least and most between shuffled runs, by intrinsic "
        "instability (word-wise reduced PIP loss); ties by word. Frequency is the mean "
        "over shuffled runs: a rare word may be steady because it was hardly trained. "
        "Words: how many both samplings share; dropped: how many they do not; missing: "
        "how many have no extrinsic value."
    ),
    order=8,
    reads=("instability",),
    columns=(
        (col.IDENTITY, col.texts("kind"), col.wholes("rank"), col.texts("word")),
        col.numbers("frequency", places=0),
        col.numbers("intrinsic extrinsic", scale=col.E2),
        (col.wholes("words dropped missing"), col.NOTE),
    ),
    keys="view technique kind rank word frequency intrinsic extrinsic note",
    rows=lambda results: word_rows(results, _rows),
)
