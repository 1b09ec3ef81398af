import json
from collections import Counter

import pytest
import yaml

from quaver.corpora import reading
from quaver.corpora.reading import SourceError
from quaver.corpora.sources import check, documents


def read(source):
    return [(one.id, one.date, list(one.paragraphs)) for one in documents(source)]


def counted(source):
    """Documents of a source, and what was met that is not nothing."""
    counts = Counter()
    found = [
        (one.id, one.date, list(one.paragraphs)) for one in documents(source, counts)
    ]
    return found, {key: value for key, value in counts.items() if value}


def error(source):
    with pytest.raises(SourceError) as caught:
        check(source)
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


def table(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return {"kind": "jsonl", "path": str(path), "text": "body"}


def test_jsonl_takes_named_keys_and_a_slice(tmp_path):
    rows = [
        {"body": "One.\n\nTwo.", "n": 7, "day": "1950-02-01", "kind": "a"},
        {"body": "Three.", "n": 8, "day": None, "kind": "b"},
        {"body": None, "n": None, "day": 1951, "kind": "a"},
    ]
    source = table(tmp_path / "a.jsonl", rows)
    assert [name for name, _, _ in read(source)] == ["1", "2", "3"]
    assert read({**source, "id": "n", "date": "day"}) == [
        ("7", "1950-02-01", ["One.", "Two."]),
        ("8", "", ["Three."]),
        ("3", "1951", []),
    ]
    assert [n for n, _, _ in read({**source, "where": {"kind": "a"}})] == ["1", "3"]
    assert [n for n, _, _ in read({**source, "where": {"n": [8, 9]}})] == ["2"]


def test_jsonl_of_many_files_numbers_on(tmp_path):
    source = table(tmp_path / "b.jsonl", [{"body": "two"}, {"body": "three"}])
    table(tmp_path / "a.jsonl", [{"body": "one"}])
    source["path"] = str(tmp_path)
    assert read(source) == [
        ("1", "", ["one"]),
        ("2", "", ["two"]),
        ("3", "", ["three"]),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{'body': 1}", "is not JSON (Expecting property name"),
        ('{"body": "cut', "is not JSON (Unterminated string"),
        ('["body"]', "holds a JSON list: write an object, such as"),
        ('{"boby": "x"}', "has no column 'body' for text: choose among boby."),
        ('{"body": ["x"]}', "holds a list where a text is wanted: name another column"),
        ('{"body": "a\\u0000b"}', "holds a null or half a surrogate pair"),
        ('{"body": "\\ud800"}', "holds a null or half a surrogate pair"),
    ],
)
def test_a_bad_jsonl_line_is_named(tmp_path, line, said):
    path = tmp_path / "a.jsonl"
    path.write_text('{"body": "good \\ud83d\\ude00"}\n\n' + line + "\n")
    source = {"kind": "jsonl", "path": str(path), "text": "body"}
    assert error(source).startswith(f"{path}, line 3 {said}")


def test_every_named_column_must_be_there(tmp_path):
    source = table(tmp_path / "a.jsonl", [{"body": "x", "day": ""}])
    place = f"{source['path']}, line 1 has no column"
    assert error({**source, "date": "date"}) == (
        f"{place} 'date' for date: choose among body, day."
    )
    assert error({**source, "id": "key"}).startswith(f"{place} 'key' for id:")
    assert error({**source, "where": {"year": 1}}).startswith(f"{place} 'year' for w")


def test_csv_takes_named_columns_and_a_slice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "\ufeffid,year,text\n"
        'x,1949,"He said ""no"",\nthen left.\n\nLater, more."\n'
        "\n"
        "y,1950,Short\n"
    )
    source = {"kind": "csv", "path": str(path), "text": "text"}
    assert read({**source, "id": "id", "date": "year"}) == [
        ("x", "1949", ['He said "no",\nthen left.', "Later, more."]),
        ("y", "1950", ["Short"]),
    ]
    cut = {**source, "where": {"year": [1950, 1960]}}
    assert read(cut) == [("2", "", ["Short"])]


