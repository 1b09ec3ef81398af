import bz2
import io
import random

import pytest

from quaver.corpora.wiki import bzip2
from quaver.corpora.wiki.bzip2 import streams, unpacked

TEXT = bytes(random.Random(1).choices(b"abcdefgh \n", k=700_000))  # 8 small blocks
ONE = bz2.compress(TEXT, 1)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.bz2"
    path.write_bytes(ONE)
    return path


@pytest.mark.parametrize("size", [1 << 20, 100_000, 4099, 11])
def test_each_block_is_a_file_of_its_own(size, monkeypatch):
    monkeypatch.setattr(bzip2, "READ", size)
    text = TEXT if size > 100 else TEXT[:150_000]
    found = list(streams(io.BytesIO(bz2.compress(text, 1))))
    assert len(found) == -(-len(text) // 99_981)
    assert b"".join(map(bz2.decompress, found)) == text


def test_several_streams_of_any_size_are_one_text(subtests):
    """Their blocks begin and end at every bit."""
    for number in range(8):
        with subtests.test(number=number):
            generator = random.Random(number)
            texts = [
                b"",
                b"x",
                *(TEXT[: generator.randrange(9, 4000)] for _ in range(20)),
            ]
            packed = b"".join(bz2.compress(text) for text in [*texts, b""])
            found = map(bz2.decompress, streams(io.BytesIO(packed)))
            assert b"".join(found) == b"".join(texts)


def test_a_file_cut_off_is_told(subtests):
    for kept in [0.2, 0.5, 0.99]:
        with subtests.test(kept=kept):
            with pytest.raises(EOFError):
                list(streams(io.BytesIO(ONE[: int(len(ONE) * kept)])))


def test_what_is_no_bz2_is_told():
    with pytest.raises(OSError, match="Invalid data stream"):
        list(streams(io.BytesIO(b"text")))


def test_a_file_is_unpacked_in_order(path):
    assert b"".join(unpacked(str(path), map)) == TEXT


def test_a_block_that_cannot_be_unpacked_alone_is_read_with_the_rest(path, caplog):
    def spread(function, items):
        for number, item in enumerate(items):
            yield function(item if number < 3 else item[:-9])

    with caplog.at_level("INFO"):
        assert b"".join(unpacked(str(path), spread)) == TEXT
    assert "is read in one go from byte 299" in caplog.text


@pytest.mark.parametrize("kept", [0.2, 0.99])
def test_a_damaged_file_fails_as_it_does_in_one_go(path, kept):
    path.write_bytes(ONE[: int(len(ONE) * kept)])
    with pytest.raises(EOFError):
        list(unpacked(str(path), map))
    path.write_bytes(ONE[:50_000] + b"\0\0\0\0" + ONE[50_004:])
    with pytest.raises(OSError, match="Invalid data stream"):
        list(unpacked(str(path), map))


def test_no_block_is_held_beyond_its_largest_size(monkeypatch):
    monkeypatch.setattr(bzip2, "READ", 1 << 16)
    monkeypatch.setattr(bzip2, "LARGEST", 1 << 18)
    packed = bz2.compress(random.Random(1).randbytes(1 << 18))
    file = io.BytesIO(packed[: len(packed) // 2] + bytes(1 << 22))
    with pytest.raises(OSError, match="Invalid data stream"):
        list(bzip2.streams(file))
    assert file.tell() < 1 << 20
