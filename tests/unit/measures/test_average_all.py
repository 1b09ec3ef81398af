"""The average of all runs of a cell, whatever their number."""

import numpy as np
from measuring import call
from numpy.testing import assert_array_equal

from quaver import store
from quaver.measures.average_all import method_for
from quaver.measures.average_spaces import AXES
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space

NAMES = [f"word{k}" for k in range(30)]


def write_models(path, runs):
    """A block of noise; the first run lacks two words, the second one."""
    with store.create(path, "models", dict) as file:
        for place in range(runs):
            generator = np.random.default_rng(place)
            vectors = generator.standard_normal((len(NAMES), 5), np.float32)
            present = np.arange(len(NAMES)) > 1 - place
            vectors[~present] = np.nan
            counts = present.astype(np.int64)
            put_space(file, place, runs, Space(vectors, present, counts))
        put_runs(file, NAMES, np.arange(1, runs + 1))


def averaged(stage, folder, spec):
    call(stage, folder / f"{stage}.h5", [folder / "1-9.h5"], spec)
    with store.read(folder / f"{stage}.h5", "averages") as file:
        facts = {name: file.attrs[name] for name in ("size", "method")}
        return {name: file[name][:] for name in (*AXES, "runs")}, facts


def test_of_a_power_of_two_it_is_the_average_of_that_size(tmp_path):
    write_models(tmp_path / "1-9.h5", 4)
    ours, facts = averaged("average_all", tmp_path, {"runs": 4, "method": "tree"})
    theirs, same = averaged("average_spaces", tmp_path, {"size": 4, "method": "tree"})
    assert ours.keys() == theirs.keys() and facts == same
    for name, values in theirs.items():
        assert_array_equal(ours[name], values, err_msg=name)


def test_of_another_number_it_is_the_common_mean_of_all(tmp_path):
    write_models(tmp_path / "1-9.h5", 3)
    method = method_for("tree", 3)
    made, facts = averaged("average_all", tmp_path, {"runs": 3, "method": method})
    assert facts == {"size": 3, "method": "procrustes"}
    assert made["runs"].tolist() == [1] and made["vectors"].shape == (1, 30, 5)
    assert made["counts"][0].tolist() == [1, 2, *[3] * 28]
    assert_array_equal(np.linalg.norm(made["vectors"][0], axis=1).round(5), 1)
    assert made["rotations"].shape == (1, 3, 5, 5) and made["rounds"][0] > 0
    for turn in made["rotations"][0]:
        np.testing.assert_allclose(turn @ turn.T, np.eye(5), atol=1e-9)
    kinds = [method_for(kind, runs) for kind in ("tree", "one") for runs in (8, 6)]
    assert kinds == ["tree", "procrustes", "one", "one"]
