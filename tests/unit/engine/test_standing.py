import fcntl
import os
import sys
import time
from pathlib import Path

import pytest
import yaml
from snakemake.exceptions import WorkflowError

from quaver.engine import standing
from quaver.engine.standing import Standing, is_known
from quaver.engine.states import held

STUDY = "results/mine/study.yaml"


@pytest.fixture
def stands(engine):
    """Has the study's file stand, written for a study with some keys changed."""

    def of(**keys):
        written = engine(**keys).written
        Path(STUDY).parent.mkdir(parents=True, exist_ok=True)
        Path(STUDY).write_text(yaml.safe_dump(written), encoding="utf-8")
        return Standing(engine().setting)

    return of


def remember(file):
    """Have Snakemake know how a file was made, as it does."""
    from base64 import urlsafe_b64encode

    name = urlsafe_b64encode(file.encode()).decode()
    standing.METADATA.mkdir(parents=True, exist_ok=True)
    (standing.METADATA / name).touch()


def test_a_file_of_a_study_says_what_it_said_or_nothing(engine):
    file, standing = Path(STUDY), Standing(engine().setting)
    assert standing.study() == {}
    file.parent.mkdir(parents=True)
    for text in ("- a list", "a: [", "", "\udcff"):
        file.write_text(text, encoding="utf-8", errors="surrogateescape")
        assert standing.study() == {}
    file.write_text("runs: 3", encoding="utf-8")
    assert standing.study() == {"runs": 3}


def test_a_study_is_in_force_where_its_file_says_the_same(stands):
    assert stands().is_in_force()
    assert not stands(runs=3).is_in_force()


def test_a_study_that_snakemake_knows_is_taken(stands, capsys):
    stands(runs=3)
    remember("results/mine/corpora/text.h5")
    assert is_known("results/mine/corpora/text.h5")
    stands(runs=3).refuse_unknown()
    assert capsys.readouterr().err == ""


def test_without_memory_another_study_is_refused_with_the_cure(stands):
    with pytest.raises(WorkflowError, match="--touch --forceall --configfile res"):
        stands(runs=3).refuse_unknown()


def test_without_memory_the_same_study_counts_as_made(stands, capsys):
    stands().refuse_unknown()
    assert "What stands counts as made by this code" in capsys.readouterr().err


def test_where_nothing_stands_nothing_is_said(engine, capsys):
    Standing(engine().setting).refuse_unknown()
    assert capsys.readouterr().err == ""


def test_a_name_too_long_for_a_file_is_not_known(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert not is_known("x" * 300)


def test_files_of_the_future_are_dated_now_in_their_order(engine, capsys):
    folder = Path("results/mine")
    folder.mkdir(parents=True)
    hour = 3600 * 10**9
    dates = {"first": 1, "second": 2, "third": 3}
    for name, hours in dates.items():
        (folder / name).touch()
        moment = time.time_ns() + hours * hour
        os.utime(folder / name, ns=(moment, moment))
    old = folder / "old"
    old.touch()
    os.utime(old, (1, 1))
    Standing(engine().setting).date_anew()
    stamps = [(folder / name).stat().st_mtime_ns for name in dates]
    assert stamps == sorted({*stamps})
    assert stamps[-1] <= time.time_ns()
    assert old.stat().st_mtime == 1
    told = "3 files of results/mine were dated in the future: they are dated now.\n"
    assert capsys.readouterr().out == told
    Standing(engine().setting).date_anew()
    assert capsys.readouterr().out == ""


LOCK = Path("results/mine/logs/running")


def test_a_study_is_held_until_the_process_ends(engine):
    standing = Standing(engine().setting)
    standing.hold()
    assert f"process {os.getpid()} on " in LOCK.read_text(encoding="utf-8")
    assert held(Path("results/mine")).by.startswith(f"process {os.getpid()}")
    with pytest.raises(WorkflowError, match=r"runs already \(process \d+ on .*\):"):
        Standing(engine().setting).hold()
    del standing
    Standing(engine().setting).hold()


def test_a_disk_without_locks_is_told(engine, monkeypatch, capsys):
    def flock(file, how):
        raise OSError("no locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    Standing(engine().setting).hold()
    assert "take care to run mine once at a time" in capsys.readouterr().out
    assert LOCK.read_text(encoding="utf-8")


def test_a_disk_that_cannot_be_written_is_told_with_the_cure(engine):
    standing = Standing(engine().setting)
    Path("results").write_text("no folder", encoding="utf-8")
    with pytest.raises(WorkflowError):
        standing.hold()


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
