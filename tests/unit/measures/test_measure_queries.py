"""What is stored of query words, and how it is read into the record of tables."""

from types import SimpleNamespace

import numpy as np
import pytest
from measuring import call

from quaver import store
from quaver.measures.errors import MeasureError
from quaver.results.blocks import put_runs, put_space
from quaver.results.queries import queried
from quaver.spaces.queries import near, query_cosines
from quaver.spaces.space import Space

WORDS = ["the", "war", "peace", "treaty", "people"]
RUNS, DIMS = 5, 3
SPEC = {
    "queries": ["war", "zebra"],
    "neighbours": ["war", "people", "yak"],
    "ranks": 3,
}


def spaces():
    generator = np.random.default_rng(1)
    made = []
    for run in range(RUNS):
        present = np.ones(len(WORDS), dtype=bool)
        present[4] = run != 2
        vectors = generator.normal(size=(len(WORDS), DIMS)).astype(np.float32)
        made.append(Space(vectors, present, np.where(present, 7, 0)))
    return made


def write(folder, made, first=1):
    path = folder / f"{first}-{first + len(made) - 1}.h5"
    with store.create(path, "models", dict) as file:
        for place, space in enumerate(made):
            put_space(file, place, len(made), space)
        put_runs(file, WORDS, np.arange(first, first + len(made)))
    return path


def measured(folder, blocks, spec=SPEC):
    """The record tables get of a cell's blocks."""
    path = call("queries", folder / "queries.h5", blocks, spec)
    grid = SimpleNamespace(is_asked=lambda cell: True)
    results = SimpleNamespace(stands=lambda _: True, grid=grid)
    results.read = lambda _, kind: store.read(path, kind)
    cell = SimpleNamespace(measure=lambda name: name)
    numbers = SimpleNamespace(failed=0, losses=None, runs=RUNS)
    return queried(results, cell, numbers)


@pytest.fixture
def record(tmp_path):
    made = spaces()
    return measured(tmp_path, [write(tmp_path, made[:2]), write(tmp_path, made[2:], 3)])


def test_a_word_the_corpus_has_not_is_told(record):
    assert record.names == ["war", "people"]
    assert record.unknown == ["zebra"]  # "yak" is asked by the other analysis
    assert record.studied.tolist() == [True, False]
    assert record.listed.tolist() == [True, True]


def test_all_runs_of_all_blocks_are_followed_in_order(record):
    assert record.runs == RUNS
    for row, query in enumerate((1, 4)):
        cosines = np.empty((RUNS, len(WORDS)), dtype=np.float32)
        for run, space in enumerate(spaces()):
            vectors = np.where(space.present[:, None], space.vectors, np.nan)
            ((_, found),) = query_cosines(vectors, np.array([query]))
            cosines[run] = found[0]
        expected = near(cosines, 3, 4)
        for name in ("neighbours", "cosines", "candidate_cosines", "candidate_ranks"):
            given = getattr(record, name)[:, row]
            np.testing.assert_array_equal(given, getattr(expected, name))
        for given, wanted in zip(record.moments[row], expected[:3], strict=True):
            np.testing.assert_array_equal(given, wanted)


def test_a_run_without_the_query_counts_for_no_word(record):
    mean, deviation, present = record.moments[1]
    assert present.tolist() == [4, 4, 4, 4, 0]
    assert np.isnan([mean[4], deviation[4]]).all()
    assert (record.neighbours[2, 1] == -1).all()
    np.testing.assert_allclose(record.frequency, [7, 7, 7, 7, 5.6])


def test_no_word_may_be_known_at_all(tmp_path):
    spec = {"queries": ["zebra"], "neighbours": [], "ranks": 3}
    record = measured(tmp_path, [write(tmp_path, spaces())], spec)
    assert record.names == []
    assert record.neighbours.shape == (RUNS, 0, 3)
    assert len(record.moments) == 0


def test_one_run_is_refused(tmp_path):
    with pytest.raises(MeasureError, match="two runs or more"):
        measured(tmp_path, [write(tmp_path, spaces()[:1])])


def test_the_first_runs_alone_may_be_looked_at(record):
    few = record.first(3)
    assert few.runs == 3
    np.testing.assert_array_equal(few.candidate_ranks, record.candidate_ranks[:3])


def test_what_is_missing_says_why(tmp_path):
    cell = SimpleNamespace(measure=lambda name: name, path="mine/glove/fixed")
    numbers = SimpleNamespace(failed=0, losses=None, runs=RUNS)
    failures = {("measure_queries", "mine/glove/fixed"): "no room"}
    results = SimpleNamespace(
        stands=lambda name: False,
        grid=SimpleNamespace(is_asked=lambda cell: True),
        failure=lambda rule, name: failures[rule, name],
    )
    assert queried(results, cell, numbers).note == "no room"
    results.grid.is_asked = lambda cell: False
    results.stands = lambda name: True  # of the study as it was before
    assert queried(results, cell, numbers).note == "the study asks for no words here"
    numbers.failed, numbers.reason = 2, ""
    assert queried(results, cell, numbers).note == "2 of 5 runs have no model"
