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


def test_samplings_are_those_of_the_samples():
    assert tables.SAMPLINGS == samples.SAMPLINGS


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


def test_rows_are_ordered_and_none_is_lost(published):
    cells = [
        failed(technique=technique, corpus=corpus, view=corpus, sampling=sampling)
        for sampling in ("bootstrapped", "fixed", "shuffled")
        for technique in ("word2vec", "glove")
        for corpus in ("z", "a")
    ]
    for frame in (
        tables.table_2_8(cells, published, TEXTS),
        tables.trainings(cells),
        tables.vocabulary(cells),
        tables.neighbours(cells),
        tables.figure_3_5(cells),
    ):
        keys = list(zip(frame.corpus, frame.technique, frame.sampling, strict=True))
        assert keys == [
            (corpus, technique, sampling)
            for corpus in ("a", "z")
            for technique in ("glove", "word2vec")
            for sampling in tables.SAMPLINGS
        ]
        assert (frame.note.str.len() > 0).all()


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


def test_neighbours_are_means_over_pairs():
    share = np.eye(3) + 10 * LOSSES
    cells = [cell(overlaps={10: (share, share / 2)}), cell(sampling="fixed")]
    empty, row = tables.neighbours(cells).to_dict("records")
    assert (row["n"], row["pairs"], row["note"]) == (10, 3, "")
    assert row["p_mean"] == pytest.approx(0.2)
    assert row["j_mean"] == pytest.approx(0.1)
    assert row["p_high"] - row["p_low"] == pytest.approx(20 * REACH)
    assert row["j_high"] - row["j_low"] == pytest.approx(10 * REACH)
    assert (empty["sampling"], empty["n"], empty["note"]) == (
        "fixed",
        10,
        "not measured",
    )


def test_vocabulary_and_trainings_count():
    frame = tables.vocabulary([cell()])
    assert list(frame.step) == ["in any run", "in every run"]
    assert list(frame.kept) == [500, 400]
    assert list(frame.dropped) == [0, 100]
    (row,) = tables.trainings([failed(runs=8)]).to_dict("records")
    assert (row["planned"], row["finished"], row["failed"]) == (8, 6, 2)
    assert row["note"] == "2 of 8 runs failed; too small"
    (row,) = tables.trainings([failed(runs=8, reason="")]).to_dict("records")
    assert row["note"] == "2 of 8 runs have no model"


def test_words_are_the_extremes_with_ties_by_word():
    frame = tables.words([word_record()], count=3)
    assert list(frame.kind) == ["steadiest"] * 3 + ["most wavering"] * 3
    assert list(frame["rank"]) == [1, 2, 3] * 2
    assert list(frame.word) == ["c", "a", "b", "भाषा", "a", "b"]
    assert list(frame.frequency) == [10, 20, 30, 5, 20, 30]
    assert list(frame.intrinsic_e2) == pytest.approx([1, 2, 2, 3, 2, 2])
    assert list(frame.note) == ["bootstrapped < shuffled", *[""] * 5]
    assert set(zip(frame.words, frame.missing, frame.dropped, strict=True)) == {
        (4, 1, 2)
    }


def test_a_record_without_words_keeps_its_row():
    none = np.empty(0)
    empty = word_record(words=[], frequency=none, intrinsic=none, extrinsic=none)
    (row,) = tables.words([empty]).to_dict("records")
    assert row["note"] == "shuffled and bootstrapped share no word"
    assert pd.isna(row["word"])


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


def test_quality_is_a_mean_over_runs_beside_the_coverage():
    (row,) = tables.quality([cell(quality={"google": scored()})]).to_dict("records")
    assert (row["set"], row["kind"], row["runs"]) == ("google", "analogies", 3)
    assert row["questions"] == 10
    assert row["coverage_e2"] == pytest.approx(70)
    assert row["score_e2"] == pytest.approx(200 / 3)
    assert row["best_e2"] == 100
    # deviation over runs 1/2 sqrt(2/9); error of the mean 1/6; Student t
    assert row["deviation_e2"] == pytest.approx(100 * math.sqrt(1 / 18))
    reach = 100 / 6 * 4.302652729911275
    ends = row["low_e2"], row["high_e2"]
    assert reach > 200 / 3  # so the interval is cut at what a score can be
    assert ends == (0, 100)
    assert row["note"] == FEW_KNOWN
    many = scored(
        questions=90, known=np.full(3, 80), scores=np.array([0.5, 0.52, 0.54])
    )
    (row,) = tables.quality([cell(quality={"google": many})]).to_dict("records")
    reach = 100 * 0.02 / math.sqrt(3) * 4.302652729911275
    ends = row["low_e2"], row["high_e2"]
    assert ends == pytest.approx((52 - reach, 52 + reach))
    assert row["note"] == ""


