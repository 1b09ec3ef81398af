"""Tables 1.2, 1.7 and 1.8 from texts whose sizes are known."""

import math
from types import SimpleNamespace

import pytest
from invented import corpus as text
from thesis import TABLES, made

from quaver.items.claims import AGREES
from quaver.papers.rettenmeier2020.texts import MISPRINT, OTHER, decade


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
def test_table_1_2_agrees_where_both_counts_do(tokens, words, verdict):
    (row,) = made("table_1_2", corpora=[text(tokens=tokens, types=words)])
    assert row["verdict"] == verdict
    assert row["tokens_in_1e6"] == tokens / 1e6
    assert row["vocabulary_in_1e4"] == words / 1e4
    assert row["note"] == ""


def test_table_1_2_counts_tokens_before_the_cut_and_frequent_words():
    one = text(frequent=70_000)
    one.steps["tokens"][:] = [9_000_000, 8_000_000, 3_000_000, 1_000_000]
    (row,) = made("table_1_2", corpora=[one])
    assert (row["tokens_in_1e6"], row["vocabulary_in_1e4"]) == (3, 7)


def test_a_vocabulary_cut_further_is_not_compared():
    rare = text(tokens=48_000_000, frequent=None, min_count=20)
    (row,) = made("table_1_2", corpora=[rare])
    assert row["verdict"] == ""
    assert row["note"] == "words below 20 were cut, published are those from 5"


def test_no_published_value_is_said():
    for number, facts in (
        ("1_2", {"language": "eo"}),
        ("1_7", {"series": "s", "period": "1790s"}),
        ("1_8", {"series": "s", "period": "t2"}),
    ):
        (row,) = made(f"table_{number}", corpora=[text(**facts)])
        assert (row["verdict"], row["note"]) == ("", "no published value")
        published = [row[name] for name in row if name.startswith("published")]
        assert len(published) == 2 and all(map(math.isnan, published))


def test_each_text_stands_in_one_of_the_three_tables():
    texts = [
        text("whole"),
        text("b", "en", series="coha", period="1820s"),
        text("c", "en", series="coha", period="1810s"),
        text("d", "la", series="semeval", period="corpus1"),
        text("e", "en", series="fives", period="1810"),
        text("f", "en", series="fives", period="1815"),
    ]
    shown = [made(f"table_1_{number}", corpora=texts) for number in (2, 7, 8)]
    assert [[row["corpus"] for row in rows] for rows in shown] == [
        *(["whole"], ["c", "b"], ["e", "f", "d"]),
    ]
    assert shown[1][0]["published_tokens_in_1e5"] == 11
    assert shown[2][2]["published_tokens_in_1e6"] == 17


def test_a_study_has_the_tables_its_texts_have_rows_in():
    assert made("table_1_7", corpora=[text()]) == made("table_1_8", corpora=[]) == []
    for names, texts in (
        (["1_2"], [text()]),
        (["1_2", "1_7"], [text(), text(series="s", period="1810s")]),
        (["1_8"], [text(series="s", period="t1")]),
    ):
        study = SimpleNamespace(corpora=dict(enumerate(texts)))
        grid = SimpleNamespace(study=study)
        tables = {name: TABLES[f"table_{name}"] for name in ("1_2", "1_7", "1_8")}
        assert [n for n, table in tables.items() if table.wanted(grid)] == names


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
def test_table_1_8_knows_its_misprint(period, tokens, words, verdict):
    one = text("d", "la", tokens=tokens, types=words, series="s", period=period)
    (row,) = made("table_1_8", corpora=[one])
    assert row["verdict"] == verdict


def test_a_text_that_is_not_encoded_keeps_its_row():
    lost = text(steps={}, frequent=None, note="no such file")
    (row,) = made("table_1_2", corpora=[lost])
    assert (row["verdict"], row["note"]) == ("", "no such file")
    assert row["published_tokens_in_1e6"] == 48


def test_a_region_finds_the_published_row_and_chinese_never_agrees():
    hindi = text("a", "hi-IN", tokens=48_000_000, types=190_000)
    chinese = text("b", "zh-CN", tokens=215_000_000, types=960_000)
    first, second = made("table_1_2", corpora=[hindi, chinese])
    assert first["verdict"] == AGREES
    assert (second["verdict"], second["published_tokens_in_1e6"]) == (OTHER, 215)
    assert "another segmenter" in second["note"]
