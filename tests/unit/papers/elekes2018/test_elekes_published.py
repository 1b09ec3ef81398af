"""The printed numbers of Elekes et al. 2018: whether they agree with each other."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from quaver.items.published import read
from quaver.papers.elekes2018.evaluated import (
    IN_PRINT,
    NOTHING,
    NUMBERS,
    SETS,
    printed_alone,
)
from quaver.papers.elekes2018.likeness import FOLDER
from quaver.papers.elekes2018.meaning_claims import STEPS, P, least_fall
from quaver.papers.elekes2018.score_claims import BETTER, WORSE, printed_changes
from quaver.papers.elekes2018.sections import CBOW, GLOVE, SG
from quaver.statistics.welch import chance_alike

SIZES = dict(zip(SETS, (65, 353, 2034, 999, 287, 3000), strict=True))
MISPRINTED = {(4, "men"): 0.109, (6, "rg65"): 0.046}  # by the counts in print


def table(number):
    return read(FOLDER / f"table_{number}.csv")


def test_shares_not_comparable_are_those_of_the_counts_but_for_two():
    """Shares, not percent as they are called."""
    wrong = {}
    for number, _ in NUMBERS.values():
        rows = table(number)
        assert {row["set"]: row["total"] for row in rows} == SIZES
        for row in rows:
            share = (row["total"] - row["comparable"]) / row["total"]
            assert 0 <= share < 0.11
            if abs(share - row["not_comparable"]) > 0.0005 + 1e-9:
                wrong[number, row["set"]] = round(share, 3)
                printed, of_counts = f"{row['not_comparable']:g}", f"{share:.3f}"
                assert printed.lstrip("0") in row["reading"]
                assert of_counts.lstrip("0") in row["reading"]
            else:
                assert row["reading"] == ""
    assert wrong == MISPRINTED


def test_each_table_of_scores_has_six_sets_twice():
    """Table 7 too: the text we hold has six values in either row."""
    for _, number in NUMBERS.values():
        rows = table(number)
        for left_out in (NOTHING, IN_PRINT):
            own = [row["set"] for row in rows if row["left_out"] == left_out]
            assert tuple(own) == SETS
        assert all(f"Table {number}, section 5.2.2" == row["source"] for row in rows)


def test_table_5_shows_the_reverse_of_what_is_said_of_it():
    changes = printed_changes(SG)
    assert all(changes[name] < 0 for name in BETTER)
    assert all(changes[name] > 0 for name in WORSE)
    assert changes["rg65"] == 0
    marked = {row["set"]: row["reading"] for row in table(5) if row["reading"]}
    assert {name: "better" in text for name, text in marked.items()} == {
        **dict.fromkeys(BETTER, True),
        **dict.fromkeys(WORSE, False),
    }


def test_truncation_alone_explains_most_of_table_5():
    told = {x: y["published_expected"] for (x, _), y in printed_alone(SG).items()}
    without = {x["set"]: x["spearman"] for x in table(5) if x["left_out"] == IN_PRINT}
    beyond = {name: without[name] - told[name] for name in SETS}
    assert told["men"] == pytest.approx(0.636, abs=5e-4)  # normal scores of .70
    for name in ("wordsim353", "rare_words", "simlex999", "men"):
        assert abs(beyond[name]) <= 0.03
    for name in ("rg65", "mturk287"):
        assert beyond[name] > 0.05
    for label in (CBOW, GLOVE):
        for own in printed_alone(label).values():
            low, high = own["published_expected_low"], own["published_expected_high"]
            assert low < own["published_expected"] < high
            assert high - low == pytest.approx(0.01, abs=0.002)


def test_thresholds_and_lists_are_as_read():
    assert [row["threshold"] for row in table(1)] == [-0.18, 0.20, -0.15]
    lists = {(x["text"], x["rule"]): x["value"] for x in read(FOLDER / "lists.csv")}
    assert lists["1 Billion Word", "last_unlike"] == 31_584
    assert lists["1 Billion Word", "first_alike"] == 6094
    assert lists["Wikipedia", "last_unlike"] == 28_570
    assert lists["Wikipedia", "first_alike"] == 5889
    assert lists["Google 5-grams", "last_unlike"] == 35_402
    assert lists["Google 5-grams", "first_alike"] == 6408
    for row in read(FOLDER / "ks.csv"):
        assert 0 <= row["p_from"] < row["p_to"] <= 1
        assert row["source"].removeprefix("Section ").startswith(row["section"][:3])


def test_so_large_a_p_needs_bins_that_fall_threefold_each():
    fall = least_fall()
    v = fall ** np.arange(STEPS + 1)
    steps = ndtri(0.99) * np.sqrt(v[1:] + v[:-1]).sum()
    t = steps / np.sqrt(v[0] + v[-1])
    assert 2 * ndtr(-t) == pytest.approx(P, rel=1e-3)
    assert fall > 3
    # even bins: ten steps of one size, each of z = 2.33
    assert 2 * ndtr(-STEPS * ndtri(0.99)) < 1e-100
    assert least_fall(p=1e-200) == 1


def test_that_no_rank_after_31_584_differs_is_no_chance():
    assert chance_alike(100_000 - 31_584) < 1e-8
