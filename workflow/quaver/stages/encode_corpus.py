"""Encode a corpus: source text in, one file of numbers out."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from quaver import store
from quaver.corpora import extracted, languages
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import EncodingError, encode
from quaver.corpora.reading import Document
from quaver.corpora.sources import SourceError, documents, fingerprint
from quaver.corpora.where import UNDATED
from quaver.engine.job import Job, run

EVERY = 10  # seconds between lines that tell how far the reading is
PART_END = "\t"  # between a part, whose name has none, and a document's group
SORTING = 4  # this part of a job's memory sorts digests, the rest holds the words


def encode_corpus(job: Job) -> None:
    """Read, clean, count and number the text of one corpus."""
    spec = job.spec
    clean = dict(spec["clean"])
    deduplicate = clean.pop("deduplicate")
    cleaner = Cleaner(pack=languages.pack(spec["language"]), **clean)
    text, read = _taken_out(job.inputs)
    with store.scratch(job.output) as spool:
        column = {"draw": spec["draw"]} if "draw" in spec else {}
        given = extracted.documents(text) if text else _read(spec, column, read)
        encoded = encode(
            _told(given),
            cleaner,
            deduplicate=deduplicate,
            min_count=spec["min_count"],
            spool=spool,
            pieces=spec.get("pieces"),
            memory=job.memory * 10**6 // SORTING,
        )
        with store.create(job.output, "corpus", job.provenance) as file:
            file.put("words", ("words",), encoded.words)
            file.put("counts", ("words",), encoded.counts)
            file.put("tokens", ("tokens",), encoded.tokens, mapped=True)
            for unit in ("document", "sentence", "line"):
                offsets = getattr(encoded, f"{unit}_offsets")
                file.put(f"{unit}_offsets", (f"{unit}_edges",), offsets)
            file.put("sentence_documents", ("sentences",), encoded.sentence_documents)
            file.put("document_ids", ("documents",), encoded.document_ids)
            file.put("document_dates", ("documents",), encoded.document_dates)
            if "parts" in spec:
                _put_parts(file, encoded.document_groups, has_groups=bool(column))
            elif column:
                file.put("document_groups", ("documents",), encoded.document_groups)
            for name, counts in encoded.steps.items():
                file.put(f"steps/{name}", ("step",), counts)
            file.describe(
                "/",
                _meta(spec, encoded, text)
                | {"tokeniser": cleaner.cut_by, "read": _counted(read)},
            )


def _read(spec: dict, column: dict, read: Counter) -> Iterator[Document]:
    """Documents of a source, or of those of all parts, one after the other."""
    own = {"language": spec["language"]} | column
    if "parts" not in spec:
        yield from documents({**spec["source"], **own}, read)
        return
    for name, source in spec["parts"]:
        for document in documents({**source, **own}, read):
            yield replace(document, group=f"{name}{PART_END}{document.group}")
    # each part met all of them
    read[UNDATED] //= len(spec["parts"])


def _put_parts(file: store.Writer, groups: Iterable[str], *, has_groups: bool) -> None:
    """Write the part of each document, and its group where there are any."""
    pairs = [text.split(PART_END, 1) for text in groups]
    file.put("document_parts", ("documents",), [part for part, _ in pairs])
    if has_groups:
        file.put("document_groups", ("documents",), [group for _, group in pairs])


def _told(texts: Iterable[Document]) -> Iterator[Document]:
    """The same documents; now and then a line says how many were read."""
    started = last = time.monotonic()
    number = 0
    for number, document in enumerate(texts, start=1):
        yield document
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            print(f"{number} documents in {last - started:.0f} s", flush=True)
    print(f"{number} documents read", flush=True)


def _taken_out(inputs: list[Path]) -> tuple[Path | None, Counter]:
    """The text taken out of the source, where it was, and the counts of doing so."""
    if not inputs:
        return None, Counter()
    text, counts = inputs
    return text, Counter(json.loads(counts.read_text(encoding="utf-8")))


def _meta(spec: dict, encoded, text: Path | None) -> dict:
    whole = {"kind": "text", "path": str(text)} if text else spec["source"]
    return {
        "language": spec["language"],
        "source": json.dumps(spec["source"], sort_keys=True),
        "source_checksum": _fingerprint(spec, whole),
        "clean": json.dumps(spec["clean"], sort_keys=True),
        "min_count": spec["min_count"],
        "dropped": json.dumps(encoded.dropped, sort_keys=True),
        **({"pieces": json.dumps(spec["pieces"])} if "pieces" in spec else {}),
    }


def _fingerprint(spec: dict, whole: dict) -> str:
    """SHA-256 of what is read; of several parts, of what each reads."""
    if "parts" not in spec:
        return fingerprint(whole)
    each = "".join(fingerprint(source) for _, source in spec["parts"])
    return hashlib.sha256(each.encode()).hexdigest()


def _counted(read: Counter) -> str:
    return json.dumps({name: read[name] for name in sorted(read) if read[name]})


def main(job: Job) -> None:
    """Encode; a failure names the corpus."""
    try:
        encode_corpus(job)
    except (SourceError, EncodingError) as error:
        raise type(error)(f"corpus {job.spec['name']}: {error}") from error


if __name__ == "__main__":
    run(main, SourceError, EncodingError, store.StoreError)
