"""What is wrong with a disk that is full, read-only or closed, and the cure."""

import errno
import re
import shutil
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT)
NEARLY_FULL = 1 << 20  # bytes that are as good as none
CLOSED = (
    "{named} may not be read or written by this user ({reason}): change its "
    "permissions and run the same command again."
)
TROUBLES = {
    errno.EROFS: "{named} cannot be written: its disk is read-only. Make it writable, "
    "or run in another folder (snakemake --directory).",
    errno.EACCES: CLOSED,
    errno.EPERM: CLOSED,
    errno.EIO: "the disk of {named} fails to read or write (Input/output error): look "
    "after the disk, then run the same command again.",
}


def complaint(error: BaseException, path: str | Path) -> str:
    """A sentence on an error of the disk that path is on; empty for any other error."""
    number = _number(error)
    if number in FULL:
        return full(path)
    named = getattr(error, "filename", None) or path
    reason = getattr(error, "strerror", "")
    return TROUBLES.get(number, "").format(named=named, reason=reason)


def full(path: str | Path) -> str:
    """Say how full the disk of a path is, and what to do."""
    return (
        f"the disk of {path} is full ({_free(path) / 1e6:.1f} MB are free): make room "
        "and run the same command again, it goes on where this one stopped."
    )


def is_nearly_full(path: str | Path) -> bool:
    """Tell whether the disk of a path has as good as no room left."""
    return _free(path) < NEARLY_FULL


def _free(path: str | Path) -> int:
    """Free bytes where the path is, or the nearest folder above it that exists."""
    folders = (Path(path), *Path(path).absolute().parents)
    return shutil.disk_usage(next(filter(Path.exists, folders))).free


def _number(error: BaseException | None) -> int | None:
    """The number of an error or of what it came from; HDF5 has some in its text."""
    while error is not None:
        match = re.search(r"errno = (\d+)", str(error))
        number = int(match[1]) if match else getattr(error, "errno", None)
        if number:
            return number
        error = error.__cause__ or error.__context__
    return None
