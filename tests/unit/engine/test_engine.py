import json
import os
import socket
from pathlib import Path

import pytest
import yaml
from snakemake.exceptions import WorkflowError

from quaver.digest import code


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
