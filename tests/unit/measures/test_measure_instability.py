"""Instability of words stored with what it is without each run."""

from itertools import combinations

import numpy as np
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver import store
from quaver.statistics.batches import batch_means, batches

WORDS = 50


def pairs(runs, least, seed):
    """Losses of words between all runs: (runs, runs, words)."""
    noise = np.random.default_rng(seed).random((runs, runs, WORDS)) / 100
    return least + noise + noise.transpose(1, 0, 2)


def write(path, losses):
    """A pip.h5 of losses: each run's mean over the others."""
    runs = len(losses)
    inner = losses * (1 - np.eye(runs))[:, :, None]
    with store.create(path, "pip", dict) as file:
        file.put("words", ("words",), [f"w{k:02}" for k in range(WORDS)])
        file.put("frequency", ("words",), np.arange(WORDS)[::-1] % 7 + 1.0)
        file.put("word_losses", ("runs", "words"), inner.sum(axis=1) / (runs - 1))


def mean(losses, without=None):
    """Mean over pairs of the runs that stay: (words,)."""
    kept = [run for run in range(len(losses)) if run != without]
    return np.mean([losses[pair] for pair in combinations(kept, 2)], axis=0)


def root(bootstrapped, shuffled):
    with np.errstate(invalid="ignore"):
        return np.sqrt(bootstrapped**2 - shuffled**2)


def test_batches_without_each_run_are_measured_without_it(tmp_path):
    inner, outer = pairs(4, 0.02, 1), pairs(5, 0.021, 2)
    paths = [tmp_path / "shuffled.h5", tmp_path / "bootstrapped.h5"]
    for path, losses in zip(paths, (inner, outer), strict=True):
        write(path, losses)
    output = tmp_path / "instability.h5"
    call("instability", output, paths)
    with store.read(output, "instability") as file:
        names, sizes = store.texts(file["words"]), file["frequency"][:]
        whole = root(mean(outer), mean(inner))
        assert 0 < np.isnan(whole).sum() < 30  # bootstrapped < shuffled
        assert_allclose(file["extrinsic"], whole)
        assert_allclose(file["intrinsic"], mean(inner))
        assert file.attrs["missing"] == np.isnan(whole).sum()
        assert_array_equal(sizes, np.arange(WORDS)[::-1] % 7 + 1.0)
        assert names == [f"w{k:02}" for k in range(WORDS)]
        parts = batches(sizes, names, np.isfinite(whole))
        for name, expected in (
            ("shuffled", [root(mean(outer), mean(inner, k)) for k in range(4)]),
            ("bootstrapped", [root(mean(outer, k), mean(inner)) for k in range(5)]),
        ):
            found = [batch_means(values, parts) for values in expected]
            assert_allclose(file[f"left/extrinsic/{name}"], found)
        parts = batches(sizes, names, np.ones(WORDS, dtype=bool))
        found = [batch_means(mean(inner, k), parts) for k in range(4)]
        assert_allclose(file["left/intrinsic/shuffled"], found)


def test_batches_are_by_size_and_name():
    found = batches(np.array([2.0, 1.0, 2.0]), ["b", "c", "a"], np.ones(3, dtype=bool))
    assert [list(rows) for rows in found[:3]] == [[1], [2], [0]]
    values = np.array([1.0, np.nan, 3.0])
    means = batch_means(values, [np.array([0, 1, 2]), np.array([1])])
    assert means[0] == 2 and np.isnan(means[1])
