"""Stored files held open: each is opened once, however often it is asked for."""

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

from quaver import store

HELD = 500  # files held open at most: HDF5 takes up to a megabyte for each
OTHERS = 100  # files a process may want beside them


class OpenFiles:
    """Files of a study for reading; those not asked for longest are closed first.

    What was replaced since it was opened is read as it was.
    """

    def __init__(self, held: int = 0):
        """Hold so many files open, or (0) as many as memory and system allow."""
        self._held = held or limit()
        self._files: dict = {}

    @contextlib.contextmanager
    def read(self, path: Path, kind: str = "") -> Iterator:
        """An open file of a kind; without a kind of any."""
        file = self._files.pop(path, None) or store.opened(path)
        self._files[path] = file  # the last in order is the last asked for
        while len(self._files) > self._held:
            self._files.pop(next(iter(self._files))).close()
        with store.reading(file, kind):
            yield file


def limit() -> int:
    """How many files may be held open; the soft limit is raised to the hard one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems bear no "unlimited"
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = HELD if soft == resource.RLIM_INFINITY else soft - OTHERS
    return max(1, min(HELD, allowed))
