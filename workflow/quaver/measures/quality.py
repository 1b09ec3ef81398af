"""Score every run of a cell on the evaluation sets of its language."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import NamedTuple

import numpy as np

from quaver.corpora import languages
from quaver.measures.declare import MODELS, Cost, Measure
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.files import GENSIM, QualityError
from quaver.quality.scores import Score, accuracy, analogies, correlation
from quaver.quality.similarity import Pairs
from quaver.quality.words import Lexicon, candidates, places
from quaver.spaces.normalise import unit_rows

_ENTRY = ("path", "format", "encoding")  # of a set, in a spec


class Result(NamedTuple):
    """What a run scored on a set; known and right: (sections,) of analogies."""

    score: Score
    known: np.ndarray | None = None
    right: np.ndarray | None = None


def measure(given, out) -> None:
    """Store scores and coverage of all sets and runs, and sections of analogies."""
    sets, runs = read_sets(given.spec["sets"]), given.runs
    results, words = score_runs(runs, sets, given.spec)
    _put_scores(out, runs, sets, results)
    out.put("words", ("runs",), np.array(words, dtype=np.int64))
    for name, questions in sets.items():
        if isinstance(questions, Analogies):
            group, sections = f"analogies/{name}", questions.sections
            asked = np.bincount(questions.section, minlength=len(sections))
            out.put(f"{group}/sections", ("sections",), sections)
            out.put(f"{group}/questions", ("sections",), asked)
            for key in ("known", "right"):
                values = np.stack([getattr(result, key) for result in results[name]])
                out.put(f"{group}/{key}", ("runs", "sections"), values)
            out.put(f"{group}/runs", ("runs",), runs.numbers)


def read_sets(entries: Mapping) -> dict[str, Analogies | Pairs]:
    """Evaluation sets by name, from their entries in a study."""
    sets = {}
    for name, entry in entries.items():
        try:
            sets[name] = formats.read(*(entry[key] for key in _ENTRY))
        except QualityError as error:
            raise QualityError(f"evaluation set {name}: {error}") from error
    return sets


def score_runs(
    runs, sets: Mapping[str, Analogies | Pairs], spec: Mapping
) -> tuple[dict[str, list[Result]], list[int]]:
    """What every run scored, by set, and how many words each run scored with."""
    lower = languages.pack(spec["language"]).lower if spec["lowercase"] else None
    lexicon = Lexicon(runs.words, spec["normalise"], lower)
    asked = {name: lexicon.numbers(questions.words) for name, questions in sets.items()}
    results: dict[str, list[Result]] = {name: [] for name in sets}
    sizes = []
    for number in range(len(runs)):
        vectors, present, counts = runs[number]
        rows = candidates(counts, present, lexicon.spelling, spec["restrict"])
        units, spelling = unit_rows(vectors[rows]), lexicon.spelling[rows]
        sizes.append(len(rows))
        for name, questions in sets.items():
            places_of = places(asked[name], spelling)
            results[name].append(_result(units, places_of, questions))
    return results, sizes


def _result(units: np.ndarray, rows: np.ndarray, questions) -> Result:
    """Score one run; rows: words of the questions or pairs, -1 where unknown."""
    if isinstance(questions, Pairs):
        return Result(correlation(units, rows, questions.gold))
    masks, sections = analogies(units, rows), len(questions.sections)
    counts = (np.bincount(questions.section[x], minlength=sections) for x in masks)
    return Result(accuracy(*masks), *counts)


def _put_scores(out, runs, sets: Mapping, results: Mapping) -> None:
    scores = {name: [result.score for result in results[name]] for name in sets}
    questions = np.array([len(each.words) for each in sets.values()])
    answerable = np.array([[score.known for score in scores[name]] for name in sets])
    values = np.array([[score.value for score in scores[name]] for name in sets])
    of_analogies = [isinstance(each, Analogies) for each in sets.values()]
    kinds = ["analogies" if each else "similarity" for each in of_analogies]
    notes = [
        "; ".join(dict.fromkeys(x.note for x in scores[n] if x.note)) for n in sets
    ]
    coverage = answerable / questions[:, None]
    out.put_axes(sets=list(sets), runs=runs.numbers)
    out.put_all(("sets",), kinds=kinds, questions=questions, notes=notes)
    out.put_all(("sets", "runs"), scores=values, known=answerable, coverage=coverage)


def scoring(grid, cell, made: str) -> dict:
    """What scores of a cell depend on, for the file that is made of them."""
    quality = grid.study.analyses.quality
    text = grid.study.corpora.get(cell.view.corpus)
    sets = {
        name: {
            **{key: getattr(quality.sets[name], key) for key in _ENTRY},
            **grid.set_contents(name, made),
        }
        for name in grid.sets(cell)
    }
    spec = {
        "language": grid.language(cell),
        "restrict": quality.restrict,
        # a text that is not the study's is taken as it stands
        "lowercase": quality.lowercase == "always"
        or bool(text and text.clean.lowercase),
        "normalise": text.clean.normalise if text else "NFC",
        "sets": sets,
    }
    if any(entry["path"].startswith(GENSIM) for entry in sets.values()):
        spec["gensim"] = version("gensim")
    return spec


def language_of(grid, subject) -> tuple[str]:
    """The module of a cell's language, whose capital letters scores go by."""
    return (languages.module(grid.language(subject.cell)),)


MEASURE = Measure(
    name="quality",
    reads=(MODELS,),
    wanted=lambda grid, subject: bool(grid.sets(subject.cell)),
    spec=lambda grid, subject: scoring(grid, subject.cell, subject.file(MEASURE)),
    uses=language_of,
    refuses=(QualityError,),
    message="Score the runs of {subject} on analogies and word similarity.",
    cost=Cost(lambda size: size.spaces, lambda size: size.runs * size.scoring, 1),
)
