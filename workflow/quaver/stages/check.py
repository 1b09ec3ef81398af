"""Read a study's inputs and say what is wrong before anything runs."""

import importlib
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from quaver.config import understand
from quaver.config.corpora import DRAWS
from quaver.corpora import languages, sources
from quaver.corpora.reading import RepairableError
from quaver.engine.job import Job, run
from quaver.grid import EXTRACTORS, LEAST, View, few_to_draw
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.files import QualityError
from quaver.trainers import TrainingError
from quaver.trainers.vectors import read, refuse_mixed

NO_PACK = (
    "language {} has no pack: words are cut as Moses cuts English, sentences as "
    "sentencex does by default; docs/languages.md says how to add one"
)


def check(job: Job) -> None:
    """Read every text and every file of vectors whole; print one line each."""
    problems = 0
    for label, sentences, source in _inputs(job.spec):
        try:
            for sentence in sentences:
                print(f"ok: {label}: {sentence}")
        except (sources.SourceError, TrainingError, QualityError) as error:
            problems += 1
            print(f"wrong: {label}: {error}")
            if isinstance(error, RepairableError):
                _try_repair(label, source)
    for name in ("queries", "neighbours"):
        for corpus, words in sorted(job.spec["analyses"][name]["words"].items()):
            if isinstance(words, str):  # a list that was there is its words by now
                problems += 1
                missing = f"there is no list of words {words}"
                print(f"wrong: analyses.{name}.words of {corpus}: {missing}")
    free = shutil.disk_usage(".").free
    print(f"ok: {free / 1e9:.0f} GB of disk are free (snakemake forecast: how much)")
    if problems:
        print(f"The study has {problems} problem(s).", flush=True)
        sys.exit(1)
    print("The study and its inputs are in order.", flush=True)


def _inputs(spec: dict) -> Iterator[tuple[str, Iterator[str], dict]]:
    """Each input: its name, what it holds (read when asked), a text's source."""
    study = understand(spec, {})
    for name, corpus in sorted(spec["corpora"].items()):
        draw = corpus.get("draw", "document")
        source = corpus["source"] | ({} if draw in DRAWS else {"draw": draw})
        yield f"corpus {name}", _text(source, partial(_few, study, name)), source
        if languages.pack(corpus["language"]).default:
            print(f"hint: corpus {name}: {NO_PACK.format(corpus['language'])}")
    for name, technique in sorted(spec["techniques"].items()):
        yield name, _spaces(technique), {}
    for name, entry in sorted(spec["analyses"]["quality"]["sets"].items()):
        yield f"evaluation set {name}", _set(entry), {}


def _few(study, name: str, documents: int, groups: int) -> None:
    """Print a hint where bootstrapping will have little to draw from."""
    units = study.corpora[name].unit if "bootstrapped" in study.samplings else ()
    for unit in units:
        view = View(name, unit, 1.0, name)
        if few := few_to_draw(study, view, documents, groups):
            print(f"hint: corpus {name}: {few} ({LEAST} or more are better)")


def _text(source: dict, few: Callable = lambda *_: None) -> Iterator[str]:
    """What a source holds; of one whose text is taken out first, what its heads say."""
    if source["kind"] in EXTRACTORS:
        extractor = f"quaver.corpora.{EXTRACTORS[source['kind']]}"
        yield importlib.import_module(extractor).check(source)
        return
    counts: Counter = Counter()
    documents, characters = sources.check(source, counts)
    del counts["documents"]
    met = {"documents": documents, "characters": characters, **+counts}
    few(documents, counts["groups"])
    yield ", ".join(f"{met[key]} {key.replace('_', ' ')}" for key in met)


def _try_repair(label: str, source: dict) -> None:
    try:
        (met,) = _text({**source, "repair": True})
        print(f"note: {label}: with repair: true it is read: {met}")
    except sources.SourceError as error:
        print(f"note: {label}: repair: true would not do: {error}")


def _spaces(technique: dict) -> Iterator[str]:
    dims, files = [], technique.get("files", [])
    for path in files:
        words, vectors = read(path, technique["format"])
        dims.append(vectors.shape[1])
        yield f"{path}: {len(words)} words x {dims[-1]}"
    refuse_mixed(files, dims)


def _set(entry: dict) -> Iterator[str]:
    questions = formats.read(entry["path"], entry["format"], entry["encoding"])
    repeated = f"({questions.repeated} repeated"
    if not isinstance(questions, Analogies):
        yield f"{len(questions.words)} pairs {repeated})"
        return
    counts = np.bincount(questions.section, minlength=len(questions.sections))
    each = zip(questions.sections, counts, strict=True)
    sections = ", ".join(f"{section} {count}" for section, count in each)
    own = f"{questions.own} ask for one of their own words"
    yield f"{len(questions.words)} questions {repeated}, {own}): {sections}"


if __name__ == "__main__":
    run(check)
