"""Words asked for, and how they were chosen."""

from collections.abc import Iterator

from quaver.items import columns as col
from quaver.items.item import Table
from quaver.items.reads import has
from quaver.results.queries import AskedWord

GIVEN, TOPICS = "given", "topics"


def _rows(results) -> Iterator[dict]:
    for record in sorted(results.asked(), key=lambda record: record.corpus):
        rows = [_row(word) for word in record.words]
        rows += [_unknown(word) for word in record.unknown]
        # a corpus without any query keeps a row, which says why
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
