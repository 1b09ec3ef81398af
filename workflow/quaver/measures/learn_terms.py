"""Vectors of terms, learned from each of their draws beside every run of a background.

A background is kept as it is: what a term gets hangs on its own sentences alone (but
where a learner trains all terms together with a text, as `joint` does).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from quaver.learners.declare import UNKNOWN, Learned, LearningError
from quaver.measures.declare import DRAWS, MODELS, TERMS, TEXTS, Cost, Measure
from quaver.measures.sentences import (
    Backgrounds,
    Sentences,
    learning_modules,
    learning_spec,
    sentences_of,
)

AXES = "runs", "terms", "draws"


def measure(given, out) -> None:
    """Store vectors of all draws, what was read for them, and those of own words."""
    with given.other(DRAWS) as stored:
        sentences = sentences_of(stored)
        # what others published is fixed: tables count what nothing is learned of
        is_ours = not stored.attrs.get("layout", "")
    backgrounds = Backgrounds(given, sentences)
    learn = backgrounds.learner()
    entries, group, names = sentences.groups()
    shape = len(backgrounds), len(sentences.terms), sentences.draws
    out.put_axes(terms=sentences.terms, runs=backgrounds.numbers)
    out.put("is_test", ("terms",), sentences.is_test)
    hidden = _hidden(sentences, given.spec["parameters"])
    for k, run in enumerate(backgrounds.numbers.tolist()):
        background, rows = backgrounds[k]
        rows = np.where(hidden, UNKNOWN, rows)
        called = [(sentences.terms[term], draw) for term, draw in names]
        drawn = sentences.drawn(rows, entries, group, len(names))
        learned = learn(background, drawn, backgrounds.seeds(run, called))
        if is_ours:
            draws = [(term, draw + 1) for term, draw in called]
            has_any = np.bincount(group, minlength=len(names)) > 0
            refuse_unknown(learned, has_any, draws, (given.spec, run))
        space = background.vectors if learned.space is None else learned.space
        arrays = {"vectors": learned.vectors, "taught": learned.taught}
        arrays |= {
            name: getattr(learned, name)
            for name in ("known", "read", "unknown", "moved")
        }
        own = backgrounds.own(space)
        if k == 0:
            files = {
                name: out.reserve(
                    name,
                    AXES + {"vectors": ("dims",), "taught": ("places",)}.get(name, ()),
                    shape + values.shape[1:],
                    np.float32 if name == "vectors" else values.dtype,
                )
                for name, values in arrays.items()
                if values.size
            }
            axes = "runs", "terms", "dims"
            files["own"] = out.reserve("own", axes, (shape[0], *own.shape), np.float32)
            if learned.transform is not None:
                axes, square = ("runs", "dims", "other_dims"), learned.transform.shape
                files["transform"] = out.reserve(
                    "transform", axes, (shape[0], *square), np.float64
                )
        for name, values in arrays.items():
            if values.size:
                files[name][k] = values.reshape(shape[1:] + values.shape[1:])
        files["own"][k] = own
        if learned.transform is not None:
            files["transform"][k] = learned.transform
    if given.spec.get("single"):
        _put_single(given, out, sentences, backgrounds)


def _put_single(given, out, sentences: Sentences, backgrounds: Backgrounds) -> None:
    """Store the vector of each sentence alone, and which sentence of the text it is."""
    with given.other(DRAWS) as stored:
        number = stored["sentence"][:]
    out.put_all(("entries",), single_term=sentences.term, single_sentence=number)
    learn, entries = backgrounds.learner(), np.arange(len(number))
    pairs = zip(sentences.term, number.tolist(), strict=True)
    called = [(sentences.terms[term], "single", x) for term, x in pairs]
    for k, run in enumerate(backgrounds.numbers.tolist()):
        background, rows = backgrounds[k]
        drawn = sentences.drawn(rows, entries, entries, len(entries))
        vectors = learn(background, drawn, backgrounds.seeds(run, called)).vectors
        if k == 0:
            shape = len(backgrounds), *vectors.shape
            axes = "runs", "entries", "dims"
            file = out.reserve("single", axes, shape, np.float32)
        file[k] = vectors


def refuse_unknown(
    learned: Learned,
    has_any: np.ndarray,
    draws: Sequence[tuple[str, int]],
    where: tuple[Mapping, int],
) -> None:
    """Raise LearningError where draws of a text have no known word around their term.

    has_any: (groups,) bool, which have sentences. draws: term and number, from 1, of
    each group. where: the spec, and the run of the background.
    """
    lost, (spec, run) = np.flatnonzero(has_any & (learned.known == 0)), where
    if not len(lost):
        return
    term, draw = draws[lost[0]]
    raise LearningError(
        f"analyses.terms.sets.{spec['set']}: got {len(lost)} of {has_any.sum()} draws "
        f"whose sentences have no word around their term that run {run} of "
        f"{spec['cell']} knows, the first of '{term}' (draw {draw}). Write more "
        "'sentences' for a draw, or a larger 'least', a lower 'min_count' for the "
        "background's text, or take such terms out of 'words'"
    )


def _hidden(sentences: Sentences, parameters: Mapping) -> np.ndarray:
    """Which words of the sentences are no context: (words,), other terms where terms
    are learned together with a text, whose own words these would count for."""
    if parameters.get("others") != "dropped":
        return np.zeros(len(sentences.words), dtype=bool)
    terms = {*sentences.terms}
    return np.array([word in terms for word in sentences.words], dtype=bool)


def _single(grid, subject) -> dict:
    asked = grid.study.analyses.terms.learners[subject.learner].parameters
    return {"single": True} if asked.single else {}


def operations(size) -> float:
    """Of learning: of what reads the background's text, that; else of the draws."""
    name, learner = size.terms
    asked = size.analyses.terms
    if not (asked and asked.learners[learner].parameters.needs_text):
        return 1e8 * size.runs
    own = asked.learners[learner].parameters.runs or size.runs
    return own * (8_000.0 * size.tokens + 40 * size.words * size.dims**2)


MEASURE = Measure(
    name="learn_terms",
    of=TERMS,
    reads=(MODELS, DRAWS, TEXTS),
    spec=lambda grid, subject: {
        **learning_spec(grid, subject, "learn_terms"),
        "set": subject.terms,
        **_single(grid, subject),
    },
    uses=learning_modules,
    refuses=(LearningError,),
    rule="learn_terms",
    message="Learn the vectors of {subject}.",
    cost=Cost(
        bytes=lambda size: (
            4e8 + 12.0 * size.words * size.dims + 600.0 * size.words + 8.0 * size.tokens
        ),
        operations=operations,
        passes=1,
    ),
)
