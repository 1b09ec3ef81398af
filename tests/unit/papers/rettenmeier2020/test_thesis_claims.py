"""The claims of the thesis, on records that keep or break them."""

import numpy as np
import pytest
from invented import cell, corpus, record, square, words
from thesis import CLAIMS, PAPER, claimed, compared, cosines

from quaver.items.claims import FOREGONE

NAMES = {claim.name for claim in CLAIMS}
ORDER = "the order of techniques"


def verdicts(rows):
    whole, *others = rows
    assert whole["scope"] == "the claim"
    return whole["verdict"], [row["verdict"] for row in others]


def test_every_claim_is_there_and_undecided_where_nothing_was_measured():
    claims = claimed(cell(losses=None), records=[record()], words=[], corpora=[])
    assert set(claims) == NAMES and len(NAMES) > 11
    for rows in claims.values():
        assert rows[0]["verdict"] == "undecided"
        assert {row["verdict"] for row in rows[1:]} <= {""}
        assert all(row["note"] for row in rows[1:])
    assert PAPER.citation == "rettenmeier2020"


def test_the_order_of_techniques_is_claimed_pair_by_pair():
    cells = [
        cell(technique=name, trainer=name, losses=square(mean, 3, 1e-5))
        for name, mean in (("glove", 0.01), ("word2vec", 0.02), ("fasttext", 0.019))
    ]
    rows = claimed(*cells)[ORDER]
    assert verdicts(rows) == ("differs", ["agrees", "differs", "agrees"])
    pairs = {(row["technique"], row["against"]): row["value"] for row in rows[1:]}
    assert pairs["glove", "word2vec"] == pytest.approx(0.5)
    assert pairs["word2vec", "fasttext"] == pytest.approx(20 / 19)
    assert all(row["low"] < row["value"] < row["high"] for row in rows[1:])
    assert {row["runs"] for row in rows[1:]} == {3}


def test_words_are_claimed_by_kind_and_technique():
    generator = np.random.default_rng(6)
    slope = np.linspace(0.05, 0.03, 200).reshape(20, 10).mean(axis=1)
    left = [slope + generator.normal(0, 1e-3, (runs, 20)) for runs in (3, 4)]
    claims = claimed(words=[words(left={"extrinsic": left}), words(trainer="fasttext")])
    (falls, intrinsic, steady, unrelated) = (
        claims[f"{kind} instability {what}"]
        for kind, what in (
            ("extrinsic", "falls with frequency"),
            ("intrinsic", "and frequency are unrelated"),
            ("intrinsic", "hardly changes with frequency"),
            ("extrinsic", "and frequency are unrelated"),
        )
    )
    assert verdicts(falls) == ("agrees", ["agrees"])
    assert falls[1]["low"] <= falls[1]["value"] == -1 and falls[1]["runs"] == 3
    assert verdicts(intrinsic) == ("undecided", ["undecided"])
    assert intrinsic[1]["trainer"] == "fasttext"
    assert verdicts(steady) == ("undecided", ["undecided"])
    assert abs(steady[1]["value"]) < 0.2
    assert steady[1]["note"].startswith("no interval: it needs 3 runs of each")
    assert verdicts(unrelated)[0] == "undecided"  # it falls, in runs nobody counted


def test_averages_narrow_and_shift_whatever_the_text():
    small = cell(corpus="small")
    claims = claimed(
        records=[record(averages=compared()), record(small, averages=compared())]
    )
    narrow = claims["averaging narrows the spread of cosines"]
    assert verdicts(narrow) == ("agrees", ["agrees", "agrees"])
    assert narrow[0]["band"] == "below 1"
    # noise alone would be left at 1/sqrt(2): the claim says so
    assert {round(row["under_null"], 4) for row in narrow} == {0.7071}
    assert narrow[0]["note"].endswith(FOREGONE)
    assert {row["quantity"] for row in narrow} == {"deviation / that in single runs"}
    shifted = claims["averaging moves means of cosines away from 0"]
    assert verdicts(shifted) == ("agrees", ["agrees", "agrees"])
    assert shifted[1]["value"] == pytest.approx(1.1)
    back = claimed(records=[record(averages=compared(shift=0.8))])
    assert back["averaging moves means of cosines away from 0"][0]["verdict"] == (
        "differs"
    )


def test_cosines_that_cannot_be_compared_do_not_count():
    p = np.r_[np.full(50, 0.01), np.full(50, 0.5)]
    hindi = record(cell(corpus="small"), cosines=cosines(p, p))
    polish = record(cell(language="pl"), cosines=cosines(p, p[::-1]))
    claims = claimed(records=[hindi, polish])
    normal = claims["cosines are normal, but for word2vec in Hindi and Finnish"]
    assert verdicts(normal) == ("differs", ["", "differs"])
    assert normal[1]["note"].startswith("not comparable: another corpus")
    assert (normal[2]["value"], normal[2]["under_null"]) == (0.5, 0.05)
    assert verdicts(claims["cosines are independent"]) == ("differs", ["differs"] * 2)


def test_p_of_a_share_of_tests_does_not_go_by_the_number_of_runs():
    """100 of 1,000 rejected in one of ten texts: p = .0042 is below .05 / 10."""
    texts = [cell(corpus=f"c{k}", language="pl") for k in range(10)]
    rejected = [100] + [50] * 9
    p = [np.r_[np.full(k, 0.01), np.full(1000 - k, 0.5)] for k in rejected]
    told = {}
    for runs in (3, 8, 1000):
        both = zip(texts, p, strict=True)
        records = [record(each, cosines=cosines(own, own, runs)) for each, own in both]
        name = "cosines are normal, but for word2vec in Hindi and Finnish"
        told[runs] = verdicts(claimed(records=records)[name])
    refuted = "differs", ["differs"] + ["agrees"] * 9
    assert told == dict.fromkeys(told, refuted)


def test_signs_over_corpora_are_claimed_of_their_techniques():
    names = [f"c{k}" for k in range(10)]
    cells = [
        cell(corpus=name, sampling=sampling, losses=square(mean), **technique)
        for k, name in enumerate(names)
        for sampling, mean in (("shuffled", 0.03), ("bootstrapped", 0.04 + k / 1e3))
        for technique in ({}, {"technique": "glove", "trainer": "glove"})
    ]
    texts = [corpus(name, types=1000 * (k + 1)) for k, name in enumerate(names)]
    claims = claimed(*cells, corpora=texts)
    related = claims["extrinsic instability goes with the size of texts"]
    assert verdicts(related) == ("agrees", ["agrees"])
    assert (related[1]["trainer"], related[1]["value"]) == ("word2vec", 1)
    random = claims["extrinsic instability of GloVe does not go with the size of texts"]
    assert verdicts(random) == ("differs", ["differs"])
    few = claimed(*cells[:4], corpora=texts)[related[0]["claim"]]
    assert few[1]["note"].startswith("needs 3 corpora")
