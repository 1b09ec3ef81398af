"""Vectors of terms as users read them, from a file of our own making."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver import store
from quaver.grid import Cell, View
from quaver.learners import transforms
from quaver.users.cell import Cell as ReadCell
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

MATRICES = np.array([[[0, 2], [1, 0.1]], [[1, 2], [3, 4]]])  # of rows, by run


@pytest.fixture
def results(tmp_path):
    path = tmp_path / PATH
    path.parent.mkdir(parents=True)
    with store.create(path, "learn_terms", dict) as file:
        file.put("terms", ("terms",), ["free market", "wage"])
        file.put("runs", ("runs",), np.array([1, 2]))
        file.put("vectors", ("runs", "terms", "draws", "dims"), VECTORS)
        file.put("single", ("runs", "entries", "dims"), VECTORS[:, 0])
        file.put("single_term", ("entries",), np.array([1, 0]))
        file.put("single_sentence", ("entries",), np.array([7, 9]))
    fitted = tmp_path / PATH.replace("additive", "alacarte")
    fitted.parent.mkdir(parents=True)
    with store.create(fitted, "learn_terms", dict) as file:
        file.put("runs", ("runs",), np.array([1, 2]))
        file.put("transform", ("runs", "dims", "other_dims"), MATRICES)
    learners = {x: SimpleNamespace(learner=x) for x in ("additive", "alacarte")}
    asked = SimpleNamespace(sets={"mine": 0, "other": 0}, learners=learners)
    study = SimpleNamespace(analyses=SimpleNamespace(terms=asked))
    there = {"file": tmp_path.joinpath, "stands": lambda x: (tmp_path / x).is_file()}
    return SimpleNamespace(study=study, **there)


def test_vectors_are_told_by_run_term_and_draw(results):
    frame = drawn_vectors(results, CELL, "mine", "additive")
    assert frame.index.names == ["run", "term", "draw"]
    assert len(frame) == 6  # those of which nothing is known are left out
    assert frame.loc[(1, "free market", 2)].tolist() == [0, 2]
    assert (2, "wage", 2) not in frame.index


def test_vectors_of_sentences_are_told_by_run_term_and_sentence(results):
    cell = ReadCell(results, CELL)
    frame = cell.sentences("mine", "additive")
    assert frame.index.names == ["run", "term", "sentence"]
    assert frame.loc[(1, "wage", 7)].tolist() == [3, 0]
    assert frame.loc[(2, "free market", 9)].tolist() == [1, 0]
    with pytest.raises(NotThereError, match="alacarte: {single: true}"):
        cell.sentences("mine", "alacarte")


def test_a_term_beside_words_is_the_sum_of_its_draws_at_length_one(results):
    frame = drawn_vectors(results, CELL, "mine", "additive")
    names, vectors = as_words(frame, 1)
    assert names == ["free_market", "wage"]
    assert_allclose(vectors, [[1, 1], [0, 1]])
    with pytest.raises(NotThereError, match="run '3'"):
        as_words(frame, 3)


def test_a_matrix_is_given_as_others_have_it_in_files(results, tmp_path):
    """v = A u, in conText and in Khodak et al.'s code; read again it is ours."""
    cell = ReadCell(results, CELL)
    matrix = cell.transform(1, "mine", "alacarte")
    assert_allclose(matrix @ [1, 0], [0, 2])
    np.savetxt(tmp_path / "a.txt", matrix)
    matrix.astype(np.float32).tofile(tmp_path / "a.bin")
    for name in ("a.txt", "a.bin"):
        read = transforms.read(str(tmp_path / name), 2)
        assert_allclose(read, MATRICES[0], rtol=1e-7)
    with pytest.raises(NotThereError, match="run '3'"):
        cell.transform(3, "mine", "alacarte")
    with pytest.raises(NotThereError, match="no matrix of 'additive'"):
        cell.transform(1, "mine", "additive")


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
