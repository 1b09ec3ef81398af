"""Table 2.6 and the numbers of Figures 2.3 and 2.4 from records that are known."""

import math

import numpy as np
import pytest
from invented import cell, record
from thesis import cosines, of_records, proxies

from quaver.measures.independence import expected_rejections
from quaver.statistics.values import share_interval, shared_mean

OTHER = "not comparable: another corpus (50.0 of 155 million tokens)"


def table_2_6(*records):
    return of_records("table_2_6", *records)


def test_proxies_are_means_over_pairs_of_runs():
    found = table_2_6(record(proxies=proxies()))
    ours = [row for row in found if row["language"] == "hi"]
    assert [(row["proxies"], row["other_proxies"]) for row in ours] == [
        ("1000", "1000"),
        ("1000", "whole vocabulary"),
        ("whole vocabulary", "whole vocabulary"),
    ]
    assert (ours[0]["pairs"], ours[0]["runs"]) == (3, 6)
    assert ours[0]["spearman"] == pytest.approx(0.92)
    runs = np.array([1, 3, 5]), np.array([2, 4, 6])
    low, high = shared_mean(np.array([0.9, 0.92, 0.94]), *runs).interval()
    assert (ours[0]["low"], ours[0]["high"]) == pytest.approx((low, high))
    assert (ours[2]["spearman"], ours[2]["low"], ours[2]["high"]) == (1, 1, 1)


def test_published_means_stand_beside_means():
    found = table_2_6(record(proxies=proxies()))
    means = [row for row in found if row["language"] == "all languages"]
    assert [row["published_spearman"] for row in means] == [0.958, 0.978, 1]
    assert all(row["verdict"].startswith("not comparable") for row in means)


def test_pairs_of_one_run_have_no_interval():
    found = table_2_6(record(proxies=proxies(first=(1, 1, 1), second=(2, 3, 4))))
    assert found[0]["note"] == "no interval: too few pairs of runs"
    gone = table_2_6(record(proxies=proxies(values=(np.nan,) * 3)))
    assert gone[0]["note"] == "no correlation: all words have one loss"
    assert gone[0]["pairs"] == 0
    (row,) = table_2_6(record(notes={"proxies": "why"}))
    assert row["note"] == "why"


def test_rejections_are_shares_with_wilsons_interval():
    p = np.r_[np.full(5, 0.01), np.full(95, 0.5), np.nan]
    (row,) = of_records(
        "figure_2_4", record(cell(language="pl"), cosines=cosines(p, []))
    )
    assert (row["tests"], row["untested"], row["rejected"]) == (100, 1, 5)
    assert (row["share"], row["expected"]) == (0.05, 0.05)
    assert (row["low"], row["high"]) == pytest.approx(share_interval(5, 100))
    # of 100 tests 2 to 11 % hold what is expected, and half as much and twice as well
    assert (row["published"], row["verdict"]) == ("even", "undecided")
    many = cosines(np.r_[np.full(250, 0.01), np.full(4750, 0.5)], [])
    (row,) = of_records("figure_2_4", record(cell(language="pl"), cosines=many))
    assert (row["band"], row["verdict"]) == ("0.025 to 0.075", "agrees")


@pytest.mark.parametrize(
    ("language", "rejected", "published", "verdict"),
    [
        (
            "fi",
            50,
            "more than expected",
            OTHER,
        ),
        ("hi", 5, "more than expected", "undecided"),
        ("hi", 0, "more than expected", "differs"),
        ("hi", 50, "more than expected", "agrees"),
        ("cs", 50, "even", "differs"),
    ],
)
def test_hindi_and_finnish_word2vec_are_not_normal(
    language, rejected, published, verdict
):
    p = np.r_[np.full(rejected, 0.01), np.full(100 - rejected, 0.5)]
    (row,) = of_records(
        "figure_2_4", record(cell(language=language), cosines=cosines(p, []))
    )
    assert (row["published"], row["verdict"]) == (published, verdict)


def test_few_runs_reject_independence_by_their_own_share():
    few = record(cosines=cosines([], np.full(10, 0.5), runs=8))
    assert of_records("figure_2_3", few)[0]["verdict"] == "undecided"
    p = np.r_[np.full(250, 0.01), np.full(4750, 0.5)]
    found = cosines([], p, runs=8)
    (row,) = of_records("figure_2_3", record(cosines=found))
    assert row["expected"] == expected_rejections(8) != 0.05
    assert row["verdict"] == "agrees"


def test_tests_that_cannot_be_made_are_said():
    (row,) = of_records("figure_2_3", record(cosines=cosines([], [np.nan])))
    assert (row["tests"], row["untested"]) == (0, 1)
    assert row["note"] == "no pair of words has a p-value"
    assert math.isnan(row["share"])
    (row,) = of_records("figure_2_4", record())
    assert row["note"] == "not measured"
