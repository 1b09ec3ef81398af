import errno
import os

import pytest

from quaver import disk


def wrong(number, path=None):
    return OSError(number, os.strerror(number), path)


def test_a_full_disk_is_told_with_the_room_there_is(tmp_path, monkeypatch):
    usage = disk.shutil.disk_usage(tmp_path)._replace(free=250_000)
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda place: usage)
    path = tmp_path / "not/yet/there"
    for number in (errno.ENOSPC, errno.EDQUOT):
        assert disk.complaint(wrong(number), path) == (
            f"the disk of {path} is full (0.2 MB are free): make room and run the same "
            "command again, it goes on where this one stopped."
        )
    assert disk.is_nearly_full(path)


def test_hdf5_hides_the_number_in_its_text():
    text = "Can't write data (file write failed: errno = 28, error message = 'No space"
    assert "is full" in disk.complaint(RuntimeError(text), ".")
    try:
        try:
            raise wrong(errno.ENOSPC)
        finally:
            raise RuntimeError("Can't decrement id ref count")
    except RuntimeError as error:
        assert "is full" in disk.complaint(error, ".")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EROFS, "a/b.h5 cannot be written: its disk is read-only. Make it"),
        (errno.EACCES, "a/b.h5 may not be read or written by this user (Permission"),
        (errno.EIO, "the disk of a/b.h5 fails to read or write (Input/output error)"),
    ],
)
def test_other_troubles_name_the_file(number, told):
    assert disk.complaint(wrong(number, "a/b.h5"), "a").startswith(told)


@pytest.mark.parametrize("error", [wrong(errno.ENOENT), RuntimeError("a bug")])
def test_what_is_no_trouble_of_a_disk_is_not_told(error):
    assert disk.complaint(error, ".") == ""
