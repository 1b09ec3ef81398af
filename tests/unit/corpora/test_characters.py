import io

from quaver.corpora.characters import (
    WINDOWS_1252,
    Recoded,
    keeps_ascii,
    without_mark,
)


def test_an_encoding_that_keeps_no_ascii_is_read_as_a_whole():
    assert keeps_ascii("cp1252")
    assert keeps_ascii("gb18030")
    for encoding in ("utf-16", "utf-32-be", "cp037", "iso2022_jp", "utf-7", "hz"):
        assert not keeps_ascii(encoding)


def test_windows_1252_has_a_character_for_every_byte():
    assert len(set(WINDOWS_1252)) == 256
    assert WINDOWS_1252[0x80] == "\u20ac"
    assert WINDOWS_1252[0x81] == "\x81"
    assert WINDOWS_1252[:128] == bytes(range(128)).decode()


def test_a_recoded_stream_is_utf8_however_it_is_cut(subtests):
    for size in [1, 2, 3, 100]:
        with subtests.test(size=size):
            text = "\ufeffžluťoučký \U0001f40e kůň\n"
            packed = text.encode("utf-16-le")
            stream = Recoded(io.BytesIO(packed[4:]), packed[:4], "utf-16", "strict")
            found = b""
            while block := stream.read(size):
                found += block
            assert found.decode() == text[1:]
            assert stream.read(size) == b""


def test_utf16_is_told_by_where_its_nulls_stand(subtests):
    for block, encoding in [
        ("words".encode("utf-16-le"), "utf-16-le"),
        ("words".encode("utf-16-be"), "utf-16-be"),
        ("Несколько слов в строке, ещё два.\n".encode("utf-16-le") * 5, "utf-16-le"),
        (b"one\0two\0 and a word more", ""),
        (b"padded" + bytes(9), ""),
        (b"a" * 1000 + b"\0a" * 5, ""),
        (b"", ""),
    ]:
        with subtests.test(block=block, encoding=encoding):
            assert without_mark(block) == encoding
