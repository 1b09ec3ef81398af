import importlib.util
import sys

import pytest

from quaver.digest import PACKAGE
from quaver.engine import heirs

SCRIPT = PACKAGE.parents[1] / "bench/heirs.py"


@pytest.fixture
def package(tmp_path):
    (tmp_path / "engine").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("bench_heirs", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_digest_of_moved_code_goes_by_the_old_one(package):
    (package / heirs.NAME).write_text("now,was\nnew,old\n", encoding="utf-8")
    assert heirs.inherited("new", package) == "old"
    assert heirs.inherited("other", package) == "other"


def test_without_a_table_every_digest_is_its_own(package):
    assert heirs.inherited("new", package) == "new"


def test_the_table_of_this_release_names_each_digest_once():
    table = heirs.read(PACKAGE / heirs.NAME)
    assert not {*table.values()} & {*table}
    assert all(len(digest) == 16 for row in table.items() for digest in row)


def test_the_rules_code_is_inherited(engine, monkeypatch):
    made = engine()
    before = made.code("quaver.stages.write_study")
    monkeypatch.setattr(heirs, "read", lambda path: {before: "old"})
    assert made.code("quaver.stages.write_study") == "old"


def test_rows_are_of_what_both_clones_make_and_tell_otherwise(script):
    now = {"train_block glove": "a", "train_block ppmi": "b", "encode_corpus hi": "c"}
    was = {"train_block glove": "x", "train_block ppmi": "b", "encode_corpus la": "y"}
    row = {"now": "a", "was": "x", "of": "train_block glove"}
    assert script.heirs(now, was) == [row]


def test_measures_that_say_the_same_go_by_one_digest(script):
    path = "results/mine/measures/text/glove/shuffled/{}.h5".format
    now = {
        path("pip"): ["measure_pip", "{}", "a"],
        path("cosines"): ["measure_cosines", "{}", "b"],  # another slice before
        path("quality"): ["measure_quality", "en", "c"],
        path("queries"): ["measure_queries", "{}", "same"],
        "results/mine/tables/losses.csv": ["make_tables", "{}", "d"],
    }
    was = {
        path("pip"): ["measure_pip", "{}", "x"],
        path("cosines"): ["measure_cosines", "other", "y"],
        path("quality"): ["measure_quality", "en", "z"],
        path("queries"): ["measure_queries", "{}", "same"],
        "results/mine/tables/losses.csv": ["make_tables", "{}", "w"],
    }
    rows = script.measured(now, was)
    assert [(row["now"], row["was"]) for row in rows] == [("a", "x"), ("c", "z")]
    # one digest of today cannot go by two
    other = path("averages_2")
    now[other], was[other] = ["measure_averages", "{}", "a"], ["measured", "{}", "v"]
    assert [row["now"] for row in script.measured(now, was)] == ["c"]


def test_a_clone_tells_its_own_digests(script):
    home = PACKAGE.parents[1]
    digests = script.makers(home, sys.executable, "new")
    names = {"train_block glove", "encode_corpus en", "encode_corpus default"}
    names |= {"extract_text wiki.wikipedia", "read_vectors", "cut_part"}
    assert names <= digests.keys()
    assert "train_block vectors" not in digests
    assert len({*digests.values()}) == len(digests)
