"""What the files hold that a job reads but no job makes, told by a digest.

Snakemake looks at time stamps; a digest in a rule's spec lets what a file holds decide.
It is remembered by length and times: a dump is read once, and known when it is gone.
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from quaver.foreign import expanded, fault

LARGE = 1 << 30  # bytes that take a moment to read


class Contents:
    """Digests of files, remembered in a file of JSON."""

    def __init__(self, memory: Path, say: Callable[[str], None]):
        self._memory, self._say, self._is_known = memory, say, True
        self._lists: dict[str, list[str]] = {}
        self._digests: dict[str, list] = {}  # path: length, times, digest
        self._told: dict[str, tuple] = {}  # path: length, digest, of this call
        # of a memory that is broken or not there, all is read once more
        with suppress(OSError, ValueError, KeyError, TypeError):
            texts = json.loads(memory.read_text(encoding="utf-8"))
            self._lists, self._digests = texts["lists"], texts["digests"]

    def of(self, key: str, paths: Sequence[str]) -> dict:
        """How many files, bytes, and a digest of all; without paths, as last known."""
        if paths and self._lists.get(key) != list(paths):
            self._lists[key], self._is_known = list(paths), False
        paths = self._lists.get(key, [])
        if not paths:
            return {}
        files = [(path, *self._file(path)) for path in paths]
        return {
            "files": len(files),
            "bytes": sum(length or 0 for _, length, _ in files),
            "sha256": hashlib.sha256(json.dumps(files).encode()).hexdigest(),
        }

    def save(self) -> None:
        """Remember what was told, where it was not yet known."""
        if self._is_known:
            return
        self._memory.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._memory.with_name(f"{self._memory.name}.tmp.{os.getpid()}")
        try:
            memory = {"lists": self._lists, "digests": self._digests}
            temporary.write_text(json.dumps(memory), encoding="utf-8")
            temporary.replace(self._memory)
        except OSError as error:
            error.filename = str(self._memory)  # the one people know
            raise
        finally:
            with suppress(OSError):  # a read-only disk has no name to take away
                temporary.unlink(missing_ok=True)
        self._is_known = True

    def _file(self, path: str) -> tuple[int | None, str | None]:
        """Length and digest of a file as it is, or as it last was."""
        if path in self._told:
            return self._told[path]
        length, times, digest = self._digests.get(path, (None, None, None))
        # the job tells of a file that is gone, should it have to read it
        with suppress(OSError):
            if fault(path):  # what waits for ever would stop the call
                raise OSError
            status = expanded(path).stat()
            # the time of the last change of state: mtime alone may be set back
            now = [status.st_mtime_ns, status.st_ctime_ns]
            if (length, times) != (status.st_size, now):
                length, digest = status.st_size, self._read(path, status.st_size)
                self._digests[path] = [length, now, digest]
                self._is_known = False
        self._told[path] = length, digest
        return length, digest

    def _read(self, path: str, length: int) -> str:
        if length >= LARGE:
            self._say(f"Reading {path} ({length / 1e9:.0f} GB) to know it again.")
        with expanded(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
