"""A study disturbed five times on its way is finished by the same command."""

import base64
import contextlib
import hashlib
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from small_study import LASTING, SMALL

PATIENCE = 60  # seconds until a test gives a process up
# Snakemake, ended by a signal while its main thread holds the scheduler's lock.
HOLDING = """
import signal, sys
from snakemake.cli import main
from snakemake_scheduler_plugin_quaver import Scheduler

select = Scheduler.select_jobs

def ended(*given):
    chosen = select(*given)
    signal.raise_signal(signal.SIGTERM)
    return chosen

Scheduler.select_jobs = ended
sys.argv[0] = "snakemake"
main()
"""
NUMBERS = ("corpora/*.h5", "models/**/*.h5", "measures/**/*.h5", "tables/*", "*.h5")


def until(condition):
    """Wait for something to come true, and give it back."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if outcome := condition():
            return outcome
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def models(folder):
    """Digests of models that count as made: one made again has other seconds in it.

    What a job that was not seen to end wrote is still marked, and is made again.
    """
    marks = folder.path / ".snakemake/incomplete"
    files = folder.results("lasting", "models/**/*.h5").items()
    return {
        path: hashlib.sha256(file.read_bytes()).digest()
        for path, file in files
        if not (marks / mark(f"results/lasting/{path}")).exists()
    }


def mark(path):
    """The name Snakemake gives the mark of an output that is being made."""
    return base64.urlsafe_b64encode(path.encode()).decode()


def trainings(folder):
    """Numbers of the processes that train in a folder."""
    numbers = []
    for process in Path("/proc").glob("[1-9]*"):
        with contextlib.suppress(OSError):  # it may have ended
            called = (process / "cmdline").read_bytes().split(b"\0")
            is_here = (process / "cwd").resolve() == folder.path.resolve()
            if is_here and called[1:3] == [b"-m", b"quaver.stages.train_block"]:
                numbers.append(int(process.name))
    return numbers


class Call:
    """A study on its way, in a process group of its own."""

    def __init__(self, folder, study=LASTING, program=("-m", "snakemake")):
        self.folder, self.said = folder, folder.path / "said"
        self.early = models(folder)
        _, _, _, *arguments = folder.command("--cores", 2, study=study)
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            cwd=folder.path,
            env=folder.environment(PYTHONFAULTHANDLER="1"),
            stdout=self.said.open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # a shell that runs tests in the background has them ignore Ctrl-C
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )

    def disturb(self, kill, how):
        """Signal when a model more is there and others are being made."""
        stood = until(lambda: self.more() and models(self.folder))
        until(self.folder.leftovers)
        assert len(models(self.folder)) < LASTING["runs"], "all was trained already"
        kill(self.process.pid, how)
        self.end()
        return stood

    def end(self, patience=PATIENCE):
        """How it ended; where it does not, the test fails with all its stacks."""
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # Python then writes them
            self.process.wait()
            pytest.fail(f"It hung.\n{self.said.read_text(encoding='utf-8')}")

    def more(self):
        """Models that were made since, beside all that stood before."""
        assert self.process.poll() is None, self.said.read_text(encoding="utf-8")
        return len(models(self.folder)) > len(self.early)


@pytest.fixture
def begin(folder):
    """Start the study; what is left of any call is ended at last."""
    calls = []

    def start(*given):
        calls.append(Call(folder, *given))
        return calls[-1]

    yield start
    for call in calls:
        with contextlib.suppress(ProcessLookupError):  # all of it may have ended
            os.killpg(call.process.pid, signal.SIGKILL)
        call.process.wait()


def assert_kept(folder, early):
    """No model that stood was trained again."""
    assert {path: models(folder)[path] for path in early} == early


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs /proc")
def test_a_study_disturbed_again_and_again(folder, begin, undisturbed, same_results):
    # everything is killed: the jobs have no chance to tidy up
    early = begin().disturb(os.killpg, signal.SIGKILL)
    assert folder.leftovers()

    # snakemake alone is killed: its jobs go on writing while the study runs again
    early = begin().disturb(os.kill, signal.SIGKILL) | early
    assert_kept(folder, early)

    # Ctrl-C reaches all of the group: nothing is left, nothing counted as failed
    call = begin()
    early = call.disturb(os.killpg, signal.SIGINT) | early
    assert call.process.returncode != 0
    said = (folder.path / "said").read_text(encoding="utf-8")
    *lines, stop = said.splitlines()  # in one sentence, without traces of programs
    assert re.fullmatch(
        r"Stopped by you: \d+ of \d+ jobs finished; the same command goes on.", stop
    )
    assert [x for x in lines[2:] if not re.match(r"\[ ?\d+ of \d+ ", x)] == []
    until(lambda: not trainings(folder))  # the old jobs have ended, too
    assert folder.leftovers() == []
    assert folder.results("lasting", "tables/*") == {}
    assert_kept(folder, early)
    left = folder.jobs(study=LASTING)["train_block"]
    assert 0 < left <= LASTING["runs"] - len(early)

    # a batch system ends it: runs that were not tried have not failed
    call = begin()
    early = call.disturb(os.killpg, signal.SIGTERM) | early
    assert call.process.returncode != 0
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert re.search(r"\nStopped: \d+ of \d+ jobs finished; the same command", said)
    assert "Traceback" not in said and "Not done: " not in said
    assert folder.results("lasting", "tables/*") == {}
    assert_kept(folder, early)

    # one job is killed: the others go on, and tables are made of them
    call = begin()
    os.kill(until(lambda: trainings(folder))[0], signal.SIGKILL)
    assert call.end(10 * PATIENCE) == 1  # it trains all that is left
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert "Its command was killed (signal 9), by somebody or by the system" in said
    assert "Traceback" not in said
    early = models(folder)
    assert len(early) == LASTING["runs"] - 1
    assert "tables/findings.txt" in folder.results("lasting")

    folder.finish(study=LASTING)
    assert_kept(folder, early)
    assert folder.leftovers() == []
    assert same_results(folder, undisturbed, "lasting", *NUMBERS) == []
    assert folder.jobs(study=LASTING) == {}


def test_a_study_ended_while_snakemake_holds_its_lock(folder, begin, two_topics):
    folder.write("mine.txt", two_topics())
    call = begin(SMALL, ("-c", HOLDING))
    assert call.end() == 1
    said = call.said.read_text(encoding="utf-8")
    assert re.search(r"\nStopped: \d+ of \d+ jobs finished; the same command", said)
    assert "Traceback" not in said
