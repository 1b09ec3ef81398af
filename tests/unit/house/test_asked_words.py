"""The table of the words asked for, from records."""

from house_given import frame, rows

from quaver.house.trust import QUERIES
from quaver.results.queries import AskedNumbers, AskedWord

GIVEN = AskedWord("war", "queries, neighbours", 40)
CHOSEN = AskedWord("gold", "queries", 300, 7, 0.25, ["gold", "silver", "coin"])


def test_given_chosen_and_unknown_words_have_a_row_each():
    records = [
        AskedNumbers("speeches", [CHOSEN, GIVEN], [AskedWord("airplane", "queries")]),
        AskedNumbers("courts", [GIVEN], note="2 of 3 words: few topics"),
    ]
    table = frame(QUERIES, asked=records)
    assert table["corpus"].tolist() == ["courts", *["speeches"] * 3]
    assert table["query"].tolist() == ["war", "gold", "war", "airplane"]
    assert table["chosen"].tolist() == ["given", "topics", "given", "given"]
    assert table["asked_by"].tolist()[1:] == [
        "queries",
        "queries, neighbours",
        "queries",
    ]
    assert table["count"].tolist()[:3] == [40, 300, 40]
    assert table["topic"].tolist()[1] == 7
    assert table["coherence"].tolist()[1] == 0.25
    assert table["topic_words"].tolist()[1] == "gold silver coin"
    assert table["topic"].notna().sum() == table["coherence"].notna().sum() == 1
    assert table["note"].tolist() == [
        "2 of 3 words: few topics",
        "",
        "",
        "the corpus has no such word",
    ]


def test_a_corpus_without_numbers_says_why():
    (row,) = rows(QUERIES, asked=[AskedNumbers("speeches", note="not chosen")])
    assert (row["corpus"], row["note"]) == ("speeches", "not chosen")
    assert rows(QUERIES) == []
