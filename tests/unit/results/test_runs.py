from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store, writer
from quaver.measures.errors import MeasureError
from quaver.results import runs as cells
from quaver.results.blocks import put_runs, put_space
from quaver.results.runs import Runs, UnitSpaces
from quaver.spaces.normalise import unit_rows
from quaver.spaces.space import Space


def space_of(vectors):
    """A space as training gives it."""
    present = np.isfinite(vectors).all(axis=1)
    return Space(vectors, present, np.arange(len(vectors)))


@pytest.fixture
def spaces():
    """Vectors (runs, words, dims) of three runs; absent words are NaN."""
    vectors = np.random.default_rng(4).standard_normal((3, 23, 5)).astype(np.float32)
    vectors[0, 4] = vectors[2, 11] = vectors[2, 12] = np.nan
    return vectors


@pytest.fixture
def runs(spaces, tmp_path, monkeypatch):
    """The runs in two block files, in chunks of four words."""
    monkeypatch.setattr(writer, "CHUNK", 100)
    paths = [tmp_path / "1-2.h5", tmp_path / "3-3.h5"]
    for path, numbers in zip(paths, ([1, 2], [3]), strict=True):
        with store.create(path, "models", dict) as file:
            for place, number in enumerate(numbers):
                put_space(file, place, len(numbers), space_of(spaces[number - 1]))
            put_runs(file, [f"w{k}" for k in range(23)], np.array(numbers))
    return Runs(paths)


def test_contexts_are_read_run_by_run_and_absent_as_words_are(spaces, tmp_path):
    spaces[1, 7] = 0  # no direction: absent, and so are its output weights
    contexts = 2 * np.nan_to_num(spaces) + 1
    contexts[np.isnan(spaces)] = np.nan
    path = tmp_path / "1-3.h5"
    with store.create(path, "models", dict) as file:
        for place in range(3):
            space = replace(space_of(spaces[place]), contexts=contexts[place])
            put_space(file, place, 3, space)
        put_runs(file, [f"w{k}" for k in range(23)], np.arange(1, 4))
    with store.read(path, "models") as file:
        assert [axis.label for axis in file["contexts"].dims] == [
            "runs",
            "words",
            "dims",
        ]
    read = Runs([path])
    expected = contexts.copy()
    expected[1, 7] = np.nan
    for run in range(3):
        assert_array_equal(read.contexts(run), expected[run])
        assert_array_equal(np.isnan(read.contexts(run)[:, 0]), ~read[run][1])


def test_a_cell_without_contexts_says_how_to_have_them(runs):
    with pytest.raises(
        MeasureError, match=r"1-2\.h5 holds no output.*'contexts: true'"
    ):
        runs.contexts(1)


def test_rows_are_a_slice_of_a_run(runs, spaces):
    assert len(runs) == 3
    for run in range(3):
        assert_array_equal(runs[run][0], spaces[run])
        for part in (slice(0, 3), slice(3, 9), slice(20, 23)):
            assert_array_equal(runs.rows(run, part), spaces[run, part])


@pytest.mark.parametrize("together", [1, 4, 1000])
def test_unit_spaces_give_the_shared_words_whole_and_in_slices(
    together, runs, spaces, monkeypatch
):
    monkeypatch.setattr(cells, "ROWS", together)
    mask = runs.in_every
    mask[:2] = False
    units = UnitSpaces(runs, mask)
    assert units.words == mask.sum() == 18 and len(units) == 3
    for run in range(3):
        expected = unit_rows(spaces[run][mask])
        assert_array_equal(units[run], expected)
        for part in (slice(0, 4), slice(4, 11), slice(15, 18)):
            assert_array_equal(units.rows(run, part), expected[part])


def test_slices_read_little(runs, monkeypatch):
    """A slice of the shared words reads the words between its ends, no more."""
    read = []
    whole = Runs.rows
    monkeypatch.setattr(
        Runs,
        "rows",
        lambda self, run, part: read.append(part) or whole(self, run, part),
    )
    UnitSpaces(runs, runs.in_every).rows(1, slice(2, 6))
    assert read == [slice(2, 7)]
