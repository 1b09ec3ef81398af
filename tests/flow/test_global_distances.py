"""Global distances of a finished study, against their definitions on its models."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.linalg import orth, orthogonal_procrustes

BEST = {
    "eigenspace_overlap": 1,
    "displacement": 0,
    "knn_overlap": 1,
    "rank_biased_overlap": 1,
}
CELLS = [
    f"early/{name}/{kind}"
    for name in ("fasttext", "glove", "lsa", "ppmi", "word2vec")
    for kind in ("fixed", "shuffled", "bootstrapped")
]
ALL_CELLS = [*CELLS, "elsewhere/given/shuffled"]


@pytest.fixture
def found(stored):
    """Distances of a cell, by name, and its number of runs."""

    def read(cell):
        values = stored.read(f"measures/{cell}/distances.h5", *BEST, "runs")
        return dict(zip(BEST, values, strict=False)), len(values[-1])

    return read


def units(stored, cell):
    """Unit rows of every run over the shared words."""
    _, vectors, present, _ = stored.models(cell)
    rows = vectors[:, present.all(axis=0)].astype(np.float64)
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def test_they_are_symmetric_and_best_with_itself(found, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            distances, runs = found(cell)
            for name, values in distances.items():
                assert values.shape == (runs, runs)
                assert_array_equal(values, values.T)
                assert_array_equal(np.diag(values), BEST[name])
                least = -1 if name == "knn_overlap" else 0
                assert values.min() >= least and values.max() <= 1


def test_they_are_those_of_the_models(stored, found, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            distances, runs = found(cell)
            spaces = units(stored, cell)
            bases = [orth(space, rcond=1e-6) for space in spaces]
            for i in range(runs):
                for j in range(i + 1, runs):
                    size = max(bases[i].shape[1], bases[j].shape[1])
                    overlap = np.square(bases[i].T @ bases[j]).sum() / size
                    turn, _ = orthogonal_procrustes(spaces[i], spaces[j])
                    cosines = np.einsum("wd,wd->w", spaces[i] @ turn, spaces[j])
                    assert_allclose(
                        distances["eigenspace_overlap"][i, j], overlap, rtol=1e-5
                    )
                    moved = 1 - cosines.mean()
                    assert_allclose(distances["displacement"][i, j], moved, atol=1e-6)


def test_overlap_of_neighbours_is_that_stored_less_chance(stored, found, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            distances, _ = found(cell)
            words, sizes, share = stored.read(
                f"measures/{cell}/neighbours.h5", "words", "sizes", "share"
            )
            chance = sizes[-1] / (len(words) - 1)
            expected = (share[-1] - chance) / (1 - chance)
            assert_allclose(distances["knn_overlap"], expected, atol=1e-12)


def test_they_are_best_where_there_is_no_loss(stored, found, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            same = stored.losses(cell) == 0
            distances, _ = found(cell)
            if cell == "early/ppmi/fixed":
                assert same.all(), "a deterministic technique"
            for name, values in distances.items():
                assert (values[same] == BEST[name]).all()
