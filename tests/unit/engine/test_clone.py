import os
from pathlib import Path

import pytest

from quaver.engine.engine import CARRIED, Clone, digest_of


@pytest.fixture
def home(tmp_path, monkeypatch):
    home = tmp_path / "clone"
    for name in (
        *CARRIED,
        *("envs/quaver.yaml", "workflow/rules/a.smk", "workflow/quaver/a.py"),
        *("workflow/quaver/__pycache__/a.pyc", "workflow/x.egg-info/top"),
        *("workflow/.hidden", "results/mine/summary.h5"),
        *("workflow/calibration/coverage.csv",),
        *(f"workflow/quaver/papers/{x}/published/t.csv" for x in "ab"),
    ):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return home


def test_paths_stay_when_the_clone_is_moved_with_its_results(home):
    clone = Clone(home)
    assert clone.published("a") == ["../clone/workflow/quaver/papers/a/published/t.csv"]
    assert [Path(path).parts[5] for path in clone.published("*")] == ["a", "b"]
    assert clone.simulated() == ["../clone/workflow/calibration/coverage.csv"]
    assert clone.citation() == "../clone/CITATION.cff"


def test_an_archive_carries_the_workflow_and_nothing_made(home):
    carried = [path.removeprefix("../clone/") for path in Clone(home).carried()]
    assert carried == sorted(carried)
    assert {*CARRIED, "envs/quaver.yaml", "workflow/rules/a.smk"} <= {*carried}
    assert "workflow/quaver/papers/a/published/t.csv" in carried
    made = ("pycache", "egg-info", ".hidden", "results")
    assert not [path for path in carried if any(x in path for x in made)]


def test_a_digest_tells_names_and_contents_not_dates(home):
    paths = Clone(home).published("a")
    before = digest_of(paths)
    os.utime(paths[0], (1, 1))
    assert digest_of(paths) == before
    Path(paths[0]).write_text("else", encoding="utf-8")
    assert digest_of(paths) != before != digest_of([])


def test_without_git_there_is_no_commit(home, monkeypatch):
    assert Clone(home).commit() == ""
    monkeypatch.setenv("PATH", "")
    assert Clone(home).commit() == ""
