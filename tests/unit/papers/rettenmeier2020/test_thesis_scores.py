"""Tables 1.4, 1.5, 1.6, 2.1 and 2.10 from scores that are known."""

import math

import numpy as np
import pytest
from invented import T2, cell, failed, scored
from thesis import made as made_of

FASTTEXT = {"technique": "fasttext", "trainer": "fasttext"}


def made(number, *cells):
    return made_of(f"table_{number}", *cells)


def test_scores_are_means_over_runs_beside_the_published():
    one = cell(quality={"hi": scored(0.16, 0.17, 0.18)}, **FASTTEXT)
    (row,) = made("1_4", one)
    reach = 1 / math.sqrt(3) * T2  # 2.5 points: the band is a tenth of 17.06
    assert row["mean_e2"] == pytest.approx(17)
    assert (row["low_e2"], row["high_e2"]) == pytest.approx((17 - reach, 17 + reach))
    assert row["deviation_e2"] == pytest.approx(math.sqrt(2 / 3))
    assert (row["best_e2"], row["coverage_e2"], row["runs"]) == (18, 80, 3)
    assert (row["published_mean_e2"], row["published_best_e2"]) == (17.06, 18.24)
    assert row["grave2018_e2"] == 10.6
    assert math.isnan(row["bojanowski2016_e2"])
    assert (row["band"], row["verdict"]) == ("15.35 to 18.77", "undecided")
    assert row["note"] == ""
    narrow = cell(quality={"hi": scored(0.169, 0.17, 0.171)}, **FASTTEXT)
    assert made("1_4", narrow)[0]["verdict"] == "agrees"


def test_tables_1_4_and_1_5_are_of_their_trainers():
    cells = [
        cell(quality={"hi": scored(0.1, 0.2, 0.3)}),
        cell(quality={"hi": scored(0.1, 0.2, 0.3)}, **FASTTEXT),
        cell(quality={"hi": scored(0.1, 0.2)}, sampling="fixed", **FASTTEXT),
    ]
    assert [row["trainer"] for row in made("1_4", *cells)] == ["fasttext"]
    assert [row["trainer"] for row in made("1_5", *cells)] == ["word2vec"]
    assert [row["trainer"] for row in made("2_10", *cells)] == ["fasttext", "word2vec"]
    (row,) = made("1_5", *cells)
    assert row["note"] == "no published value"
    assert row["verdict"] == ""


def test_a_score_that_is_off_differs_and_another_text_is_not_compared():
    high = cell(quality={"hi": scored(0.40, 0.401, 0.402)})
    small = cell(quality=high.quality, corpus="small")
    found = {row["corpus"]: row["verdict"] for row in made("2_10", high, small)}
    assert found["news"] == "differs"
    assert found["small"].startswith("not comparable: another corpus (0.5 of 48")


def test_every_analogy_set_has_its_row_and_similarity_none():
    quality = {
        "b": scored(0.1, 0.2, 0.3),
        "a": scored(0.1, np.nan, 0.3, note="a note"),
        "pairs": scored(0.5, 0.5, 0.5, kind="similarity"),
        "c": None,
        "d": scored(np.nan, np.nan, np.nan, note="no question known"),
    }
    found = made("2_10", cell(quality=quality))
    assert [row["set"] for row in found] == ["a", "b", "c", "d"]
    assert [row["runs"] for row in found if row["set"] != "c"] == [2, 3, 0]
    assert found[0]["note"] == "a note; no interval: it needs 3 runs, there are 2"
    assert found[0]["verdict"] == "undecided: no interval"
    assert found[2]["note"] == "not measured"
    assert found[3]["note"] == "no question known"
    assert math.isnan(found[3]["mean_e2"])


@pytest.mark.parametrize("number", ["1_6", "2_1", "2_10"])
def test_cells_without_scores_say_why(number):
    found = made(
        number,
        cell(language="xx"),
        failed(technique="w", quality={"hi": None}),
        cell(technique="z", quality={"hi": None}),
    )
    assert [row["note"] for row in found] == [
        "2 of 3 runs failed",
        "no analogies of this language",
        "not measured",
    ]


def test_intervals_stay_within_what_a_score_can_be():
    (row,) = made("2_10", cell(quality={"hi": scored(0, 0.5, 1)}))
    assert (row["low_e2"], row["high_e2"]) == (0, 100)


def test_coverage_is_a_mean_over_runs():
    numbers = scored(0.1, 0.2, 0.3)
    numbers.known[:] = 72, 71, 73
    (row,) = made("1_6", cell(quality={"hi": numbers}))
    assert row["coverage_e2"] == pytest.approx(72)
    reach = T2 / math.sqrt(3)
    assert row["coverage_low_e2"] == pytest.approx(72 - reach)
    assert (row["published_coverage_e2"], row["grave2018_e2"]) == (72.0, 70.8)
    assert (row["band"], row["verdict"]) == ("70 to 74", "undecided")
    (row,) = made("1_6", cell(language="de", quality={"hi": numbers}))
    assert (row["note"], row["verdict"]) == ("no published value", "")


def test_extremes_have_a_relative_difference_but_no_interval():
    one = cell(quality={"hi": scored(0.16, 0.2, 0.18)}, **FASTTEXT)
    (row,) = made("2_1", one)
    assert (row["lowest_e2"], row["highest_e2"]) == (16, 20)
    assert row["relative_difference_e2"] == pytest.approx(25)
    assert row["published_relative_difference_e2"] == 13.5
    assert row["verdict"] == "not comparable: extremes of 3 runs, published of 128"
    many = scored(*np.linspace(0.16, 0.2, 128))
    (row,) = made("2_1", cell(quality={"hi": many}, **FASTTEXT))
    assert row["verdict"] == "undecided: no interval"
    (row,) = made("2_1", cell(quality={"hi": scored(0, 0.1)}, **FASTTEXT))
    assert math.isnan(row["relative_difference_e2"])


def test_an_error_of_print_is_said():
    one = cell(language="fi", quality={"fi": scored(0.4, 0.42, 0.44)}, **FASTTEXT)
    (row,) = made("2_1", one)
    assert row["note"] == "Table 1.4 prints a best score of 47.71"
