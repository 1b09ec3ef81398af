from pathlib import Path

import pytest

from quaver.quality.files import QualityError, columns, files, lines, separator


def test_a_file_a_folder_and_a_pattern(tmp_path):
    for name in ("b.txt", "a.txt", ".DS_Store"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "below").mkdir()
    assert files(f"{tmp_path}/b.txt") == [tmp_path / "b.txt"]
    assert files(str(tmp_path)) == [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert files(f"{tmp_path}/a*") == [tmp_path / "a.txt"]


def test_what_gensim_ships_is_there(subtests):
    for name in ["questions-words.txt", "wordsim353.tsv", "simlex999.txt"]:
        with subtests.test(name=name):
            (path,) = files(f"gensim:{name}")
            assert path.is_file()
            assert path.name == name


def test_what_is_not_there_is_told_with_the_cure(tmp_path):
    with pytest.raises(QualityError, match="gone.txt does not exist: place the publ"):
        files(f"{tmp_path}/gone.txt")
    with pytest.raises(QualityError, match=r"x\* does not exist"):
        files(f"{tmp_path}/x*")
    with pytest.raises(QualityError, match="holds no file: place"):
        files(str(tmp_path))
    with pytest.raises(QualityError, match="gensim:men.txt does not exist: gensim "):
        files("gensim:men.txt")


def read(tmp_path, data, encoding="utf-8"):
    path = tmp_path / "set.txt"
    path.write_bytes(data)
    return [
        (where.removeprefix(f"{tmp_path}/"), line)
        for where, line in lines(path, encoding, "#")
    ]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("sää\n\n# no\r\n kuu \rtie".encode(), "utf-8"),
        (b"\xef\xbb\xbf" + "sää\n\n# no\r\n kuu \rtie".encode(), "utf-8"),
        (b"\xef\xbb\xbf" + "sää\n\n# no\r\n kuu \rtie".encode(), "UTF-8"),
        ("sää\n\n# no\r\n kuu \rtie".encode("latin-1"), "latin-1"),
        ("sää\n\n# no\r\n kuu \rtie\n".encode("utf-16"), "utf-16"),
    ],
)
def test_lines_have_places_in_every_encoding_and_line_end(tmp_path, data, encoding):
    assert read(tmp_path, data, encoding) == [
        ("set.txt, line 1", "sää"),
        ("set.txt, line 4", "kuu"),
        ("set.txt, line 5", "tie"),
    ]


@pytest.mark.parametrize(
    ("data", "encoding", "sentence"),
    [
        (b"a\nb\nk\xe4\n", "utf-8", r"line 3 is not utf-8 \(byte 0xe4\): write the se"),
        (b"a\nb\0\n", "utf-8", "line 2 holds a null byte, so it is not utf-8 text"),
        (b"a\n", "latin-77", "'latin-77', which is no encoding: write for example"),
    ],
)
def test_bytes_that_are_no_text_are_told(tmp_path, data, encoding, sentence):
    with pytest.raises(QualityError, match=sentence):
        read(tmp_path, data, encoding)


def test_a_file_that_cannot_be_opened_is_told(tmp_path):
    with pytest.raises(QualityError, match=r"cannot be opened \(Is a directory\)"):
        list(lines(Path(tmp_path), "utf-8", "#"))


def test_the_first_line_tells_what_parts_columns(subtests):
    for line, mark, found in [
        ("a\tb c\t1", "\t", ["a", "b c", "1"]),
        ("a; b ;1", ";", ["a", "b", "1"]),
        ('"a","b",1', ",", ["a", "b", "1"]),
        ("a  b 1", None, ["a", "b", "1"]),
        ("a,b\tc;d\t1", "\t", ["a,b", "c;d", "1"]),
    ]:
        with subtests.test(line=line, mark=mark, found=found):
            assert separator([("", line), ("", "a;b,c\td")]) == mark
            assert columns(line, mark) == found


def test_a_file_without_lines_is_parted_by_white_space():
    assert separator([]) is None


def test_a_home_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "pairs.txt").write_text("x", encoding="utf-8")
    assert files("~/pairs.txt") == [tmp_path / "pairs.txt"]
