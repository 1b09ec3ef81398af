"""Terms as users read them: vectors of their draws, alone or beside a background."""

from collections.abc import Iterable, Mapping

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


def single_vectors(results, cell, name: str, learner: str) -> pd.DataFrame:
    """Vectors by run, term and sentence (its place in the text, from 0), of learners
    that keep them; sentences of which nothing was known are left out."""
    with _opened(results, cell, name, learner) as file:
        if "single" not in file:
            raise NotThereError(
                f"There are no vectors of single sentences of '{learner}': write "
                f"analyses: {{terms: {{learners: {{{learner}: {{single: true}}}}}}}}, "
                "then snakemake."
            )
        vectors, terms = file["single"][:], np.array(store.texts(file["terms"]))
        runs, sentence = file["runs"][:], file["single_sentence"][:]
        term = terms[file["single_term"][:]]
    each = [np.tile(values, len(runs)) for values in (term, sentence)]
    every = np.repeat(runs, len(term)), *each
    places = pd.MultiIndex.from_arrays(every, names=["run", "term", "sentence"])
    return pd.DataFrame(vectors.reshape(len(places), -1), places).dropna()


def as_words(frame: pd.DataFrame, run: int) -> tuple[list[str], np.ndarray]:
    """Names and vectors (terms, dims) of a run: of a term the sum of its draws' unit
    vectors; its words are joined by `_`, as tools want names without white space."""
    _refuse_other(run, frame.index.get_level_values("run"))
    own = frame.loc[run]
    units = own.div(np.linalg.norm(own, axis=1), axis=0)
    sums = units.groupby(level="term", sort=False).sum()
    names = ["_".join(term.split()) for term in sums.index]
    return names, sums.to_numpy(np.float32)


def fitted_transforms(results, cell, name: str, learner: str) -> dict[int, np.ndarray]:
    """Matrices of à la carte embedding by run: (dims, dims) float64, A of v = A u.

    So they stand in files of Khodak et al. and of conText.
    """
    with _opened(results, cell, name, learner) as file:
        if "transform" not in file:
            learning = results.study.analyses.terms.learners[learner].learner
            raise NotThereError(
                f"There is no matrix of '{learner}', which is '{learning}': a learner "
                "'alacarte' has one."
            )
        # ours stands behind rows, v = u A
        matrices = file["transform"][:].swapaxes(1, 2)
        return dict(zip(file["runs"][:].tolist(), matrices, strict=True))


def of_run(matrices: Mapping[int, np.ndarray], run: int) -> np.ndarray:
    """The matrix of a run."""
    _refuse_other(run, matrices)
    return matrices[run]


def _refuse_other(run: int, there: Iterable[int]) -> None:
    runs = sorted({*there})
    if run not in runs:
        raise not_there("run {} of these terms", str(run), map(str, runs))


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
