"""Encode a corpus: source text in, one file of numbers out."""

import json
from collections import Counter

from quaver import store
from quaver.corpora import languages
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import EncodingError, encode
from quaver.corpora.sources import SourceError, documents, fingerprint
from quaver.stages.job import Job, run

SORTING = 4  # this part of a job's memory sorts digests, the rest holds the words


def encode_corpus(job: Job) -> None:
    """Read, clean, count and number the text of one corpus."""
    spec = job.spec
    clean = dict(spec["clean"])
    deduplicate = clean.pop("deduplicate")
    cleaner = Cleaner(pack=languages.pack(spec["language"]), **clean)
    read: Counter = Counter()
    with store.scratch(job.output) as spool:
        encoded = encode(
            documents(spec["source"], read),
            cleaner,
            deduplicate=deduplicate,
            min_count=spec["min_count"],
            spool=spool,
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
            for name, counts in encoded.steps.items():
                file.put(f"steps/{name}", ("step",), counts)
            file.describe(
                "/",
                _meta(spec, encoded)
                | {"tokeniser": cleaner.cut_by, "read": _counted(read)},
            )


def _meta(spec: dict, encoded) -> dict:
    return {
        "language": spec["language"],
        "source": json.dumps(spec["source"], sort_keys=True),
        "source_checksum": fingerprint(spec["source"]),
        "clean": json.dumps(spec["clean"], sort_keys=True),
        "min_count": spec["min_count"],
        "dropped": json.dumps(encoded.dropped, sort_keys=True),
    }


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
