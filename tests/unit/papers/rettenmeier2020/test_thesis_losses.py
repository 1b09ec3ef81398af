"""Tables 2.8, 2.9 and 2.11 from losses that are known."""

from functools import partial

import numpy as np
import pytest
from invented import LOSSES, cell, failed, square
from invented import of_technique as of
from thesis import made

table_2_8 = partial(made, "table_2_8")
table_2_9 = partial(made, "table_2_9")
table_2_11 = partial(made, "table_2_11")


def test_a_loss_is_judged_by_the_intervals_of_both():
    near = cell(losses=square(0.01805, 3, 0.00001))
    far = cell(losses=square(0.025, 3, 0.00001))
    small = cell(losses=near.losses, corpus="small")
    pair = cell(losses=near.losses[:2, :2], runs=2)
    told = [row["verdict"] for row in table_2_8(near, far, small, pair)]
    assert sorted(told) == [
        *("agrees", "differs"),
        "not comparable: another corpus (0.5 of 48 million tokens)",
        "undecided: no interval",
    ]
    assert [row["verdict"] for row in table_2_8(failed(), cell(language="de"))] == [
        ""
    ] * 2


def test_a_loss_agrees_within_a_tenth_of_what_is_printed():
    edge = 1.1 * 1.805
    for shift, told in ((-1e-4, "agrees"), (1e-4, "differs")):
        exact = cell(losses=square((edge + shift) / 100))
        (row,) = table_2_8(exact)
        assert row["low_e2"] == row["high_e2"] == pytest.approx(edge + shift)
        assert (row["band"], row["verdict"]) == ("1.624 to 1.986", told)


def test_weak_data_is_undecided():
    """The interval of three runs that differ holds the printed 1.805, and much else."""
    (row,) = table_2_8(cell(losses=square(0.018, 3, 0.002)))
    assert row["low_e2"] < 1.805 < row["high_e2"]
    assert row["verdict"] == "undecided"


def test_table_2_11_shows_interval_and_verdict():
    pair = [
        cell(losses=square(0.01805, 3, 1e-5)),
        cell(losses=square(0.03417, 3, 1e-5), sampling="bootstrapped"),
    ]
    (row,) = table_2_11(*pair)
    assert row["extrinsic_e2"] == pytest.approx(2.901, abs=1e-3)
    assert (row["shuffled_runs"], row["bootstrapped_runs"]) == (3, 3)
    assert row["extrinsic_low_e2"] < row["extrinsic_e2"] < row["extrinsic_high_e2"]
    assert row["verdict"] == "agrees"
    far = cell(losses=square(0.06, 3, 1e-5), sampling="bootstrapped")
    assert table_2_11(pair[0], far)[0]["verdict"] == "differs"
    other = [
        cell(losses=each.losses, sampling=each.sampling, corpus="small")
        for each in pair
    ]
    assert table_2_11(*other)[0]["verdict"].startswith("not comparable: another")
    whole = [
        cell(losses=each.losses, sampling=each.sampling, unit="document")
        for each in pair
    ]
    drawn = "not comparable: documents are drawn, published lines"
    assert table_2_11(*whole)[0]["verdict"] == drawn
    assert [row["verdict"] for row in table_2_8(*whole)] == ["agrees", drawn]


def test_table_2_11_without_bootstrapped_runs_has_no_verdict():
    (row,) = table_2_11(cell())
    assert row["verdict"] == ""
    assert row["note"] == "no bootstrapped runs in the study"
    few = [
        cell(losses=square(x, 2), runs=2, sampling=s)
        for x, s in ((0.02, "shuffled"), (0.03, "bootstrapped"))
    ]
    (row,) = table_2_11(*few)
    assert row["verdict"] == "undecided: no interval"


def test_the_order_of_techniques_is_told_with_its_verdict():
    found = table_2_9(of("glove", 0.01), of("word2vec", 0.02), of("fasttext", 0.03))
    row, every = found
    assert row["order"] == "glove < word2vec < fasttext" == row["published_order"]
    assert (row["pairs"], row["decided"], row["verdict"]) == (3, 3, "agrees")
    assert row["runs"] == 3
    assert (every["corpus"], every["order"]) == ("all corpora", row["order"])
    assert (every["verdict"], every["note"]) == (
        "agrees",
        "the same order of means in every text",
    )


def test_overlapping_intervals_decide_nothing():
    found = table_2_9(
        of("glove", 0.01), of("word2vec", 0.0301, 0.001), of("fasttext", 0.03, 0.001)
    )
    assert found[0]["order"] == "glove < fasttext ~ word2vec"
    assert (found[0]["decided"], found[0]["verdict"]) == (2, "undecided")
    swapped = table_2_9(of("glove", 0.01), of("word2vec", 0.04), of("fasttext", 0.03))
    assert (swapped[0]["decided"], swapped[0]["verdict"]) == (3, "differs")


def test_one_pair_of_many_that_differs_by_chance_refutes_no_order():
    agreeing = [
        of(name, mean, corpus=f"c{k}")
        for k in range(9)
        for name, mean in (("glove", 0.01), ("word2vec", 0.02))
    ]
    for mean, alone, among in (
        (0.034, "differs", "undecided"),
        (0.040, "differs", "differs"),
    ):
        odd = of("glove", mean, 0.0006), of("word2vec", 0.03, 0.0006)
        assert table_2_9(*odd)[0]["verdict"] == alone
        *texts, every = table_2_9(*odd, *agreeing)
        told = {row["corpus"]: row["verdict"] for row in texts}
        assert told["news"] == among == every["verdict"]
        assert told["c0"] == "agrees"


def test_the_order_needs_two_published_trainers():
    (row, every) = table_2_9(of("glove", 0.01), of("ppmi", 0.02))
    assert (row["order"], row["verdict"]) == ("glove < ppmi", "")
    assert row["note"] == "needs two of the published trainers"
    assert every["verdict"] == ""
    lost = failed(technique="word2vec")
    (row, _) = table_2_9(of("glove", 0.01), lost)
    assert row["note"].startswith("word2vec: 2 of 3 runs failed")
    (row, _) = table_2_9(lost)
    assert (row["order"], row["published_order"]) == ("", "")


def test_the_order_is_compared_over_corpora_and_samplings_stay_apart():
    found = table_2_9(
        *(of("glove", 0.01), of("word2vec", 0.02)),
        *(of("glove", 0.03, corpus="b"), of("word2vec", 0.02, corpus="b")),
        of("glove", 0.01, sampling="fixed"),
    )
    assert [(row["sampling"], row["corpus"]) for row in found] == [
        ("fixed", "news"),
        ("fixed", "all corpora"),
        ("shuffled", "b"),
        ("shuffled", "news"),
        ("shuffled", "all corpora"),
    ]
    assert found[-1]["note"] == "2 orders of means in 2 texts"
    assert (found[-1]["order"], found[-1]["verdict"]) == ("", "differs")


def test_an_exact_loss_has_an_interval_of_no_length():
    (row,) = table_2_8(cell(losses=np.zeros_like(LOSSES)))
    assert (row["low_e2"], row["high_e2"], row["verdict"]) == (0, 0, "differs")