def test_quality_has_a_row_for_each_cell_and_set():
    quality = {"b": scored(), "a": None}
    cells = [
        cell(quality=quality),
        cell(sampling="fixed", quality=quality),
        failed(sampling="bootstrapped", quality=dict.fromkeys(quality)),
        cell(language="de", technique="other"),
    ]
    found = tables.quality(cells)
    assert found[["sampling", "set"]].to_numpy().tolist() == [
        *(["fixed", "a"], ["fixed", "b"], ["shuffled", "a"], ["shuffled", "b"]),
        *(["bootstrapped", "a"], ["bootstrapped", "b"]),
    ]
    notes = ["not measured", FEW_KNOWN] * 2 + ["2 of 3 runs failed"] * 2
    assert found["note"].tolist() == notes


def test_runs_without_a_score_are_counted():
    nan, why = np.nan, "fewer than 3 pairs have both words"
    numbers = scored(scores=np.array([0.3, nan, 0.5]), sections={}, note=why)
    none = scored(scores=np.full(3, nan), sections={}, note=why)
    found = tables.quality([cell(quality={"a": numbers, "b": none})])
    some, nothing = found.to_dict("records")
    assert (some["runs"], some["score_e2"]) == (2, pytest.approx(40))
    assert some["note"] == (
        f"1 of 3 runs have no score; {why}; no interval: it needs 3 runs, there are 2; "
        f"{FEW_KNOWN}"
    )
    assert nothing["runs"] == 0
    assert math.isnan(nothing["score_e2"])
    assert nothing["note"] == f"3 of 3 runs have no score; {why}"


def test_sections_and_their_kinds_are_scored_over_runs():
    found = tables.quality_sections([cell(quality={"google": scored(), "x": None})])
    rows = {row["section"]: row for row in found.to_dict("records")}
    assert list(rows) == ["family", "gram1-plural", "semantic", "syntactic"]
    family = rows["family"]
    assert (family["kind"], family["runs"], family["questions"]) == ("section", 2, 6)
    assert family["score_e2"] == pytest.approx(62.5)
    assert family["coverage_e2"] == pytest.approx(800 / 18)
    assert family["note"] == "1 of 3 runs have no score"
    assert rows["syntactic"]["kind"] == "together"
    assert rows["syntactic"]["score_e2"] == rows["gram1-plural"]["score_e2"]


def test_kinds_of_sections_weigh_questions_and_need_both():
    one, two = (5, np.array([4]), np.array([4])), (5, np.array([1]), np.array([0]))
    sections = {"a": one, "b": two, "gram1": (2, np.array([0]), np.array([0]))}
    found = tables.quality_sections([cell(quality={"s": scored(sections=sections)})])
    rows = {row["section"]: row for row in found.to_dict("records")}
    assert rows["semantic"]["score_e2"] == pytest.approx(80)  # 4 of 5, no mean of means
    assert rows["syntactic"]["note"] == "no question has all its words"
    sections = {"a": one, "none": (0, np.array([0]), np.array([0]))}
    found = tables.quality_sections([cell(quality={"s": scored(sections=sections)})])
    assert found["section"].tolist() == ["a", "none"]
    assert found["note"].tolist() == ["", "the section is empty"]


def findings_of(*cells):
    return tables.findings(cells).to_dict("records")


def test_findings_gather_what_the_tables_say(published):
    share = np.eye(3) + 10 * LOSSES
    cells = [
        cell(
            averages={2: PAIR * 0.015, 4: None},
            overlaps={5: (share / 2, share), 12: (share, share), 25: (share, share)},
        ),
        cell(sampling="bootstrapped", losses=LOSSES * 2),
    ]
    (row,) = findings_of(*cells)
    table = tables.table_2_8(cells, published, TEXTS).set_index("sampling")
    for sampling in ("shuffled", "bootstrapped"):
        assert row[f"{sampling}_e2"] == table.mean_e2[sampling]
        assert row[f"{sampling}_low_e2"] == table.low_e2[sampling]
        assert row[f"{sampling}_high_e2"] == table.high_e2[sampling]
    assert row["extrinsic_e2"] == pytest.approx(math.sqrt(16 - 4))
    assert (row["sampling"], row["neighbours"], row["average_size"]) == (
        "shuffled",
        12,
        2,
    )
    assert row["p_mean"] == pytest.approx(0.2)
    assert row["average_relative"] == pytest.approx(0.75)
    assert math.isnan(row["fixed_e2"])
    assert row["note"] == ""


