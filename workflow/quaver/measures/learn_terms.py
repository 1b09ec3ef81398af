"""Vectors of terms, learned from each of their draws beside every run of a background.

A background is kept as it is: what a term gets hangs on its own sentences alone (but
where a learner trains all terms together with a text, as `joint` does).
"""

from collections.abc import Mapping

import numpy as np

from quaver.learners.declare import UNKNOWN, LearningError
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
        space = background.vectors if learned.space is None else learned.space
        arrays = {"vectors": learned.vectors, "taught": learned.taught}
        arrays |= {
            name: getattr(learned, name) for name in ("read", "unknown", "moved")
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
        for name, values in arrays.items():
            if values.size:
                files[name][k] = values.reshape(shape[1:] + values.shape[1:])
        files["own"][k] = own


def _hidden(sentences: Sentences, parameters: Mapping) -> np.ndarray:
    """Which words of the sentences are no context: (words,), other terms where terms
    are learned together with a text, whose own words these would count for."""
    if parameters.get("others") != "dropped":
        return np.zeros(len(sentences.words), dtype=bool)
    terms = {*sentences.terms}
    return np.array([word in terms for word in sentences.words], dtype=bool)


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
    spec=learning_spec,
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
