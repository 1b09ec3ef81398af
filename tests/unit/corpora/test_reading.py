import bz2
import gzip
import lzma

import pytest

from quaver.corpora import reading
from quaver.corpora.reading import SourceError, lines, paragraphs, split_lines

TEXT = "Eine Zeile.\nZwei žluťoučký\n\nहिन्दी"
ROWS = ["Eine Zeile.", "Zwei žluťoučký", "", "हिन्दी"]


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("a.txt", bytes),
        ("a.txt.gz", gzip.compress),
        ("a.bz2", bz2.compress),
        ("A.XZ", lzma.compress),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_the_same_however_they_are_packed(tmp_path, name, packed, end):
    path = tmp_path / name
    path.write_bytes(packed(TEXT.replace("\n", end).encode()))
    assert list(lines(path)) == ROWS


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffone\n\ufefftwo".encode())
    assert list(lines(path)) == ["one", "\ufefftwo"]


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
    path.write_bytes(b"one\ntwo\ncaf\xe9 x\n")
    with pytest.raises(SourceError) as caught:
        list(lines(path))
    assert str(caught.value) == (
        f"{path}, line 3 is not UTF-8 (byte 11 of the file is 0xe9): convert the file "
        "with iconv -f latin1 -t utf-8."
    )


def test_utf16_is_recognised_with_and_without_its_mark(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("word\n".encode("utf-16"))
    with pytest.raises(SourceError, match=r"line 1 is not UTF-8 .* iconv -f utf-16"):
        list(lines(path))
    path.write_bytes("word\n".encode("utf-16-le"))
    with pytest.raises(
        SourceError, match=r"line 1 holds a null byte \(byte 1 of the file\).*utf-16"
    ):
        list(lines(path))


def test_a_gigantic_line_is_refused_before_it_is_read(tmp_path, monkeypatch):
    asked = []

    class Endless:
        def readline(self, limit):
            asked.append(limit)
            return b"x" * limit

    monkeypatch.setattr(reading, "LINE_LIMIT", 1000)
    with pytest.raises(SourceError) as caught:
        list(reading._raw_lines(Endless(), tmp_path / "a.txt"))
    assert asked == [1001]
    said = "line 1 is longer than 1000 bytes: put line ends between its documents or"
    assert said in str(caught.value)


def test_a_line_of_just_the_limit_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LINE_LIMIT", 10)
    path = tmp_path / "a.txt"
    path.write_text("123456789\n1234567890")
    assert list(lines(path)) == ["123456789", "1234567890"]
    path.write_text("123456789\n1234567890\n")
    with pytest.raises(SourceError, match="line 2 is longer than 10 bytes"):
        list(lines(path))


@pytest.mark.parametrize(
    ("name", "packed"),
    [("a.gz", gzip.compress), ("a.bz2", bz2.compress), ("a.xz", lzma.compress)],
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