def test_findings_say_what_is_thin():
    thin = {"sampling": "fixed", "runs": 2, "losses": PAIR / 100}
    (row,) = findings_of(cell(**thin, averages={2: None}))
    assert row["note"].split("; ") == [
        "no interval: it needs 3 runs, there are 2",
        "no shuffled and no bootstrapped runs in the study",
        "neighbours and averages are of fixed runs",
        "neighbours not measured",
        "no averages with 2 * size <= runs",
    ]
    (row,) = findings_of(cell(**thin))
    assert row["note"].endswith("; no averages of this cell in the study")
    (row,) = findings_of(failed(), failed(sampling="bootstrapped"))
    assert (
        row["note"] == "shuffled: 2 of 3 runs failed; bootstrapped: 2 of 3 runs failed"
    )
    overlaps = {10: (LOSSES, LOSSES)}
    zero = cell(losses=LOSSES * 0, averages={1: PAIR * 0.0}, overlaps=overlaps)
    (row,) = findings_of(zero, cell(sampling="bootstrapped"))
    assert row["note"] == "averages: single runs do not differ"
    assert math.isnan(row["average_relative"])


def test_the_terminal_table_is_aligned_and_explained():
    cells = [
        cell(averages={2: PAIR * 0.015}, overlaps={10: (LOSSES * 10, LOSSES)}),
        failed(technique="large"),
    ]
    lines = tables.as_text(tables.findings(cells)).splitlines()
    assert "PIP loss" in lines[0]
    assert lines[2].split() == [
        *("corpus", "technique", "shuffled", "extrinsic", "p@10", "average", "of", "2")
    ]
    assert lines[4].split() == ["news", "large", "–", "–", "–", "–"]
    assert lines[5].split() == ["news", "small", "2.00", "±4.97", "–", "0.20", "0.75"]
    assert len({len(line) for line in lines[2:6]}) == 1
    assert "news / large: shuffled: 2 of 3 runs failed." in lines
    assert "All: no bootstrapped runs in the study." in lines
    reading = " ".join(lines)
    assert "A lower loss is steadier; 0 means that every run gave the same" in reading
    assert all(len(line) <= 88 for line in lines)


def test_the_terminal_table_names_sizes_that_differ():
    cells = [
        cell(averages={2: PAIR * 0.01}),
        cell(technique="large", averages={4: PAIR * 0.01}),
    ]
    text = tables.as_text(tables.findings(cells))
    assert "average of n" in text
    assert "0.50 (n = 2)" in text
    assert "0.50 (n = 4)" in text


def test_findings_say_where_a_text_is_small():
    def text(name, tokens):
        steps = {"step": ["cut"], **dict.fromkeys(COUNTED, [tokens])}
        names = ("series", "period", "deduplicated")
        empty = dict.fromkeys(names, "")
        return CorpusNumbers(
            corpus=name, language="en", min_count=5, steps=steps, **empty
        )

    cells = [cell(corpus="large"), cell(corpus="little", view="little")]
    texts = [text("large", 100_000), text("little", 44_472)]
    large, little = tables.findings(cells, texts)["note"]
    assert "small" not in large
    assert "a text of 44,472 words is small" in little


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (1, "the text is one document, so shuffled and bootstrapped runs read what"),
        (7, "there are only 7 documents to draw from"),
        (20, ""),
    ],
)
def test_findings_say_where_there_is_little_to_draw_from(units, said):
    steps = {"step": ["cut"], **dict.fromkeys(COUNTED, [10**6]), "documents": [units]}
    text = CorpusNumbers(
        **{"corpus": "news", "language": "en", "series": "", "period": ""},
        **{"deduplicated": "", "min_count": 5, "steps": steps},
    )
    (found,) = tables.findings([cell()], [text])["note"]
    assert said in found if said else "draw" not in found


def test_empty_studies_make_empty_tables(published):
    for frame in (tables.table_2_8([], published, TEXTS), tables.words([])):
        assert len(frame) == 0
        assert tables.as_csv(frame) == ",".join(frame.columns) + "\n"
    assert "PIP loss" in tables.as_text(tables.findings([]))


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


@pytest.mark.parametrize("render", [tables.as_markdown, tables.as_latex])
def test_a_missing_value_is_an_en_dash(sparse, render):
    for frame in sparse:
        text = render(frame)
        for missing in ("nan", "NaN", "<NA>", "None"):
            assert missing not in text
        assert ("–" in text) == bool(frame.isna().to_numpy().any())


@pytest.mark.parametrize(
    "table", [tables.table_2_8, tables.table_2_11], ids=["2_8", "2_11"]
)
def test_captions_say_that_published_corpora_are_others(published, table):
    caption = table([cell()], published, TEXTS).attrs["caption"]
    assert "Published values are of Wikipedia corpora" in caption
