"""Score the change between two texts against what is true of some words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from quaver.corpora import languages
from quaver.measures.change_scoring import (
    ALL,
    FREQUENCIES,
    NONE,
    Answers,
    Truth,
    answers,
    chance,
    ensembles,
    lacking_runs,
    of_frequency,
    same_for_all,
    scored,
    unplanted,
)
from quaver.measures.declare import PAIR, TEXTS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.quality.words import Lexicon, places
from quaver.statistics.clustering import effective

RUN, AVERAGE, ENSEMBLE = "run", "average", "ensemble"
PLANTED = "planted"


def measure(given, out) -> None:
    """Store what every model says of the targets, and its scores."""
    spec, sizes = given.spec, [*_sizes(given)]
    with given.other("change_alignment") as stored:
        words, counts = stored.texts("words"), stored["counts"][:]
        truth = truth_of(given, words, counts)
        rows = rows_of(truth.words, words, spec)
        if not (rows >= 0).any():
            few = ", ".join(truth.words[:3])
            raise MeasureError(
                f"no target ({few} ...) is in both texts: name the truth of these "
                "texts, spelt as they are"
            )
        models = list(_models(stored, rows, counts, spec["missing"]))
        lacking = lacking_runs(stored["distance"][:], rows)
    own = np.where(rows >= 0, counts[:, rows], 0)
    said = zip(*(answered for _, _, answered in models), strict=True)
    made = Answers(*map(np.concatenate, said))
    scores = scored(made, truth, own)
    out.put_axes(words=truth.words)
    out.put_all(("words",), binary=truth.binary, graded=truth.graded)
    out.put("occurrences", ("words", "periods"), own.T)
    out.put("absent", ("words",), rows < 0)
    out.put("lacking", ("words",), lacking)
    kinds = [(kind, size) for kind, size, said in models for _ in said.change]
    out.put("kind", ("models",), [kind for kind, _ in kinds])
    out.put("size", ("models",), np.array([size for _, size in kinds]))
    for name, values in made._asdict().items():
        out.put(name, ("models", "words"), values)
    beside = {f"chance/{name}": x for name, x in chance(scores, truth).items()}
    numbers = scores._asdict() | beside
    for name, values in numbers.items():
        out.put(name, ("models",), values)
    out.put("documents", ("periods",), np.array([len(own) for own in sizes]))
    out.put("effective", ("periods",), np.array([effective(own) for own in sizes]))


def _sizes(given) -> Iterator[np.ndarray]:
    """Tokens of the documents of each text, empty ones left out: (documents,)."""
    for text in given.others(TEXTS):
        with text as stored:
            sizes = np.diff(stored["document_offsets"][:])
            yield sizes[sizes > 0]


def _models(stored, rows: np.ndarray, counts: np.ndarray, missing: str) -> Iterator:
    """Kind, size and answers of all models: runs, averages, ensembles, baselines."""
    single = _one_by_one(stored["distance"], rows, missing)
    yield RUN, 1, single
    runs = len(single.change)
    averages = map(int, stored["averages"]) if "averages" in stored["/"] else ()
    for size in halves(runs, averages):
        averaged = stored[f"averages/{size}/distance"]
        yield AVERAGE, size, _one_by_one(averaged, rows, missing)
    for size in halves(runs, range(runs + 1)):
        yield ENSEMBLE, size, ensembles(single, size)
    for name, values in zip(FREQUENCIES, of_frequency(counts), strict=True):
        yield name, 0, answers(values[None], rows, missing)
    # of targets that are left out it says nothing either
    there = np.where((rows < 0) & (missing == "drop"), np.nan, 1.0)
    alike = same_for_all(len(rows))
    for number, name in enumerate((ALL, NONE)):
        yield name, 0, Answers(*(x[number : number + 1] * there for x in alike))


def _one_by_one(distance, rows: np.ndarray, missing: str) -> Answers:
    """Answers of models whose changes of all words (models, words) are read in turn."""
    said = (answers(distance[k][None], rows, missing) for k in range(len(distance)))
    return Answers(*map(np.concatenate, zip(*said, strict=True)))


def halves(runs: int, sizes: Iterable[int]) -> list[int]:
    """Sizes that are scored: half of the runs, or what is next below it, and all."""
    sizes = [size for size in sizes if 1 < size <= runs]
    half = max((size for size in sizes if size <= runs // 2), default=0)
    return [size for size in (half, runs) if size in sizes]


def rows_of(targets: Sequence[str], words: Sequence[str], spec: Mapping) -> np.ndarray:
    """Rows of targets among words, spelt as a text is cleaned: -1 where in neither."""
    lower = languages.pack(spec["language"]).lower if spec["lowercase"] else None
    lexicon = Lexicon(words, spec["normalise"], lower)
    # of words that are spelt alike, the first
    spelt, first = np.unique(lexicon.spelling, return_index=True)
    asked = lexicon.numbers([[word] for word in targets])[:, 0]
    rows = places(asked, spelt)
    return np.where(rows >= 0, first[rows], -1)


def truth_of(given, words: Sequence[str], counts: np.ndarray) -> Truth:
    """What is true of the targets: as published, or as it was planted."""
    if not (published := given.spec["truth"]):
        return planted(given, words, counts)
    graded = np.array(published["graded"], float)
    # where grades alone were published, nothing is known of which words changed
    binary = np.array(published["binary"] or np.full(len(graded), np.nan), float)
    return Truth(published["words"], binary, graded)


def planted(given, words: Sequence[str], counts: np.ndarray) -> Truth:
    """Words of which a share was planted, and as many like them of which none was.

    Of those that change places with them a share was as well, but these are no targets:
    what one of two says, the other says again.
    """
    with given.others(TEXTS)[0] as stored:
        names = stored.texts("words")
        plants = {x: stored[f"planted/{x}"][:] for x in ("targets", "donors", "shares")}
    row = {word: number for number, word in enumerate(words)}
    targets, donors = (
        [names[k] for k in plants[which]] for which in ("targets", "donors")
    )
    like, taken = (
        np.array([row[word] for word in own if word in row], np.int64)
        for own in (targets, targets + donors)
    )
    still = [words[k] for k in unplanted(counts.mean(axis=0), like, taken)]
    graded = np.concatenate([plants["shares"], np.zeros(len(still))])
    return Truth([*targets, *still], (graded > 0).astype(float), graded)


def _spec(grid, subject) -> dict:
    name, text = grid.aligned_of(*subject.cells), subject.cell.view.corpus
    truth, clean = (
        grid.study.analyses.change[name].truth,
        grid.study.corpora[text].clean,
    )
    return {
        "truth": {} if truth.format == PLANTED else grid.truth(name),
        "missing": truth.missing,
        "language": grid.language(subject.cell),
        "lowercase": bool(clean.lowercase),
        "normalise": clean.normalise,
    }


def _is_wanted(grid, subject) -> bool:
    """Planted truth is of the halves it was planted in, published of what is asked."""
    corpora, name = grid.study.corpora, grid.aligned_of(*subject.cells)
    truth = name and grid.study.analyses.change[name].truth
    kinds = {corpora[c.view.corpus].part.get("kind", "") for c in subject.cells}
    if not truth or truth.format != PLANTED:
        return bool(truth) and not any(map(grid.is_control, subject.cells))
    return kinds == {PLANTED}


MEASURE = Measure(
    name="change_scores",
    of=PAIR,
    reads=("change_alignment", TEXTS),
    wanted=_is_wanted,
    spec=_spec,
    uses=lambda grid, subject: (languages.module(grid.language(subject.cell)),),
    controls=True,
    message="Score the change between {subject} against truth.",
    cost=Cost(
        # words, and the changes of a run: runs are read in turn
        bytes=lambda size: 300.0 * size.words,
        operations=lambda size: 64.0 * size.words * (size.runs + 4),
    ),
    quantities={
        "change_accuracy": Quantity(
            label="accuracy of which words changed",
            symbol="accuracy",
            formula="share of targets said rightly to have changed or not",
            source="Schlechtweg et al. 2020, task 1; threshold: Rettenmeier 2020",
        ),
        "change_rho": Quantity(
            label="rank correlation of change with what people said",
            symbol="rho",
            formula="Spearman's, ties share ranks",
            source="Schlechtweg et al. 2020, task 2",
            range=(-1.0, 1.0),
        ),
    },
)
