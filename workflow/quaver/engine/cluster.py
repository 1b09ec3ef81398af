"""What is particular to Slurm: jobs of an earlier call that was killed."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

PATIENCE = 90  # seconds until jobs that were cancelled must have ended


def cancel_orphans(queued: Path, name: str) -> None:
    """End the jobs that an earlier call of this study left when it was killed.

    queued: the file that keeps the name of the jobs of a call; name: of this one's.
    Slurm knows nothing of a call that ended: its jobs run on, those that wait begin,
    and would remove what this call makes under the same names. The study is held by
    now, so no other call of it is alive. Then the call begins anew: it was planned
    while they ran, and a job that is ended late takes away what it had finished.
    """
    name_before = queued.read_text(encoding="utf-8").strip() if queued.is_file() else ""
    alive = numbers(name_before) if name_before and shutil.which("squeue") else ""
    if alive:
        print(f"Jobs of a call that was killed are ended first: {alive}.", flush=True)
        subprocess.run(["scancel", "--name", name_before], check=False)
        # a job that catches the first signal would go on
        kill = ["scancel", "--full", "--signal=KILL", "--name", name_before]
        subprocess.run(kill, check=False, stderr=subprocess.DEVNULL)
        wait_for_end(name_before)
        # orig_argv keeps -m and what Python itself was told
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    if name or name_before:
        queued.write_text(f"{name}\n", encoding="utf-8")


def wait_for_end(name: str, patience: float = PATIENCE) -> None:
    """Wait until Slurm has no job of a name left; say so where it keeps them."""
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
    # where squeue fails nothing is known of jobs: that must not keep a study from
    # running
    if answer.returncode:
        print(
            "Slurm does not say whether jobs of an earlier call are left: squeue "
            "fails. If that call was killed, end its jobs first (docs/cluster.md)."
        )
    return " ".join(answer.stdout.split())
