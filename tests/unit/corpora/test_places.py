import gzip
import warnings
import zipfile
from collections import Counter

import pytest

from quaver.corpora.places import files, texts
from quaver.corpora.reading import SourceError, lines
from quaver.corpora.sources import (
    check,
    documents,
    fingerprint,
    text_documents_default,
)


def packed(path, **members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def archive(tmp_path):
    content = {
        "b.txt": "Second.",
        "a.txt": "First.\n\nAgain.",
        "deep/": "",
        "deep/c.txt.gz": gzip.compress(b"Third."),
        "__MACOSX/._a.txt": b"\xff",
        ".DS_Store": b"\xff",
    }
    return packed(tmp_path / "texts.zip", **content)


def counted(source):
    counts = Counter()
    names = [str(one) for one in texts(source, counts)]
    return names, {key: value for key, value in counts.items() if value}


def test_members_of_an_archive_are_files_in_the_order_of_names(archive):
    source = {"kind": "text", "path": str(archive)}
    assert files(source) == [str(archive)]
    assert text_documents_default(source["path"]) == "file"
    assert counted(source) == (
        [f"{archive}/{name}" for name in ("a.txt", "b.txt", "deep/c.txt.gz")],
        {"archives": 1, "skipped_members": 3},
    )
    read = [(one.id, list(one.paragraphs)) for one in documents(source)]
    assert read == [
        ("texts.zip/a.txt", ["First.", "Again."]),
        ("texts.zip/b.txt", ["Second."]),
        ("texts.zip/deep/c.txt.gz", ["Third."]),
    ]
    lone = documents({**source, "documents": "line"})
    assert [one.id for one in lone] == ["1", "3", "4", "5"]


def test_archives_stand_among_files_and_below_folders(tmp_path, archive):
    (tmp_path / "z.txt").write_text("Plain.")
    packed(tmp_path / "EARLY.ZIP", **{"a.txt": "Early."})
    read = documents({"kind": "text", "path": str(tmp_path)})
    assert [one.id for one in read] == [
        *("EARLY.ZIP/a.txt", "texts.zip/a.txt", "texts.zip/b.txt"),
        *("texts.zip/deep/c.txt.gz", "z.txt"),
    ]
    pattern = {"kind": "text", "path": str(tmp_path / "*.zip")}
    assert len(counted(pattern)[0]) == 3


def test_tables_are_read_from_archives(tmp_path):
    path = packed(tmp_path / "t.zip", **{"a.csv": "t\nx\n", "b.csv": "t\ny\n"})
    read = documents({"kind": "csv", "path": str(path), "text": "t"})
    assert [list(one.paragraphs) for one in read] == [["x"], ["y"]]


def test_the_fingerprint_of_an_archive_is_that_of_its_bytes(archive):
    source = {"kind": "text", "path": str(archive)}
    before = fingerprint(source)
    packed(archive, **{"a.txt": "Other."})
    assert fingerprint(source) != before


def refused(path):
    with pytest.raises(SourceError) as caught:
        check({"kind": "text", "path": str(path)})
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_archive_that_cannot_be_read_is_named(tmp_path, archive):
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK no archive")
    assert refused(broken) == (
        f"{broken} cannot be read as a zip archive (File is not a zip file): fetch it "
        "again or correct the source's path."
    )
    inner = packed(tmp_path / "outer.zip", **{"texts.zip": archive.read_bytes()})
    assert refused(inner) == (
        f"{inner}/texts.zip is an archive itself: unpack {inner} and name the folder."
    )
    empty = packed(tmp_path / "empty.zip")
    assert "empty.zip holds no document" in refused(empty)


def test_a_member_that_is_locked_or_damaged_is_named(tmp_path):
    path = packed(tmp_path / "a.zip", **{"a.txt": "word " * 50})
    whole = bytearray(path.read_bytes())
    place = whole.index(b"a.txt") + 10
    damaged = bytes(whole[:place]) + b"\xff\xff" + bytes(whole[place + 2 :])
    path.write_bytes(damaged)
    said = refused(path)
    assert said.startswith(f"{path}/a.txt breaks off or is damaged after line 0 when ")
    whole[6] |= 1  # the flag that says locked, in both headers
    whole[whole.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(whole)
    assert refused(path) == (
        f"{path}/a.txt is locked: unpack {path} and name the folder."
    )


def test_what_a_folder_holds_beside_its_files_is_counted(tmp_path):
    (tmp_path / "a.txt").write_text("A.")
    (tmp_path / ".hidden").write_text("B.")
    (tmp_path / "deep").mkdir()
    _, counts = counted({"kind": "text", "path": str(tmp_path)})
    assert counts == {"skipped_files": 1, "skipped_folders": 1}


def test_files_of_the_same_bytes_are_counted_and_read(tmp_path):
    for name, text in {"a": "Same.", "b": "Same.", "c": "Else.", "d": "Same."}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    for name in ("e.txt", "f.txt"):
        (tmp_path / name).write_text("")
    names, counts = counted({"kind": "text", "path": str(tmp_path)})
    assert len(names) == 6
    assert counts == {"duplicate_files": 2}


def test_members_of_the_same_content_are_counted_over_archives(tmp_path):
    packed(tmp_path / "a.zip", **{"1.txt": "Same.", "2.txt": "Else."})
    packed(tmp_path / "b.zip", **{"1.txt": "Same.", "3.txt": "", "4.txt": ""})
    names, counts = counted({"kind": "text", "path": str(tmp_path)})
    assert len(names) == 5
    assert counts == {"archives": 2, "duplicate_files": 1}


def test_two_members_of_one_name_are_both_read(tmp_path):
    path = tmp_path / "a.zip"
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("a.txt", "one")
        archive.writestr("a.txt", "two")
    counts = Counter()
    found = texts({"kind": "text", "path": str(path)}, counts)
    assert [next(lines(member)) for member in found] == ["one", "two"]
