"""Terms as users read them: vectors of their draws, alone or beside a background."""

import numpy as np
import pandas as pd

from quaver import store
from quaver.grid.subjects import Subject
from quaver.measures import MEASURES
from quaver.measures.declare import TERMS
from quaver.users.missing import NotThereError, not_there

LEARNED = "learn_terms"


def drawn_vectors(results, cell, name: str, learner: str) -> pd.DataFrame:
    """Vectors by run, term and draw (from 1) of a set, as a learner gave them beside
    a cell; draws of which nothing was known are left out."""
    with _opened(results, cell, name, learner) as file:
        vectors, terms = file["vectors"][:], store.texts(file["terms"])
        runs = file["runs"][:].tolist()
    draws = range(1, vectors.shape[2] + 1)
    places = pd.MultiIndex.from_product([runs, terms, draws])
    frame = pd.DataFrame(vectors.reshape(len(places), -1), places)
    return frame.rename_axis(["run", "term", "draw"]).dropna()


def as_words(frame: pd.DataFrame, run: int) -> tuple[list[str], np.ndarray]:
    """Names and vectors (terms, dims) of a run: of a term the sum of its draws' unit
    vectors; its words are joined by `_`, as tools want names without white space."""
    if run not in frame.index.get_level_values("run"):
        there = sorted({*frame.index.get_level_values("run")})
        raise not_there("run {} of these terms", str(run), map(str, there))
    own = frame.loc[run]
    units = own.div(np.linalg.norm(own, axis=1), axis=0)
    sums = units.groupby(level="term", sort=False).sum()
    names = ["_".join(term.split()) for term in sums.index]
    return names, sums.to_numpy(np.float32)


def _opened(results, cell, name: str, learner: str):
    asked = results.study.analyses.terms
    for what, own, there in (
        ("set {} of terms", name, asked.sets if asked else ()),
        ("learner {} of terms", learner, asked.learners if asked else ()),
    ):
        if own not in there:
            raise not_there(what, own, there, "analyses: {terms: ...} names them.")
    path = Subject(TERMS, (cell,), terms=name, learner=learner).file(MEASURES[LEARNED])
    if not results.stands(path):
        raise NotThereError(
            f"{path} is not there: run snakemake, or see that {cell.technique} is a "
            "background of the study (analyses: {terms: {backgrounds: [...]}})."
        )
    return store.read(results.file(path), LEARNED)
