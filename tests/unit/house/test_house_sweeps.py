"""Sweeps from cells that are known."""

import math
from dataclasses import replace

import numpy as np
import pytest
from house_given import rows
from invented import cell, default, failed, scored, square, variant

from quaver.house.sweeps import NOT_ABOVE, SWEEPS
from quaver.statistics import pair_mean, run_mean
from quaver.statistics.values import change, difference, value_of


def sweeps(*cells):
    return rows(SWEEPS, cells=cells)


def test_a_sweep_tells_values_and_changes_of_every_measure():
    overlap = np.full((3, 3), 0.5)
    share = {10: (overlap, overlap / 2)}
    base = default(overlaps=share, quality={"hi": scored(0.1, 0.12, 0.14)})
    one = variant(overlaps=share, quality={"hi": scored(0.2, 0.22, 0.24)})
    found = sweeps(one, base)
    assert [(row["varied"], row["measure"]) for row in found] == [
        (point, measure)
        for point in ("default", "epochs 10")
        for measure in ("PIP loss", "p@10", "j@10", "analogies")
    ]
    loss, _, _, score = found[4:]
    assert (loss["value_e2"], loss["base_value_e2"]) == pytest.approx((1.5, 2))
    assert loss["change_e2"] == pytest.approx(-25)
    told = change(*(value_of(pair_mean(x.losses)) for x in (one, base)))
    ends = loss["change_low_e2"] / 100, loss["change_high_e2"] / 100
    assert ends == pytest.approx(told.interval())
    assert math.isnan(loss["points_e2"])
    assert score["points_e2"] == pytest.approx(10)
    parts = (np.array([0.2, 0.22, 0.24]), np.array([0.1, 0.12, 0.14]))
    points = difference(*(value_of(run_mean(x)) for x in parts))
    assert score["points_low_e2"] / 100 == pytest.approx(points.interval()[0])
    assert (score["runs"], score["base_runs"], score["set"]) == (3, 3, "hi")


def test_any_parameter_of_any_technique_may_be_swept():
    lsa = {"technique": "lsa", "trainer": "lsa", "base": ""}
    base = cell(**lsa)
    points = [
        variant(
            trainer="lsa",
            technique=f"lsa.{kind}-{size}",
            varied={"weighting": kind, "dimensions": size},
        )
        for kind, size in (("tfidf", 100), ("none", 20), ("none", 100))
    ]
    found = sweeps(base, *points)
    assert [row["varied"] for row in found] == [
        "default",
        "weighting none, dimensions 20",
        "weighting none, dimensions 100",
        "weighting tfidf, dimensions 100",
    ]


def test_parameters_varied_one_at_a_time_stand_by_name_and_value():
    points = [
        variant(technique=f"word2vec.{key}-{value}", varied={key: value})
        for key, value in (("window", 10), ("dictionary", 500), ("window", 2))
    ]
    found = sweeps(default(), *points)
    assert [row["varied"] for row in found] == [
        "default",
        "dictionary 500",
        "window 2",
        "window 10",
    ]


def test_what_a_sweep_lacks_is_said():
    lost = failed(
        technique="word2vec.epochs-40", base="word2vec", varied={"epochs": 40}
    )
    found = sweeps(variant(), lost)
    assert found[0]["note"] == "no default to compare with"
    assert math.isnan(found[0]["change_e2"])
    assert found[1]["note"] == "2 of 3 runs failed"
    found = sweeps(failed(), variant())
    assert found[0]["note"] == "2 of 3 runs failed"
    pair = variant(losses=square(0.015, 2), runs=2)
    found = sweeps(default(), pair)
    assert found[-1]["note"] == "no interval: it needs 3 runs"
    assert math.isnan(found[-1]["change_low_e2"])
    assert sweeps(default()) == []


def test_a_default_of_0_has_no_change_in_percent():
    base = default(quality={"hi": scored(0, 0, 0)})
    one = variant(quality={"hi": scored(0, 0, 0.5)})
    row = sweeps(base, one)[-1]
    assert row["note"] == "no percent: the default is 0"
    assert math.isnan(row["change_e2"])
    assert row["points_e2"] == pytest.approx(50 / 3)
    assert (row["low_e2"], row["value_e2"]) == (0, pytest.approx(50 / 3))


