"""Read a study's inputs and say what is wrong before anything runs."""

import importlib
import shutil
import sys

from quaver.corpora import sources
from quaver.grid import EXTRACTORS
from quaver.stages.job import Job, run
from quaver.trainers import TrainingError
from quaver.trainers.vectors import read, refuse_mixed


def check(job: Job) -> None:
    """Read every text and every file of vectors whole; print one line each."""
    problems = 0
    for name, corpus in sorted(job.spec["corpora"].items()):
        try:
            print(f"ok: corpus {name}: {_found(corpus['source'])}")
        except sources.SourceError as error:
            problems += 1
            print(f"wrong: corpus {name}: {error}")
    for name, technique in sorted(job.spec["techniques"].items()):
        try:
            _read(name, technique)
        except TrainingError as error:
            problems += 1
            print(f"wrong: {name}: {error}")
    free = shutil.disk_usage(".").free
    print(f"ok: {free / 1e9:.0f} GB of disk are free (snakemake forecast: how much)")
    if problems:
        print(f"The study has {problems} problem(s).", flush=True)
        sys.exit(1)
    print("The study and its inputs are in order.", flush=True)


def _found(source: dict) -> str:
    """What a source holds; of one whose text is taken out first, what its heads say."""
    if source["kind"] in EXTRACTORS:
        module = importlib.import_module(f"quaver.corpora.{EXTRACTORS[source['kind']]}")
        return module.check(source)
    documents, characters = sources.check(source)
    return f"{documents} documents, {characters} characters"


def _read(name: str, technique: dict) -> None:
    """Read the files of spaces somebody else trained."""
    dims = []
    files = technique.get("files", [])
    for path in files:
        words, vectors = read(path, technique["format"])
        dims.append(vectors.shape[1])
        print(f"ok: {name}: {path}: {len(words)} words x {dims[-1]}")
    refuse_mixed(files, dims)


if __name__ == "__main__":
    run(check)
