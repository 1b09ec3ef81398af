"""Scores without low pairs: rows and sentences of hand-made numbers."""

from types import SimpleNamespace

import numpy as np
import pytest
from house_given import Numbers
from invented import cell

from quaver.config.analyses import Quality
from quaver.house.quality_below import QUALITY_BELOW
from quaver.items.item import build
from quaver.results.quality_below import BelowNumbers

RUNS = 3


def below(thresholds=(0.2, 0.3, 0.25), name="men", note="", technique="lsa", **stored):
    """A set of 100 pairs, of which 5 are unknown and some ten low."""
    own = {
        "full": np.array([0.70, 0.71, 0.69]),
        "rest": np.array([0.63, 0.63, 0.63]),
        "expected": np.array([0.64, 0.65, 0.63]),
        "comparable": np.array([85, 84, 86]),
        "below": np.array([10, 11, 9]),
        "unknown": np.array([5, 5, 5]),
        **{"change": -0.07, "change_low": -0.12, "change_high": -0.02, "draws": 1000},
        **{"beyond": -0.01, "beyond_low": -0.05, "beyond_high": 0.03},
    }
    own |= stored
    lacking = np.isnan(thresholds)
    for key in ("full", "rest", "expected"):
        own[key] = np.where(lacking, np.nan, own[key])
    record = cell(runs=RUNS, technique=technique)
    return BelowNumbers(record, name, np.array(thresholds), own, note)


def rows(*records, how="drop"):
    analyses = SimpleNamespace(quality=Quality(threshold=True, below=how))
    given = Numbers(analyses, scores_below=records)
    return build(QUALITY_BELOW, given).to_dict("records")


def test_a_row_has_scores_counts_what_truncation_leaves_and_a_sentence():
    (row,) = rows(below())
    assert (row["set"], row["runs"], row["draws"]) == ("men", RUNS, 1000)
    assert row["threshold"] == pytest.approx(0.25)
    assert (row["comparable"], row["below"], row["unknown"]) == (85, 10, 5)
    assert row["share_e2"] == pytest.approx(1000 / 95)
    assert row["full"] == pytest.approx(0.70)
    assert (row["change"], row["change_low"]) == (-0.07, -0.12)
    assert (row["beyond_low"], row["beyond_high"]) == (-0.05, 0.03)
    assert row["sentence"] == (
        "Leaving out the 11 % of pairs below the threshold lowers Spearman from .70 to "
        ".63; truncation alone would give .64: no sign that noise was removed."
    )
    assert row["note"] == ""


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"beyond_low": 0.01}, "alone would give .64: more is left than truncation"),
        ({"beyond_high": -0.01}, ".64: less is left than truncation leaves, so no"),
        ({"beyond_low": np.nan}, ".64: there is no interval."),
        ({"rest": np.array([0.75] * 3)}, "raises Spearman from .70 to .75"),
        ({"rest": np.array([0.701] * 3)}, "leaves Spearman at .70;"),
        ({"rest": np.array([-0.1] * 3)}, "from .70 to -.10"),
        ({"below": np.zeros(3)}, "No pair lies below the threshold: Spearman stays"),
    ],
)
def test_the_sentence_says_what_happens_and_what_it_says(changes, text):
    (row,) = rows(below(**changes))
    assert text in row["sentence"]


def test_ties_are_called_so():
    (row,) = rows(below(), how="tie")
    assert row["sentence"].startswith("Taking as ties the 11 % of pairs")


def test_runs_without_a_threshold_are_counted():
    (row,) = rows(below(thresholds=(0.2, np.nan, 0.4)))
    assert row["runs"] == 2
    assert row["threshold"] == pytest.approx(0.3)
    assert row["below"] == 9.5
    assert "1 of 3 runs without a threshold: means are of the others" in row["note"]
    (row,) = rows(below(thresholds=(np.nan,) * 3))
    assert row["runs"] == 0 and np.isnan(row["full"])
    assert row["sentence"] == "Not told: none of 3 runs has a threshold."


def test_too_few_pairs_or_draws_are_told():
    none = np.full(3, np.nan)
    why = "2 of 4 pairs are comparable and 3 are needed"
    (row,) = rows(below(full=none, rest=none, note=why))
    assert row["sentence"] == f"Not told: {why}." and row["note"] == why
    (row,) = rows(below(draws=900))
    assert row["note"] == "900 of 1000 draws have a score"


def test_cells_stand_in_order_with_their_sets_or_say_why_not():
    lost = BelowNumbers(cell(technique="glove"), note="2 of 3 runs failed")
    shown = rows(below(name="b"), lost, below(name="a"))
    assert [row["technique"] for row in shown] == ["glove", "lsa", "lsa"]
    assert [row["set"] for row in shown[1:]] == ["b", "a"]
    assert shown[0]["sentence"] == "Not told: 2 of 3 runs failed."
