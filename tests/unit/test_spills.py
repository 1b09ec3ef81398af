"""Where spills go, and which job may still write, on this host and on others."""

import os
import socket
import subprocess
import sys

import pytest

from quaver import store


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    for name in ("QUAVER_SCRATCH", "QUAVER_PROCESS"):
        monkeypatch.delenv(name, raising=False)


def test_spills_stand_beside_the_result(tmp_path):
    with store.scratch(tmp_path / "a/b.h5") as folder:
        assert folder.is_dir()
        assert folder.parent == tmp_path / "a"
    assert list((tmp_path / "a").iterdir()) == []


def test_spills_stand_on_the_node_where_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("NODE_DISK", str(tmp_path / "node"))
    monkeypatch.setenv("QUAVER_SCRATCH", "$NODE_DISK/mine")
    with store.scratch(tmp_path / "shared/b.h5") as folder:
        assert folder.parent == tmp_path / "node/mine"
        (folder / "spill").write_text("much")
    assert list((tmp_path / "node/mine").iterdir()) == []
    assert not (tmp_path / "shared").exists()


def test_results_are_written_beside_their_place_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("QUAVER_SCRATCH", str(tmp_path / "node"))
    with store.replacing(tmp_path / "shared/b.h5") as temporary:
        assert temporary.parent == tmp_path / "shared"
        temporary.write_text("numbers")
    assert (tmp_path / "shared/b.h5").read_text() == "numbers"


def test_a_variable_this_machine_does_not_know_names_no_place(tmp_path, monkeypatch):
    monkeypatch.delenv("NODE_DISK", raising=False)
    monkeypatch.setenv("QUAVER_SCRATCH", "$NODE_DISK/mine")
    with store.scratch(tmp_path / "b.h5") as folder:
        assert folder.parent == tmp_path


def test_what_a_killed_job_left_on_the_node_is_removed(tmp_path, monkeypatch):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f"b.h5.scratch.tmp.{socket.gethostname()}.{ended.pid}"
    left.mkdir()
    monkeypatch.setenv("QUAVER_SCRATCH", str(tmp_path))
    with store.scratch("shared/b.h5"):
        assert not left.exists()


def write(path):
    with store.replacing(path) as temporary:
        temporary.write_text("numbers")


@pytest.fixture
def ended():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_job_whose_workflow_has_ended_here_writes_nothing(
    tmp_path, monkeypatch, ended
):
    monkeypatch.setenv("QUAVER_PROCESS", f"{ended}@{socket.gethostname()}")
    with pytest.raises(SystemExit, match="the workflow of this job has ended"):
        write(tmp_path / "b.h5")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("said", ["", "{alive}@{here}", "{ended}@elsewhere"])
def test_a_job_whose_workflow_lives_or_is_elsewhere_writes(
    tmp_path, monkeypatch, ended, said
):
    given = {"alive": os.getppid(), "ended": ended, "here": socket.gethostname()}
    monkeypatch.setenv("QUAVER_PROCESS", said.format(**given))
    write(tmp_path / "b.h5")
    assert (tmp_path / "b.h5").read_text() == "numbers"
