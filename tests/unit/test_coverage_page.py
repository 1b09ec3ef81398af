"""The table of coverage is complete and sound, and the default follows from it."""

import importlib.util
from pathlib import Path

import pandas as pd
import pytest

from quaver.statistics.bootstrap import DEFAULT, METHODS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def writer():
    spec = importlib.util.spec_from_file_location("c", DOCS / "write_coverage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table(writer):
    return pd.read_csv(writer.TABLE)


def test_every_method_was_tried_in_every_cell(writer, table):
    for key, rows in table.groupby([*writer.CELL, "kind", "runs"]):
        assert sorted(rows["method"]) == sorted(METHODS), key
    assert {"word2vec", "glove", "ppmi", "lsa"} <= set(table["trainer"])
    assert set(writer.CENTRES) == set(METHODS)


def test_shares_lie_in_their_intervals_and_truth_is_known_well(table):
    for value, low, high in (
        ("coverage", "low", "high"),
        ("halves_apart", "halves_low", "halves_high"),
    ):
        assert (table[low] <= table[value]).all()
        assert (table[value] <= table[high]).all()
        assert table[[low, high]].stack().between(0, 1).all()
    assert table.loc[table["method"] == DEFAULT, "truth_error"].max() < 0.1
    assert (table["score"] >= table["width"] - 2e-3).all()


def test_the_default_is_the_cheapest_for_what_a_list_promises(writer, table):
    few = table[(table["runs"] == writer.RUNS) & ~writer.is_later(table)]
    assert writer.costs(few[few["text"] == "first"]).index[0] == DEFAULT


def test_cells_no_rule_had_seen_bear_the_default_out(writer, table):
    later = table[(table["runs"] == writer.RUNS) & writer.is_later(table)]
    assert len(later.groupby(writer.CELL)) >= 8
    assert writer.costs(later).index[0] == DEFAULT


def test_the_default_keeps_its_word_for_chosen_words_of_most_cells(writer, table):
    own = table[(table["method"] == DEFAULT) & (table["kind"] == "chosen")]
    assert len(writer.unreached(own)) < 0.1 * len(own)
    assert own["coverage"].min() > 0.9


def test_the_page_says_where_too_few_intervals_hold(writer, table):
    page = writer.page(table)
    sound = table.assign(high=1.0)
    assert "The default:\nnowhere." in writer.page(sound)
    lost = table.assign(high=0.5)
    assert len(writer.unreached(lost)) == (table["kind"] == "chosen").sum()
    assert f"## The default: `{DEFAULT}`" in page


def test_the_page_says_how_much_too_high_chosen_words_are(writer, table):
    found = writer.biases(table)
    assert (found["whole"] > 0.05).all()
    assert (found["drawn"].abs() < found["whole"]).all()
    few = table[table["runs"] == writer.RUNS]
    assert (writer.biases(few)["shift"] > 0.4).all()
    by_runs = found["whole"].unstack()[[5, 20]].dropna()
    assert (by_runs[20] > 0.9 * by_runs[5]).all()
    page = writer.page(table)
    assert "bias, chosen" in page and "+0.309" in page


def test_the_page_says_what_cells_are_like(writer, table):
    page = writer.page(table)
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    for row in table.drop_duplicates(writer.CELL).itertuples():
        facts = f"| {row.unit}, {row.length:.0f} | {row.drawn}, {row.drawn_length:.0f} "
        facts += f"| {row.clustering:.1f} | {row.left_out:.1f} |"
        own = [x for x in lines if facts in x and x.startswith(f"| {row.technique} |")]
        assert own, row
    assert (table["left_out"] >= 1).all() and (table["clustering"] > 1).all()
