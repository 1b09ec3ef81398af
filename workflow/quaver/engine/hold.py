"""One call at a time: its lock of the study, and jobs a killed call left in Slurm."""

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import time
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
            name = self._name
            print(f"This disk has no locks: take care to run {name} once at a time.")


def cancel_orphans(queued: Path, name: str) -> None:
    """End the jobs that an earlier call of this study left when it was killed."""
    # its jobs run on, those that wait begin, and would remove what this call makes
    # under the same names; no other call is alive, as the study is held
    name_before = queued.read_text(encoding="utf-8").strip() if queued.is_file() else ""
    alive = numbers(name_before) if name_before and shutil.which("squeue") else ""
    if alive:
        print(f"Jobs of a call that was killed are ended first: {alive}.", flush=True)
        subprocess.run(["scancel", "--name", name_before], check=False)
        # a job that catches the first signal would go on
        kill = ["scancel", "--full", "--signal=KILL", "--name", name_before]
        subprocess.run(kill, check=False, stderr=subprocess.DEVNULL)
        wait_for_end(name_before)
        # a job that is ended late takes away what it had finished: all is planned anew;
        # orig_argv keeps -m and what Python itself was told
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    if name or name_before:
        queued.write_text(f"{name}\n", encoding="utf-8")


def wait_for_end(name: str, patience: float = 90) -> None:
    """Wait (seconds) until Slurm has no job of a name left; say where it keeps them."""
    last = time.monotonic() + patience
    while numbers(name):
        if time.monotonic() > last:
            raise WorkflowError(
                f"Slurm has not ended the jobs {numbers(name)} of a call that was "
                f"killed: wait until squeue no longer lists them, and start again."
            )
        time.sleep(0.5)


def numbers(name: str) -> str:
    """Numbers of the jobs of a name that have not ended, in one line."""
    command = ["squeue", "--noheader", "--name", name, "--format", "%i"]
    answer = subprocess.run(command, capture_output=True, text=True)
    # where squeue fails nothing is known: that must not keep a study from running
    if answer.returncode:
        print(
            "Slurm does not say whether jobs of an earlier call are left: squeue "
            "fails. If that call was killed, end its jobs first (docs/cluster.md)."
        )
    return " ".join(answer.stdout.split())
