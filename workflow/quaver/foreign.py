"""What others wrote: paths that can be read to their end, texts that can be shown."""

import os
import stat
from functools import cache
from pathlib import Path

ENDLESS = "is a pipe, a device or of the kernel, and may never end"
FOLDER = "is a folder"
PATH = 200  # characters of a path that are shown: its place, unlike what stands in it
MISSING = "does not exist"


def fault(path: str | Path) -> str:
    """Why a path is no file that can be read to its end; empty where it is one."""
    try:
        status = expanded(path).stat()
    except (FileNotFoundError, NotADirectoryError):
        return MISSING
    except (OSError, ValueError) as error:
        return f"cannot be looked up ({getattr(error, 'strerror', None) or error})"
    if stat.S_ISDIR(status.st_mode):
        return FOLDER
    if not stat.S_ISREG(status.st_mode) or status.st_dev in _kernel():
        return ENDLESS
    return ""


def expanded(path: str | Path) -> Path:
    """A path with ~ replaced; of a user nobody knows it stays as it is."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def visible(text: str) -> str:
    """A text in one line that any terminal can show: other characters are escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int = 80) -> str:
    """A text as a refusal quotes it: its middle left out where it is longer."""
    half = most // 2 - 1
    return text if len(text) <= most else f"{text[:half]}...{text[1 - half :]}"


@cache
def _kernel() -> set[int]:
    """Devices whose files are no files: /proc/kmsg waits for ever."""
    return {os.stat(x).st_dev for x in ("/proc", "/sys") if Path(x).is_mount()}  # noqa: PTH116
