import fcntl
import os
from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

from quaver.engine.standing import Standing
from quaver.engine.states import held

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
