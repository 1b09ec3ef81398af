"""One call at a time: a study is held for as long as the process of a call lives."""

import fcntl
import os
import platform
from pathlib import Path
from typing import TextIO

from snakemake_interface_common.exceptions import WorkflowError

from quaver.disk import complaint
from quaver.engine.setting import Setting


class Hold:
    """The lock of a study. Snakemake's own outlives a killed process."""

    def __init__(self, setting: Setting):
        """Take the study in force; nothing is held yet."""
        self._name, self._root = setting.study.study, setting.root
        self._path = Path(setting.file("logs/running"))
        self._file: TextIO | None = None  # closed, and so let go, when the process ends

    def take(self) -> None:
        """Hold the study; two calls of it would undo each other."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("a+", encoding="utf-8")
            self._lock(self._file)
            self._file.truncate(0)
            self._file.write(f"process {os.getpid()} on {platform.node()}\n")
            self._file.flush()
        except OSError as error:
            raise WorkflowError(complaint(error, self._root) or str(error)) from None

    def _lock(self, file: TextIO) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise WorkflowError(
                f"The study {self._name} runs already ({file.read().strip()}): "
                "wait for it, or end it and start again."
            ) from None
        except OSError:
            print(
                f"This disk has no locks: take care to run {self._name} once at a time."
            )
