import os
import sys

import pytest
from snakemake.exceptions import WorkflowError

from quaver.engine import standing


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A Slurm that has the jobs of a file, and forgets them when told to cancel."""
    folder = tmp_path / "bin"
    folder.mkdir()
    jobs = tmp_path / "jobs"
    jobs.write_text("", encoding="utf-8")
    scripts = {
        "squeue": f'echo "$@" >>{tmp_path}/calls; cat {jobs}',
        "scancel": f'echo "$@" >>{tmp_path}/calls; : >{jobs}',
    }
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return tmp_path


@pytest.fixture
def begun_anew(monkeypatch):
    """Commands this process would have become."""
    commands = []
    monkeypatch.setattr(os, "execv", lambda path, command: commands.append(command))
    return commands


def test_the_name_of_the_jobs_of_a_call_is_kept(slurm, begun_anew):
    queued = slurm / "slurm"
    standing.cancel_orphans(queued, "")
    assert not queued.exists()
    standing.cancel_orphans(queued, "this-call")
    assert queued.read_text(encoding="utf-8") == "this-call\n"
    standing.cancel_orphans(queued, "")
    assert queued.read_text(encoding="utf-8") == "\n"
    assert begun_anew == []


def test_jobs_of_a_killed_call_are_ended_and_the_call_begins_anew(
    slurm, begun_anew, capsys
):
    queued = slurm / "slurm"
    queued.write_text("killed\n", encoding="utf-8")
    (slurm / "jobs").write_text("12\n13\n", encoding="utf-8")
    standing.cancel_orphans(queued, "this-call")
    assert "are ended first: 12 13." in capsys.readouterr().out
    calls = (slurm / "calls").read_text(encoding="utf-8").splitlines()
    assert "--name killed" in calls
    assert "--full --signal=KILL --name killed" in calls
    assert [command[0] for command in begun_anew] == [sys.executable]


def test_jobs_that_do_not_end_are_told(slurm):
    (slurm / "jobs").write_text("12\n", encoding="utf-8")
    with pytest.raises(WorkflowError, match="has not ended the jobs 12 of a call"):
        standing.wait_for_end("killed", patience=0.1)


def test_a_squeue_that_fails_is_told(slurm, capsys):
    (slurm / "bin/squeue").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert standing.numbers("killed") == ""
    assert "squeue fails" in capsys.readouterr().out


def test_without_slurm_nothing_is_asked(tmp_path, monkeypatch, begun_anew):
    monkeypatch.setenv("PATH", str(tmp_path))
    queued = tmp_path / "slurm"
    queued.write_text("killed\n", encoding="utf-8")
    standing.cancel_orphans(queued, "")
    assert begun_anew == []
