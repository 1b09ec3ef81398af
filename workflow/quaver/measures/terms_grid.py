"""How parameters of a learner do on training terms: every product of a grid's values.

Bloem et al. 2019, section 7, seeks them by consistency; a level of chance stands beside
it, as what makes all vectors alike is consistent too. The first run of a background
is read once for all settings.
"""

from itertools import product

import numpy as np

from quaver.learners.declare import LearningError
from quaver.measures.declare import DRAWS, MODELS, TERMS, TEXTS, Cost, Measure
from quaver.measures.learn_terms import operations
from quaver.measures.sentences import (
    Backgrounds,
    Sentences,
    learning_modules,
    learning_spec,
    sentences_of,
)
from quaver.measures.terms_apart import vectors_of
from quaver.spaces.apart import apart
from quaver.spaces.term_ranks import ranked
from quaver.spaces.word_ranks import units_of
from quaver.statistics.kappa import kappa_of, mean, mean_between, means

BY_TERM = "cosine", "rank"
OF_SET = "between", "kappa", "identified"


def measure(given, out) -> None:
    """Store what each setting gives: means over pairs of draws, and of the set."""
    with given.other(DRAWS) as stored:
        sentences = sentences_of(stored)
    grid, backgrounds = given.spec["grid"], Backgrounds(given, sentences)
    background, rows = backgrounds[0]
    terms, entries, group = _training(sentences)
    names = [sentences.terms[term] for term in terms]
    number = len(terms) * sentences.draws
    run = int(backgrounds.numbers[0])
    called = [*product(names, range(sentences.draws))]
    drawn = sentences.drawn(rows, entries, group, number)
    seeds = backgrounds.seeds(run, called)  # those of learn_terms
    units, sizes = units_of(background.vectors), sentences.sizes()[terms]
    settings = [*product(*grid.values())]
    told = []
    for setting in settings:
        learn = backgrounds.learner(**dict(zip(grid, setting, strict=True)))
        learned = learn(background, drawn, seeds)
        space = units if learned.space is None else units_of(learned.space)
        vectors = learned.vectors.reshape(len(terms), sentences.draws, -1)
        told.append(_told(vectors, space, sizes))
    out.put_axes(parameters=[name.rstrip("_") for name in grid], terms=names)
    out.put("values", ("settings", "parameters"), np.array(settings, np.float64))
    for places, axes in ((BY_TERM, ("settings", "terms")), (OF_SET, ("settings",))):
        for name in places:
            out.put(name, axes, np.array([each[name] for each in told]))


def _training(sentences: Sentences) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Terms to choose parameters on, entries of their draws, and the group of each."""
    entries, group, _ = sentences.groups()
    terms = np.flatnonzero(~sentences.is_test)
    kept = ~sentences.is_test[sentences.term[entries]]
    turn = np.searchsorted(terms, sentences.term[entries[kept]])
    return terms, entries[kept], turn * sentences.draws + group[kept] % sentences.draws


def _told(vectors: np.ndarray, space: np.ndarray, sizes: np.ndarray) -> dict:
    """Numbers of one setting: (terms, draws, dims), unit rows of words, sentences of a
    draw (terms,) -> by name."""
    terms, draws, dims = vectors.shape
    found = apart(vectors, np.zeros(terms, np.int64), sizes)
    own = np.full((terms, dims), np.nan, np.float32)
    nobody = np.full((terms, draws, draws), -1, np.int64)
    ranks = ranked([space], (vectors, own), nobody, 0).rank
    return {
        "cosine": found.within,
        "rank": means(np.where(ranks > 0, ranks, np.nan).reshape(terms, -1)),
        "between": mean_between(found.between),
        "kappa": kappa_of(found.within, found.between),
        "identified": mean(found.identified),
    }


def _wanted(grid, subject) -> bool:
    asked = grid.study.analyses.terms
    if not asked.grid or subject.cell.sampling == "bootstrapped":
        return False
    of = asked.grid["of"], asked.searched
    return (subject.learner, subject.terms) == of


def _spec(grid, subject) -> dict:
    asked, spec = grid.study.analyses.terms, learning_spec(grid, subject, "terms_grid")
    # `lambda` is no name in Python, where it is `lambda_`
    fields = {name.rstrip("_"): name for name in vars(_own(grid, subject))}
    values = {x: [*asked.grid[x]] for x in asked.grid if x not in ("of", "set")}
    return spec | {"grid": {fields[name]: values[name] for name in values}}


def _own(grid, subject):
    return grid.study.analyses.terms.learners[subject.learner].parameters


def _settings(size) -> int:
    asked = size.analyses.terms
    lists = (asked.grid or {}).values() if asked else ()
    return int(
        np.prod([len(values) for values in lists if not isinstance(values, str)])
    )


MEASURE = Measure(
    name="terms_grid",
    of=TERMS,
    reads=(MODELS, DRAWS, TEXTS),
    wanted=_wanted,
    spec=_spec,
    uses=learning_modules,
    refuses=(LearningError,),
    message="Score parameters of {subject}.",
    cost=Cost(
        bytes=lambda size: 4e8 + size.words * (16.0 * size.dims + 600),
        operations=lambda size: (
            _settings(size)
            * (
                operations(size) / max(1, size.runs)
                + vectors_of(size) * (5.0 * size.dims + 60) * size.words
            )
        ),
        passes=1,
    ),
)
