"""What a call does at its start and its end, beside its jobs."""

import json
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from snakemake.exceptions import WorkflowError

from quaver.engine import hooks as module

ROOT = Path("results/mine")


class Files(dict):
    """Inputs or outputs of a job, by their names."""

    def __getattr__(self, name):
        return self[name]

    def __iter__(self):
        return iter(self.values())


def job(rule, output=("some.h5", "some.json"), params=(), **inputs):
    return SimpleNamespace(
        params=SimpleNamespace(**dict(params)),
        rule=SimpleNamespace(name=rule),
        shellcmd=None,
        output=Files(zip(("block", "record"), output, strict=False)),
        input=Files(inputs),
    )


@pytest.fixture
def hooks(engine, call):
    """Hooks of a call that has some jobs to do."""

    def of(*jobs, **keys):
        planned = [None, *jobs]  # one has finished
        call.dag.needrun_jobs = lambda exclude_finished=True: iter(
            planned[exclude_finished:]
        )
        return engine(**keys).hooks

    return of


@pytest.fixture
def ran(monkeypatch):
    """Commands that were run."""
    commands = []

    def run(command, **_):
        commands.append([str(word) for word in command])
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(module.subprocess, "run", run)
    return commands


def write(path, text=""):
    path = ROOT / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def write_study(engine, **keys):
    return write("study.yaml", yaml.safe_dump(engine(**keys).written))


def test_a_call_with_jobs_holds_its_study(hooks):
    hooks(job("train_block", ("a.h5", "a.json"))).begin()
    assert (ROOT / "logs/running").is_file()


def test_a_call_without_jobs_holds_nothing(hooks):
    hooks().begin()
    assert not (ROOT / "logs").exists()


def test_paths_slurms_shells_would_run_are_refused(hooks, call, monkeypatch):
    jobs, folder = [job("measure_pip"), job("check")], Path("a $(touch pwned)")
    late = hooks(*jobs)
    folder.mkdir()
    monkeypatch.chdir(folder)
    late.begin()  # all is quoted
    jobs[0].shellcmd = "x" * 70_000  # but of a long command, which is a script
    with pytest.raises(WorkflowError, match="A shell would run what stands in"):
        late.begin()
    jobs[0].shellcmd = "x"
    call.scheduler._executor = SimpleNamespace(run_uuid="of-slurm")
    with pytest.raises(
        WorkflowError, match="Slurm's shells would run what stands in '.*pwned.*'"
    ):
        late.begin()


def test_threads_of_the_rate_limiter_do_not_leak(hooks, call):
    call.scheduler.job_rate_limiter = "leaks"
    hooks().begin()
    assert call.scheduler.job_rate_limiter is None


def test_the_name_of_slurms_jobs_is_kept(hooks, call):
    call.scheduler._executor = SimpleNamespace(run_uuid="of-slurm")
    hooks(job("measure_pip")).begin()
    assert (ROOT / "logs/slurm").read_text(encoding="utf-8") == "of-slurm\n"


@pytest.mark.parametrize(
    ("analyses", "rule"),
    [
        ({"queries": {"words": "none.txt"}}, "measure_queries"),
        (
            {
                "quality": {
                    "sets": {
                        "own": {
                            "language": "en",
                            "format": "analogies",
                            "path": "none.txt",
                        }
                    }
                }
            },
            "measure_quality",
        ),
    ],
)
def test_what_is_missing_is_told_before_anything_is_trained(hooks, analyses, rule):
    hooks(job("check", ()), analyses=analyses).begin()
    with pytest.raises(WorkflowError, match=r"none\.txt"):
        hooks(job(rule), analyses=analyses).begin()


@pytest.mark.parametrize(
    ("rules", "is_refused"),
    [
        (("archive", "train_block"), True),
        (("archive", "make_tables", "summarise"), False),
        (("archive", "all", "train_block"), False),
        (("train_block",), False),
    ],
)
def test_an_archive_trains_nothing(hooks, rules, is_refused):
    begin = hooks(*map(job, rules)).begin
    if not is_refused:
        begin()
        return
    with pytest.raises(WorkflowError, match="is not finished, 1 job is still to be"):
        begin()


def test_rules_that_a_module_renames_are_known(hooks, call):
    """A rule of the other workflow's own may be called as one of ours."""
    call.modifier.modify_rulename = lambda name: f"theirs_{name}_2"
    begin = hooks(*map(job, ("theirs_archive_2", "theirs_train_block_2"))).begin
    with pytest.raises(WorkflowError, match="is not finished, 1 job is still to be"):
        begin()
    hooks(*map(job, ("archive", "train_block", "theirs_make_tables_2"))).begin()


