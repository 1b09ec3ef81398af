"""How much text there is after each step of its encoding, and what was left out."""

from collections.abc import Iterable, Iterator

from quaver.items import columns as col
from quaver.items.item import Table
from quaver.results.records import COUNTED, CorpusNumbers


def by_series(records: Iterable[CorpusNumbers]) -> list[CorpusNumbers]:
    """Texts in order; slices of one series by their periods."""
    keys = ("series", "period", "corpus")
    return sorted(records, key=lambda record: [getattr(record, key) for key in keys])


def corpus_facts(record: CorpusNumbers) -> dict:
    """The columns that say which text a row is about."""
    names = ("corpus", "language", "series", "period")
    return {name: getattr(record, name) for name in names}


def _rows(results) -> Iterator[dict]:
    """Counts of each text, a row per step: 0 or more, and never growing."""
    for record in by_series(results.corpora()):
        yield from _step_rows(record)


def _step_rows(record: CorpusNumbers) -> list[dict]:
    if not record.steps:
        return [{**corpus_facts(record), "note": record.note}]
    left_out = {
        "read": "",
        "cleaned": _cleaned(record),
        "deduplicated": _repeated(record),
        "cut": _cut(record),
    }
    rows = [
        {**_row(record, step, text), **record.after(step)}
        for step, text in left_out.items()
    ]
    if record.read:
        counts = [_many(n, name.replace("_", " ")) for name, n in record.read.items()]
        rows.insert(0, _row(record, "source", f"counted: {'; '.join(counts)}"))
    return rows


def _row(record: CorpusNumbers, step: str, left_out: str) -> dict:
    return {
        **corpus_facts(record),
        "step": step,
        "left_out": left_out,
        "note": record.note,
    }


def _cleaned(record: CorpusNumbers) -> str:
    gone = record.dropped
    return _listed(
        (gone["cleaned_tokens"], "tokens", "of numbers or punctuation"),
        (gone["cleaned_types"], "types", "dropped or joined to another"),
    )


def _repeated(record: CorpusNumbers) -> str:
    if record.deduplicated == "none":
        return "repeated text is kept"
    units, gone = f"{record.deduplicated}s", record.dropped
    # larger units vanish where all that they held was repeated
    others = [name for name in COUNTED[:3] if name != units]
    return _listed(
        (gone[f"duplicate_{units}"], units, "repeating an earlier one"),
        (gone["duplicate_tokens"], "tokens", "in them"),
        *((gone[f"duplicate_{name}"], name, "gone with them") for name in others),
    )


def _cut(record: CorpusNumbers) -> str:
    gone = record.dropped
    rare = f"occurring less than {record.min_count} times"
    empty = [(gone[f"empty_{u}"], u, "left without a word") for u in COUNTED[:3]]
    return _listed(
        (gone["rare_words"], "words", rare),
        (gone["rare_tokens"], "tokens", "of them"),
        *empty,
    )


def _listed(*facts: tuple[int, str, str]) -> str:
    parts = [f"{_many(count, name)} {why}" for count, name, why in facts if count]
    return "; ".join(parts) or "nothing"


def _many(count: int, name: str) -> str:
    return f"{count:,} {name.removesuffix('s') if count == 1 else name}"


CORPORA = Table(
    name="corpora",
    title="Texts: what each step of encoding kept and left out",
    caption=(
        "Text after each step: as the source gave it, as read, cleaned of dropped "
        "numbers and punctuation, without repeated units, and with rare words cut. "
        "Types: different tokens as read, different words after."
    ),
    order=16,
    reads=("encode_corpus",),
    columns=(
        (col.CORPUS, col.LANGUAGE, col.texts("series period step")),
        (col.wholes(*COUNTED), col.texts("left_out"), col.NOTE),
    ),
    keys=("corpus", "step", *COUNTED, "left_out"),
    rows=_rows,
)
