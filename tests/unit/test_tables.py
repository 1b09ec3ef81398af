import math

import numpy as np
import pandas as pd
import pytest

from quaver import tables
from quaver.corpora import samples
from quaver.corpora.steps import COUNTED
from quaver.tables import CellNumbers, CorpusNumbers, SetNumbers, Texts, WordNumbers

# Three runs: pairs 0.01, 0.02, 0.03; mean 0.02, deviation sqrt(2/3) 0.01.
TEXTS = Texts({"news": 50.0}, {"hi": 48.0})
LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
PAIR = np.array([[0, 1], [1, 0]])
# Means of runs 0.015, 0.02, 0.025: jackknife error sqrt(2/3 * 2) 0.01; Student t, 2.
REACH = math.sqrt(4 / 3) * 0.01 * 4.302652729911275


def cell(**changes):
    facts = {
        "corpus": "news",
        "view": "news",
        "unit": "document",
        "fraction": 1.0,
        "language": "hi",
        "technique": "small",
        "trainer": "word2vec",
        "sampling": "shuffled",
        "runs": 3,
        "failed": 0,
        "losses": LOSSES,
        "words": 400,
        "steps": (("in any run", 500, 0), ("in every run", 400, 100)),
        "averages": {},
        "overlaps": {},
    }
    return CellNumbers(**facts | changes)


def failed(**changes):
    gone = {
        "failed": 2,
        "losses": None,
        "words": None,
        "steps": (),
        "reason": "too small",
    }
    return cell(**gone | changes)


def word_record(**changes):
    facts = {
        "corpus": "news",
        "view": "news",
        "language": "hi",
        "technique": "small",
        "trainer": "word2vec",
        "words": ["b", "a", "c", "भाषा"],
        "frequency": np.array([30.0, 20.0, 10.0, 5.0]),
        "intrinsic": np.array([0.02, 0.02, 0.01, 0.03]),
        "extrinsic": np.array([0.04, 0.03, np.nan, 0.05]),
        "missing": 1,
        "dropped": 2,
    }
    return WordNumbers(**facts | changes)


@pytest.fixture
def published():
    rows = [("hi", "word2vec", "shuffled", 1.805, 5.3, "Table 2.8")]
    names = ["language", "trainer", "sampling", "mean_e2", "deviation_e4", "source"]
    return pd.DataFrame(rows, columns=names)


def test_table_2_8_of_a_hand_case(published):
    (row,) = tables.table_2_8([cell()], published, TEXTS).to_dict("records")
    assert (row["runs"], row["pairs"], row["words"]) == (3, 3, 400)
    assert row["mean_e2"] == pytest.approx(2)
    assert row["deviation_e4"] == pytest.approx(math.sqrt(2 / 3) * 100)
    assert row["low_e2"] == pytest.approx(2 - REACH * 100)
    assert row["high_e2"] == pytest.approx(2 + REACH * 100)
    assert (row["published_mean_e2"], row["published_deviation_e4"]) == (1.805, 5.3)
    assert row["note"] == ""


@pytest.mark.parametrize(
    "other", [{"language": "de"}, {"trainer": "lsa"}, {"sampling": "fixed"}]
)
def test_no_published_value_is_said(published, other):
    (row,) = tables.table_2_8([cell(**other)], published, TEXTS).to_dict("records")
    assert math.isnan(row["published_mean_e2"])
    assert row["note"] == "no published value"


def test_chinese_beside_published_values_is_not_comparable():
    rows = [("zh", "word2vec", "shuffled", 1.6, 5.3, "Table 2.8")]
    names = ["language", "trainer", "sampling", "mean_e2", "deviation_e4", "source"]
    published = pd.DataFrame(rows, columns=names)
    said = "Chinese: another segmenter, not comparable"
    (row,) = tables.table_2_8([cell(language="zh")], published, TEXTS).to_dict(
        "records"
    )
    assert (row["published_mean_e2"], row["note"]) == (1.6, said)
    pair = [cell(language="zh-CN", sampling=s) for s in ("shuffled", "bootstrapped")]
    (row,) = tables.table_2_11(pair, published, TEXTS).to_dict("records")
    assert row["published_mean_e2"] == 1.6
    assert row["note"].endswith(said)
    other = cell(language="zh", trainer="lsa")
    (row,) = tables.table_2_8([other], published, TEXTS).to_dict("records")
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
def test_table_2_8_says_why_a_value_is_missing(published, missing, note):
    (row,) = tables.table_2_8([missing], published, TEXTS).to_dict("records")
    assert math.isnan(row["low_e2"])
    assert row["note"] == note


