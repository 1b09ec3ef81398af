import re

import pandas as pd
import pytest
from quaver.tables import CorpusNumbers

from quaver import tables
from quaver.corpora.steps import COUNTED, STEPS
from quaver.house.corpora import AGREES, MISPRINT, OTHER, decade
from quaver.results import records

STORED = {
    "step": list(STEPS),
    "documents": [10, 10, 8, 7],
    "sentences": [90, 90, 80, 76],
    "lines": [40, 40, 36, 35],
    "tokens": [2500, 2400, 2000, 1400],
    "types": [700, 600, 600, 140],
}
DROPPED = {
    **{"cleaned_tokens": 100, "cleaned_types": 100, "duplicate_tokens": 400},
    **{"duplicate_documents": 2, "duplicate_sentences": 10, "duplicate_lines": 4},
    **{"empty_documents": 1, "empty_sentences": 4, "empty_lines": 1},
    **{"rare_tokens": 600, "rare_words": 460},
}


def corpus(**changes):
    facts = {
        "corpus": "mine",
        "language": "hi",
        "series": "",
        "period": "",
        "deduplicated": "document",
        "min_count": 5,
        "frequent": 140,
        "steps": STORED,
        "dropped": DROPPED,
    }
    return CorpusNumbers(**facts | changes)


def sized(tokens, words, **changes):
    steps = {**STORED, "tokens": [tokens] * 4}
    return corpus(steps=steps, frequent=words, **changes)


def lost(**changes):
    gone = {"steps": {}, "dropped": {}, "frequent": None, "note": "no such file"}
    return corpus(**gone | changes)


def published(columns, *rows):
    return pd.DataFrame(rows, columns=[*columns.split(), "source"])


@pytest.fixture
def wikipedias():
    columns = "language tokens_in_1e6 vocabulary_in_1e4"
    return published(columns, ("hi", 48, 19, "Table 1.2"))


@pytest.fixture
def decades():
    columns = "language period tokens_in_1e5 vocabulary_in_1e3"
    return published(columns, ("en", "1810-1819", 11, 12, "Table 1.7"))


@pytest.fixture
def halves():
    columns = "language period years tokens_in_1e6 vocabulary_in_1e3"
    return published(columns, ("la", "t1", "200 BC-0", 17, 14, "Table 1.8"))


def test_a_text_that_is_not_encoded_keeps_its_row(wikipedias):
    (row,) = tables.corpora([lost()]).to_dict("records")
    assert (row["corpus"], row["note"]) == ("mine", "no such file")
    assert pd.isna(row["tokens"])
    (row,) = tables.table_1_2([lost()], wikipedias).to_dict("records")
    assert (row["verdict"], row["note"]) == ("", "no such file")
    assert row["published_tokens_in_1e6"] == 48
    known = published("corpus documents unique_words vocabulary_density")
    (row,) = tables.antoniak2018_table_2([lost()], known).to_dict("records")
    assert row["note"] == "no such file"
    assert pd.isna(row["documents"])


@pytest.mark.parametrize(
    ("tokens", "words", "verdict"),
    [
        (48_000_000, 190_000, AGREES),
        (48_900_000, 194_900, AGREES),  # 2 % of 48, half of the last digit of 19
        (49_100_000, 190_000, OTHER),
        (48_000_000, 196_000, OTHER),
        (4_800_000, 190_000, OTHER),
    ],
)
def test_table_1_2_agrees_where_both_counts_do(wikipedias, tokens, words, verdict):
    (row,) = tables.table_1_2([sized(tokens, words)], wikipedias).to_dict("records")
    assert row["verdict"] == verdict
    assert row["tokens_in_1e6"] == tokens / 1e6
    assert row["vocabulary_in_1e4"] == words / 1e4
    assert row["note"] == ""


def test_table_1_2_counts_tokens_before_the_cut_and_frequent_words(wikipedias):
    steps = {**STORED, "tokens": [9_000_000, 8_000_000, 3_000_000, 1_000_000]}
    one = corpus(steps=steps, frequent=70_000)
    (row,) = tables.table_1_2([one], wikipedias).to_dict("records")
    assert (row["tokens_in_1e6"], row["vocabulary_in_1e4"]) == (3, 7)


def test_a_vocabulary_cut_further_is_not_compared(wikipedias):
    rare = sized(48_000_000, None, min_count=20)
    (row,) = tables.table_1_2([rare], wikipedias).to_dict("records")
    assert row["verdict"] == ""
    assert row["note"] == "words below 20 were cut, published are those from 5"


