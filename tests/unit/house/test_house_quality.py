"""Scores on evaluation sets, whole and by section."""

import math

import numpy as np
import pytest
from house_given import frame, rows
from invented import T2, cell, failed

from quaver.house.quality import QUALITY, QUALITY_SECTIONS
from quaver.results.records import SetNumbers

FEW_KNOWN = "only 7 of its questions or pairs are known"


def scored(**changes):
    """Ten questions in two sections, three runs that know 8, 8 and 5."""
    first = 6, np.array([4, 4, 0]), np.array([2, 3, 0])
    second = 4, np.array([4, 4, 5]), np.array([2, 1, 5])
    facts = {
        "kind": "analogies",
        "questions": 10,
        "scores": np.array([0.5, 0.5, 1.0]),
        "known": np.array([8, 8, 5]),
        "sections": {"family": first, "gram1-plural": second},
    }
    return SetNumbers(**facts | changes)


def sections(**sets):
    made = rows(QUALITY_SECTIONS, cells=[cell(quality=sets)])
    return {row["section"]: row for row in made}


def test_quality_is_a_mean_over_runs_beside_the_coverage():
    (row,) = rows(QUALITY, cells=[cell(quality={"google": scored()})])
    assert (row["set"], row["kind"], row["runs"]) == ("google", "analogies", 3)
    assert row["questions"] == 10
    assert row["coverage_e2"] == pytest.approx(70)
    assert row["score_e2"] == pytest.approx(200 / 3)
    assert row["best_e2"] == 100
    # deviation over runs 1/2 sqrt(2/9); error of the mean 1/6; Student t
    assert row["deviation_e2"] == pytest.approx(100 * math.sqrt(1 / 18))
    assert 100 / 6 * T2 > 200 / 3  # so the interval is cut at what a score can be
    assert (row["low_e2"], row["high_e2"]) == (0, 100)
    assert row["note"] == FEW_KNOWN
    scores = np.array([0.5, 0.52, 0.54])
    many = scored(questions=90, known=np.full(3, 80), scores=scores)
    (row,) = rows(QUALITY, cells=[cell(quality={"google": many})])
    reach = 100 * 0.02 / math.sqrt(3) * T2
    ends = row["low_e2"], row["high_e2"]
    assert ends == pytest.approx((52 - reach, 52 + reach))
    assert row["note"] == ""


def test_quality_has_a_row_for_each_cell_and_set():
    quality = {"b": scored(), "a": None}
    cells = [
        cell(quality=quality),
        cell(sampling="fixed", quality=quality),
        failed(sampling="bootstrapped", quality=dict.fromkeys(quality)),
        cell(language="de", technique="other"),
    ]
    made = frame(QUALITY, cells=cells)
    assert made[["sampling", "set"]].to_numpy().tolist() == [
        *(["fixed", "a"], ["fixed", "b"], ["shuffled", "a"], ["shuffled", "b"]),
        *(["bootstrapped", "a"], ["bootstrapped", "b"]),
    ]
    notes = ["not measured", FEW_KNOWN] * 2 + ["2 of 3 runs failed"] * 2
    assert made["note"].tolist() == notes


def test_runs_without_a_score_are_counted():
    nan, why = np.nan, "fewer than 3 pairs have both words"
    numbers = scored(scores=np.array([0.3, nan, 0.5]), sections={}, note=why)
    none = scored(scores=np.full(3, nan), sections={}, note=why)
    some, nothing = rows(QUALITY, cells=[cell(quality={"a": numbers, "b": none})])
    assert (some["runs"], some["score_e2"]) == (2, pytest.approx(40))
    assert some["note"] == (
        f"1 of 3 runs have no score; {why}; no interval: it needs 3 runs, there are 2; "
        f"{FEW_KNOWN}"
    )
    assert nothing["runs"] == 0
    assert math.isnan(nothing["score_e2"])
    assert nothing["note"] == f"3 of 3 runs have no score; {why}"


def test_sections_and_their_kinds_are_scored_over_runs():
    made = sections(google=scored(), x=None)
    assert list(made) == ["family", "gram1-plural", "semantic", "syntactic"]
    family = made["family"]
    assert (family["kind"], family["runs"], family["questions"]) == ("section", 2, 6)
    assert family["score_e2"] == pytest.approx(62.5)
    assert family["coverage_e2"] == pytest.approx(800 / 18)
    assert family["note"] == "1 of 3 runs have no score"
    assert made["syntactic"]["kind"] == "together"
    assert made["syntactic"]["score_e2"] == made["gram1-plural"]["score_e2"]


def test_kinds_of_sections_weigh_questions_and_need_both():
    one, two = (5, np.array([4]), np.array([4])), (5, np.array([1]), np.array([0]))
    parts = {"a": one, "b": two, "gram1": (2, np.array([0]), np.array([0]))}
    made = sections(s=scored(sections=parts))
    assert made["semantic"]["score_e2"] == pytest.approx(80)  # 4 of 5, no mean of means
    assert made["syntactic"]["note"] == "no question has all its words"
    parts = {"a": one, "none": (0, np.array([0]), np.array([0]))}
    made = sections(s=scored(sections=parts))
    assert {name: row["note"] for name, row in made.items()} == {
        "a": "",
        "none": "the section is empty",
    }
