"""Tables 2.8 and 2.11 and the numbers of Figure 3.5 of hand cases."""

import math

import numpy as np
import pandas as pd
import pytest
from invented import LOSSES, PAIR, cell, failed
from thesis import made

from quaver.results.records import SAMPLINGS

# Means of runs 0.015, 0.02, 0.025: jackknife error sqrt(2/3 * 2) 0.01; Student t, 2.
REACH = math.sqrt(4 / 3) * 0.01 * 4.302652729911275


def test_table_2_8_of_a_hand_case():
    (row,) = made("table_2_8", cell())
    assert (row["runs"], row["pairs"], row["words"]) == (3, 3, 400)
    assert row["mean_e2"] == pytest.approx(2)
    assert row["deviation_e4"] == pytest.approx(math.sqrt(2 / 3) * 100)
    assert row["low_e2"] == pytest.approx(2 - REACH * 100)
    assert row["high_e2"] == pytest.approx(2 + REACH * 100)
    assert (row["published_mean_e2"], row["published_deviation_e4"]) == (1.805, 5.3)
    assert row["note"] == ""


@pytest.mark.parametrize("other", [{"language": "de"}, {"trainer": "lsa"}])
def test_no_published_value_is_said(other):
    (row,) = made("table_2_8", cell(**other))
    assert math.isnan(row["published_mean_e2"])
    assert row["note"] == "no published value"


def test_chinese_beside_published_values_is_not_comparable():
    said = "Chinese: another segmenter, not comparable"
    (row,) = made("table_2_8", cell(language="zh"))
    assert (row["published_mean_e2"], row["note"]) == (1.634, said)
    pair = [cell(language="zh-CN", sampling=s) for s in ("shuffled", "bootstrapped")]
    (row,) = made("table_2_11", *pair)
    assert row["published_mean_e2"] == 2.663
    assert row["note"].endswith(said)
    (row,) = made("table_2_8", cell(language="zh", trainer="lsa"))
    assert row["note"] == "no published value"


@pytest.mark.parametrize(
    ("missing", "note"),
    [
        (failed(), "2 of 3 runs failed"),
        (cell(runs=1, losses=None), "a comparison needs 2 runs, the study has 1"),
        (cell(losses=None), "not measured"),
        (
            cell(runs=2, losses=PAIR / 100),
            "no interval: it needs 3 runs, there are 2",
        ),
    ],
)
def test_table_2_8_says_why_a_value_is_missing(missing, note):
    (row,) = made("table_2_8", missing)
    assert math.isnan(row["low_e2"])
    assert row["note"] == note


def test_rows_are_ordered_and_none_is_lost():
    cells = [
        failed(technique=technique, corpus=corpus, sampling=sampling)
        for sampling in ("bootstrapped", "fixed", "shuffled")
        for technique in ("word2vec", "glove")
        for corpus in ("z", "a")
    ]
    for name in ("table_2_8", "figure_3_5"):
        found = made(name, *cells)
        keys = [(row["corpus"], row["technique"], row["sampling"]) for row in found]
        assert keys == [
            (corpus, technique, sampling)
            for corpus in ("a", "z")
            for technique in ("glove", "word2vec")
            for sampling in SAMPLINGS
        ]
        assert all(row["note"] for row in found)


def test_table_2_11_of_a_hand_case():
    cells = [
        cell(runs=2, losses=PAIR * 0.05, sampling="bootstrapped"),
        cell(runs=2, losses=PAIR * 0.03),
    ]
    (row,) = made("table_2_11", *cells)
    assert row["extrinsic_e2"] == pytest.approx(4)
    assert np.isnan(row["deviation_e4"]), "there is one pair only"
    assert row["shuffled_mean_e2"] == pytest.approx(3)
    assert row["bootstrapped_mean_e2"] == pytest.approx(5)
    assert row["published_mean_e2"] == 2.901
    assert row["note"] == ""


@pytest.mark.parametrize(
    ("cells", "note"),
    [
        ([cell()], "no bootstrapped runs in the study"),
        (
            [cell(sampling="fixed")],
            "no shuffled and no bootstrapped runs in the study",
        ),
        (
            [cell(), failed(sampling="bootstrapped")],
            "bootstrapped: 2 of 3 runs failed",
        ),
        (
            [cell(), cell(sampling="bootstrapped", losses=LOSSES / 2)],
            "bootstrapped < shuffled",
        ),
        (
            [cell(), cell(sampling="bootstrapped")],
            "no deviation: bootstrapped = shuffled",
        ),
    ],
)
def test_table_2_11_says_why_a_value_is_missing(cells, note):
    (row,) = made("table_2_11", *cells)
    assert math.isnan(row["deviation_e4"])
    assert row["note"] == note


def figure_3_5(*cells):
    return pd.DataFrame(made("figure_3_5", *cells))


def test_figure_3_5_is_relative_to_the_single_runs():
    averages = {4: None, 2: PAIR * 0.015}
    frame = figure_3_5(cell(runs=4, averages=averages))
    assert list(frame["size"]) == [1, 2, 4]
    assert list(frame.theoretical) == pytest.approx([1, 1 / math.sqrt(2), 0.5])
    assert list(frame.relative[:2]) == pytest.approx([1, 0.75])
    assert list(frame.mean_e2[:2]) == pytest.approx([2, 1.5])
    assert list(frame.pairs[:2]) == [3, 1]
    few = "no interval: it needs 3 averages, there are 2"
    assert list(frame.note) == ["", few, "needs 2 * size <= runs: 8 > 4"]
    assert frame.relative.isna().tolist() == [False, False, True]
    assert frame.relative_low.isna().tolist() == [False, True, True]


def test_figure_3_5_divides_by_the_runs_that_are_averaged_and_has_intervals():
    """Of seven runs the last is in no average of two; what it does must not count."""
    noise = np.random.default_rng(2).random((7, 7)) / 1000
    losses = 0.02 + noise + noise.T
    losses[6] = losses[:, 6] = 0.5
    averaged = np.array(losses[:3, :3]) * 0.7
    np.fill_diagonal(losses, 0)
    (_, row) = made("figure_3_5", cell(runs=7, losses=losses, averages={2: averaged}))
    upper = np.triu_indices(6, 1)
    means = averaged[np.triu_indices(3, 1)].mean(), losses[:6, :6][upper].mean()
    assert row["relative"] == pytest.approx(means[0] / means[1])
    assert row["relative_low"] < row["relative"] < row["relative_high"]
    assert row["low_e2"] < row["mean_e2"] < row["high_e2"]


def test_figure_3_5_tells_missing_from_impossible_and_from_equal_runs():
    missing = figure_3_5(cell(runs=4, averages={2: None}))
    assert list(missing.note) == ["", "not measured"]
    lost = figure_3_5(failed(runs=4, averages={2: None}))
    assert list(lost.note) == ["2 of 4 runs failed"] * 2
    equal = cell(losses=LOSSES * 0, averages={2: PAIR * 0.0}, runs=4)
    frame = figure_3_5(equal)
    assert set(frame.note) == {"no fraction: single runs do not differ"}
    assert frame.relative.isna().all()
