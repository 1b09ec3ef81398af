"""Tables 2 to 7 and the claims of section 5: numbers told by hand."""

from dataclasses import replace

import numpy as np
import pytest
from likened import RUNS, laid, made
from scipy.special import ndtr, stdtr
from scored import Scored, below

from quaver.items.claims import claim_rows
from quaver.papers.elekes2018 import evaluated, likeness, score_claims
from quaver.papers.elekes2018.evaluated import ABSENT, SETS
from quaver.results.quality_below import BelowNumbers

T2 = 4.302652729911275  # Student's t, 95 %, of 2
FULL = "elekes2018"  # of which dictionary and dimensions are those in print


def full(**how):
    return Scored(laid(FULL), shape=None, sense=None, **how)


def rows(table, results=None, **where):
    frame = made(table, results or full())
    for column, value in where.items():
        frame = frame[frame[column] == value]
    return frame.to_dict("records")


def test_counts_are_means_over_runs_beside_printed_ones():
    (row,) = rows(evaluated.TABLE_2, set="wordsim353")
    # 35, 36, 37 of 353 lie below, and 7 are unknown
    assert (row["total"], row["runs"], row["unknown"]) == (353, RUNS, 7)
    assert (row["below"], row["comparable"]) == (36, 353 - 7 - 36)
    assert row["not_comparable"] == pytest.approx(36 / 353)
    reach = T2 * (1 / 353) / np.sqrt(3)
    assert row["not_comparable_high"] == pytest.approx(36 / 353 + reach)
    assert row["threshold"] == pytest.approx(0.20)
    assert row["our_threshold"] == pytest.approx(0.30)
    assert row["our_below"] == 36
    assert (row["published_comparable"], row["published_total"]) == (349, 353)
    # .011 and .01 to either side; ours .102
    assert row["verdict"] == "differs" and row["band"] == "0.001 to 0.021"
    (row,) = rows(evaluated.TABLE_4, set="men")
    assert row["verdict"] == "agrees" and row["published_not_comparable"] == 0.107
    assert row["note"] == "printed .107: its counts give .109"


def test_sets_that_are_not_there_are_rows_with_the_reason_and_the_print():
    for table, each in ((evaluated.TABLE_6, 1), (evaluated.TABLE_7, 2)):
        shown = rows(table)
        assert {row["set"] for row in shown} == {*SETS}
        own = [row for row in shown if row["set"] == "rg65"]
        assert len(own) == each
        assert all(row["note"].startswith(ABSENT) for row in own)
        assert all(row["verdict"] == "" for row in own)
    assert own[1]["published_spearman"] == 0.6
    assert own[1]["published_expected"] == pytest.approx(0.556, abs=1e-3)


def test_scores_have_a_row_of_all_pairs_one_of_the_print_and_one_of_ours():
    every, printed, ours = rows(evaluated.TABLE_5, set="wordsim353")
    assert [x["left_out"] for x in (every, printed, ours)] == [
        *("nothing", "in print", "ours")
    ]
    assert every["spearman"] == pytest.approx(0.60)
    assert every["verdict"] == "agrees" and every["published_spearman"] == 0.6
    assert printed["spearman"] == pytest.approx(0.55)
    assert printed["expected"] == pytest.approx(0.54)
    assert (printed["beyond"], printed["beyond_low"]) == (0.01, -0.02)
    assert printed["published_expected"] == pytest.approx(0.538, abs=1e-3)
    assert printed["note"] == "section 5.2.2 calls it better"
    assert np.isnan(ours["published_spearman"])
    assert ours["note"] == "no published value"
    reach = T2 * 0.01 / np.sqrt(3)
    assert every["spearman_high"] == pytest.approx(0.60 + reach)


def test_other_texts_trainings_and_sets_do_not_compare():
    def reasons(results):
        own = (x for x in rows(evaluated.TABLE_3, results) if x["verdict"])
        return {x["verdict"] for x in own}

    few = Scored(laid(FULL), sense=None, tokens=2_000_000)
    assert reasons(few) == {"not comparable: another text (2 of 1000 million words)"}
    # word2vec of all words has no dictionary in its parameters; fastText's is print's
    word2vec, fasttext = (
        next(x for x in few.similarities() if x.cell.trainer == trainer).cell
        for trainer in ("word2vec", "fasttext")
    )
    words = {"parameters": {"dimensions": 100, "window": 5}, "fraction": 1.0}
    reason_of = likeness.reason(full())
    why = "all words, not the 100,000 most frequent"
    assert reason_of(replace(word2vec, **words)) == why
    assert reason_of(fasttext) == ""
    why = "not comparable: 50 dimensions of 100"
    assert reasons(Scored(shape=None, sense=None)) == {why}
    (why,) = reasons(full(names=["rg65"]))
    assert why == "not comparable: another set (100 of 65 pairs)"
    (every, *_) = rows(evaluated.TABLE_3, full(names=["mine"]), set="mine")
    assert (every["spearman"], every["note"]) == (
        pytest.approx(0.60),
        "no published value",
    )


