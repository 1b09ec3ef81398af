"""Losses, and the order of techniques, from losses that are known."""

import math

import numpy as np
import pytest
from house_given import rows
from invented import LOSSES, PAIR, REACH, cell, failed
from invented import of_technique as of

from quaver.house.losses import LOSSES as TABLE
from quaver.items.ends import CUT


def losses(*cells):
    return rows(TABLE, cells=cells)


def test_a_hand_case():
    (row,) = losses(cell())
    assert (row["runs"], row["pairs"], row["words"]) == (3, 3, 400)
    assert row["mean_e2"] == pytest.approx(2)
    assert row["deviation_e4"] == pytest.approx(math.sqrt(2 / 3) * 100)
    assert REACH > 0.02 and row["low_e2"] == 0
    assert row["high_e2"] == pytest.approx(2 + REACH * 100)
    assert (row["rank"], row["order"], row["note"]) == (1, "word2vec", CUT)


def test_a_missing_value_is_explained():
    for missing, note in (
        (failed(), "2 of 3 runs failed"),
        (cell(runs=1, losses=None), "a comparison needs 2 runs, the study has 1"),
        (cell(losses=None), "not measured"),
        (cell(losses=None, wanted=False), "not wanted in the study"),
        (
            cell(runs=2, losses=PAIR / 100),
            "no interval: it needs 3 runs, there are 2",
        ),
    ):
        (row,) = losses(missing)
        assert math.isnan(row["low_e2"])
        assert row["note"] == note


def test_runs_are_those_that_were_compared():
    """A study may compare fewer runs than it trains."""
    pair = [cell(runs=8, sampling=name) for name in ("shuffled", "bootstrapped")]
    assert [(row["runs"], row["pairs"]) for row in losses(*pair)] == [(3, 3)] * 2


def test_an_exact_loss_has_an_interval_of_no_length():
    (row,) = losses(cell(losses=np.zeros_like(LOSSES)))
    assert (row["low_e2"], row["high_e2"]) == (0, 0)


def test_techniques_are_ordered_where_their_intervals_are_apart():
    table = losses(of("glove", 0.01), of("word2vec", 0.02), of("fasttext", 0.03))
    assert {row["order"] for row in table} == {"glove < word2vec < fasttext"}
    assert {row["technique"]: row["rank"] for row in table} == {
        "glove": 1,
        "word2vec": 2,
        "fasttext": 3,
    }
    near = losses(
        of("glove", 0.01), of("word2vec", 0.0301, 0.001), of("fasttext", 0.03, 0.001)
    )
    assert near[0]["order"] == "glove < fasttext ~ word2vec"


def test_the_order_is_of_one_view_and_sampling_and_of_what_was_measured():
    table = losses(
        *(of("glove", 0.01), of("word2vec", 0.02)),
        *(of("glove", 0.03, corpus="b"), of("word2vec", 0.02, corpus="b")),
        *(of("glove", 0.01, sampling="fixed"), failed(technique="lsa")),
    )
    orders = {(row["view"], row["sampling"], row["order"]) for row in table}
    assert orders == {
        ("news", "fixed", "glove"),
        ("news", "shuffled", "glove < word2vec"),
        ("b", "shuffled", "word2vec < glove"),
    }
    (missing,) = [row for row in table if row["technique"] == "lsa"]
    assert missing["rank"] is None and missing["order"] == "glove < word2vec"
    assert losses(failed())[0]["order"] == ""
