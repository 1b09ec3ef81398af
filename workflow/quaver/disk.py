"""What is wrong with a disk that is full, read-only or closed, and the cure."""

import errno
import re
import shutil
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT)
CLOSED = (errno.EACCES, errno.EPERM)
NEARLY_FULL = 1 << 20  # bytes that are as good as none


def complaint(error: BaseException, path: str | Path) -> str:
    """A sentence on an error of the disk that path is on; empty for any other error."""
    number = _number(error)
    named = getattr(error, "filename", None) or path
    if number in FULL:
        return full(path)
    if number == errno.EROFS:
        return (
            f"{named} cannot be written: its disk is read-only. Make it writable, or "
            "run in another folder (snakemake --directory)."
        )
    if number in CLOSED:
        return (
            f"{named} may not be read or written by this user ({error.strerror}): "
            "change its permissions and run the same command again."
        )
    if number == errno.EIO:
        return (
            f"the disk of {named} fails to read or write (Input/output error): look "
            "after the disk, then run the same command again."
        )
    return ""


def full(path: str | Path) -> str:
    """Say how full the disk of a path is, and what to do."""
    folder = _standing(Path(path))
    _, _, free = shutil.disk_usage(folder)
    return (
        f"the disk of {path} is full ({free / 1e6:.1f} MB are free): make room and run "
        "the same command again, it goes on where this one stopped."
    )


def is_nearly_full(path: str | Path) -> bool:
    """Tell whether the disk of a path has as good as no room left."""
    return shutil.disk_usage(_standing(Path(path))).free < NEARLY_FULL


def _standing(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    return next(
        folder for folder in (path, *path.absolute().parents) if folder.exists()
    )


def _number(error: BaseException | None) -> int | None:
    """The number of an error or of what it came from; HDF5 has some in its text."""
    while error is not None:
        match = re.search(r"errno = (\d+)", str(error))
        number = int(match[1]) if match else getattr(error, "errno", None)
        if number:
            return number
        error = error.__cause__ or error.__context__
    return None
