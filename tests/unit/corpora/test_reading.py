import bz2
import gzip
import lzma
import tracemalloc
from collections import Counter

import pytest
import zstandard

from quaver.corpora import reading
from quaver.corpora.reading import (
    PLAIN,
    Reading,
    SourceError,
    lines,
    paragraphs,
    reading_of,
    split_lines,
)

TEXT = "Eine Zeile.\nZwei žluťoučký\n\nहिन्दी"
ROWS = ["Eine Zeile.", "Zwei žluťoučký", "", "हिन्दी"]


def refused(path, how=PLAIN):
    with pytest.raises(SourceError) as caught:
        list(lines(path, how))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def met(counts):
    return {key: value for key, value in counts.items() if value}


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("a.txt", bytes),
        ("a.txt.gz", gzip.compress),
        ("a.bz2", bz2.compress),
        ("A.XZ", lzma.compress),
        ("a.txt.zst", zstandard.compress),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_the_same_however_they_are_packed(tmp_path, name, packed, end):
    path = tmp_path / name
    path.write_bytes(packed(TEXT.replace("\n", end).encode()))
    assert list(lines(path)) == ROWS


def test_paragraphs_end_at_blank_lines_of_any_white_space():
    rows = ["", "a", "b", " \t", "", "c", "\u00a0", "d"]
    assert list(paragraphs(rows)) == ["a\nb", "c", "d"]
    assert list(paragraphs([])) == []


def test_a_paragraph_without_end_is_cut_at_a_line_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(reading, "PARAGRAPH_LIMIT", 10)
    found = list(paragraphs(["abcd"] * 7 + ["x" * 50]))
    assert found[:2] == ["abcd\nabcd"] * 2
    assert "\n".join(found).split("\n") == ["abcd"] * 7 + ["x" * 50]


def test_split_lines_knows_three_line_ends_and_no_other():
    assert split_lines("a\r\nb\rc\nd\u2028e\x0cf") == ["a", "b", "c", "d\u2028e\x0cf"]


