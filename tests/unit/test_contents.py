import errno
import hashlib
import json
import os

import pytest

from quaver import contents
from quaver.contents import Contents


@pytest.fixture
def remembered(tmp_path):
    """A new process's view of what is remembered, and all it was told."""

    def call():
        said = []
        found = Contents(tmp_path / "results/sources.json", said.append)
        found.said = said
        return found

    return call


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("sun moon")
    return path


@pytest.fixture
def reads(monkeypatch):
    """Paths that were read whole."""
    found, given = [], Contents._read

    def read(self, path, length):
        found.append(path)
        return given(self, path, length)

    monkeypatch.setattr(Contents, "_read", read)
    return found


def test_names_lengths_and_digests_are_told_together(text, remembered):
    digest = hashlib.sha256(b"sun moon").hexdigest()
    told = json.dumps([[str(text), 8, digest]])
    assert remembered().of("it", [str(text)]) == {
        "files": 1,
        "bytes": 8,
        "sha256": hashlib.sha256(told.encode()).hexdigest(),
    }


def test_a_file_is_read_once(text, remembered, reads):
    first = remembered()
    told = first.of("it", [str(text)])
    assert first.of("other", [str(text)]) == told
    first.save()
    assert remembered().of("it", [str(text)]) == told
    assert reads == [str(text)]


def test_what_is_not_saved_is_read_again(text, remembered, reads, tmp_path):
    remembered().of("it", [str(text)])
    assert not (tmp_path / "results").exists()
    remembered().of("it", [str(text)])
    assert len(reads) == 2


def test_touching_and_moving_in_time_tell_the_same(text, remembered, reads):
    told = remembered().of("it", [str(text)])
    for year in (1990, 2090):
        os.utime(text, (year * 31556952 - 1970 * 31556952,) * 2)
        assert remembered().of("it", [str(text)]) == told


def test_another_content_of_the_same_length_and_time_tells_another(text, remembered):
    """As `cp -p` does; the time of the last change of state cannot be set."""
    first = remembered()
    told = first.of("it", [str(text)])
    first.save()
    status = text.stat()
    text.write_text("sun noon")
    os.utime(text, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert text.stat().st_mtime_ns == status.st_mtime_ns
    assert remembered().of("it", [str(text)]) != told


def test_another_name_or_another_file_tells_another(text, remembered):
    told = remembered().of("it", [str(text)])
    other = text.rename(text.with_name("b.txt"))
    assert remembered().of("it", [str(other)]) != told
    both = [str(other), str(other)]
    assert remembered().of("it", both) != remembered().of("it", [str(other)])


def test_a_file_that_is_gone_is_known_as_it_was(text, remembered):
    first = remembered()
    told = first.of("it", [str(text)])
    first.save()
    text.unlink()
    assert remembered().of("it", [str(text)]) == told
    assert remembered().of("it", []) == told  # its pattern finds nothing, either
    assert remembered().of("something else", []) == {}


def test_a_file_that_never_was_has_no_digest(tmp_path, remembered):
    told = remembered().of("it", [str(tmp_path / "none.txt")])
    assert (told["files"], told["bytes"]) == (1, 0)


@pytest.mark.parametrize("text_", ["", "{", "[]", '{"lists": {}}', "\x00\xff"])
def test_a_memory_that_is_broken_is_made_anew(text_, text, remembered, reads, tmp_path):
    memory = tmp_path / "results/sources.json"
    memory.parent.mkdir()
    memory.write_text(text_, encoding="utf-8")
    first = remembered()
    first.of("it", [str(text)])
    first.save()
    remembered().of("it", [str(text)])
    assert reads == [str(text)]
    assert list(memory.parent.iterdir()) == [memory]


def test_a_large_file_is_told_when_it_is_read(text, remembered, monkeypatch):
    monkeypatch.setattr(contents, "LARGE", 5)
    first = remembered()
    first.of("it", [str(text)])
    assert first.said == [f"Reading {text} (0 GB) to know it again."]


def test_a_disk_that_cannot_be_written_is_told_by_the_file_people_know(
    text, remembered, monkeypatch, tmp_path
):
    def refused(path, *given, **more):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    contents = remembered()
    contents.of("it", [str(text)])
    monkeypatch.setattr("pathlib.Path.write_text", refused)
    monkeypatch.setattr("pathlib.Path.unlink", refused)
    with pytest.raises(OSError) as error:
        contents.save()
    assert error.value.filename == str(tmp_path / "results/sources.json")
