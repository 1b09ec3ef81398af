"""Read a study's inputs and say what is wrong before anything runs."""

import importlib
import shutil
import sys
from collections import Counter

import numpy as np

from quaver.corpora import languages, sources
from quaver.corpora.reading import RepairableError
from quaver.engine.job import Job, run
from quaver.grid import EXTRACTORS
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.errors import QualityError
from quaver.trainers import TrainingError
from quaver.trainers.vectors import read, refuse_mixed

NO_PACK = (
    "language {} has no pack: words are cut as Moses cuts English, sentences as "
    "sentencex does by default; docs/languages.md says how to add one"
)


def check(job: Job) -> None:
    """Read every text and every file of vectors whole; print one line each."""
    problems = 0
    for name, corpus in sorted(job.spec["corpora"].items()):
        try:
            print(f"ok: corpus {name}: {_described(corpus['source'])}")
        except sources.SourceError as error:
            problems += 1
            print(f"wrong: corpus {name}: {error}")
            if isinstance(error, RepairableError):
                _try_repair(name, corpus["source"])
        if languages.pack(corpus["language"]).default:
            print(f"hint: corpus {name}: {NO_PACK.format(corpus['language'])}")
    for name, technique in sorted(job.spec["techniques"].items()):
        try:
            _read(name, technique)
        except TrainingError as error:
            problems += 1
            print(f"wrong: {name}: {error}")
    for name, entry in sorted(job.spec["analyses"]["quality"]["sets"].items()):
        try:
            print(f"ok: evaluation set {name}: {_set(entry)}")
        except QualityError as error:
            problems += 1
            print(f"wrong: evaluation set {name}: {error}")
    problems += _missing_lists(job.spec["analyses"])
    free = shutil.disk_usage(".").free
    print(f"ok: {free / 1e9:.0f} GB of disk are free (snakemake forecast: how much)")
    if problems:
        print(f"The study has {problems} problem(s).", flush=True)
        sys.exit(1)
    print("The study and its inputs are in order.", flush=True)


def _missing_lists(analyses: dict) -> int:
    """Tell the lists of words that are not there, and how many: others are words."""
    missing = [
        f"wrong: analyses.{name}.words of {corpus}: there is no list of words {words}"
        for name in ("queries", "neighbours")
        for corpus, words in sorted(analyses[name]["words"].items())
        if isinstance(words, str)
    ]
    print("\n".join(missing), end="\n" * bool(missing))
    return len(missing)


def _described(source: dict) -> str:
    """What a source holds; of one whose text is taken out first, what its heads say."""
    if source["kind"] in EXTRACTORS:
        module = importlib.import_module(f"quaver.corpora.{EXTRACTORS[source['kind']]}")
        return module.check(source)
    return _met(source)


def _set(entry: dict) -> str:
    """Read an evaluation set and say what it asks."""
    questions = formats.read(entry["path"], entry["format"], entry["encoding"])
    repeated = f"({questions.repeated} repeated"
    if not isinstance(questions, Analogies):
        return f"{len(questions.words)} pairs {repeated})"
    counts = np.bincount(questions.section, minlength=len(questions.sections))
    each = zip(questions.sections, counts, strict=True)
    sections = ", ".join(f"{section} {count}" for section, count in each)
    own = f"{questions.own} ask for one of their own words"
    return f"{len(questions.words)} questions {repeated}, {own}): {sections}"


def _met(source: dict) -> str:
    """What a whole reading of a text met, in words."""
    counts: Counter = Counter()
    documents, characters = sources.check(source, counts)
    del counts["documents"]
    met = {"documents": documents, "characters": characters, **+counts}
    return ", ".join(f"{met[key]} {key.replace('_', ' ')}" for key in met)


def _try_repair(name: str, source: dict) -> None:
    """Say what repair would do to a text that is refused without it."""
    try:
        met = _met({**source, "repair": True})
        print(f"note: corpus {name}: with repair: true it is read: {met}")
    except sources.SourceError as error:
        print(f"note: corpus {name}: repair: true would not do: {error}")


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
