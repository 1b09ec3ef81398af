"""Sweeps and Tables 3.1 to 3.4 from cells that are known."""

import math
from dataclasses import replace

import numpy as np
import pytest
from given import TEXTS, THESIS, cell, failed, rows, scored, square

from quaver import tables
from quaver.statistics import pair_mean, run_mean
from quaver.statistics.values import change, difference, value_of


def variant(mean=0.015, trainer="word2vec", **changes):
    facts = {
        "technique": f"{trainer}.epochs-10",
        "trainer": trainer,
        "base": trainer,
        "varied": {"epochs": 10},
        "losses": None if mean is None else square(mean, 3, 1e-4),
        "parameters": {"dimensions": 300, "epochs": 10, "negative": 5},
    }
    return cell(**facts | changes)


def default(mean=0.02, **changes):
    return cell(losses=square(mean, 3, 2e-4), **changes)


def table(number, *cells):
    return rows(getattr(tables, f"table_{number}")(cells, THESIS, TEXTS))


def test_a_sweep_tells_values_and_changes_of_every_measure():
    overlap = np.full((3, 3), 0.5)
    share = {10: (overlap, overlap / 2)}
    base = default(overlaps=share, quality={"hi": scored(0.1, 0.12, 0.14)})
    one = variant(overlaps=share, quality={"hi": scored(0.2, 0.22, 0.24)})
    found = rows(tables.sweeps([one, base]))
    assert [(row["varied"], row["measure"]) for row in found] == [
        (point, measure)
        for point in ("default", "epochs 10")
        for measure in ("PIP loss", "p@10", "j@10", "analogies")
    ]
    loss, _, _, score = found[4:]
    assert (loss["value_e2"], loss["base_e2"]) == pytest.approx((1.5, 2))
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
    found = rows(tables.sweeps([base, *points]))
    assert [row["varied"] for row in found] == [
        "default",
        "weighting none, dimensions 20",
        "weighting none, dimensions 100",
        "weighting tfidf, dimensions 100",
    ]


def test_what_a_sweep_lacks_is_said():
    lost = failed(
        technique="word2vec.epochs-40", base="word2vec", varied={"epochs": 40}
    )
    found = rows(tables.sweeps([variant(), lost]))
    assert found[0]["note"] == "no default to compare with"
    assert math.isnan(found[0]["change_e2"])
    assert found[1]["note"] == "2 of 3 runs failed"
    found = rows(tables.sweeps([failed(), variant()]))
    assert found[0]["note"] == "2 of 3 runs failed"
    pair = variant(losses=square(0.015, 2), runs=2)
    found = rows(tables.sweeps([default(), pair]))
    assert found[-1]["note"] == "no interval: it needs 3 runs"
    assert math.isnan(found[-1]["change_low_e2"])
    assert rows(tables.sweeps([default()])) == []


def test_a_default_of_0_has_no_change_in_percent():
    base = default(quality={"hi": scored(0, 0, 0)})
    one = variant(quality={"hi": scored(0, 0, 0.5)})
    row = rows(tables.sweeps([base, one]))[-1]
    assert row["note"] == "no change in percent: the default is 0"
    assert math.isnan(row["change_e2"])
    assert row["points_e2"] == pytest.approx(50 / 3)
    assert (row["low_e2"], row["value_e2"]) == (0, pytest.approx(50 / 3))
    assert table("3_3", base, one)[1]["note"] == row["note"]
    assert table("3_3", base, one)[0]["note"] == ""


def test_correlations_may_be_negative():
    base = default(quality={"ws": scored(-0.1, 0.1, 0.3, kind="similarity")})
    row = rows(tables.sweeps([base, variant()]))[1]
    assert row["low_e2"] < -10


def test_sweeps_keep_views_and_samplings_apart():
    cells = [
        default(corpus="a"),
        default(0.04, corpus="b"),
        variant(corpus="a"),
        variant(corpus="b"),
        variant(corpus="a", sampling="fixed"),
    ]
    found = [row for row in rows(tables.sweeps(cells)) if row["varied"] != "default"]
    changes = {(row["corpus"], row["sampling"]): row["change_e2"] for row in found}
    assert changes["a", "shuffled"] == pytest.approx(-25)
    assert changes["b", "shuffled"] == pytest.approx(-62.5)
    assert math.isnan(changes["a", "fixed"])


