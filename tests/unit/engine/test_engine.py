import json
import os
import socket
from pathlib import Path

import pytest
import yaml
from snakemake.exceptions import WorkflowError

from quaver.digest import code
from quaver.engine.carried import ALONE
from quaver.engine.engine import Clone


def test_provenance_is_told_through_the_environment(engine, call, monkeypatch):
    monkeypatch.setenv("QUAVER_COMMIT", "of-the-call")
    told = engine().environment()
    assert told["QUAVER_PROCESS"] == f"{os.getpid()}@{socket.gethostname()}"
    assert (told["QUAVER_STUDY"], told["QUAVER_STUDY_SEED"]) == ("mine", "3")
    assert len(told["QUAVER_STUDY_DIGEST"]) == 64
    assert told["QUAVER_COMMIT"] == "of-the-call"
    call.is_main_process = True
    made = engine()
    assert made.environment()["QUAVER_COMMIT"] == made.clone.commit()


def test_jobs_run_the_python_of_the_call(engine, monkeypatch):
    monkeypatch.setenv("PATH", "/elsewhere")
    folders = engine().environment()["PATH"].split(os.pathsep)
    assert Path(folders[0], "python").exists()
    assert folders[1:] == ["/elsewhere"]


def test_code_is_that_of_the_clone(engine):
    assert engine().code("quaver.stages.write_study") == code(
        "quaver.stages.write_study"
    )


@pytest.mark.parametrize("flag", ["--touch", "-t"])
def test_a_study_that_nobody_knows_is_refused_unless_told_to_touch(
    engine, call, monkeypatch, flag
):
    file = Path("results/mine/study.yaml")
    file.parent.mkdir(parents=True)
    file.write_text(yaml.safe_dump(engine(runs=2).written), encoding="utf-8")
    call.is_main_process = True
    monkeypatch.setattr("sys.argv", ["snakemake"])
    with pytest.raises(WorkflowError, match=".snakemake is lost"):
        engine()
    monkeypatch.setattr("sys.argv", ["snakemake", flag])
    assert json.loads(engine().specs.study())["runs"] == 4


@pytest.fixture
def home(tmp_path, monkeypatch):
    home = tmp_path / "clone"
    for name in (
        *ALONE,
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
    assert clone.citation() == "../clone/CITATION.cff"


def test_an_archive_carries_the_workflow_and_nothing_made(home):
    carried = [path.removeprefix("../clone/") for path in Clone(home).carried()]
    assert carried == sorted(carried)
    assert {*ALONE, "envs/quaver.yaml", "workflow/rules/a.smk"} <= {*carried}
    assert "workflow/quaver/papers/a/published/t.csv" in carried
    made = ("pycache", "egg-info", ".hidden", "results")
    assert not [path for path in carried if any(x in path for x in made)]


def test_a_file_no_archive_can_name_is_refused(home):
    Path(os.fsdecode(os.fsencode(home / "workflow") + b"/a\xff.txt")).touch()
    with pytest.raises(WorkflowError) as told:
        Clone(home).carried()
    assert str(told.value) == (
        "The clone holds b'../clone/workflow/a\\xff.txt', whose name is not UTF-8: "
        "rename or remove it to archive a study."
    )


def test_a_digest_tells_names_and_contents_not_dates(home):
    clone, path = Clone(home), home / "workflow/quaver/papers/a/published/t.csv"
    before, none = clone.published("a"), clone.published("none")
    os.utime(path, (1, 1))
    assert clone.published("a") == before
    # of both papers, in their order; and not those of simulations
    assert len({clone.published(x) for x in "ab*"} | {clone.simulated(), none}) == 5
    path.write_text("else", encoding="utf-8")
    assert clone.published("a") != before != none


def test_without_git_there_is_no_commit(home, monkeypatch):
    assert Clone(home).commit() == ""
    monkeypatch.setenv("PATH", "")
    assert Clone(home).commit() == ""
