"""Noise: words of a sample, random directions, measures at the level of chance."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.measures.overlap import overlaps
from quaver.measures.pip import pip_losses
from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import unit_rows
from quaver.trainers import noise

WORDS = 300


@pytest.fixture(scope="module")
def view():
    """Every word three times, and one word in one unit only."""
    tokens = np.append(np.tile(np.arange(WORDS), 3), WORDS).astype(np.uint32)
    offsets = np.append(np.arange(0, len(tokens), 10), len(tokens))
    return View([f"w{k}" for k in range(WORDS + 1)], tokens, offsets)


def run(view, seed, dims=20, sampling="fixed", min_count=0):
    parameters = SimpleNamespace(dimensions=dims, min_count=min_count)
    sample = draw(sampling, view.units, 5)
    return noise.train(view, sample, parameters, seed)


def units_of(view, seeds):
    spaces = [run(view, seed, min_count=2) for seed in seeds]
    return [unit_rows(space.vectors[space.present]) for space in spaces]


def test_the_seed_decides_all_bits(view):
    first, again, other = (run(view, seed).vectors for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes()
    assert not (first == other).any()


def test_the_sample_decides_no_more_than_the_words(view):
    drawn = run(view, 1, sampling="bootstrapped", min_count=2)
    assert_array_equal(drawn.present, drawn.counts >= 2)
    assert 0 < drawn.present.sum() < WORDS
    half = Sample(np.arange(view.units // 2))
    space = noise.train(view, half, SimpleNamespace(dimensions=4, min_count=0), 1)
    assert_array_equal(space.present, space.counts > 0)
    assert np.isnan(space.vectors[~space.present]).all()


def test_vectors_are_standard_normal(view):
    values = run(view, 3, dims=100).vectors.ravel()
    assert abs(values.mean()) < 4 / np.sqrt(len(values))
    assert abs(values.var() - 1) < 4 * np.sqrt(2 / len(values))
    assert (abs(values) > 1.96).mean() == pytest.approx(0.05, abs=0.006)


def test_neighbours_are_shared_as_chance_has_it(view, subtests):
    """p@n is n / (V - 1), within four deviations of hypergeometric draws."""
    for n in [2, 10, 50]:
        with subtests.test(n=n):
            runs, targets = 10, np.arange(0, WORDS, 3)
            spaces = units_of(view, range(runs))
            lists = np.stack([neighbours(s, targets, n).indices for s in spaces])
            found = overlaps(lists.astype(np.int32), [n]).share[0]
            chance = n / (WORDS - 1)
            variance = chance * (1 - chance) * (WORDS - 1 - n) / (WORDS - 2) / n
            draws = len(found) * len(targets)
            assert len(found) == runs * (runs - 1) / 2
            assert abs(found.mean() - chance) < 4 * np.sqrt(variance / draws)


def test_pip_losses_of_all_pairs_are_those_of_independent_directions(view):
    """Off the diagonal, cosines of two runs differ by a variance of 2 / dims."""
    losses = pip_losses(units_of(view, range(6))).losses
    pairs = losses[np.triu_indices(6, k=1)]
    assert pairs.std() < 0.02 * pairs.mean()
    one, other = units_of(view, [11, 12])
    squares = ((one @ one.T - other @ other.T) ** 2).sum() / (WORDS * (WORDS - 1))
    assert squares == pytest.approx(2 / 20, rel=0.03)
