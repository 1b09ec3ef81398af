"""What other calls of a study left: results, their hold of it, jobs in Slurm."""

import base64
import fcntl
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TextIO

import yaml
from snakemake_interface_common.exceptions import WorkflowError

from quaver.disk import complaint
from quaver.engine.setting import Setting
from quaver.wording import count

METADATA = Path(".snakemake/metadata")
LONGEST = 250  # letters of a name in that folder; longer ones Snakemake cuts up


def is_known(file: str) -> bool:
    """Tell whether Snakemake remembers how a file was made."""
    name = base64.urlsafe_b64encode(file.encode()).decode()
    # of longer names nothing is known, which only makes us ask less
    return len(name) <= LONGEST and (METADATA / name).is_file()


class Standing:
    """The results of the study in force from before this call."""

    def __init__(self, setting: Setting):
        self._setting, self.file = setting, setting.file("study.yaml")
        self._held: TextIO | None = None  # closed, and so let go, when the process ends

    def study(self) -> Mapping:
        """The study that stands there; nothing where there is none, or no whole one."""
        with suppress(FileNotFoundError, yaml.YAMLError, UnicodeDecodeError):
            study = yaml.safe_load(Path(self.file).read_text("utf-8"))
            return study if isinstance(study, dict) else {}
        return {}

    def is_in_force(self) -> bool:
        """Tell whether the file of the study says what the study in force says."""
        return self.study() == self._setting.written

    def refuse_unknown(self) -> None:
        """Refuse another study where .snakemake is lost; of the same one tell that."""
        # Snakemake would miss a change of the study
        paths = map(self._setting.file, chain(*self._setting.files.values()))
        if not Path(self.file).is_file() or any(map(is_known, (self.file, *paths))):
            return
        root = self._setting.root
        cure = f"snakemake -c1 --touch --forceall --configfile {self.file}"
        if not self.is_in_force():
            raise WorkflowError(
                f"Snakemake does not know how {root} was made: .snakemake is lost, and "
                f"the study is not the one there. Tell it with '{cure}', then run this "
                "again."
            )
        print(
            f"Snakemake does not know how {root} was made: .snakemake is lost. What "
            f"stands counts as made by this code; '{cure}' has that remembered.",
            file=sys.stderr,
        )

    def date_anew(self) -> None:
        """Date now, in their order, files of the future: a clock was wrong."""
        # what is made of them would never be newer
        root, now = self._setting.root, time.time_ns()
        late = []  # by more than a minute, by which clocks of machines may differ
        for folder, _, names in os.walk(root):
            for file in (Path(folder, name) for name in names):
                with suppress(FileNotFoundError):  # a job that was left alone may end
                    dated = file.lstat().st_mtime_ns
                    late += [(dated, file)] * (dated > now + 60 * 10**9)
        for rank, (_, file) in enumerate(sorted(late, reverse=True)):
            try:
                os.utime(file, ns=(now - 1000 * rank,) * 2)
            except OSError as error:
                raise WorkflowError(complaint(error, root) or str(error)) from None
        if late:
            was, now_is = ("was", "it is") if len(late) == 1 else ("were", "they are")
            print(
                f"{count(len(late), 'file')} of {root} {was} dated in the future: "
                f"{now_is} dated now."
            )

    def hold(self) -> None:
        """Hold the study; two calls of it would undo each other."""
        # Snakemake's own lock outlives a killed process
        path, root = Path(self._setting.file("logs/running")), self._setting.root
        name = self._setting.study.study
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._held = path.open("a+", encoding="utf-8")
            try:
                fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._held.seek(0)
                raise WorkflowError(
                    f"The study {name} runs already ({self._held.read().strip()}): "
                    "wait for it, or end it and start again."
                ) from None
            except OSError:
                print(
                    f"This disk has no locks: take care to run {name} once at a time."
                )
            self._held.truncate(0)
            self._held.write(f"process {os.getpid()} on {platform.node()}\n")
            self._held.flush()
        except OSError as error:
            raise WorkflowError(complaint(error, root) or str(error)) from None


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
