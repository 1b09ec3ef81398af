"""Words that waver least and most between shuffled runs, and words asked for."""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter, itemgetter

import numpy as np

from quaver.items import columns as col
from quaver.items.item import Table
from quaver.items.reads import has
from quaver.results.records import WordNumbers, identity

COUNT = 10  # words of each kind


def word_rows(results, rows_of: Callable[[WordNumbers], Iterable[dict]]) -> list[dict]:
    """Rows of the words of each view and technique, in order; no record is kept."""
    # rows only: records hold all words of a corpus
    rows = [row for record in results.words() for row in rows_of(record)]
    return sorted(rows, key=itemgetter("corpus", "view", "technique"))


def _extremes(record: WordNumbers) -> Iterator[dict]:
    """Steadiest and most wavering words of a record, COUNT of each."""
    count = len(record.words)
    common = {**identity(record), "words": count}
    common |= {"dropped": record.dropped, "missing": record.missing}
    if not count:
        missing = record.note or "shuffled and bootstrapped share no word"
        yield {**common, "note": missing}
    # by intrinsic instability: the extrinsic one has gaps
    for kind, sign in (("steadiest", 1), ("most wavering", -1)):
        # ties by word: the order must not hang on the vocabulary's
        signed = zip(sign * record.intrinsic, record.words, range(count), strict=True)
        for rank, (_, word, k) in enumerate(sorted(signed)[:COUNT], start=1):
            names = "frequency", "intrinsic", "extrinsic"
            row = {name: getattr(record, name)[k] for name in names}
            why = "bootstrapped < shuffled" if np.isnan(row["extrinsic"]) else ""
            row |= {"kind": kind, "rank": rank, "word": word, "note": why}
            yield common | row


def _asked(results) -> Iterator[dict]:
    for record in sorted(results.asked(), key=attrgetter("corpus")):
        row = {"corpus": record.corpus, "note": record.note}
        # a corpus without any query keeps a row, which says why
        if not record.words and not record.unknown:
            yield row
        for asked in (*record.words, *record.unknown):
            chosen = "topics" if asked.topic else "given"
            facts = {"query": asked.word, "asked_by": asked.asked_by, "chosen": chosen}
            if asked.topic:
                facts |= {"topic": asked.topic, "coherence": asked.coherence}
                facts["topic_words"] = " ".join(asked.topic_words)
            missing = "the corpus has no such word" * (asked in record.unknown)
            notes = missing, record.note
            yield {**row, **facts, "count": asked.occurrences, "note": notes}


WORDS = Table(
    name="words",
    title="Words that waver least and most",
    caption=(
        "By intrinsic instability (word-wise reduced PIP loss between shuffled runs); "
        "a rare word may be steady because it was hardly trained. Frequency: the mean "
        "over shuffled runs. Words: how many both samplings share; dropped: how many "
        "they do not; missing: how many have no extrinsic value."
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
    rows=lambda results: word_rows(results, _extremes),
)
QUERIES = Table(
    name="queries",
    title="Words asked for, and how they were chosen",
    caption=(
        "Words whose neighbours are studied (queries) or listed (neighbours); count: "
        "occurrences in the whole corpus. Those chosen from topics are of an LDA "
        "model: of each of the most coherent topics the most probable word that is "
        "frequent enough, with the coherence and first words of its topic."
    ),
    order=15,
    reads=("queries", "choose_queries", "encode_corpus"),
    wanted=has("queries"),
    columns=(
        (col.CORPUS, col.texts("query asked_by chosen"), col.wholes("count topic")),
        (col.numbers("coherence"), col.texts("topic_words"), col.NOTE),
    ),
    keys="corpus query asked_by chosen count coherence topic_words note",
    rows=_asked,
)
