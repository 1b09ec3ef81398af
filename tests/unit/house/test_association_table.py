"""Associations of sets of words: what their table shows."""

import numpy as np
import pytest
from house_given import rows
from invented import cell
from scipy.stats import t as student

from quaver.house.associations import ASSOCIATIONS
from quaver.measures.associations import TESTS, Sets
from quaver.results.associations import AssociationNumbers
from quaver.statistics import run_mean

FACTS = {"p": 0.02, "null_low": -1.0, "null_high": 1.1, "words": (4, 4, 3, 3)}


def record(test="weat", values=(1.2, 1.4, 1.3), permutations=70, **changes):
    facts = {"values": np.array(values), "permutations": permutations, **FACTS}
    where = {"sampling": changes.pop("sampling", "shuffled")}
    of = cell(**where, view=changes.pop("view", "court"))
    return AssociationNumbers(of, "callings", test, **facts | changes)


def row(*facts, **changes):
    (shown,) = rows(ASSOCIATIONS, associations=[record(*facts, **changes)])
    return shown


def test_the_mean_over_runs_has_its_interval_and_stands_beside_permuted_sets():
    shown, mean = row(), run_mean(np.array([1.2, 1.4, 1.3]))
    given = [shown[name] for name in ("mean", "low", "high")]
    assert given == pytest.approx([mean.mean, mean.low, mean.high])
    assert (shown["p"], shown["null_high"], shown["words"]) == (0.02, 1.1, 14)
    assert (shown["set"], shown["test"], shown["note"]) == ("callings", "weat", "")


SIDES = np.repeat([1, -1, 1, -1], 5)[:, None]
AS_GIVEN = np.repeat([[True, False]], 5, axis=1)
DOCUMENTS, RUNS = 20, 8


def simulated(generator, means, text, drawn):
    """What runs on documents, words beside their means, give; each documents anew."""
    weights = np.ones((RUNS, DOCUMENTS))
    if drawn:
        weights = generator.multinomial(DOCUMENTS, weights[0] / DOCUMENTS, RUNS)
    runs = means + np.tensordot(weights / DOCUMENTS, text, 1)
    runs += generator.normal(0, 0.2, runs.shape)
    units = runs / np.linalg.norm(runs, axis=-1, keepdims=True)
    sets = (Sets(*each.reshape(4, 5, -1)) for each in units)
    return [[TESTS[x](own, AS_GIVEN)[0] for x in TESTS] for own in sets]


def test_intervals_of_draws_hold_what_other_texts_give_on_average():
    """Draws shrink what sets differ by, as half of the documents do; so their mean
    is off, and intervals around it held rnd in 157 of these 200."""
    generator = np.random.default_rng(1)
    means = generator.normal(size=(20, 10)) + SIDES * generator.normal(size=10)
    held, values = dict.fromkeys(TESTS, 0), []
    for _ in range(200):
        text = generator.normal(0, 6, (DOCUMENTS, 20, 10))
        values.append([simulated(generator, means, text, x) for x in (False, True)])
    records = [
        record(name, own, sampling=sampling, view=f"text {k}")
        for k, of_text in enumerate(np.swapaxes(values, 2, 3))
        for sampling, runs in zip(("fixed", "bootstrapped"), of_text, strict=True)
        for name, own in zip(TESTS, runs, strict=True)
    ]
    truth = dict(zip(TESTS, np.mean(values, axis=(0, 2))[0], strict=True))
    for shown in rows(ASSOCIATIONS, associations=records):
        if shown["sampling"] == "bootstrapped":
            held[shown["test"]] += shown["low"] <= truth[shown["test"]] <= shown["high"]
    assert min(held.values()) >= 180, held


def test_draws_stand_around_the_whole_text_and_more_of_them_narrow_nothing():
    draws, many = (np.tile([0.4, 0.6], half) for half in (4, 400))
    drawn = {"sampling": "bootstrapped", "p": 0.5}
    fixed = record(values=[1.2] * 3, sampling="fixed")
    for given, whole, mean, p in (
        ([record(values=draws, **drawn)], False, 0.5, 0.5),
        ([fixed, record(values=draws, **drawn)], True, 1.2, 0.02),
        ([fixed, record(), record(values=many, **drawn)], True, 1.3, 0.02),
        # a word that not all draws have: these are other sets
        ([fixed, record(values=draws, words=(4, 3, 3, 3), **drawn)], False, 0.5, 0.5),
    ):
        *_, shown = rows(ASSOCIATIONS, associations=given)
        assert (shown["mean"], shown["p"]) == (pytest.approx(mean), p)
        own = given[-1].values
        reach = student.ppf(0.975, len(own) - 1) * np.std(own, ddof=1)
        assert shown["high"] - shown["mean"] == pytest.approx(reach)
        assert shown["note"].startswith("around the mean of draws") != whole


def test_an_interval_ends_where_values_do():
    shown = row(values=(1.9, 1.2, 2.0))
    assert shown["high"] == 2 and shown["low"] < 1.9
    assert row("rnd", values=(-9.0, -1.0, 4.0))["low"] < -9


def test_what_limits_a_row_is_said():
    few = row(permutations=2, words=(4, 4, 2, 1))["note"]
    assert "only 2 permuted sets, so p is 0.5 at least" in few
    # the same sets with their sides changed are as far from 0
    few = row(permutations=6, words=(4, 4, 2, 2))["note"]
    assert "only 6 permuted sets, so p is 0.33 at least" in few
    left = row(missing=("rare (in 1 of 3 runs)", "yak"))["note"]
    assert left == "left out, as not all runs have them: rare (in 1 of 3 runs), yak"
    none = row(values=(np.nan,) * 3, missing=("yak",))
    assert np.isnan(none["mean"])
    assert none["note"].startswith("a set that it needs has no word left")
    assert "no interval: it needs 3 runs" in row(values=(1.0, 1.1))["note"]
