"""Read a study's inputs and say what is wrong before anything runs."""

import importlib
import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

from quaver import config, store
from quaver.config.change import Truth
from quaver.config.corpora import DRAWS, cut_units
from quaver.config.parts import PERIOD
from quaver.corpora import languages, published, recoding, sources, wordnet
from quaver.corpora.census import Census, census
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import RepairableError
from quaver.corpora.where import UNDATED
from quaver.engine import advice, change_advice, similarity_advice, term_advice, truths
from quaver.engine.job import Job, run
from quaver.engine.packing import unpacks
from quaver.grid import EXTRACTORS, Grid
from quaver.measures.declare import TABLE
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.files import QualityError
from quaver.trainers import TrainingError
from quaver.trainers.vectors import read, refuse_mixed
from quaver.wording import count

NO_LIST = "there is no list of words {0}: for the word itself write 'words: [{0}]'"
COUNTING = 60  # seconds at most that words are counted, of all texts together


@unpacks
def check(job: Job) -> None:
    """Read every text and every file of vectors whole; print one line each."""
    problems = 0
    counted: dict[str, Census] = {}
    targets: dict[str, tuple[str, ...]] = {}
    pairs: dict[str, list] = {}
    for label, sentences, mended in _inputs(job.spec, counted, targets, pairs):
        try:
            for sentence in sentences:
                print(f"ok: {label}: {sentence}", flush=True)
        except (sources.SourceError, TrainingError, QualityError) as error:
            problems += 1
            corpus = job.spec["corpora"].get(label.removeprefix("corpus "), {})
            print(f"wrong: {label}: {error}{_cure(corpus, error)}")
            if isinstance(error, RepairableError):
                _try_repair(label, mended)
    for where, _, words in advice.lists(job.spec["analyses"]):
        if isinstance(words, str):  # a list that was there is its words by now
            problems += 1
            print(f"wrong: analyses.{where}: {NO_LIST.format(words)}")
    free = shutil.disk_usage(".").free
    print(f"ok: {free / 1e9:.0f} GB of disk are free (snakemake forecast: how much)")
    grid = Grid(config.understand(job.spec, {}))
    _advise(grid, job.spec["corpora"], counted, (targets, pairs))
    if problems:
        print(f"The study has {count(problems, 'problem')}.", flush=True)
        sys.exit(1)
    print("The study and its inputs are in order.", flush=True)


def _advise(
    grid: Grid, as_written: dict, counted: Mapping[str, Census], words: tuple
) -> None:
    """Print what the study will make too little of; it may run all the same.

    words: of truth by change, and pairs of evaluation sets by name.
    """
    targets, pairs = words
    warnings, sums = advice.of_study(grid), advice.together(grid, counted)
    for name in counted:
        whole = sums.get(grid.study.corpora[name].part_of)
        warnings += advice.of_text(grid, name, counted[name], whole)
        source = _source(as_written[name])
        if source["kind"] not in EXTRACTORS and (cure := _likelier(as_written[name])):
            own = recoding.read_as(source, source["language"])
            warnings.append(f"corpus {name}: its letters speak against {own}: {cure}")
    warnings += change_advice.of_changes(grid, counted, targets)
    warnings += similarity_advice.of_pairs(grid, counted, pairs)
    warnings += term_advice.of_sets(grid, counted)
    for warning in dict.fromkeys(warnings):  # periods of one text may share one
        print(f"warning: {warning}")
    for hint in advice.hints(grid):
        print(f"hint: {hint}")