def test_percent_only_of_a_default_that_is_well_above_0():
    """-3787 % and +11,826 % were told of such; points have the right sign."""
    cases = {
        (-0.002, -0.001, 0.0): False,  # the sign would be turned round
        (0.0012, 0.0013, 0.0014): False,  # well known, and next to nothing
        (0.05, 0.1, 0.2): False,  # its interval holds 0
        (0.40, 0.41, 0.42): True,
    }
    for scores, is_percent in cases.items():
        base = default(quality={"ws": scored(*scores, kind="similarity")})
        one = variant(quality={"ws": scored(0.5, 0.51, 0.52, kind="similarity")})
        row = sweeps(base, one)[-1]
        assert row["points_low_e2"] < row["points_e2"] < row["points_high_e2"]
        assert row["points_e2"] == pytest.approx(51 - 100 * np.mean(scores))
        assert math.isnan(row["change_e2"]) is not is_percent, scores
        assert (NOT_ABOVE in row["note"]) is not is_percent, scores


def test_without_an_interval_percent_go_by_the_value_of_the_default():
    """Of .8 and .81 it was said that they are not well above 0."""
    cases = {(0.8, 0.81): True, (0.8,): True, (0.04, 0.041): False, (-0.8,): False}
    for scores, is_percent in cases.items():
        base = default(quality={"ws": scored(*scores, kind="similarity")})
        one = variant(quality={"ws": scored(0.9, 0.91, 0.92, kind="similarity")})
        row = sweeps(base, one)[-1]
        lacks = ["no interval: it needs 3 runs", *([] if is_percent else [NOT_ABOVE])]
        assert row["note"] == "; ".join(lacks), scores
        assert math.isnan(row["change_e2"]) is not is_percent, scores
        assert math.isnan(row["change_low_e2"]), scores


def test_coverage_stands_beside_every_score():
    """18 of 287 pairs gave 49.8, and nothing said so."""
    few, many = (scored(0.4, 0.41, 0.42, kind="similarity") for _ in range(2))
    few.known[:] = 18
    base, one = default(quality={"ws": many}), variant(quality={"ws": few})
    rows_of = [row for row in sweeps(base, one) if row["set"] == "ws"]
    shares = [row["coverage_e2"] for row in rows_of]
    assert shares == pytest.approx([100 * many.known.mean() / many.questions, 18])
    assert rows_of[1]["note"] == (
        "of other questions: the default covers 80%; "
        "only 18 of its questions or pairs are known"
    )
    shown = {column.name for column in SWEEPS.shown}
    assert {"coverage", "points", "note"} <= shown


def test_correlations_may_be_negative():
    base = default(quality={"ws": scored(-0.1, 0.1, 0.3, kind="similarity")})
    row = sweeps(base, variant())[1]
    assert row["low_e2"] < -10


def test_sweeps_keep_views_and_samplings_apart():
    cells = [
        default(corpus="a"),
        default(0.04, corpus="b"),
        variant(corpus="a"),
        variant(corpus="b"),
        variant(corpus="a", sampling="fixed"),
    ]
    found = [row for row in sweeps(*cells) if row["varied"] != "default"]
    changes = {(row["corpus"], row["sampling"]): row["change_e2"] for row in found}
    assert changes["a", "shuffled"] == pytest.approx(-25)
    assert changes["b", "shuffled"] == pytest.approx(-62.5)
    assert math.isnan(changes["a", "fixed"])


def test_a_sweep_tells_distances_and_what_bootstrapping_adds():
    overlap = square(0.6, 3, 0.01)
    known = {"displacement": square(0.1, 3, 0.001), "knn_overlap": overlap}
    pair = [
        {"sampling": "shuffled"},
        {"sampling": "bootstrapped", "losses": square(0.05, 3, 1e-4)},
    ]
    bases = [cell(**{"losses": square(0.03, 3, 1e-4), **more}) for more in pair]
    variants = [variant(**{"losses": square(0.04, 3, 1e-4), **m}) for m in pair]
    variants[0] = replace(variants[0], distances=known)
    bases[0] = replace(bases[0], distances=known)
    found = sweeps(*bases, *variants)
    told = {
        (row["sampling"], row["varied"], row["measure"]): row["value_e2"]
        for row in found
    }
    place = "shuffled", "epochs 10"
    assert told[(*place, "displacement after alignment")] == pytest.approx(10)
    assert told[(*place, "10-NN overlap corrected for chance")] == pytest.approx(60)
    place = "bootstrapped", "epochs 10", "extrinsic instability"
    assert told[place] == pytest.approx(3, abs=0.02)
    (change,) = [
        row["change_e2"]
        for row in found
        if row["measure"] == "extrinsic instability" and row["varied"] != "default"
    ]
    assert change == pytest.approx(-25, abs=0.5)
    assert not [key for key in told if key[0] == "shuffled" and "extrinsic" in key[2]]
