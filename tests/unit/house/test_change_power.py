"""Tables of planted change: what is seen, what is told where nothing changed."""

from dataclasses import replace

import numpy as np
import pytest
from house_given import Numbers, rows
from test_all_house_items import PAIR, changes, planted

from quaver.house.change import CHANGE, sentence
from quaver.house.change_power import CHANGE_ERRORS, CHANGE_POWER, NAMES, curves
from quaver.items.item import build
from quaver.items.render import as_csv
from quaver.items.write import read_table
from quaver.results.change import SHARES, ChangeNumbers
from quaver.statistics.values import share_interval


def test_power_is_counted_by_share_and_frequency():
    told = rows(CHANGE_POWER, changes=[changes()])
    assert {row["share"] for row in told} == {0.25, 0.5, 1}
    assert sum(row["plantings"] for row in told) == 36
    for row in told:
        seen, number = row["seen"], row["plantings"]
        assert row["power"] == seen / number and row["as_share"] == row["share"]
        ends = row["power_low"], row["power_high"]
        assert ends == pytest.approx(share_interval(seen, number))
        assert seen == number or row["share"] == 0.25
    expected = {(row["share"], row["occurrences"]): row["expected"] for row in told}
    for (share, band), chance in expected.items():
        assert chance <= expected.get((2 * share, band), 1)


def test_curves_rise_with_share_and_frequency():
    numbers = planted()
    numbers["noise"] = np.random.default_rng(3).gamma(1, size=180)
    chances = curves(numbers, np.linspace(0.1, 1, 9))
    told = ~np.isnan(chances[:, 0])
    assert chances.shape == (len(NAMES), 9) and told.sum() >= 4
    assert (np.diff(chances[told], axis=0) >= 0).all()
    assert (np.diff(chances[told], axis=1) > 0).all()


def test_errors_are_told_in_all_and_by_frequency_with_what_is_allowed():
    told = rows(CHANGE_ERRORS, changes=[changes()])
    first = [row for row in told if row["error"].startswith("p of a word")]
    assert [row["occurrences"] for row in first][:2] == ["all", NAMES[1]]
    assert first[0]["words"] == 143 == sum(row["words"] for row in first[1:])
    numbers = planted()
    still = (numbers["share"] == 0) & np.isfinite(numbers["p"])
    hits = numbers["p"] <= 0.05
    each = [hits[still & (numbers["halving"] == k)].mean() for k in range(3)]
    assert first[0]["value"] == pytest.approx(np.mean(each))
    assert first[0]["low"] <= first[0]["value"] <= first[0]["high"]
    false = [row for row in told if row["error"].startswith("of words")]
    assert len(false) == 3 and false[0]["words"] == hits.sum()
    missed = told[-1]
    assert missed["error"].startswith("a planted share lies outside")
    assert missed["value"] == pytest.approx(1 / 3) and missed["words"] == 36
    assert all(row["nominal"] == 0.05 for row in told)


def test_errors_that_no_halving_has_are_not_surely_none():
    numbers = planted()
    numbers["p"] = np.where(np.isfinite(numbers["p"]), 0.5, np.nan)
    for row in rows(CHANGE_ERRORS, changes=[replace(changes(), planted=numbers)])[:-1]:
        if row["error"].startswith("p of a word"):
            assert row["value"] == row["low"] == 0
            assert row["high"] == pytest.approx(share_interval(0, row["halvings"])[1])


def test_why_nothing_is_told_of_planted_change_is_said_and_change_still_is(tmp_path):
    stored = {k: x for k, x in changes().stored.items() if k not in SHARES}
    failed = replace(
        changes(), stored=stored, planted={}, planted_note="too few donors"
    )
    for table in (CHANGE_POWER, CHANGE_ERRORS):
        told = rows(table, changes=[failed, ChangeNumbers(*PAIR, note="not measured")])
        assert [row["note"] for row in told] == ["too few donors", "not measured"]
        # who did not ask for it has no row
        assert not rows(table, changes=[replace(failed, planted_note="")])
    for numbers, has in ((failed, False), (changes(), True)):
        frame = build(CHANGE, Numbers(changes=[numbers]))
        assert ({*SHARES} <= {*frame}) == has and ({*SHARES} & {*frame} != set()) == has
        (path := tmp_path / "change.csv").write_text(as_csv(frame), "utf-8")
        assert [*read_table(path, CHANGE)] == [*frame]


def test_sentences_tell_how_large_a_change_is_and_what_would_be_seen():
    row = {"word": "war", "verdict": "changed", "percentile": 0.97, "band": 2.0}
    shares = {"share": 0.35, "share_low": 0.2, "share_high": 0.5, "least_share": 0.6}
    assert sentence(row | shares).endswith(
        "It is as if 35 % (20 to 50) of its uses were another word's."
    )
    whole = row | dict.fromkeys(("share", "share_low", "share_high"), 1.0)
    assert "(100 to 100)" not in sentence(whole)
    assert sentence(whole).endswith("as if all its uses were another word's, or more.")
    nothing = row | {"verdict": "no evidence"}
    assert sentence(nothing | shares).endswith(
        "It would take a change of 60 % of its uses to be seen in 4 of 5 cases."
    )
    never = sentence(nothing | shares | {"least_share": np.nan})
    assert "Were all its uses another word's" in never and "fewer than 4 of 5" in never
    assert "uses were" not in sentence(row) and "5 cases" not in sentence(nothing)
