"""Score every run of a cell on the evaluation sets of its language."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from quaver import store
from quaver.corpora import languages
from quaver.engine.job import Job, run
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.errors import QualityError
from quaver.quality.scores import Score, accuracy, analogies, correlation
from quaver.quality.similarity import Pairs
from quaver.quality.words import Lexicon, candidates, places
from quaver.results.runs import Runs
from quaver.spaces.normalise import unit_rows


class Found(NamedTuple):
    """What a run scored on a set; known and right: (sections,) of analogies."""

    score: Score
    known: np.ndarray
    right: np.ndarray


def measure_quality(job: Job) -> None:
    """Store scores and coverage of all sets and runs, and sections of analogies."""
    sets = read_sets(job.spec["sets"])
    runs = Runs(job.inputs)
    found, words = score_runs(runs, sets, job.spec)
    with store.create(job.output, "quality", job.provenance) as file:
        _put_scores(file, runs, sets, found)
        file.put("words", ("runs",), np.array(words, dtype=np.int64))
        for name, given in sets.items():
            if isinstance(given, Analogies):
                _put_sections(file, f"analogies/{name}", given, found[name])
                file.put(f"analogies/{name}/runs", ("runs",), runs.numbers)


def read_sets(entries: Mapping) -> dict[str, Analogies | Pairs]:
    """Evaluation sets by name, from their entries in a study."""
    return {name: _read(name, entry) for name, entry in entries.items()}


def _read(name: str, entry: Mapping) -> Analogies | Pairs:
    try:
        return formats.read(entry["path"], entry["format"], entry["encoding"])
    except QualityError as error:
        raise QualityError(f"evaluation set {name}: {error}") from error


def score_runs(
    runs: Runs, sets: Mapping[str, Analogies | Pairs], spec: Mapping
) -> tuple[dict[str, list[Found]], list[int]]:
    """What every run scored, by set, and how many words each run scored with."""
    lower = languages.pack(spec["language"]).lower if spec["lowercase"] else None
    lexicon = Lexicon(runs.words, spec["normalise"], lower)
    asked = {name: lexicon.numbers(given.words) for name, given in sets.items()}
    found: dict[str, list[Found]] = {name: [] for name in sets}
    sizes = []
    for number in range(len(runs)):
        vectors, present, counts = runs[number]
        rows = candidates(counts, present, lexicon.spelling, spec["restrict"])
        units, spelling = unit_rows(vectors[rows]), lexicon.spelling[rows]
        sizes.append(len(rows))
        for name, given in sets.items():
            found[name].append(_found(units, places(asked[name], spelling), given))
    return found, sizes


def _found(units: np.ndarray, rows: np.ndarray, given: Analogies | Pairs) -> Found:
    """Score one run; rows: words of the questions or pairs, -1 where unknown."""
    if isinstance(given, Pairs):
        nothing = np.empty(0, dtype=np.int64)
        return Found(correlation(units, rows, given.gold), nothing, nothing)
    known, right = analogies(units, rows)
    sections = len(given.sections)
    per_section = (
        np.bincount(given.section[mask], minlength=sections) for mask in (known, right)
    )
    return Found(accuracy(known, right), *per_section)


def _put_scores(file: store.Writer, runs: Runs, sets: Mapping, found: Mapping) -> None:
    scores = {name: [each.score for each in found[name]] for name in sets}
    questions = np.array([len(given.words) for given in sets.values()])
    known = np.array([[one.known for one in scores[name]] for name in sets])
    values = np.array([[one.value for one in scores[name]] for name in sets])
    kinds = [
        "analogies" if isinstance(given, Analogies) else "similarity"
        for given in sets.values()
    ]
    said = [dict.fromkeys(s.note for s in scores[n] if s.note) for n in sets]
    file.put("sets", ("sets",), list(sets))
    file.put("runs", ("runs",), runs.numbers)
    file.put("kinds", ("sets",), kinds)
    file.put("questions", ("sets",), questions)
    file.put("scores", ("sets", "runs"), values)
    file.put("known", ("sets", "runs"), known)
    file.put("coverage", ("sets", "runs"), known / questions[:, None])
    file.put("notes", ("sets",), ["; ".join(parts) for parts in said])


def _put_sections(
    file: store.Writer, group: str, given: Analogies, found: list[Found]
) -> None:
    asked = np.bincount(given.section, minlength=len(given.sections))
    file.put(f"{group}/sections", ("sections",), given.sections)
    file.put(f"{group}/questions", ("sections",), asked)
    for key in ("known", "right"):
        values = np.stack([getattr(one, key) for one in found])
        file.put(f"{group}/{key}", ("runs", "sections"), values)


if __name__ == "__main__":
    run(measure_quality, QualityError, store.StoreError)