def test_no_published_value_is_said(wikipedias, decades, halves):
    for table, known in (
        (tables.table_1_2([corpus(language="eo")], wikipedias), wikipedias),
        (tables.table_1_7([corpus(series="s", period="1790s")], decades), decades),
        (tables.table_1_8([corpus(series="s", period="t2")], halves), halves),
    ):
        (row,) = table.to_dict("records")
        assert (row["verdict"], row["note"]) == ("", "no published value")
        assert pd.isna(row[f"published_{known.columns[-2]}"])


def test_each_text_stands_in_one_of_the_three_tables(wikipedias, decades, halves):
    texts = [
        corpus(corpus="whole"),
        corpus(corpus="b", series="coha", period="1820s", language="en"),
        corpus(corpus="c", series="coha", period="1810s", language="en"),
        corpus(corpus="d", series="semeval", period="corpus1", language="la"),
        corpus(corpus="e", series="fives", period="1810", language="en"),
        corpus(corpus="f", series="fives", period="1815", language="en"),
    ]
    shown = [
        tables.table_1_2(texts, wikipedias),
        tables.table_1_7(texts, decades),
        tables.table_1_8(texts, halves),
    ]
    assert [list(frame.corpus) for frame in shown] == [
        *(["whole"], ["c", "b"], ["e", "f", "d"]),
    ]
    assert shown[1].published_tokens_in_1e5[0] == 11
    assert shown[2].published_tokens_in_1e6[2] == 17


def test_a_study_without_slices_has_empty_tables(decades, halves):
    assert len(tables.table_1_7([corpus()], decades)) == 0
    assert len(tables.table_1_8([], halves)) == 0


@pytest.mark.parametrize(
    ("period", "named"),
    [
        *(("1810s", "1810-1819"), ("1810", "1810-1819"), ("1810-1819", "1810-1819")),
        *(("1810 – 1819", "1810-1819"), ("1815", ""), ("1810-1860", ""), ("t1", "")),
        *(("1815-1824", ""), ("", ""), ("1810-1819-1820", ""), ("corpus1", "")),
    ],
)
def test_a_decade_is_told_by_its_years(period, named):
    assert decade(period) == named


@pytest.mark.parametrize("period", ["t1", "1", "corpus1", "T1", "200 BC – 0"])
@pytest.mark.parametrize(
    ("tokens", "words", "verdict"),
    [
        (17_000_000, 14_000, AGREES),
        (1_700_000, 14_000, MISPRINT),
        (1_700_000, 15_000, OTHER),
        (170_000, 14_000, OTHER),
    ],
)
def test_table_1_8_knows_its_misprint(halves, period, tokens, words, verdict):
    one = sized(tokens, words, series="s", period=period, language="la")
    (row,) = tables.table_1_8([one], halves).to_dict("records")
    assert row["verdict"] == verdict


def test_table_2_of_antoniak_shows_ours_and_theirs():
    columns = "corpus documents unique_words vocabulary_density words_per_document"
    known = published(columns, ("NYT", 8786, 12475, 0.0020, 708, "Table 2"))
    frame = tables.antoniak2018_table_2([corpus(min_count=20), corpus()], known)
    ours, fewer, theirs = frame.to_dict("records")
    assert (ours["documents"], ours["unique_words"]) == (7, 140)
    assert ours["vocabulary_density"] == pytest.approx(0.1)
    assert ours["words_per_document"] == pytest.approx(200)
    assert (ours["kind"], ours["note"]) == ("ours", "")
    assert fewer["note"] == "words below 5 were cut, published: below 20"
    assert (theirs["corpus"], theirs["kind"]) == ("NYT", "published")
    assert (theirs["words_per_document"], theirs["note"]) == (708, OTHER)
    assert "| 0.1000 | 200 |" in tables.as_markdown(frame)


def test_a_region_finds_the_published_row_and_chinese_never_agrees(wikipedias):
    found = tables.table_1_2([sized(48_000_000, 190_000, language="hi-IN")], wikipedias)
    assert found["verdict"].tolist() == [AGREES]
    columns = "language tokens_in_1e6 vocabulary_in_1e4"
    chinese = published(columns, ("zh", 215, 96, "Table 1.2"))
    records = [sized(215_000_000, 960_000, language="zh-CN")]
    (row,) = tables.table_1_2(records, chinese).to_dict("records")
    assert (row["verdict"], row["published_tokens_in_1e6"]) == (OTHER, 215)
    assert "another segmenter" in row["note"]