def _inputs(
    spec: dict, counted: dict, targets: dict, pairs: dict
) -> Iterator[tuple[str, Iterator, Iterator]]:
    """Each input: its name, what it holds, and a text repaired (read when asked)."""
    for name, corpus in sorted(_texts(spec).items()):
        # of a language without a pack, the one that is meant guesses encodings
        source = _source(corpus) | {"language": _language(corpus)}
        take = partial(_count, spec, name, counted)
        has_all = corpus["clean"]["deduplicate"] == "none"
        repeats = "" if has_all else ", before repeats are removed"
        more = take, repeats, corpus["language"]
        mended = _text({**source, "repair": True}, *more)
        yield f"corpus {name}", _text(source, *more), mended
    for name, technique in sorted(spec["techniques"].items()):
        yield name, _spaces(technique), iter(())
    for name, entry in sorted(spec["analyses"]["quality"]["sets"].items()):
        yield f"evaluation set {name}", _set(name, entry, pairs), iter(())
    for name, change in sorted(spec["analyses"].get("change", {}).items()):
        truth = Truth(**(change.get("truth") or {}))
        if truth.format != truths.PLANTED:
            yield f"truth of {name}", _truth(name, truth, targets), iter(())
    terms = spec["analyses"].get("terms") or {"sets": {}}
    for name, own in sorted(terms["sets"].items()):
        if own.get("path"):
            yield f"terms {name}", _sentences(spec, own), iter(())
    baseline = (spec["analyses"].get("similarity") or {}).get("baseline") or {}
    if baseline.get("kind") == "wordnet":
        yield "WordNet", (wordnet.check(source) for source in [baseline]), iter(())
    elif baseline:
        yield TABLE, _set(TABLE, baseline, pairs), iter(())


def _text(source: dict, take: Callable, repeats: str, language: str) -> Iterator[str]:
    """What a source holds; of one whose text is taken out first, what its heads say."""
    if source["kind"] in EXTRACTORS:
        take((), met=Counter())
        extractor = f"quaver.corpora.{EXTRACTORS[source['kind']]}"
        yield importlib.import_module(extractor).check(source)
        return
    counts: Counter = Counter()
    read = take(sources.documents(source, counts), met=counts)
    del counts["documents"]
    met = {"documents": read.units["document"], "characters": read.characters}
    met |= +counts
    named = ((met[key], key.replace("_", " ")) for key in met)
    facts = (
        count(number, name.removesuffix("s"))
        if name.endswith("s")
        else f"{number} {name}"
        for number, name in named  # outside where is no plural
    )
    is_mended = counts["recoded_lines"] > 0
    encoding = recoding.read_as(source, language, is_mended=is_mended)
    recoded = f", read as {encoding}" * (encoding != "utf-8")
    yield f"{', '.join(facts)}{recoded}{repeats}"


def _texts(spec: dict) -> dict[str, dict]:
    """Texts that are read: random parts of others are no texts of their own."""
    corpora, kinds = spec["corpora"], (PERIOD, "")
    part = {name: corpora[name].get("part", {}).get("kind", "") for name in corpora}
    return {name: corpora[name] for name in corpora if part[name] in kinds}


def _count(
    spec: dict, name: str, counted: dict, documents: Iterable, *, met: Counter
) -> Census:
    """Read a text whole, and count what warnings need where it is not encoded.

    met: what the source counts while it is read.
    """
    corpus, path = spec["corpora"][name], f"results/{spec['study']}/corpora/{name}.h5"
    encoded = _encoded(Path(path), corpus)
    # min_count is of all that is encoded together, so that all of it is counted
    own = _parts(spec["corpora"], name)
    lists = (words for _, of, words in advice.lists(spec["analyses"]) if own & of)
    changes = spec["analyses"].get("change", {})
    compared = chain(*(chain(*x["pairs"]) for x in changes.values()))
    is_compared = corpus.get("series") in changes or own & {*compared}
    is_asked = is_compared or bool(spec["analyses"].get("terms"))
    needs = any(lists) or is_asked or {"line", "sentence"} & {*corpus["unit"]}
    seconds = COUNTING / len(spec["corpora"]) if needs and not encoded else 0
    read = census(documents, _cleaner(corpus), corpus["unit"], seconds)
    if encoded or read.characters:  # of one that is taken out first nothing is read
        counted[name] = replace(encoded or read, undated=met[UNDATED])
    return read


def _cleaner(corpus: dict) -> Cleaner:
    clean = {key: x for key, x in corpus["clean"].items() if key != "deduplicate"}
    return Cleaner(pack=languages.pack(corpus["language"]), **clean)


def _parts(corpora: dict, name: str) -> set[str]:
    """Names of a text and of those that are encoded together with it."""
    whole = corpora[name].get("part_of", "")
    return {name, *(x for x in corpora if whole and corpora[x].get("part_of") == whole)}


