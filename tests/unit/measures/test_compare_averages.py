"""Averages through files: made, measured and compared."""

import h5py
import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver import store
from quaver.measures.errors import MeasureError
from quaver.results.blocks import put_runs, put_space
from quaver.results.runs import Runs
from quaver.spaces.averages import METHODS, average
from quaver.spaces.normalise import unit_rows
from quaver.spaces.space import Space

RUNS, WORDS, DIMS = 9, 120, 6
BLOCKS = ((1, 5), (6, 9))
NAMES = [f"word{number}" for number in range(WORDS)]


def spaces():
    """Bootstrapped runs: noisy, turned, each lacking rare words of its own."""
    generator = np.random.default_rng(11)
    base = generator.standard_normal((WORDS, DIMS)) + 0.4
    for _ in range(RUNS):
        turn = np.linalg.qr(generator.standard_normal((DIMS, DIMS)))[0]
        noise = 0.2 * generator.standard_normal(base.shape)
        vectors = ((base + noise) @ turn).astype(np.float32)
        present = (np.arange(WORDS) < 60) | (generator.random(WORDS) < 0.5)
        vectors[~present] = np.nan
        counts = np.where(present, generator.integers(5, 50, WORDS), 1)
        yield Space(vectors, present, counts)


@pytest.fixture(scope="module")
def cell(tmp_path_factory):
    """A folder with the block files of a cell, its losses, and an evaluation set."""
    folder = tmp_path_factory.mktemp("cell")
    made = list(spaces())
    for first, last in BLOCKS:
        path = folder / f"{first}-{last}.h5"
        with store.create(path, "models", dict) as file:
            block = made[first - 1 : last]
            for place, space in enumerate(block):
                put_space(file, place, len(block), space)
            put_runs(file, NAMES, np.arange(first, last + 1))
    call("pip", folder / "pip.h5", blocks(folder), {"runs": 0})
    pairs = [f"word{k} word{k + 1} {k % 7}" for k in range(0, WORDS - 1, 2)]
    (folder / "pairs.txt").write_text("\n".join(pairs), encoding="utf-8")
    spec = quality(folder)
    call("quality", folder / "quality.h5", blocks(folder), spec)
    return folder


def blocks(folder):
    return [folder / f"{first}-{last}.h5" for first, last in BLOCKS]


def quality(folder, sets=("own",)):
    entry = {"path": str(folder / "pairs.txt"), "format": "pairs", "encoding": "utf-8"}
    given = {"language": "en", "lowercase": False, "normalise": "NFC"}
    return {**given, "restrict": 100, "sets": dict.fromkeys(sets, entry)}


def wanted(folder, **changes):
    return {
        **{"methods": list(METHODS), "sizes": [2, 4, 8], "method": "procrustes"},
        **{"runs": 0, "pairs": 25, "seed": 3, "word": "word7", "target_seed": 5},
        **{"quality": quality(folder), **changes},
    }


@pytest.fixture(scope="module")
def compared(cell, tmp_path_factory):
    output = tmp_path_factory.mktemp("compared") / "averages.h5"
    inputs = [cell / "pip.h5", cell / "quality.h5", *blocks(cell)]
    call("compare_averages", output, inputs, wanted(cell))
    assert [path.name for path in output.parent.iterdir()] == [output.name]
    with store.read(output, "averages_compared") as file:
        yield file


def averaged(folder, target, size, method):
    """The averages of a cell, as their own rule writes them."""
    spec = {"size": size, "method": method}
    return call("average_spaces", target / "averages.h5", blocks(folder), spec)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [2, 4])
def test_averages_stand_as_they_are_made_of_runs(cell, tmp_path, method, size):
    path = averaged(cell, tmp_path, size, method)
    runs = Runs(blocks(cell))
    with store.read(path, "averages") as file:
        assert file.attrs["method"] == method
        assert len(file["runs"]) == RUNS // size
        assert [dim.label for dim in file["rotations"].dims][:2] == ["runs", "turns"]
        for place, first in enumerate(file["runs"][:]):
            group = [runs[first - 1 + member] for member in range(size)]
            again = average(group, method)
            known = np.array([present for _, present, _ in group])
            # the vocabularies are partly disjoint: each run has words of its own
            assert ((known.sum(axis=0) == 1) & known).any(axis=1).all()
            for name in ("vectors", "present", "counts", "norms", "rotations"):
                assert file[name][place].tobytes() == getattr(again, name).tobytes()
            assert file["rounds"][place] == again.rounds


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [2, 4])
def test_losses_are_those_of_the_averages(cell, tmp_path, compared, method, size):
    path = averaged(cell, tmp_path, size, method)
    inputs, every = [path, cell / "pip.h5"], {"runs": 0}
    losses = call("averages", tmp_path / "losses.h5", inputs, every)
    with h5py.File(losses) as file:
        assert_array_equal(compared[f"{method}/{size}/losses"][:], file["losses"][:])
        assert_array_equal(compared[f"{method}/{size}/firsts"][:], file["runs"][:])
    with h5py.File(path) as file:
        assert_array_equal(compared[f"{method}/{size}/rounds"][:], file["rounds"][:])
        assert (file["rounds"][:] > 0).all() == (method == "procrustes")


@pytest.mark.parametrize("method", METHODS)
def test_scores_are_those_of_the_averages(cell, tmp_path, compared, method):
    path = averaged(cell, tmp_path, 4, method)
    with h5py.File(path, "r+") as file:  # averages as if they were models
        file.attrs["kind"] = "models"
    scored = call("quality", tmp_path / "quality.h5", [path], quality(cell))
    with h5py.File(scored) as file:
        for key in ("scores", "known"):
            assert_array_equal(compared[f"{method}/4/{key}/own"][:], file[key][0])


