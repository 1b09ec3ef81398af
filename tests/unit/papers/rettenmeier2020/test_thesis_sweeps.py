"""Sweeps and Tables 3.1 to 3.4 from cells that are known."""

import math
from dataclasses import replace

import pytest
from invented import cell, default, failed, scored, square, variant
from thesis import TABLES, made


def table(number, *cells):
    return made(f"table_{number}", *cells)


def test_a_default_of_0_has_no_change_in_percent():
    base = default(quality={"hi": scored(0, 0, 0)})
    first, second = table("3_3", base, variant(quality={"hi": scored(0, 0, 0.5)}))
    assert second["note"] == "no percent: the default is 0"
    assert first["note"] == ""


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
    judged = TABLES["table_3_1"].published
    (row,) = [x for x in judged.rows.values() if x["change_e2"] == -14.0][:1]
    low, high = judged.interval_of(row)
    assert (high - low) / 2 == pytest.approx(0.05 + 2.446911851 * error)


def test_a_change_agrees_within_a_tenth_of_the_default():
    exact = cell(losses=square(0.0179))
    for change, told in ((-4.1, "agrees"), (-3.9, "differs"), (-24.1, "differs")):
        moved = variant(losses=square(0.0179 * (1 + change / 100)))
        row = table("3_1", exact, moved)[1]
        assert (row["band"], row["verdict"]) == ("-24 to -4", told)


def verdict(judged, printed, low, high):
    """Of a variant whose change, or points, have these ends."""
    ends = {f"{judged.change}_low": low, f"{judged.change}_high": high}
    row = {judged.change: (low + high) / 2, "is_variant": True, **ends}
    return judged.judged(row, printed, "")


def test_neither_no_change_nor_the_opposite_agrees_with_a_printed_change():
    """107 of 264 printed changes are smaller than their margin: their bands hold 0."""
    held, offenders = 0, []
    for number in ("3_1", "3_2", "3_3", "3_4"):
        judged = TABLES[f"table_{number}"].published
        for key, printed in judged.rows.items():
            change = printed["change_e2"] / 100
            if math.isnan(change):
                continue
            steps = (-0.2, -0.1), (-0.1, 0.1), (0.9, 1.1)  # opposite, none, as printed
            ends = [sorted(change * step for step in own) for own in steps]
            told = [verdict(judged, printed, *own) for own in ends]
            low, high = map(float, told[-1]["band"].split(" to "))
            held += low < 0 < high
            if [each["verdict"] == "agrees" for each in told] != [False, False, True]:
                offenders.append((number, *key))
    assert (held, offenders) == (107, [])


def test_a_small_change_agrees_where_its_sign_is_shown():
    """-8.9 within 10: -18.9 to 1.1 holds 0, and some of the opposite sign."""
    exact, point = cell(losses=square(0.0179)), {"epochs": 40, "negative": 20}
    unshown = "undecided: our interval does not show the printed sign"
    cases = {-8.9: "agrees", -0.1: "agrees", 0: unshown, 1: unshown, 1.2: "differs"}
    for change, told in cases.items():
        moved = square(0.0179 * (1 + change / 100))
        row = table("3_1", exact, variant(varied=point, losses=moved))[1]
        assert (row["band"], row["verdict"]) == ("-18.9 to 1.1", told), change


def test_scores_are_compared_in_points():
    base = default(quality={"hi": scored(0.145, 0.146, 0.144)})
    one = variant(quality={"hi": scored(0.19, 0.191, 0.189)})
    first, second = table("3_3", base, one)
    assert (first["published_value_e2"], first["verdict"]) == (14.5, "agrees")
    assert second["points_e2"] == pytest.approx(4.5)
    assert second["coverage_e2"] == pytest.approx(80)
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
