"""Take a corpus's text out of its source: a dump in, documents and counts out."""

import hashlib
import importlib
import json
import logging
import shutil
import sys
from collections import Counter
from pathlib import Path

from quaver import store
from quaver.corpora.reading import SourceError
from quaver.corpora.sources import files
from quaver.grid import EXTRACTORS
from quaver.stages.job import Job, run


def extract_text(job: Job) -> None:
    """Write the text whole or not at all; finished parts outlive a killed job."""
    text, told = job.outputs
    source = job.spec["source"]
    module = importlib.import_module(f"quaver.corpora.{EXTRACTORS[source['kind']]}")
    work = text.with_name(f"{job.spec['name']}.work")
    keep_if_same(work, key([job.spec, job.code], files(source)))
    counts: Counter = Counter()
    with store.replacing(text) as temporary:
        with temporary.open("wb") as file:
            for frame in module.extract(source, work, job.threads, counts):
                file.write(frame)
    with store.replacing(told) as temporary:
        temporary.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n")
    shutil.rmtree(work)


def key(known: list, paths: list[str]) -> str:
    """Digest of all that finished parts depend on: source, code, files as they are."""
    stats = [(path, Path(path).stat()) for path in paths]
    known = [*known, *((path, s.st_size, s.st_mtime_ns) for path, s in stats)]
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()


def keep_if_same(work: Path, wanted: str) -> None:
    """Make the folder of finished parts; throw away what another key made."""
    mark = work / "key"
    if not mark.is_file() or mark.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        with store.replacing(mark) as temporary:
            temporary.write_text(wanted, encoding="utf-8")


def main(job: Job) -> None:
    """Extract; a failure names the corpus."""
    logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
    try:
        extract_text(job)
    except SourceError as error:
        raise SourceError(f"corpus {job.spec['name']}: {error}") from error


if __name__ == "__main__":
    run(main, SourceError)
