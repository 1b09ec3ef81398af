"""The answers to "how many runs, how much text" are read from tables."""

from dataclasses import replace

import numpy as np
import pytest
from house_given import pairs, text_numbers

from quaver.house.enough_text import ENOUGH_TEXT
from quaver.house.enough_text import row_of as row_in
from quaver.items.item import framed
from quaver.measures.enough_text import by_chance
from quaver.statistics import pair_mean


def row_of(record, threshold=0.5):
    made = framed([row_in(record, threshold)], ENOUGH_TEXT.columns)
    (row,) = made.to_dict("records")
    return row


def test_pairs_given_have_the_mean_they_are_given_with():
    assert pair_mean(pairs(0.3)).mean == pytest.approx(0.3)


def test_a_text_is_answered_in_one_row():
    row = row_of(text_numbers())
    now, chance = 1 / 3, by_chance(10_001, 10)
    assert (row["runs"], row["tokens"], row["targets"]) == (4, 1_000_000, 100)
    assert row["share"] == pytest.approx(now - 0.05)
    assert row["share_low"] < row["share"] < row["share_high"]
    assert row["chance"] == chance == 0.001
    assert row["enough"] == "no"
    assert row["stable_from"] == 60 and row["stable_words"] == 0.41
    assert row["frequency_rho"] > 0.5 and row["frequent_share"] == pytest.approx(0.7)
    assert row["common_share"] == pytest.approx(now)
    # odds of 1/2 rise as tokens ** .4
    odds = 0.5 * 10**0.4
    assert row["share_10x"] == pytest.approx(odds / (1 + odds), abs=0.002)
    assert row["tokens_needed"] == pytest.approx(1e6 * 2 ** (1 / 0.4), rel=0.01)
    assert row["foretold"] == pytest.approx(now, abs=0.002)
    assert row["note"] == ""
    assert row["answer"].startswith(
        "At 1,000,000 tokens the lists of bootstrapped runs share 2.8 of 10 "
        "neighbours; words that occur from 60 times on share 5 of 10 on average or "
        "more (41% of random words); of words that every fraction has, lists share "
        "3.3 now, and ten times the text would give about 5.6 ("
    )


@pytest.mark.parametrize(
    ("threshold", "enough"), [(0.2, "yes"), (0.9, "no"), (0.2833, "undecided")]
)
def test_a_text_is_enough_where_the_whole_interval_is(threshold, enough):
    assert row_of(text_numbers(), threshold)["enough"] == enough


def test_ends_of_shares_lie_between_none_and_all():
    few, many = pairs(0.02, 4, 0.02), pairs(0.98, 4, 0.02)
    assert pair_mean(few).low < 0 and pair_mean(many).high > 1
    record = text_numbers()
    record.sizes[-1] = replace(record.sizes[-1], share=few, common=many)
    row = row_of(record)
    assert row["share_low"] == 0 and row["common_share_high"] == 1
    assert row["share_high"] == pytest.approx(pair_mean(few).high)


def test_one_fraction_says_what_it_would_take():
    row = row_of(text_numbers(1))
    assert np.isnan(row["share_10x"]) and row["tokens_needed"] is None
    assert row["answer"].endswith(
        "what more text would give cannot be told: it takes three fractions of the "
        "text (fraction: [1.0, 0.5, 0.2])."
    )
    assert row["share"] > 0 and row["stable_from"] == 60


def test_two_fractions_are_a_guess():
    row = row_of(text_numbers(2))
    said = "two fractions: a line of unknown error, often far off; give three"
    assert row["note"] == said
    assert row["answer"].endswith("ten times the text would give about 5.6, a guess.")
    assert np.isnan(row["share_10x_low"]) and np.isnan(row["share_10x_high"])
    assert np.isnan(row["foretold"])


def test_no_word_and_every_word_are_told():
    none = row_of(text_numbers(word_share=np.full(100, 0.1)))
    assert np.isnan(none["stable_from"]) and none["stable_words"] == 0
    said = "no frequency makes words share 5 of 10 (the most frequent tenth 1.0);"
    assert said in none["answer"]
    assert "fewer than 10 words reach the threshold" in none["note"]
    every = row_of(text_numbers(word_share=np.linspace(0.8, 0.9, 100)))
    assert every["stable_from"] == 1 and every["stable_words"] == 1
    assert "words of any frequency share 5 of 10 on average or more;" in every["answer"]


def test_frequent_words_that_are_no_steadier_are_remarked():
    row = row_of(text_numbers(word_share=np.linspace(0.9, 0.1, 100)))
    assert "words do not grow more stable with frequency" in row["note"]


def test_text_that_does_not_help_is_remarked():
    row = row_of(text_numbers(rise=-0.2))
    why = "lists of the larger text share no more than those of the smaller"
    assert f"more text: {why}" in row["note"]
    assert row["answer"].endswith(f"what more text would give cannot be told: {why}.")
    assert "the threshold is not reached within 100 times the text" in row["note"]
    assert row["tokens_needed"] is None


def test_fractions_that_hold_the_same_text_are_told():
    """The first 999 and the first 1000 of ten lines are ten lines."""
    record = text_numbers()
    object.__setattr__(record.sizes[-2], "tokens", record.sizes[-1].tokens)
    row = row_of(record)
    why = "two fractions hold the same text: give others"
    assert f"more text: {why}" in row["note"]
    assert row["answer"].endswith(f"cannot be told: {why}.")
    assert row["share"] > 0 and np.isnan(row["share_10x"])


def bent(share):
    """A text whose second fraction breaks the curve."""
    record = text_numbers()
    object.__setattr__(record.sizes[1], "common", pairs(share))
    return record


def test_a_curve_that_bends_is_told_for_less_text_or_not_at_all():
    now = row_of(text_numbers())["share_2x_high"]
    twice = row_of(bent(0.19))
    assert twice["share_2x_high"] > now
    assert "now, and twice the text would give about 4.0 (" in twice["answer"]
    lost = row_of(bent(0.01))
    assert lost["answer"].endswith("cannot be told: the interval is too wide.")
    assert "more text: the interval is too wide" in lost["note"]


def test_few_words_in_common_are_remarked_and_none_make_no_line():
    assert "the line is of 30 frequent words" in row_of(text_numbers(common=30))["note"]
    lost = text_numbers(common=0)
    for size in lost.sizes:
        object.__setattr__(size, "common", None)
    row = row_of(lost)
    assert "fractions have no target word in common" in row["note"]
    assert np.isnan(row["common_share"])


def test_two_runs_have_no_interval_but_an_answer():
    record = text_numbers(runs=3)
    assert np.isfinite(row_of(record)["share_low"])
    pair = np.array([[1, 0.3], [0.3, 1]])
    for size in record.sizes:
        object.__setattr__(size, "share", pair)
        object.__setattr__(size, "common", pair)
    row = row_of(record)
    assert row["enough"] == "undecided" and np.isnan(row["share_low"])
    assert "no interval: it needs 3 runs" in row["note"]


def test_missing_fractions_and_texts_are_told():
    row = row_of(text_numbers(left_out=["0.2", "1.0"]))
    assert "not measured: fraction 0.2, 1.0" in row["note"]
    row = row_of(text_numbers(0, note="runs without a model"))
    assert row["answer"] == "cannot be told: runs without a model"
    assert row["note"] == "runs without a model"
