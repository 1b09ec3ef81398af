"""The tests of Slurm are skipped for a reason that is said, and for no other."""

import subprocess

import pytest
from slurm import cluster


@pytest.fixture
def system(monkeypatch):
    """A system without Slurm, on which apt says what it is told to."""

    def make(user=0, apt=True, candidate="22.05", code=0):
        def which(program, path=None):
            return "/usr/bin/apt-get" if program == "apt-get" and apt else None

        def run(command, **_):
            asked.append(command[1])
            said = f"Candidate: {candidate}"
            return subprocess.CompletedProcess(command, code, said, "no network")

        asked = []
        monkeypatch.setattr(cluster.os, "geteuid", lambda: user)
        monkeypatch.setattr(cluster.shutil, "which", which)
        monkeypatch.setattr(cluster.subprocess, "run", run)
        return asked

    return make


@pytest.mark.parametrize(
    ("lacking", "reason"),
    [
        ({"user": 1000}, "need root"),
        ({"apt": False}, "no apt-get"),
        ({"candidate": "(none)"}, "no packages of Slurm"),
    ],
)
def test_where_slurm_cannot_be_installed_the_reason_is_said(system, lacking, reason):
    system(**lacking)
    with pytest.raises(cluster.NoSlurm, match=reason):
        cluster.install()


def test_what_is_missing_is_installed(system):
    asked = system()
    cluster.install()
    assert asked[-2:] == ["policy", "install"]


def test_an_installation_that_fails_is_no_reason_to_skip(system):
    system(code=100)
    with pytest.raises(RuntimeError, match="no network"):
        cluster.install()
