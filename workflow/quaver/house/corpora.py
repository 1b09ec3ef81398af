"""What a study read and trained: texts step by step, runs, and the words they share."""

from collections import defaultdict
from collections.abc import Iterator

from quaver.house.cells import own_cells
from quaver.items.item import Table
from quaver.results.records import COUNTED, CorpusNumbers, gap, identity, in_order, lost


def _texts(results) -> Iterator[dict]:
    """Counts of each text, a row per step: 0 or more, and never growing."""
    drawn = _drawn(results)
    for record in results.corpora():
        names = ("corpus", "language", "series", "period", "note")
        row = {name: getattr(record, name) for name in names}
        if not record.steps:
            yield row
            continue
        # of a part, reading counted the whole text: its own counts are not known
        if record.read and record.dropped:
            read = (_many(n, name.replace("_", " ")) for name, n in record.read.items())
            told = f"counted: {'; '.join([*read, *_recoded(record)])}"
            yield {**row, "step": "source", "left_out": told}
        for step, text in _left_out(record).items():
            yield {**row, "step": step, "left_out": text, **record.after(step)}
        for text in drawn.get(record.corpus, ()):
            yield {**row, "step": "drawn", "left_out": text}


def _recoded(record: CorpusNumbers) -> list[str]:
    """The encoding a text was read in, or its lines that are not UTF-8."""
    of = " (lines that are not UTF-8)" * ("recoded_lines" in record.read)
    return [f"read as {record.encoding}{of}"] if record.encoding != "utf-8" else []


def _drawn(results) -> dict[str, dict[str, None]]:
    """What bootstrapped runs drew of each text instead of units, each once."""
    texts: dict[str, dict[str, None]] = defaultdict(dict)
    for cell in own_cells(results):
        if cell.drawn:
            part = "" if cell.fraction == 1 else f" of {100 * cell.fraction:g} %"
            whole = f"{cell.drawn.groups}{part}"
            whole += f", each whole with its {cell.unit}s" * cell.is_grouped
            equal = f"they waver as {cell.drawn.effective:.1f} of one length would"
            told = "; ".join([whole, equal, *cell.drawn.remarks])
            texts[cell.corpus][told] = None
    return texts


def _left_out(record: CorpusNumbers) -> dict[str, str]:
    if not record.dropped:
        undated = record.read.get("without_date_or_number", 0)
        lost = f"; {_many(undated, 'documents')} of it without a date are in no part"
        whole = "part of a text that was cleaned and cut as a whole"
        return {"cut": whole + lost * bool(undated)}
    gone, units = record.dropped, f"{record.deduplicated}s"
    repeated = "repeated text is kept"
    if record.deduplicated != "none":
        # larger units vanish where all that they held was repeated
        others = [name for name in COUNTED[:3] if name != units]
        repeated = _listed(
            (gone[f"duplicate_{units}"], units, "repeating an earlier one"),
            (gone["duplicate_tokens"], "tokens", "in them"),
            *((gone[f"duplicate_{name}"], name, "gone with them") for name in others),
        )
    cleaned = _listed(
        (gone["cleaned_tokens"], "tokens", "that clean drops"),
        (gone["cleaned_types"], "types", "dropped or joined to another"),
        (gone.get("lemmatised_tokens", 0), "tokens", "kept as their lemmas"),
    )
    cut = _listed(
        (gone["rare_words"], "words", f"occurring less than {record.min_count} times"),
        (gone["rare_tokens"], "tokens", "of them"),
        *((gone[f"empty_{u}"], u, "left without a word") for u in COUNTED[:3]),
    )
    return {"read": "", "cleaned": cleaned, "deduplicated": repeated, "cut": cut}


def _listed(*facts: tuple[int, str, str]) -> str:
    parts = [f"{_many(count, name)} {why}" for count, name, why in facts if count]
    return "; ".join(parts) or "nothing"


def _many(count: int, name: str) -> str:
    return f"{count:,} {name.removesuffix('s') if count == 1 else name}"


def _trainings(results) -> Iterator[dict]:
    """A row per cell, variants of sweeps too: planned = finished + failed."""
    for cell in in_order(results.cells()):
        counts = {"planned": cell.runs, "finished": cell.runs - cell.failed}
        notes = lost(cell), cell.reason
        yield {**identity(cell), **counts, "failed": cell.failed, "note": notes}


def _vocabularies(results) -> Iterator[dict]:
    for cell in own_cells(results):
        missing = gap(cell) or ("" if cell.steps else "not measured")
        for step in cell.steps or [()]:  # no steps: one row, for the note
            row = dict(zip(("step", "kept", "dropped"), step, strict=False))
            yield {**identity(cell), **row, "note": missing}


CORPORA = Table(
    name="corpora",
    title="Texts: what each step of encoding kept and left out",
    caption="Each text as given and after each step of encoding; what was drawn, if "
    "not units. Tokens are occurrences, types different tokens.",
    order=16,
    reads=("encode_corpus",),
    columns="corpus language series period step documents sentences:whole lines:whole "
    "tokens types:whole left_out:text note",
    keys="corpus step documents sentences lines tokens types left_out",
    rows=_texts,
)
VOCABULARY = Table(
    name="vocabulary",
    title="Words kept on the way to the vocabulary that runs share",
    caption="Words each step to the vocabulary that runs share kept and dropped.",
    order=17,
    reads=("pip",),
    columns="CELL step kept:whole dropped note",
    keys="view technique sampling step kept dropped note",
    rows=_vocabularies,
)
TRAININGS = Table(
    name="trainings",
    title="Runs planned, finished and failed",
    caption="Runs planned, finished and failed, one row per cell.",
    order=18,
    reads=("records",),
    wanted=lambda grid: True,
    columns="CELL planned:whole finished:whole failed:whole note",
    keys="view technique sampling planned finished failed note",
    rows=_trainings,
)
