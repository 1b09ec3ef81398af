"""A value for each document of the column that is drawn by: read, kept, or refused."""

import json

import pytest

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import encode
from quaver.corpora.languages import pack
from quaver.corpora.sources import SourceError, documents

ROWS = [{"body": f"word {k}", "author": name} for k, name in enumerate("abca")]


def given(tmp_path, kind):
    """A source of each kind that has columns, drawn by author, and its values."""
    path = tmp_path / f"texts.{kind}"
    if kind == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    elif kind == "csv":
        lines = [f"{row['author']},{row['body']}" for row in ROWS]
        path.write_text("\n".join(["author,body", *lines]))
    else:
        path.mkdir()
        for number, row in enumerate(ROWS):
            (path / f"{number}_{row['author']}.txt").write_text(row["body"])
        return {"kind": "text", "path": str(path), "names": "{id}_{author}.txt"}
    return {"kind": kind, "path": str(path), "text": "body"}


def groups(source, draw="author"):
    return [text.group for text in documents(source | {"draw": draw})]


def test_each_kind_of_source_gives_each_document_its_value(tmp_path):
    for kind in ("jsonl", "csv", "text"):
        source = given(tmp_path, kind)
        assert groups(source) == ["a", "b", "c", "a"], kind
        assert [text.group for text in documents(source)] == [""] * 4
        if kind == "text":
            lines = source | {"documents": "line"}
            assert groups(lines) == ["a", "b", "c", "a"]
    slice_ = {"kind": "sotu", "where": {"year": [1796, 1798]}}
    for parts in ("speech", "paragraph"):
        names = groups(slice_ | {"documents": parts}, "president")
        assert {*names} == {"Washington", "Adams"}


def test_a_column_that_is_missing_or_empty_is_one_sentence(tmp_path):
    csv = given(tmp_path, "csv")
    (tmp_path / "texts.csv").write_text("author,body\na,one\n ,two\n")
    cases = [
        (
            csv,
            "author",
            "texts.csv, line 3 has nothing in 'author', by which texts are",
        ),
        (csv, "writer", "has no column 'writer' for draw: choose among author, body."),
        (given(tmp_path, "text"), "year", "has no field 'year' in its name: write"),
        ({"kind": "sotu"}, "writer", "sotu has no column 'writer' for draw: choose"),
    ]
    for source, column, sentence in cases:
        with pytest.raises(SourceError) as caught:
            groups(source, column)
        assert sentence in str(caught.value)
        assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_values_stay_with_the_documents_that_are_kept(tmp_path):
    (tmp_path / "t.jsonl").write_text(
        "".join(
            json.dumps({"body": body, "author": author}) + "\n"
            for body, author in [("x y", "a"), ("x y", "b"), ("!", "c"), ("y x", "d")]
        )
    )
    source = {"kind": "jsonl", "path": str(tmp_path / "t.jsonl"), "text": "body"}
    cleaner = Cleaner(
        **{"pack": pack("en"), "normalise": "NFC", "lowercase": True},
        **{"keep": "letters", "tokeniser": "default"},
        **{"drop_numbers": False, "drop_punctuation": False},
    )
    corpus = encode(
        documents(source | {"draw": "author"}),
        cleaner,
        deduplicate="document",
        min_count=1,
        spool=tmp_path / "spool",
    )
    assert list(corpus.document_groups) == ["a", "d"]