def test_table_3_1_compares_values_and_changes():
    found = table("3_1", default(0.0179), variant(0.0179 * 0.86))
    first, second = found
    assert (first["epochs"], first["negative"]) == (5, 5)
    assert (second["epochs"], second["negative"]) == (10, 5)
    assert first["published_value_e2"] == 1.79
    assert (second["runs"], second["base_runs"]) == (3, 3)
    assert math.isnan(first["change_e2"])
    assert second["change_e2"] == pytest.approx(-14)
    assert second["published_change_e2"] == -14.0
    assert [row["verdict"] for row in found] == ["agrees", "agrees"]
    off = table("3_1", default(0.0179), variant(0.0179 * 0.5))
    assert off[1]["verdict"] == "differs"


def test_the_published_change_has_the_error_of_both_means():
    """Percent of 1.79: sqrt(2) x 0.053 x sqrt(2/4 x 16/14) / 1.79, t of 6 runs."""
    error = 100 * math.sqrt(2) * 0.053 * math.sqrt(0.5 * 16 / 14) / 1.79
    edge = -14 + 0.05 + 2.446911851 * error
    for shift, told in ((-0.02, "agrees"), (0.02, "differs")):
        exact = cell(losses=square(0.0179))
        moved = variant(losses=square(0.0179 * (1 + (edge + shift) / 100)))
        assert table("3_1", exact, moved)[1]["verdict"] == told


def test_scores_are_compared_in_points():
    base = default(quality={"hi": scored(0.145, 0.146, 0.144)})
    one = variant(quality={"hi": scored(0.19, 0.191, 0.189)})
    first, second = table("3_3", base, one)
    assert (first["published_value_e2"], first["verdict"]) == (14.5, "agrees")
    assert second["points_e2"] == pytest.approx(4.5)
    assert second["change_e2"] == pytest.approx(4.5 / 14.5 * 100)
    assert (second["published_change_e2"], second["verdict"]) == (4.5, "agrees")


def test_chinese_and_czech_are_joined_by_the_language_meant():
    other = default(0.01543, language="cs", corpus="c")
    found = table("3_1", other, variant(0.0137, language="cs", corpus="c"))
    assert found[0]["published_value_e2"] == 1.52
    assert found[0]["note"] == "printed under zh: zh and cs are interchanged"


def test_another_text_point_or_trainer_is_not_compared():
    small = default(0.0179, corpus="small"), variant(0.015, corpus="small")
    found = table("3_1", *small)
    assert all(row["verdict"].startswith("not comparable: another") for row in found)
    odd = variant(technique="word2vec.epochs-7", varied={"epochs": 7})
    row = table("3_1", default(), odd)[1]
    assert (row["verdict"], row["note"]) == ("", "no published value")
    assert table("3_2", default(), variant()) == []
    window = variant(technique="word2vec.window-2", varied={"window": 2})
    assert table("3_1", default(), window) == []
    assert table("3_1", default(), variant(sampling="fixed")) == []


def test_a_default_at_another_point_is_no_default_of_theirs():
    given = {"dimensions": 300, "epochs": 10, "negative": 5}
    base = replace(default(), parameters=given)
    five = variant(
        technique="word2vec.epochs-5",
        varied={"epochs": 5},
        parameters={"dimensions": 300, "epochs": 5, "negative": 5},
    )
    found = table("3_1", base, five)
    assert {row["note"] for row in found} == {"the default is another point"}
    assert {row["verdict"] for row in found} == {""}


def test_failed_points_are_kept_with_a_note():
    lost = failed(
        technique="word2vec.epochs-40",
        base="word2vec",
        varied={"epochs": 40},
        parameters={"epochs": 40, "negative": 5},
    )
    row = table("3_1", default(), lost)[1]
    assert (row["note"], row["verdict"]) == ("2 of 3 runs failed", "")
    assert (row["epochs"], row["published_change_e2"]) == (40, -15.0)
    found = table("3_3", default(), variant())
    assert {row["note"] for row in found} == {"not measured"}


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
    found = rows(tables.sweeps([*bases, *variants]))
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