def _encoded(path: Path, corpus: dict) -> Census | None:
    """What an encoded text holds, if it was made of this source as it is now."""
    try:
        with store.read(path, "corpus") as file:
            own = {key: json.loads(file.attrs[key]) for key in ("source", "clean")}
            own |= {key: file.attrs[key] for key in ("language", "min_count")}
            pieces = json.loads(file.attrs.get("pieces", "{}"))
            kinds = {"document", *corpus["unit"]}
            units = {x: len(file[f"{x}_offsets"]) - 1 for x in kinds}
            grouped = np.empty(0)
            if "document_groups" in file:
                names = store.texts(file["document_groups"])
                owners = np.unique(names, return_inverse=True)[1]
                grouped = np.bincount(owners, np.diff(file["document_offsets"][:]))
                units["group"] = len(grouped)
            counts = file["counts"][:].tolist()
            words = dict(zip(store.texts(file["words"]), counts, strict=True))
    except store.StoreError:  # none is there, or none that is whole
        return None
    paths = [*map(Path, sources.files(corpus["source"])), path]
    is_last = max(paths, key=lambda x: x.stat().st_mtime) == path
    is_same = is_last and all(own[key] == corpus[key] for key in own)
    is_same = is_same and pieces == cut_units(corpus)
    return Census(units, words, grouped=grouped.tolist()) if is_same else None


def _source(corpus: dict) -> dict:
    """A source as a text is read from it."""
    draw = corpus.get("draw", "document")
    source = {**corpus["source"], "language": corpus["language"]}
    return source if draw in DRAWS else source | {"draw": draw}


def _language(corpus: dict) -> str:
    return advice.meant(corpus["language"]) or corpus["language"]


def _likelier(corpus: dict) -> str:
    return recoding.doubt(_source(corpus), _language(corpus))


def _cure(corpus: dict, error: Exception) -> str:
    """What else helps against an error: a column or an encoding that may be meant."""
    if isinstance(error, RepairableError) and "it reads" not in str(error):
        cure = _likelier(corpus)
        return f" Likelier than {corpus['source'].get('encoding')}: {cure}" * bool(cure)
    return advice.column_meant(str(error))


def _try_repair(label: str, mended: Iterator[str]) -> None:
    try:
        print(f"note: {label}: with repair: true it is read: {next(mended)}")
    except sources.SourceError as error:
        print(f"note: {label}: repair: true would not do: {error}")


def _spaces(technique: dict) -> Iterator[str]:
    dims, files = [], technique.get("files", [])
    for path in files:
        words, vectors = read(path, technique["format"])
        dims.append(vectors.shape[1])
        yield f"{path}: {count(len(words), 'word')} x {dims[-1]}"
    refuse_mixed(files, dims)


def _set(name: str, entry: dict, pairs: dict) -> Iterator[str]:
    """What an evaluation set asks; pairs with scores are put into pairs, too."""
    questions = formats.read(entry["path"], entry["format"], entry["encoding"])
    repeated = f"({questions.repeated} repeated"
    if not isinstance(questions, Analogies):
        pairs[name] = questions.words
        yield f"{count(len(questions.words), 'pair')} {repeated})"
        return
    counts = np.bincount(questions.section, minlength=len(questions.sections))
    each = zip(questions.sections, counts, strict=True)
    sections = ", ".join(f"{section} {count}" for section, count in each)
    own = f"{questions.own} ask for one of their own words"
    number = count(len(questions.words), "question")
    yield f"{number} {repeated}, {own}): {sections}"


def _sentences(spec: dict, own: dict) -> Iterator[str]:
    """What published sentences of terms hold, cleaned as a text of the study."""
    corpora = spec["corpora"]
    corpus = corpora.get(own.get("corpus")) or next(iter(corpora.values()))
    found = published.read(own["format"], own["path"], _cleaner(corpus))
    number = count(len(found.terms), "term")
    yield f"{number}, {count(len(found.sentences), 'sentence')}"


def _truth(name: str, truth: Truth, targets: dict) -> Iterator[str]:
    """What is true of the words of a change; put into targets, too."""
    change = truths.read(name, truth)
    targets[name] = change.words
    changed = f", of which {sum(change.binary)} changed" if change.binary else ""
    yield f"{count(len(change.words), 'target')}{changed}"


if __name__ == "__main__":
    run(check)
