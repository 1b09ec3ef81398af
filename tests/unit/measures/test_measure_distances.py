import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver import store
from quaver.measures.distances import knn_overlap, rank_biased_overlap
from quaver.measures.errors import MeasureError
from quaver.results.blocks import put_runs, put_space
from quaver.spaces import grams
from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import unit_rows
from quaver.spaces.space import Space

NAMES = ["eigenspace_overlap", "displacement", "knn_overlap", "rank_biased_overlap"]
BEST = dict(zip(NAMES, [1, 0, 1, 1], strict=True))


def cell(folder, words=60, ranks=12, step=2):
    """Five runs in files of a step each, the last a copy of the first; their lists."""
    generator = np.random.default_rng(7)
    base = generator.standard_normal((words, 8))
    runs = [base + 0.4 * generator.standard_normal(base.shape) for _ in range(4)]
    runs = [run.astype(np.float32) for run in [*runs, runs[0]]]
    paths = []
    for first in range(0, 5, step):
        block = runs[first : first + step]
        paths.append(folder / f"{first + 1}-{first + len(block)}.h5")
        with store.create(paths[-1], "models", dict) as file:
            for place, vectors in enumerate(block):
                there = np.ones(words, dtype=bool)
                space = Space(vectors, there, np.arange(words))
                put_space(file, place, len(block), space)
            numbers = np.arange(first, first + len(block)) + 1
            put_runs(file, [f"w{k}" for k in range(words)], numbers)
    targets = np.arange(0, words, 5)
    lists = [neighbours(unit_rows(run), targets, ranks).indices for run in runs]
    with store.create(folder / "neighbours.h5", "neighbours", dict) as file:
        file.put("neighbours", ("runs", "targets", "ranks"), np.stack(lists))
    return [*paths, folder / "neighbours.h5"]


def measured(folder, paths, compared=0):
    out = call("distances", folder / "distances.h5", paths, {"runs": compared})
    with store.read(out, "distances") as file:
        found = {name: file[name][:] for name in [*NAMES, "runs", "other_runs"]}
        return found, dict(file.attrs)


def test_all_pairs_are_stored_and_symmetric(tmp_path):
    found, said = measured(tmp_path, cell(tmp_path))
    assert_array_equal(found["runs"], [1, 2, 3, 4, 5])
    assert_array_equal(found["other_runs"], [1, 2, 3, 4, 5])
    for name in NAMES:
        values = found[name]
        assert_array_equal(values, values.T)
        assert_array_equal(np.diag(values), BEST[name])
        assert values[0, 4] == BEST[name], "the copy of the first run"
        assert (values[np.triu_indices(4, 1)] != BEST[name]).all()
        assert values.min() >= 0 and values.max() <= 1
    assert said["words"] == 60 and said["persistence"] == 0.9
    assert said["neighbours"] == 10 and said["ranks"] == 12


def test_lists_are_those_stored(tmp_path):
    paths = cell(tmp_path)
    found, _ = measured(tmp_path, paths)
    with store.read(paths[-1], "neighbours") as file:
        lists = file["neighbours"][:]
    assert_array_equal(found["knn_overlap"], knn_overlap(lists[:, :, :10], 60))
    assert_array_equal(found["rank_biased_overlap"], rank_biased_overlap(lists))


def test_files_and_tiles_change_no_bit(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    expected, _ = measured(tmp_path / "a", cell(tmp_path / "a"))
    monkeypatch.setattr(grams, "GRAM_BYTES", 0)
    found, _ = measured(tmp_path / "b", cell(tmp_path / "b", step=5))
    for name in NAMES:
        assert_array_equal(found[name], expected[name])


@pytest.mark.parametrize(("words", "n"), [(11, 9), (5, 3), (3, 1)])
def test_few_words_have_shorter_lists(words, n, tmp_path):
    found, said = measured(tmp_path, cell(tmp_path, words=words))
    assert said["neighbours"] == n
    for name in NAMES:
        assert np.isfinite(found[name]).all()


def test_words_outside_the_shared_vocabulary_are_left_out(tmp_path):
    *blocks, lists = cell(tmp_path)
    known = tmp_path / "vocabulary.shuffled.h5"
    with store.create(known, "vocabulary", dict) as file:
        file.put("words", ("words",), [f"w{k}" for k in range(40)])
    whole, _ = measured(tmp_path, [*blocks, lists])
    part, said = measured(tmp_path, [*blocks, known, lists])
    assert said["words"] == 40
    assert (part["displacement"] != whole["displacement"]).sum() > 10
    assert_allclose(part["displacement"], whole["displacement"], atol=0.1)


def test_only_the_first_runs_are_compared_where_so_many_are_asked_for(tmp_path):
    paths = cell(tmp_path)
    whole, _ = measured(tmp_path, paths)
    part, said = measured(tmp_path, paths, compared=3)
    assert_array_equal(part["runs"], [1, 2, 3])
    for name in NAMES:
        assert_array_equal(part[name], whole[name][:3, :3])
    with pytest.raises(MeasureError, match="a distance needs two runs"):
        measured(tmp_path, paths, compared=1)


def test_losses_are_of_the_first_runs_where_so_many_are_asked_for(tmp_path):
    *blocks, _ = cell(tmp_path)
    losses = {}
    for compared in (0, 3):
        out = call("pip", tmp_path / f"{compared}.h5", blocks, {"runs": compared})
        with store.read(out, "pip") as file:
            losses[compared] = file["losses"][:]
            assert file["word_losses"].shape == (compared or 5, 60)
            assert_array_equal(file["runs"], [1, 2, 3, 4, 5][: compared or 5])
    assert_array_equal(losses[3], losses[0][:3, :3])