def test_csv_takes_fields_beyond_the_module_s_limit(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("text\n" + "word " * 100_000 + "\n")
    assert check({"kind": "csv", "path": str(path), "text": "text"})[1] == 500_000


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("a,b\n1,2\n3\n", "line 3 has 1 fields where the first line names 2: quote"),
        ("a,b\n1,2,3\n", "line 2 has 3 fields where the first line names 2: quote"),
        ('a,b\n1,"2\n3,4\n', "line 3 is not csv (unexpected end of data): quote"),
        ('a,b\n1,"2"3\n', "line 2 is not csv (',' expected after '\"'): quote"),
        ("text,b\n1,2\n", "line 2 has no column 'a' for text: choose among text, b."),
        ("text;b\n1;2\n", "line 1 holds semicolons and no column 'a' between"),
    ],
)
def test_a_bad_csv_row_is_named(tmp_path, rows, said):
    path = tmp_path / "a.csv"
    path.write_text(rows)
    source = {"kind": "csv", "path": str(path), "text": "a"}
    assert error(source).startswith(f"{path}, {said}")


def test_where_that_leaves_nothing_is_quoted(tmp_path):
    source = table(tmp_path / "a.jsonl", [{"body": "x", "day": "1950-01-01"}])
    assert error({**source, "where": {"day": [1959, 1961]}}).startswith(
        f'no document of {source["path"]} is left by where: {{"day": [1959, 1961]}}'
    )


def test_tables_are_repaired_too(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'{"body": "caf\xe9"}\n\n{"body": "a\\u0000b\\ud800", "n": 1}\n{"body": ""}\n'
    )
    source = {"kind": "jsonl", "path": str(path), "text": "body", "repair": True}
    found, counts = counted(source)
    assert [text for _, _, text in found] == [["café"], ["ab\ufffd"], []]
    assert counts == {
        **{"files": 1, "lines": 4, "bytes": counts["bytes"], "documents": 3},
        **{"recoded_lines": 1, "null_characters": 1, "replacement_characters": 1},
        **{"blank_lines": 1, "blank_documents": 1},
    }
    table_ = tmp_path / "a.csv"
    table_.write_bytes("t,n\r\nžluť,1\r\nkůň,2\r\n".encode("cp1250"))
    given = {"kind": "csv", "path": str(table_), "text": "t", "where": {"n": 2}}
    assert counted({**given, "encoding": "cp1250"})[0] == [("2", "", ["kůň"])]
    found, counts = counted({**given, "encoding": "cp1250"})
    assert (counts["crlf_lines"], counts["outside_where"]) == (3, 1)


def test_a_column_named_twice_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b,a\n1,2,3\n")
    assert error({"kind": "csv", "path": str(path), "text": "a"}) == (
        f"{path}, line 1 names the column 'a' twice: give each column a name of its "
        "own."
    )


def test_a_gigantic_row_is_not_said_to_be_cured_by_repair(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LINE_LIMIT", 50)
    source = table(tmp_path / "a.jsonl", [{"body": "word " * 100}])
    assert "repair" not in error(source)
    assert "is longer than 50 bytes" in error(source)


def test_dates_that_cannot_be_compared_are_counted_apart(tmp_path):
    days = ["1805-02-03", "05.03.1805", "18xx", "", None, "1905-01-01"]
    source = table(tmp_path / "a.jsonl", [{"body": "x", "day": day} for day in days])
    for wanted in ({"from": "1800", "to": "1809"}, [1800, 1809]):
        found, counts = counted({**source, "where": {"day": wanted}})
        assert len(found) == 1
        assert (counts["without_date_or_number"], counts["outside_where"]) == (4, 1)


def test_a_csv_with_semicolons_is_read_as_the_refusal_says(tmp_path):
    for mark, named in {";": "semicolons", "\t": "tabs", "|": "bars"}.items():
        path = tmp_path / "a.csv"
        path.write_text(f'id{mark}body\n7{mark}"One, two{mark}"\n')
        source = {"kind": "csv", "path": str(path), "text": "body", "id": "id"}
        refusal = error(source)
        assert f"holds {named} and no column 'body' between commas" in refusal
        advice = yaml.safe_load(refusal.rpartition("write ")[2][:-1])
        assert read({**source, **advice}) == [("7", "", [f"One, two{mark}"])]
    path.write_text("body;x\nOne.\n")
    assert read({**source, "text": "body;x", "id": "body;x"})[0][2] == ["One."]


def test_numbers_of_many_digits_are_no_years(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"body": "One.", "year": {"9" * 400}}}\n' * 2)
    source = {"kind": "jsonl", "path": str(path), "text": "body"}
    refusal = error({**source, "where": {"year": [1800, 1900]}})
    assert "no document of" in refusal
