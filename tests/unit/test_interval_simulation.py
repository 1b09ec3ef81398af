"""Intervals from real trainings on text whose truth is known hold it, or do not."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.statistics.bootstrap import DEFAULT, Interval

BENCH = Path(__file__).parents[2] / "bench"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bench():
    """bench/intervals.py, which finds cells and generator beside it."""
    path = sys.path.copy()
    sys.path.append(str(BENCH))  # last: bench/pip.py must not hide pip
    spec = importlib.util.spec_from_file_location("intervals", BENCH / "intervals.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["intervals"] = module
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


@pytest.fixture(scope="module")
def cells(bench):
    return sys.modules["cells"]


@pytest.fixture(scope="module")
def cell(cells):
    small = {"corpora": 12, "whole": 4, "bootstrapped": 8, "truths": 80, "longer": 4}
    return cells.Cell("lsa", *cells.TRAINERS["lsa"], "document", **small)


@pytest.fixture(scope="module")
def simulated(bench, cell, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cosines")
    return folder, pd.DataFrame(bench.rows_of(cell, folder))


def row(simulated, method, kind):
    frame = simulated[1]
    found = frame[(frame["method"] == method) & (frame["kind"] == kind)]
    return found[found["runs"] == 8].iloc[0]


def test_the_default_holds_the_truth_and_mirrored_quantiles_do_not(simulated):
    """12 corpora: a share of 0.95 has an error near 0.02."""
    for kind in ("near", "middling", "far", "chosen"):
        assert row(simulated, DEFAULT, kind)["coverage"] > 0.85
        assert row(simulated, "basic", kind)["high"] < 0.85


def test_resampled_text_moves_cosines_the_other_way_than_longer_text(simulated):
    """Why percentile intervals miss: their centre is off, by more than the mean's."""
    resampled = row(simulated, "percentile", "near")
    assert resampled["bias"] < -0.05
    assert abs(row(simulated, "whole", "near")["bias"]) < 0.05
    assert resampled["coverage_longer"] < 0.6
    assert row(simulated, "centred", "near")["coverage_longer"] > 0.75


def test_a_simulation_cut_short_goes_on_and_gives_the_same(bench, cell, simulated):
    path = simulated[0] / cell.name / "corpus_3.npy"
    before = np.load(path)
    path.unlink()
    assert_array_equal(bench.kept(path, bench.runs_of, cell, 3), before)
    stood = path.stat().st_mtime_ns
    assert_array_equal(bench.kept(path, bench.runs_of, cell, 4), before)
    assert path.stat().st_mtime_ns == stood


def test_kinds_are_ranks_of_true_cosines_without_the_word_itself(bench):
    queries = np.arange(0, 400, 25)
    truth = np.random.default_rng(1).uniform(-1, 1, (len(queries), 400))
    kinds = bench.kinds_of(truth, queries, np.arange(400.0))
    for name, size in (("near", 10), ("middling", 90), ("far", 299)):
        assert_array_equal(kinds[name].sum(axis=1), size)
        assert not kinds[name][np.arange(len(queries)), queries].any()
    assert truth[kinds["near"]].min() > np.median(truth[kinds["middling"]])
    parts = kinds["near_rare"] | kinds["near_frequent"]
    assert_array_equal(parts, kinds["near"])


def half(centre):
    """An interval of 0.2 around a centre, as an array of one."""
    values = (np.array([centre + x]) for x in (0, -0.1, 0.1))
    return Interval(*values, np.array([False]))


@pytest.mark.parametrize(
    ("second", "apart"), [(0.5, False), (0.35, True), (0.65, True)]
)
def test_two_halves_differ_where_their_ends_say_so(bench, second, apart):
    assert bench.told_apart(half(0.5), half(second)) == apart


@pytest.mark.parametrize(
    ("truth", "cost"), [(0.5, 0.2), (0.6, 0.2), (0.61, 0.6), (0.35, 2.2)]
)
def test_an_interval_costs_its_width_and_what_it_misses_by(bench, truth, cost):
    assert_allclose(bench.score(half(0.5), np.array([truth])), cost)


def test_documents_are_drawn_whole_where_windows_end_at_sentences(cells):
    read = {}

    def train(view, sample, parameters, seed):
        read[seed] = sample.units
        present = np.ones(len(view.words), bool)
        return SimpleNamespace(vectors=np.ones((len(present), 2)), present=present)

    trainer, corpus = SimpleNamespace(train=train), cells.text(cells.MODELS["first"], 0)
    cell = cells.Cell("toy", trainer, None, "sentence", draw="document")
    assert cell.name == "toy-sentence-by-document"
    for seed, sampling in enumerate(("shuffled", "bootstrapped")):
        cells.cosines(cell, corpus, sampling, seed)
    assert_array_equal(np.sort(read[0]), np.arange(len(corpus.sentences) - 1))
    owners = np.searchsorted(corpus.documents, corpus.sentences[:-1], side="right") - 1
    drawn = np.random.default_rng(1).integers(0, owners[-1] + 1, size=owners[-1] + 1)
    wholes = [np.flatnonzero(owners == document) for document in drawn]
    assert_array_equal(read[1], np.concatenate(wholes))


def test_every_cell_has_its_rows_and_facts_in_the_table(bench, cells):
    table = pd.read_csv(bench.TABLE)
    names = ["technique", "text", "unit", "drawn", "corpora", "truths"]
    rows = {row[:4]: row[4:] for row in table[names].itertuples(index=False, name=None)}
    wanted = {
        (x.technique, x.text, x.unit, x.draw or x.unit): (x.corpora, x.truths)
        for x in cells.CELLS
    }
    assert rows == wanted
    first = {(x.text, x.unit, x.draw): x for x in cells.CELLS if x.text == "first"}
    for cell in first.values():
        own = table[(table["text"] == cell.text) & (table["unit"] == cell.unit)]
        own = own[own["drawn"] == (cell.draw or cell.unit)]
        for fact in ("length", "drawn_length", "clustering", "left_out"):
            assert_allclose(own[fact], cells.facts(cell)[fact], atol=6e-4)
