"""A study killed at any moment is finished by the same command, started again."""

import contextlib
import hashlib
import os
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest
from small_study import LASTING

PATIENCE = 60  # seconds until a test gives a process up

STUDY = LASTING


def until(condition):
    """Wait for something to come true, and give it back."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it did not happen in time")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, folder_at):
    folder = folder_at(tmp_path_factory.mktemp("undisturbed"))
    folder.finish("tables", study=STUDY)
    return folder


@pytest.fixture
def started(folder):
    """The study on its way, in a process group of its own that is ended at last."""
    process = subprocess.Popen(
        folder.command("--cores", 2, "tables", study=STUDY),
        cwd=folder.path,
        env=folder.environment(),
        stdout=(folder.path / "said").open("w"),
        stderr=subprocess.STDOUT,
        start_new_session=True,
        # a shell that runs the tests in the background has them ignore Ctrl-C
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    yield process
    with contextlib.suppress(ProcessLookupError):  # all of it may have ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def made(folder):
    """Digests of the models there are: one made again has other seconds in it."""
    models = folder.results("killed", "models/**/*.h5")
    return {p: hashlib.sha256(f.read_bytes()).digest() for p, f in models.items()}


def kill_midway(folder, process, kill, how=signal.SIGKILL):
    """Kill when two models have long been there and others are being made."""
    early = until(lambda: len(made(folder)) >= 2 and made(folder))
    until(lambda: len(made(folder)) > len(early) and folder.leftovers())
    kill(process.pid, how)
    process.wait()
    return early


def assert_same_results(folder, other, contents):
    for pattern in ("corpora/*.h5", "models/**/*.h5", "measures/**/*.h5"):
        one, two = (each.results("killed", pattern) for each in (folder, other))
        assert one.keys() == two.keys()
        assert len(one) > 0
        for path in one:
            assert contents(one[path]) == contents(two[path]), path
    tables = (each.results("killed", "tables/*") for each in (folder, other))
    one, two = ({p: f.read_bytes() for p, f in each.items()} for each in tables)
    assert one == two


def test_when_everything_is_killed(folder, started, undisturbed, contents):
    early = kill_midway(folder, started, os.killpg)
    assert 2 <= len(made(folder)) < STUDY["runs"]
    assert folder.leftovers()  # the jobs had no chance to tidy up
    folder.finish("tables", study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert folder.leftovers() == []
    assert_same_results(folder, undisturbed, contents)
    assert folder.jobs("tables", study=STUDY) == {}


def test_when_snakemake_alone_is_killed(folder, started, undisturbed, contents):
    """Its jobs go on writing while the study is run again."""
    early = kill_midway(folder, started, os.kill)
    folder.finish("tables", study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    until(lambda: not folder.leftovers())  # the old jobs have ended, too
    assert_same_results(folder, undisturbed, contents)
    folder.finish("tables", study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert_same_results(folder, undisturbed, contents)


def workers(folder):
    """Numbers of the processes that train in a folder."""
    found = []
    for process in Path("/proc").glob("[1-9]*"):
        with contextlib.suppress(OSError):  # it may have ended
            called = (process / "cmdline").read_bytes().split(b"\0")
            is_here = (process / "cwd").resolve() == folder.path.resolve()
            if is_here and called[1:3] == [b"-m", b"quaver.stages.train_block"]:
                found.append(int(process.name))
    return found


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs /proc")
def test_when_one_job_is_killed(folder, started, undisturbed, contents):
    """The others go on; the same command makes up for it."""
    until(lambda: made(folder))
    os.kill(until(lambda: workers(folder))[0], signal.SIGKILL)
    assert started.wait() == 1
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert "Its command was killed (signal 9), by somebody or by the system" in said
    assert "Traceback" not in said
    early = made(folder)
    assert len(early) == STUDY["runs"] - 1
    assert "tables/findings.txt" in folder.results("killed")
    folder.finish("tables", study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert folder.leftovers() == []
    assert_same_results(folder, undisturbed, contents)


def test_when_the_user_interrupts(folder, started):
    """Ctrl-C reaches all of the group: nothing is left, nothing counted as failed."""
    early = kill_midway(folder, started, os.killpg, signal.SIGINT)
    assert started.returncode != 0
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert "Interrupted: the same command goes on where this one stopped." in said
    assert "runs failed" not in said
    assert folder.leftovers() == []
    assert folder.results("killed", "tables/*") == {}
    assert {path: made(folder)[path] for path in early} == early
    left = folder.jobs("tables", study=STUDY)["train_block"]
    assert 0 < left <= STUDY["runs"] - len(early)


def test_when_a_batch_system_ends_it(folder, started, undisturbed, contents):
    """SIGTERM reaches all of the group: runs that were not tried have not failed."""
    early = kill_midway(folder, started, os.killpg, signal.SIGTERM)
    assert started.returncode != 0
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert "Interrupted: the same command goes on where this one stopped." in said
    assert folder.results("killed", "tables/*") == {}
    folder.finish("tables", study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert folder.leftovers() == []
    assert_same_results(folder, undisturbed, contents)
