"""Tables 2.2, 2.3, 3.5 and A.1 from records that are known."""

import math
from functools import partial

import numpy as np
import pytest
from invented import cell, corpus, record
from thesis import compared, consistency, lists, of_records, prediction, published

from quaver.papers.rettenmeier2020.comparable import LANGUAGES

HERE = [
    corpus(row["language"], row["language"], tokens=row["tokens_in_1e6"] * 10**6)
    for row in published("table_1_2")
]

table_2_3 = partial(of_records, "table_2_3")
table_a_1 = partial(of_records, "table_A_1")


def test_consistency_has_a_row_for_each_pair_of_sizes_and_a_mean():
    found = table_2_3(record(consistency=consistency()))
    assert len(found) == 2 * 2 * 3
    first, mean = found[1], found[7]
    assert (first["kind"], first["n"], first["other_n"]) == ("share", 2, 5)
    assert (first["spearman"], first["low"], first["high"]) == pytest.approx(
        (0.8, 0.7, 0.9)
    )
    assert (mean["language"], mean["cells"]) == ("all languages", 1)
    assert (mean["spearman"], mean["low"]) == pytest.approx((0.8, 0.7))
    assert mean["published_spearman"] == 0.98
    assert mean["verdict"].startswith("not comparable: without fi, zh, cs, pl, pt, en")


def test_means_over_languages_add_errors_in_squares():
    one = record(cell(corpus="a"), consistency=consistency(0.8, 0.06))
    few = consistency(0.6, 0.08, runs=6, half=3)
    two = record(cell(corpus="b"), consistency=few)
    found = [row for row in table_2_3(one, two) if row["language"] == "all languages"]
    mean = found[1]
    assert (mean["n"], mean["other_n"], mean["cells"]) == (2, 5, 2)
    assert mean["spearman"] == pytest.approx(0.7)
    assert mean["high"] - mean["spearman"] == pytest.approx(0.05)
    assert mean["runs"] == 6
    assert table_a_1(one, two)[-1]["half"] == 3
    assert mean["corpus"] != mean["corpus"] or mean["corpus"] == ""


def test_techniques_of_a_trainer_go_together_unless_they_share_a_text():
    one, two = cell(corpus="a", technique="glove"), cell(corpus="b", technique="glove")
    other = cell(corpus="c", technique="glove_25")
    found = table_2_3(
        *[record(x, consistency=consistency()) for x in (one, two, other)]
    )
    means = [row for row in found if row["language"] == "all languages"]
    assert {(row["technique"], row["cells"]) for row in means} == {
        ("glove, glove_25", 3)
    }
    vying = cell(corpus="a", technique="glove_25")
    found = table_2_3(
        *[record(x, consistency=consistency()) for x in (one, two, vying)]
    )
    means = [row for row in found if row["language"] == "all languages"]
    assert {(row["technique"], row["cells"]) for row in means} == {
        ("glove", 2),
        ("glove_25", 1),
    }


def languages(value, reach, **changes):
    given = {"dimensions": 300, "epochs": 5}
    return [
        record(
            cell(corpus=name, language=name, parameters=given),
            consistency=consistency(value, reach, **changes),
        )
        for name in LANGUAGES
        if name != "zh"
    ]


def test_a_mean_over_the_published_languages_is_judged():
    """Chinese is never compared, so the verdict is of what says so."""
    (row,) = [
        row
        for row in table_2_3(*languages(0.98, 0.01), corpora=HERE)
        if row["language"] == "all languages"
        and (row["kind"], row["n"], row["other_n"]) == ("share", 2, 5)
    ]
    assert row["cells"] == 6
    assert row["verdict"] == "not comparable: without zh"


def test_only_shuffled_means_stand_beside_the_published():
    fixed = record(cell(sampling="fixed"), consistency=consistency())
    found = table_2_3(fixed)
    assert all(math.isnan(row["published_spearman"]) for row in found)
    assert all(row["verdict"] == "" for row in found)


def test_halves_have_their_rows():
    found = table_a_1(record(consistency=consistency(0.9, 0.02)))
    ours = [row for row in found if row["language"] == "hi"]
    assert [(row["kind"], row["n"], row["half"]) for row in ours] == [
        *(("share", 2, 4), ("share", 5, 4), ("jaccard", 2, 4), ("jaccard", 5, 4))
    ]
    mean = found[len(ours)]
    assert (mean["spearman"], mean["published_spearman"]) == (pytest.approx(0.9), 0.93)


def test_missing_halves_and_intervals_are_said():
    gone = consistency(np.nan, np.nan, half=1)
    found = table_a_1(record(consistency=gone))
    assert len(found) == 4, "a mean of nothing is no row"
    assert {row["note"] for row in found} == {
        "no correlation: all words have one value, or there are too few runs"
    }
    few = table_a_1(record(consistency=consistency(0.9, np.nan, half=2)))
    assert few[0]["note"] == "no interval: it needs 3 runs in a set, there are 2"
    mean = [row for row in few if row["language"] == "all languages"][0]
    assert mean["note"] == "no interval: a cell has none"
    assert math.isnan(mean["low"])


@pytest.mark.parametrize("make", [table_2_3, table_a_1])
def test_a_cell_without_consistency_says_why(make):
    (row,) = make(record(notes={"consistency": "2 of 3 runs failed"}))
    assert row["note"] == "2 of 3 runs failed"
    (row,) = make(record())
    assert row["note"] == "not measured"


def test_lists_of_two_runs_stand_before_the_published():
    found = of_records("table_2_2", record(prediction=prediction()))
    assert len(found) == 30
    first, last = found[0], found[-1]
    assert (first["kind"], first["target"], first["word"]) == ("ours", "tree", "n1")
    assert (first["rank_1"], first["cosine_1"]) == (1, pytest.approx(0.9))
    assert (found[9]["rank_1"], found[9]["rank_2"]) == (10, 16)
    assert (last["kind"], last["target"], last["word"]) == (
        *("published", "momentum", "velocity"),
    )


def test_overlaps_of_lists_are_those_of_the_text():
    """Equations 2.9, 2.10 and 3.8 from the printed ranks."""
    printed = of_records("table_2_2")
    assert printed[0]["note"] == (
        "p@10 = 0.800, j@10 = 0.667; p@15 = 0.733, j@15 = 0.579"
    )
    averaged = of_records("table_3_5")
    assert averaged[0]["note"] == (
        "p@10 = 0.900, j@10 = 0.818; p@15 = 0.933, j@15 = 0.875"
    )
    assert {row["note"] for row in printed[1:]} == {""}


def test_short_lists_have_no_overlap():
    short = lists(words=["a", "b"], ranks=np.array([[1, 2], [2, 1]]))
    short = prediction(lists=short)
    found = of_records("table_2_2", record(prediction=short))
    assert found[0]["note"] == ""


def test_lists_of_averages_name_method_and_size():
    found = of_records("table_3_5", record(averages=compared()))
    assert (found[0]["method"], found[0]["size"]) == ("tree", 2)
    assert found[-1]["size"] == 32
    notes = {"averages": "no averages of this cell in the study"}
    found = of_records("table_3_5", record(notes=notes))
    assert found[0]["note"] == notes["averages"]
