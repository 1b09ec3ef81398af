"""Associations of sets of words: what their table shows."""

import numpy as np
import pytest
from house_given import rows
from invented import cell

from quaver.house.associations import ASSOCIATIONS
from quaver.results.associations import AssociationNumbers
from quaver.statistics import run_mean

FACTS = {"p": 0.02, "null_low": -1.0, "null_high": 1.1, "words": (4, 4, 3, 3)}


def row(test="weat", values=(1.2, 1.4, 1.3), permutations=70, **changes):
    facts = {"values": np.array(values), "permutations": permutations, **FACTS}
    of = changes.pop("cell", cell())
    record = AssociationNumbers(of, "callings", test, **facts | changes)
    (shown,) = rows(ASSOCIATIONS, associations=[record])
    return shown


def test_the_mean_over_runs_has_its_interval_and_stands_beside_permuted_sets():
    shown, mean = row(), run_mean(np.array([1.2, 1.4, 1.3]))
    given = [shown[name] for name in ("mean", "low", "high")]
    assert given == pytest.approx([mean.mean, mean.low, mean.high])
    assert (shown["p"], shown["null_high"], shown["words"]) == (0.02, 1.1, 14)
    assert (shown["set"], shown["test"], shown["note"]) == ("callings", "weat", "")


def test_draws_of_a_text_deviate_as_other_texts_would_however_many_there_are():
    """Truth about the estimate, runs about the estimate, all with a deviation of 1."""
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        estimate = generator.normal()
        runs = generator.normal(estimate, 1, 32) / 100
        shown = row("rnd", values=runs, cell=cell(sampling="bootstrapped"))
        held += shown["low"] <= 0 <= shown["high"]
    assert 180 <= held <= 199


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
