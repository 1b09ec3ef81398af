import io
import zipfile
from pathlib import Path

import pytest
import zstandard

from quaver.corpora.packed import FED, Member, opened
from quaver.corpora.reading import lines


def test_frames_of_zstandard_are_read_on(tmp_path):
    path = tmp_path / "a.zst"
    whole = "".join(f"line {k * k}\n" for k in range(5000))
    frames = [whole[:1000], whole[1000:1000], whole[1000:]]
    path.write_bytes(b"".join(zstandard.compress(one.encode()) for one in frames))
    assert list(lines(path)) == whole.split("\n")[:-1]


def test_a_frame_that_breaks_off_is_no_whole_file(tmp_path):
    path = tmp_path / "a.ZST"
    whole = zstandard.compress(bytes(range(256)) * 200)
    for length in (1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(EOFError, match="a frame ended before its end"):
            opened(path).read()
    path.write_bytes(b"")
    assert opened(path).read() == b""


def test_what_zstandard_unpacks_at_once_is_bounded(tmp_path):
    path = tmp_path / "a.zst"
    path.write_bytes(zstandard.compress(bytes(50_000_000)))
    with opened(path) as stream:
        raw = stream.raw
        assert stream.read(10) == bytes(10)
        assert len(raw._ready) <= FED // 4 * 131_072
        assert sum(len(block) for block in iter(lambda: stream.read(1 << 20), b"")) == (
            50_000_000 - 10
        )


def test_a_member_is_opened_and_unpacked_by_its_name(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x/b.txt.zst", zstandard.compress(b"word"))
        archive.writestr("c.txt", b"more")
    with zipfile.ZipFile(path) as archive:
        members = [Member(archive, Path("a.zip"), one) for one in archive.infolist()]
        assert list(map(str, members)) == ["a.zip/x/b.txt.zst", "a.zip/c.txt"]
        assert [one.suffix for one in members] == [".zst", ".txt"]
        assert [opened(one).read() for one in members] == [b"word", b"more"]
        assert isinstance(members[0].open(), io.BufferedIOBase)