def test_another_layout_of_models_is_told(hooks, engine, capsys):
    write_study(engine, runs_per_job=1)
    hooks().begin()
    told = "runs_per_job was 1 and is 2: the models are laid out and trained anew.\n"
    assert told in capsys.readouterr().out
    write_study(engine)
    hooks().begin()
    assert "runs_per_job" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "is not a whole record"),
        (
            json.dumps({"provenance": {"versions": json.dumps({"numpy": "0.1"})}}),
            "numpy was 0.1 and is",
        ),
    ],
)
def test_upgrades_that_train_anew_are_told(hooks, capsys, text, sentence):
    record = str(write("1-2.json", text))
    hooks(job("train_block", ("1-2.h5", record))).begin()
    assert sentence in capsys.readouterr().out


def test_findings_are_shown_when_this_call_made_them(hooks, capsys):
    findings = write("tables/findings.txt", "What was found.\n")
    os.utime(findings, (1, 1))
    hooks().show_findings()
    assert capsys.readouterr().out == ""
    table = findings.with_name("change.md")
    table.write_text("What changed.")
    alone = hooks()
    os.utime(table, (time.time() + 9,) * 2)
    alone.show_findings()
    assert capsys.readouterr().out == "Look at results/mine/tables/change.md\n"
    late = hooks()
    os.utime(findings, (time.time() + 9,) * 2)
    late.show_findings()
    assert capsys.readouterr().out == "What was found.\n\nLook at results/mine/tables\n"


def test_after_failures_what_there_is_is_gathered(hooks, engine, call, ran, capsys):
    study = str(write_study(engine))
    jobs = [
        job("write_methods", ("methods.md",), study=study, citation="cff"),
        job("replicate_x", ("c",), {"paper": '"x"'}, study=study, numbers="d"),
        job("make_tables", ("a.csv",), study=study, trust=["b", "c"], numbers="d"),
        job("train_block"),
    ]
    begun = []
    call.persistence.started = begun.append
    late = hooks(*jobs)
    log = write("logs/train_block/1.log", "Failed: no text\nmore\n")
    write("logs/train_block/2.log", "Failed: no text\n")
    os.utime(log, (time.time() + 9,) * 2)
    late.count_failures([])
    undone = str(ROOT / "logs/undone.json")
    told = ["--undone", undone, "--output"]
    paper = ["--spec", '"x"']
    assert [command[:2] for command in ran] == [[sys.executable, "-m"]] * 3
    assert [command[2:] for command in ran] == [
        ["quaver.stages.make_tables", *told, "a.csv", "--input", study, "b", "c"],
        ["quaver.stages.replicate", *paper, *told, "c", "--input", study],
        ["quaver.stages.write_methods", *told, "methods.md", "--input", study, "cff"],
    ]
    made = ["a.csv", "c", "methods.md", "some.h5", "some.json"]
    assert json.loads(Path(undone).read_text()) == made
    assert begun == jobs[:3]
    assert capsys.readouterr().out == "Failed: no text\n"


def test_no_summary_is_made_of_tables_that_failed(hooks, engine, call, monkeypatch):
    study = str(write_study(engine))
    call.persistence.started = lambda job: None
    stages = []

    def run(command, **_):
        stages.append(command[2])
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(module.subprocess, "run", run)
    names = ("summarise", "make_tables", "write_methods")
    hooks(*(job(name, study=study) for name in names)).count_failures([])
    assert stages == ["quaver.stages.make_tables", "quaver.stages.write_methods"]


def test_only_some_reasons_are_shown(hooks, engine, call, ran, capsys):
    write_study(engine)
    late = hooks()
    log = write("logs/a.log", "".join(f"Failed: {n}\n" for n in range(9)))
    os.utime(log, (time.time() + 9,) * 2)
    late.count_failures([])
    assert capsys.readouterr().out.splitlines()[-2:] == ["Failed: 4", "..."]


def test_a_call_that_was_stopped_gathers_nothing(hooks, ran, tmp_path, capsys):
    log = tmp_path / "log"
    for sign, who in {
        "Terminating processes on user request": "Stopped by you",
        "Will exit after finishing currently running jobs": "Stopped",
    }.items():
        log.write_text(f"{sign}\n", encoding="utf-8")
        hooks(job("make_tables")).count_failures([str(log)])
        counts = "1 of 2 jobs finished; the same command goes on.\n"
        assert capsys.readouterr().out == f"{who}: {counts}"
    assert ran == []


def test_a_full_disk_gathers_nothing(hooks, ran, monkeypatch, capsys):
    monkeypatch.setattr(module, "is_nearly_full", lambda path: True)
    hooks(job("make_tables")).count_failures([])
    assert "Failed: the disk of results/mine is full" in capsys.readouterr().out
    assert ran == []


def test_another_study_that_stands_is_not_gathered(hooks, engine, ran):
    write_study(engine, runs=2)
    hooks(job("make_tables", study="study.yaml")).count_failures([])
    assert ran == []


def test_rules_that_gather_are_stages():
    stages = Path(module.__file__).parents[1] / "stages"
    names = {path.stem for path in stages.glob("*.py")}
    assert {*module.GATHERING} <= names
    assert names >= module.REMADE