def test_single_runs_stand_beside_by_the_same_names(cell, compared):
    with h5py.File(cell / "pip.h5") as pip, h5py.File(cell / "quality.h5") as scores:
        assert_array_equal(compared["single/losses"][:], pip["losses"][:])
        assert_array_equal(compared["single/scores/own"][:], scores["scores"][0])
        assert_array_equal(compared["single/known/own"][:], scores["known"][0])
    assert_array_equal(compared["single/firsts"][:], np.arange(1, RUNS + 1))


def rows_of(compared):
    pairs = (store.texts(compared[name]) for name in ("first", "second"))
    return [[NAMES.index(word) for word in side] for side in pairs]


def test_cosines_are_of_the_same_shared_pairs(cell, compared):
    first, second = rows_of(compared)
    assert len({*first, *second}) == 2 * len(first) == 50
    runs = Runs(blocks(cell))
    assert runs.in_every[[*first, *second]].all()
    for run, found in enumerate(compared["single/cosines"][:]):
        units = unit_rows(*runs[run][:2])
        assert_allclose(found, (units[first] * units[second]).sum(axis=1), atol=1e-6)
    for place in (0, 1):
        group = [runs[4 * place + member] for member in range(4)]
        units = average(group, "one").vectors
        found = compared["one/4/cosines"][place]
        assert_allclose(found, (units[first] * units[second]).sum(axis=1), atol=1e-6)


def test_every_size_with_a_complete_group_is_there(compared):
    assert store.texts(compared["methods"]) == list(METHODS)
    assert compared["sizes"][:].tolist() == [2, 4, 8]
    for method in METHODS:
        assert compared[f"{method}/8/cosines"].shape == (1, 25)
        assert "losses" not in compared[f"{method}/8"]  # one average
        assert compared[f"{method}/2/losses"].shape == (4, 4)


def test_two_averages_list_the_neighbours_of_the_word(cell, compared):
    said = dict(compared["example"].attrs)
    assert said == {
        **{"word": "word7", "chosen": "given"},
        **{"method": "procrustes", "size": 4},  # 8 runs make one average only
    }
    runs = Runs(blocks(cell))
    shared = np.flatnonzero(runs.in_every)
    cosines = []
    for place in (0, 1):
        group = [runs[4 * place + member] for member in range(4)]
        units = average(group, "procrustes").vectors
        found = units[shared] @ units[7]
        found[shared == 7] = -2
        cosines.append(found)
    order = np.argsort(-cosines[0])[:15]
    assert store.texts(compared["example/words"]) == [NAMES[shared[k]] for k in order]
    ranks = [[(of > of[k]).sum() + 1 for k in order] for of in cosines]
    assert_array_equal(compared["example/ranks"][:], ranks)
    expected = [of[order] for of in cosines]
    assert_allclose(compared["example/cosines"][:], expected, atol=1e-6)


def test_without_sets_a_given_word_or_two_averages(cell, tmp_path):
    spec = wanted(cell, quality=quality(cell, ()), word="absent", method="one")
    changes = {"methods": ["tree"], "sizes": [2, 8]}
    inputs = [cell / "pip.h5", *blocks(cell)]
    call("compare_averages", tmp_path / "a.h5", inputs, {**spec, **changes})
    with h5py.File(tmp_path / "a.h5") as file:
        assert "scores" not in file["tree/2"] and "scores" not in file["single"]
        said = dict(file["example"].attrs)
        order = np.random.default_rng(5).permutation(WORDS)
        shared = Runs(blocks(cell)).in_every
        assert said == {
            "word": NAMES[order[shared[order]][0]],
            "chosen": "first target: absent not in every run",
            **{"method": "tree", "size": 2},
        }
    call("compare_averages", tmp_path / "b.h5", inputs, {**spec, "sizes": [8]})
    with h5py.File(tmp_path / "b.h5") as file:
        assert "example" not in file and "one/8" in file


def test_the_first_averages_are_compared_where_few_are_wanted(cell, compared, tmp_path):
    pip = call("pip", tmp_path / "pip.h5", blocks(cell), {"runs": 3})
    spec = wanted(cell, runs=3, methods=["tree"])
    inputs = [pip, cell / "quality.h5", *blocks(cell)]
    with h5py.File(call("compare_averages", tmp_path / "a.h5", inputs, spec)) as file:
        assert file["single/losses"].shape == (3, 3)
        few, every = (x["tree/2/losses"][:] for x in (file, compared))
        assert_array_equal(few, every[:3, :3])
        for name in ("single/cosines", "tree/2/cosines", "tree/2/firsts"):
            assert_array_equal(file[name][:], compared[name][:])


def test_the_same_bits_whatever_the_blocks(cell, compared, tmp_path):
    again = tmp_path / "again.h5"
    inputs = [*blocks(cell), cell / "quality.h5", cell / "pip.h5"]
    call("compare_averages", again, inputs, wanted(cell))
    with h5py.File(again) as file:
        for name in ("tree/4/cosines", "procrustes/2/losses", "one/2/scores/own"):
            assert file[name][:].tobytes() == compared[name][:].tobytes()


def test_words_that_are_not_shared_are_told(cell, tmp_path):
    lone = tmp_path / "pip.h5"
    with store.create(lone, "pip", dict) as file:
        file.put("words", ("words",), ["word3"])
    with pytest.raises(MeasureError, match="only 1 words are shared"):
        call(
            *("compare_averages", tmp_path / "a.h5"),
            [lone, *blocks(cell)],
            wanted(cell),
        )
    assert not list(tmp_path.glob("*.scratch*"))