def test_not_utf8_names_line_byte_and_cure(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\r\ntwo\ncaf\xe9 x\n")
    assert refused(path) == (
        f"{path}, line 3 is not UTF-8 (byte 12 of the file is 0xe9): write encoding: "
        "windows-1252 (add repair: true if other lines are UTF-8). In windows-1252 it "
        "reads 'caf\xe9 x'."
    )
    path.write_bytes(b"\xef\xbb\xbfa\rb\rcaf\xe9")
    assert "line 3 is not UTF-8 (byte 10 of the file is 0xe9)" in refused(path)
    path.write_bytes(b"one\nt\x81")
    said = refused(path, Reading("cp1252"))
    assert "line 2 is not cp1252 (byte 5 of" in said
    assert said.endswith("): correct encoding, or remove it and write repair: true.")


def test_a_place_is_told_in_any_block(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 7)
    path = tmp_path / "a.txt"
    path.write_bytes(b"12345678\n" * 5 + b"abc\xff\n")
    assert "line 6 is not UTF-8 (byte 48 of the file is 0xff)" in refused(path)
    path.write_bytes(b"12345678\n" * 5 + b"\nab\0c\n")
    assert "line 7 holds a null byte (byte 48 of the file)" in refused(path)


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-32", "BE16", "BE32"])
@pytest.mark.parametrize("how", [Reading(), Reading("latin1"), Reading(repair=True)])
@pytest.mark.parametrize("block", [5, 1 << 20])
def test_a_byte_order_mark_tells_the_encoding(tmp_path, monkeypatch, mark, how, block):
    monkeypatch.setattr(reading, "BLOCK", block)
    path = tmp_path / "a.txt"
    if mark.startswith("BE"):
        packed = f"\ufeff{TEXT}".encode(f"utf-{mark[2:]}-be")
    else:
        packed = TEXT.encode(mark)
    path.write_bytes(packed)
    counts = Counter()
    assert list(lines(path, how, counts)) == ROWS
    assert met(counts) == {
        **{"files": 1, "lines": 4, "byte_order_marks": 1},
        "bytes": counts["bytes"],
    }


def test_a_mark_further_on_is_a_character(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("one\n\ufefftwo".encode())
    assert list(lines(path)) == ["one", "\ufefftwo"]
    path.write_bytes(b"\xef\xbb\xbf")
    counts = Counter()
    assert list(lines(path, counts=counts)) == []
    assert counts["empty_files"] == counts["byte_order_marks"] == 1


@pytest.mark.parametrize(
    ("text", "rows", "counted"),
    [
        (b"a\r\nb\r\n", ["a", "b"], {"crlf_lines": 2}),
        (b"a\rb\rc", ["a", "b", "c"], {"cr_lines": 2}),
        (b"a\r\n\rb\nc\r", ["a", "", "b", "c"], {"crlf_lines": 1, "cr_lines": 2}),
        (b"a\r\r\nb", ["a", "b"], {"crlf_lines": 1}),
        (b"a\x0bb\x0cc\xe2\x80\xa8d\xc2\x85", ["a\x0bb\x0cc\u2028d\x85"], {}),
        (b"\n\na", ["", "", "a"], {}),
    ],
)
@pytest.mark.parametrize("block", [1, 2, 3, 1 << 20])
def test_lines_end_in_three_ways(tmp_path, monkeypatch, block, text, rows, counted):
    if block == 1 and b"\r\r\n" in text:
        block = 4  # what was converted twice is told within a block
    monkeypatch.setattr(reading, "BLOCK", block)
    path = tmp_path / "a.txt"
    path.write_bytes(text)
    counts = Counter()
    assert list(lines(path, counts=counts)) == rows
    basic = {"files": 1, "lines": len(rows), "bytes": len(text)}
    assert met(counts) == {**basic, **counted}


def test_an_encoding_is_read_strictly(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("žluť\nkůň\n".encode("cp1250"))
    assert list(lines(path, Reading("cp1250"))) == ["žluť", "kůň"]
    path.write_bytes("žluť\nkůň".encode("utf-16-le"))
    assert list(lines(path, Reading("utf-16-le"))) == ["žluť", "kůň"]
    path.write_bytes("žluť\nkůň".encode("utf-16-le") + b"x")
    assert refused(path, Reading("utf-16-le")) == (
        f"{path} cannot be read as utf-16-le after line 0 (truncated data): correct "
        "encoding (utf-16-le and utf-16-be need no byte order mark), or write repair: "
        "true, which puts U+FFFD for what no encoding explains."
    )
    counts = Counter()
    mended = Reading("utf-16-le", repair=True)
    assert list(lines(path, mended, counts)) == ["žluť", "kůň\ufffd"]
    assert counts["replacement_characters"] == 1


@pytest.mark.parametrize("repair", [False, True])
def test_utf16_that_needs_a_mark_and_has_none_is_refused(tmp_path, repair):
    path = tmp_path / "a.txt"
    path.write_bytes("words\n".encode("utf-16-le"))
    said = refused(path, Reading("utf-16", repair=repair))
    assert "cannot be read as utf-16 after line 0 (UTF-16 stream does not" in said
    assert "utf-16-le and utf-16-be need no byte order mark" in said


def test_a_mark_of_utf8_beats_an_encoding_that_keeps_no_ascii(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfcaf\xe9")
    assert list(lines(path, Reading("utf-16", repair=True))) == ["café"]


def test_repair_reads_what_is_not_utf8_line_by_line(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("čeština\n".encode() + b"caf\xe9 \x93ici\x94\r\x81?\nend")
    counts = Counter()
    assert list(lines(path, Reading(repair=True), counts)) == [
        *("čeština", "café \u201cici\u201d", "\x81?", "end")
    ]
    assert met(counts) == {
        **{"files": 1, "lines": 4, "bytes": 27},
        **{"cr_lines": 1, "recoded_lines": 2},
    }
    path.write_bytes("čeština\n".encode() + "žluť\n".encode("cp1250") + b"\x81")
    counts = Counter()
    given = list(lines(path, Reading("cp1250", repair=True), counts))
    assert given == ["čeština", "žluť", "\ufffd"]
    assert counts["recoded_lines"] == 2
    assert counts["replacement_characters"] == 1


def test_nulls_are_refused_or_removed(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\nt\0wo\0\0\n")
    assert refused(path) == (
        f"{path}, line 2 holds a null byte (byte 5 of the file), so it is not UTF-8 "
        "text: convert the file with iconv -f utf-16 -t utf-8, name its encoding "
        "(encoding: utf-16), or write repair: true, which removes such bytes."
    )
    counts = Counter()
    assert list(lines(path, Reading(repair=True), counts)) == ["one", "two"]
    assert counts["null_characters"] == 3


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("repair", [False, True])
def test_utf16_without_its_mark_is_named_never_stripped(tmp_path, encoding, repair):
    path = tmp_path / "a.txt"
    path.write_bytes("some words\n".encode(encoding))
    said = refused(path, Reading(repair=repair))
    assert said.startswith(f"{path}, line 1 holds a null byte (byte ")
    assert said.endswith(f"name its encoding (encoding: {encoding}).")
    path.write_bytes("ťažký kůň\n".encode(encoding) * 9)
    assert encoding in refused(path)


def test_a_gigantic_line_is_refused_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 5000)
    monkeypatch.setattr(reading, "LINE_LIMIT", 1000)
    counts = Counter()
    with pytest.raises(SourceError) as caught:
        list(lines(path, Reading(cut=True), counts))
    assert counts["bytes"] <= 2004
    assert str(caught.value) == (
        f"{path}, line 1 is longer than 1000 bytes: put line ends between its "
        "documents or paragraphs, or write repair: true, which cuts it."
    )
    said = refused(path, Reading(repair=True))  # of a table, where no line is cut
    assert said.endswith("between its documents or paragraphs.")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_of_just_the_limit_is_read(tmp_path, monkeypatch, end):
    monkeypatch.setattr(reading, "LINE_LIMIT", 10)
    path = tmp_path / "a.txt"
    path.write_bytes(f"123456789{end}12345678{end}1234567890".encode())
    assert list(lines(path)) == ["123456789", "12345678", "1234567890"]
    path.write_bytes(f"123456789{end}1234567890{end}12".encode())
    assert "line 2 is longer than 10 bytes" in refused(path)


def test_a_gigantic_line_is_cut_at_white_space_and_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LINE_LIMIT", 10)
    path = tmp_path / "a.txt"
    text = "one two three four\tfive six\nshort\n" + "ž" * 12
    path.write_text(text, encoding="utf-8")
    counts = Counter()
    found = list(lines(path, Reading(repair=True, cut=True), counts))
    assert found == [
        *("one two ", "three ", "four\tfive ", "six", "short", "žžžžž", "žžžžž", "žž")
    ]
    assert "".join(found) == text.replace("\n", "")
    assert counts["cut_lines"] == 5
    assert counts["recoded_lines"] == 0


def test_memory_stays_small_for_a_line_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LINE_LIMIT", 1 << 16)
    monkeypatch.setattr(reading, "BLOCK", 1 << 14)
    path = tmp_path / "a.txt"
    path.write_bytes(b"word " * 400_000)
    tracemalloc.start()
    pieces = sum(1 for _ in lines(path, Reading(repair=True, cut=True)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pieces > 30
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("a.gz", gzip.compress),
        ("a.bz2", bz2.compress),
        ("a.xz", lzma.compress),
        ("a.zst", zstandard.ZstdCompressor(write_checksum=True).compress),
    ],
)
def test_a_broken_archive_is_named(tmp_path, name, packed):
    path = tmp_path / name
    whole = packed("".join(f"line {k * k}\n" for k in range(5000)).encode())
    for damaged in (
        whole[: len(whole) // 2],
        b"not packed at all",
        whole[:-4] + b"oops",
    ):
        path.write_bytes(damaged)
        with pytest.raises(SourceError) as caught:
            list(lines(path))
        assert str(caught.value).startswith(f"{path} breaks off or is damaged after li")
        assert str(caught.value).endswith("): fetch or compress it again.")


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(SourceError, match=r"gone.txt cannot be opened \(No such file"):
        list(lines(tmp_path / "gone.txt"))


def test_how_a_source_is_read_is_told_by_its_keys():
    assert reading_of({}) == Reading("utf-8")
    assert reading_of({"encoding": "UTF8"}) == Reading("utf-8")
    assert reading_of({"encoding": "utf-8-sig"}) == Reading("utf-8")
    given = {"encoding": "windows-1252", "repair": True}
    assert reading_of(given, cut=True) == Reading("cp1252", repair=True, cut=True)
