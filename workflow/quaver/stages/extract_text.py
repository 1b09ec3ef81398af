"""Take a corpus's text out of its source: a dump in, documents and counts out."""

import glob
import hashlib
import importlib
import json
import logging
import shutil
import sys
from collections import Counter
from pathlib import Path

from quaver import store
from quaver.corpora.places import files
from quaver.corpora.reading import SourceError
from quaver.engine.job import Job, run


def extract_text(job: Job) -> None:
    """Write the text whole or not at all; finished parts outlive a killed job."""
    text, record = job.outputs
    source = job.spec["source"]
    module = importlib.import_module(f"quaver.corpora.{job.spec['extractor']}")
    wanted = key([job.spec, job.code], files(source))
    work = keep_only(text.parent, job.spec["name"], wanted)
    counts: Counter = Counter()
    with store.replacing(text) as temporary:
        with temporary.open("wb") as file:
            for frame in module.extract(source, work, job.threads, counts):
                file.write(frame)
    store.write_text(record, json.dumps(counts, indent=1, sort_keys=True) + "\n")
    shutil.rmtree(work, ignore_errors=True)


def key(facts: list, paths: list[str]) -> str:
    """Digest of all that finished parts depend on: source, code, files as they are."""
    stats = [(path, Path(path).stat()) for path in paths]
    facts = [*facts, *((path, s.st_size, s.st_mtime_ns) for path, s in stats)]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def keep_only(folder: Path, name: str, wanted: str) -> Path:
    """The folder of finished parts of a key, made; what other keys made goes.

    A job that outlived its workflow knows another key and so another folder.
    """
    work = folder / f"{name}.{wanted[:16]}.work"
    for other in folder.glob(f"{glob.escape(name)}.*.work"):
        if other != work:
            shutil.rmtree(other, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    return work


def main(job: Job) -> None:
    """Extract; a failure names the corpus."""
    logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
    try:
        extract_text(job)
    except SourceError as error:
        raise SourceError(f"corpus {job.spec['name']}: {error}") from error


if __name__ == "__main__":
    run(main, SourceError)