def test_table_2_11_of_a_hand_case(published):
    cells = [
        cell(runs=2, losses=PAIR * 0.05, sampling="bootstrapped"),
        cell(runs=2, losses=PAIR * 0.03),
    ]
    (row,) = tables.table_2_11(cells, published, TEXTS).to_dict("records")
    assert row["extrinsic_e2"] == pytest.approx(4)
    assert np.isnan(row["deviation_e4"]), "there is one pair only"
    assert row["shuffled_mean_e2"] == pytest.approx(3)
    assert row["bootstrapped_mean_e2"] == pytest.approx(5)
    assert row["published_mean_e2"] == 1.805
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
def test_table_2_11_says_why_a_value_is_missing(published, cells, note):
    (row,) = tables.table_2_11(cells, published, TEXTS).to_dict("records")
    assert math.isnan(row["deviation_e4"])
    assert row["note"] == note


def test_figure_3_5_is_relative_to_the_single_runs():
    averages = {4: None, 2: PAIR * 0.015}
    frame = tables.figure_3_5([cell(runs=4, averages=averages)])
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
    (_, row) = tables.figure_3_5(
        [cell(runs=7, losses=losses, averages={2: averaged})]
    ).to_dict("records")
    upper = np.triu_indices(6, 1)
    means = averaged[np.triu_indices(3, 1)].mean(), losses[:6, :6][upper].mean()
    assert row["relative"] == pytest.approx(means[0] / means[1])
    assert row["relative_low"] < row["relative"] < row["relative_high"]
    assert row["low_e2"] < row["mean_e2"] < row["high_e2"]


def test_figure_3_5_tells_missing_from_impossible_and_from_equal_runs():
    missing = tables.figure_3_5([cell(runs=4, averages={2: None})])
    assert list(missing.note) == ["", "not measured"]
    lost = tables.figure_3_5([failed(runs=4, averages={2: None})])
    assert list(lost.note) == ["2 of 4 runs failed"] * 2
    equal = cell(losses=LOSSES * 0, averages={2: PAIR * 0.0}, runs=4)
    frame = tables.figure_3_5([equal])
    assert set(frame.note) == {"no fraction: single runs do not differ"}
    assert frame.relative.isna().all()


FEW_KNOWN = "only 7 of its questions or pairs are known"


def scored(**changes):
    """Ten questions in two sections, three runs that know 8, 8 and 5."""
    first = 6, np.array([4, 4, 0]), np.array([2, 3, 0])
    second = 4, np.array([4, 4, 5]), np.array([2, 1, 5])
    facts = {
        "kind": "analogies",
        "questions": 10,
        "scores": np.array([0.5, 0.5, 1.0]),
        "known": np.array([8, 8, 5]),
        "sections": {"family": first, "gram1-plural": second},
    }
    return SetNumbers(**facts | changes)


def findings_of(*cells):
    return tables.findings(cells).to_dict("records")


@pytest.fixture
def sparse(published):
    cells = [cell(), failed(sampling="fixed"), cell(language="de", technique="b")]
    return [
        tables.table_2_8(cells, published, TEXTS),
        tables.table_2_11(cells, published, TEXTS),
        tables.figure_3_5(cells),
        tables.neighbours(cells),
        tables.vocabulary(cells),
        tables.trainings(cells),
        tables.findings(cells),
        tables.words([word_record()]),
        tables.quality([cell(quality={"a": None, "b": scored()})]),
        tables.quality_sections([cell(quality={"b": scored()})]),
    ]


@pytest.mark.parametrize(
    "table", [tables.table_2_8, tables.table_2_11], ids=["2_8", "2_11"]
)
def test_captions_say_that_published_corpora_are_others(published, table):
    caption = table([cell()], published, TEXTS).attrs["caption"]
    assert "Published values are of Wikipedia corpora" in caption