def test_runs_without_a_threshold_are_told_and_leave_nothing_out():
    def without(own, name, rule, lost=(1,), **more):
        thresholds = np.array([0.2, 0.21, 0.19])
        thresholds[[*lost]] = np.nan
        return below(own, name, rule, thresholds=thresholds, **more)

    def drawn(*own):
        """Bootstrapped runs lack words of their own."""
        unknown = np.array([7, 90, 11])
        return without(*own, unknown=unknown)

    (row,) = rows(evaluated.TABLE_2, full(make=without), set="men")
    # 300 and 302 of 3000 in the two others
    assert (row["runs"], row["below"]) == (2, 301)
    (other,) = rows(evaluated.TABLE_2, full(make=drawn), set="men")
    assert other["unknown"] == 9  # of those two
    assert "1 of 3 runs without a threshold" in row["note"]
    none = full(make=lambda *own: without(*own, lost=(0, 1, 2)))
    (row,) = rows(evaluated.TABLE_2, none, set="men")
    assert np.isnan(row["not_comparable"]) and row["verdict"] == ""
    assert row["note"].startswith("none of 3 runs has a threshold")
    every, printed, _ = rows(evaluated.TABLE_3, none, set="men")
    assert every["spearman"] == pytest.approx(0.60)  # no threshold has a part in it
    assert np.isnan(printed["spearman"]) and printed["runs"] == 0


def test_a_model_that_failed_says_so():
    results = full()
    results.below = [
        BelowNumbers(x.cell, note="2 of 3 runs failed") for x in results.below[:1]
    ]
    for table in (evaluated.TABLE_2, evaluated.TABLE_3):
        (row,) = rows(table, results)
        assert row["note"] == "2 of 3 runs failed"
    assert rows(evaluated.TABLE_4, results) == []


def judged(claim, results=None):
    whole, *each = claim_rows([claim], results or full())
    return whole["verdict"], [row for row in each if row["scope"] == "a cell"]


def test_claims_on_shares_are_judged_by_the_share_of_all_pairs():
    verdict, each = judged(score_claims.MORE)
    # 36 of 353, 301 of 3000, 29 of 287
    assert [row["value"] for row in each] == [
        pytest.approx(x) for x in (36 / 353, 301 / 3000, 29 / 287)
    ]
    assert {row["verdict"] for row in each} == {"agrees"} and verdict == "agrees"
    assert judged(score_claims.FEW)[0] == "differs"
    assert judged(score_claims.THERE_ARE_SOME)[0] == "agrees"


def test_chances_of_shares_are_those_of_few_runs_and_of_changes_those_of_pairs():
    """Of three runs t is 4.3, so an interval twice as far off is no p of 1e-4."""
    _, (share, *_) = judged(score_claims.FEW)
    gap = (share["value"] - 0.01) / (share["value"] - share["low"])
    expected = 2 * stdtr(2, -gap * T2)
    assert score_claims.FEW.chance(share) == pytest.approx(expected)
    _, (change, *_) = judged(score_claims.HIGHER)
    gap = 0.05 / 0.03  # -.05, to -.02
    expected = 2 * ndtr(-gap * 1.959964)
    assert score_claims.HIGHER.chance(change) == pytest.approx(expected, rel=1e-4)


def test_claims_on_scores_are_judged_by_what_pairs_tell():
    verdict, (wordsim, men) = judged(score_claims.HIGHER)
    assert (wordsim["value"], wordsim["low"]) == (-0.05, -0.09)
    assert verdict == "differs" and "SG, men" in men["note"]
    verdict, (mturk,) = judged(score_claims.LOWER)
    assert verdict == "agrees" and mturk["against"] == "mturk287"
    verdict, each = judged(score_claims.SEEN_CHANGES)
    assert [(x["value"], x["low"], x["high"]) for x in each] == [(0.05, 0.02, 0.09)] * 3
    assert verdict == "agrees"
    # .015 lies near the interval, and six are judged as one
    verdict, each = judged(score_claims.SLIGHT)
    assert verdict == "undecided" and "not as one of 6 rows" in each[0]["note"]
    # .01 (-.02 to .04) beyond truncation alone
    assert judged(score_claims.NOISE)[0] == "undecided"
