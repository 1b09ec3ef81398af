"""Vectors of terms as users read them, from a file of our own making."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver import store
from quaver.grid import Cell, View
from quaver.users.missing import NotThereError
from quaver.users.terms import as_words, drawn_vectors

CELL = Cell(View("general", "document", 1.0, "general"), "w", "shuffled", 2)
PATH = "terms/mine/additive/general/w/shuffled/learn_terms.h5"
# (runs, terms, draws, dims): the second draw of the second term knows nothing
VECTORS = np.array(
    [
        [[[3, 0], [0, 2]], [[0, 1], [np.nan, np.nan]]],
        [[[1, 0], [1, 0]], [[0, 4], [np.nan, np.nan]]],
    ],
    np.float32,
)


@pytest.fixture
def results(tmp_path):
    path = tmp_path / PATH
    path.parent.mkdir(parents=True)
    with store.create(path, "learn_terms", dict) as file:
        file.put("terms", ("terms",), ["free market", "wage"])
        file.put("runs", ("runs",), np.array([1, 2]))
        file.put("vectors", ("runs", "terms", "draws", "dims"), VECTORS)
    asked = SimpleNamespace(sets={"mine": 0, "other": 0}, learners={"additive": 0})
    study = SimpleNamespace(analyses=SimpleNamespace(terms=asked))
    there = {"file": tmp_path.joinpath, "stands": lambda x: (tmp_path / x).is_file()}
    return SimpleNamespace(study=study, **there)


def test_vectors_are_told_by_run_term_and_draw(results):
    frame = drawn_vectors(results, CELL, "mine", "additive")
    assert frame.index.names == ["run", "term", "draw"]
    assert len(frame) == 6  # those of which nothing is known are left out
    assert frame.loc[(1, "free market", 2)].tolist() == [0, 2]
    assert (2, "wage", 2) not in frame.index


def test_a_term_beside_words_is_the_sum_of_its_draws_at_length_one(results):
    frame = drawn_vectors(results, CELL, "mine", "additive")
    names, vectors = as_words(frame, 1)
    assert names == ["free_market", "wage"]
    assert_allclose(vectors, [[1, 1], [0, 1]])
    with pytest.raises(NotThereError, match="run '3'"):
        as_words(frame, 3)


@pytest.mark.parametrize(
    ("name", "learner", "told"),
    [
        ("hers", "additive", "set 'hers' of terms"),
        ("mine", "sif", "learner 'sif' of terms"),
        ("other", "additive", "run snakemake"),
    ],
)
def test_what_is_not_there_is_told(results, name, learner, told):
    with pytest.raises(NotThereError, match=told):
        drawn_vectors(results, CELL, name, learner)
