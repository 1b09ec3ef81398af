"""How far a study has come, told from records and journals alone."""

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml

from quaver.config import as_written, understand
from quaver.engine.job import Job
from quaver.engine.journal import Journal, digest
from quaver.engine.states import SILENT, held, state_of
from quaver.results.reader import Results
from quaver.stages.status import status
from quaver.stages.summarise import write_ledger
from quaver.store import StoreError

TEXT = {"language": "en", "source": {"kind": "sotu"}}
SIX = "corpus a, document units, technique g, sampling fixed, run {}: only six words"


@pytest.fixture
def plan(tmp_path):
    """A study of which nothing has been run: two texts, 24 models in 12 blocks."""
    written = {
        "study": "watched",
        "seed": 1,
        "runs": 3,
        "runs_per_job": 2,
        "corpora": {"a": TEXT, "b": TEXT},
        "techniques": {
            "g": {"trainer": "glove"},
            "w": {"trainer": "word2vec", "sweep": {"vary": {"epochs": [9]}}},
        },
        "samplings": ["fixed"],
        "analyses": {"averages": {"sizes": []}},
    }
    file = tmp_path / "results/watched/study.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(yaml.safe_dump(as_written(understand(written, {}))))
    return Results(file)


def journal(plan, path, spec=None):
    block = plan.grid.blocks[path]
    log = plan.file(f"logs/train_block/{block.path}.jsonl")
    return Journal(log, spec or plan.grid.block_spec(block))


def begin(plan, path, *seconds):
    """A job that has begun, and trained runs that took so many seconds."""
    told = journal(plan, path)
    told.tell("started")
    for run, each in enumerate(seconds, plan.grid.blocks[path].first):
        told.tell("run", run=run, seconds=each)
    return told


def finish(plan, path, *seconds, attempts=1):
    block = plan.grid.blocks[path]
    for _ in range(attempts):
        begin(plan, path, *seconds)
    journal(plan, path).tell("finished")
    runs = list(block.runs)
    record = {
        **{"runs": runs, "seconds": list(seconds), "cpu_seconds": list(seconds)},
        **{"vectors_sha256": ["0" * 64] * len(runs), "bytes": 9, "peak_bytes": 7},
        **{"host": "node1", "slurm_job": "", "attempts": attempts, "provenance": {}},
        "work": digest(plan.grid.block_spec(block)),
    }
    file = plan.file(block.record)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(record))
    plan.file(block.file).touch()


@pytest.fixture
def hold(plan):
    """A workflow that holds the study until the test ends."""
    files = []

    def claim():
        path = plan.file("logs/running")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("process 1 on elsewhere\n")
        file = path.open()
        fcntl.flock(file, fcntl.LOCK_EX)
        files.append(file)

    yield claim
    for file in files:
        file.close()


@pytest.fixture
def said(plan, capsys):
    """What status prints of the study."""

    def ask():
        status(Job(["--input", str(plan.root / "study.yaml")]))
        return capsys.readouterr().out

    return ask


def rows(text):
    """Rows of the table of models, by corpus and technique."""
    found = re.findall(r"^  ([ab]) +(\w) +(.*)$", text, re.MULTILINE)
    return {(corpus, name): numbers.split() for corpus, name, numbers in found}


def test_of_a_study_that_was_never_run(plan, tmp_path, capsys):
    status(Job(["--input", str(tmp_path / "results/none/study.yaml")]))
    told = capsys.readouterr().out
    assert told == "study    none: nothing of it has been run yet\n"


def test_of_a_study_that_has_not_begun(said):
    told = said()
    assert "study    watched, no workflow is at work on it\n" in told
    assert "models   0 of 18 done, 18 waiting\n" in told
    assert rows(told)["a", "w"] == ["6", ".", ".", ".", ".", "6"]
    assert "measure_pip                0 of 6\n" in told
    assert "left" not in told


def test_done_and_failed_and_stopped_and_waiting(plan, said):
    finish(plan, "a/g/fixed/1-2", 10.0, 12.0)
    for path, run in (("a/w/fixed/1-2", 1), ("b/g/fixed/3-3", 3)):
        begin(plan, path).tell("failed", why=SIX.format(run))
    begin(plan, "b/w.epochs-9/fixed/1-2", 1.0)
    told = said()
    assert "models   2 of 18 done, 3 failed, 2 stopped, 11 waiting\n" in told
    assert rows(told)["a", "g"] == ["3", "2", ".", ".", ".", "1"]
    assert rows(told)["b", "w"] == ["6", ".", ".", ".", "2", "4"]  # with its variant
    assert "failed   3 models\n  3 of a/w/fixed and b/g/fixed: only six words\n" in told
    assert f"stopped  2 models\n  2 of b/w.epochs-9/fixed: {SILENT}\n" in told
    assert "\nrunning " not in told


def test_what_runs_is_told_with_where_and_since_when(plan, said, hold):
    hold()
    begin(plan, "a/g/fixed/1-2", 10.0)
    begin(plan, "a/w/fixed/3-3")
    told = said()
    assert "study    watched, process 1 on elsewhere is at work on it since " in told
    assert "models   0 of 18 done, 3 running, 15 waiting\n" in told
    host = os.uname().nodename
    line = rf"  a/g/fixed/1-2 on {host} since [-0-9]+ [:0-9]+, 1 of 2 runs trained\n"
    assert re.search(line, told)
    assert re.search(rf"  a/w/fixed/3-3 on {host} since [-0-9]+ [:0-9]+\n", told)


def test_a_job_that_outlived_its_workflow_is_stopped(plan, hold):
    """Another workflow may hold the study since: what began before is not its own."""
    begin(plan, "a/g/fixed/1-2")
    block = plan.grid.blocks["a/g/fixed/1-2"]
    assert held(plan.root) is None
    assert state_of(plan, block).name == "stopped"
    hold()
    now = plan.file("logs/running").stat().st_mtime
    os.utime(plan.file("logs/running"), (now + 60, now + 60))
    assert state_of(plan, block, held(plan.root)).name == "stopped"
    os.utime(plan.file("logs/running"), (now - 60, now - 60))
    assert state_of(plan, block, held(plan.root)).name == "running"


def test_a_job_whose_process_is_gone_does_not_run(plan, hold, monkeypatch):
    hold()
    path = "a/g/fixed/1-2"
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: child)
        begin(plan, path)
    state = state_of(plan, plan.grid.blocks[path], held(plan.root))
    assert (state.name, state.why) == ("stopped", SILENT)


def test_what_was_done_with_other_parameters_is_not_done(plan):
    """Neither its record nor its failure is this study's."""
    block = plan.grid.blocks["a/g/fixed/1-2"]
    other = {**plan.grid.block_spec(block), "parameters": {"trainer": "glove"}}
    finish(plan, block.path, 1.0, 1.0)
    assert state_of(plan, block).name == "finished"
    record = json.loads(plan.file(block.record).read_text())
    plan.file(block.record).write_text(json.dumps({**record, "work": digest(other)}))
    journal(plan, block.path, other).tell("started")
    journal(plan, block.path, other).tell("failed", why="x")
    state = state_of(plan, block)
    assert (state.name, state.attempts) == ("not tried", 1)


def test_time_left_is_that_of_runs_of_the_same_kind(plan, said, hold):
    hold()
    for text in "ab":
        for name, seconds in (("g", 100.0), ("w", 700.0), ("w.epochs-9", 1000.0)):
            finish(plan, f"{text}/{name}/fixed/1-2", seconds, seconds)
    begin(plan, "a/g/fixed/3-3")
    begin(plan, "a/w/fixed/3-3")
    # 2 x (100 + 700 + 1000) seconds, two at once
    assert "left     about 30.0 minutes of training, 2 jobs at once\n" in said()


@pytest.mark.parametrize("missing", ["a run of one kind", "a running job"])
def test_where_too_little_is_known_no_time_is_told(plan, said, hold, missing):
    hold()
    kinds = [(t, n) for t in "ab" for n in ("g", "w", "w.epochs-9")]
    for text, name in kinds[missing == "a run of one kind" :]:
        finish(plan, f"{text}/{name}/fixed/1-2", 5.0, 5.0)
    if missing != "a running job":
        begin(plan, "b/w/fixed/3-3")
    assert "left" not in said()


def test_jobs_that_failed_are_told_once(plan, said):
    for name in ("a/g", "b/g"):
        log = plan.file(f"logs/measure_pip/{name}/fixed.log")
        log.parent.mkdir(parents=True)
        log.write_text("Failed: only 1 words are shared\n")
    done = plan.file("measures/a/w/fixed/pip.h5")
    done.parent.mkdir(parents=True)
    done.touch()
    told = said()
    assert "measure_pip                1 of 6\n" in told
    assert told.count("only 1 words are shared") == 1
    assert "  2 failed: only 1 words are shared\n" in told


def test_the_ledger_has_a_row_per_model_whatever_became_of_it(plan):
    finish(plan, "a/g/fixed/1-2", 10.0, 12.0, attempts=2)
    begin(plan, "a/g/fixed/3-3").tell("failed", why=SIX.format(3))
    begin(plan, "b/g/fixed/1-2")
    for path, name in (("a/w/fixed/1-2", "thin"), ("a/w/fixed/3-3", "none")):
        finish(plan, path, *[1.0] * len(plan.grid.blocks[path].runs))
        block = plan.grid.blocks[path]
        plan.file(block.file).unlink()
        if name == "thin":
            plan.file(block.thin).touch()
    write_ledger(plan)
    file = plan.file("ledger.csv")
    rows = pd.read_csv(file, keep_default_na=False, dtype=str)
    assert len(rows) == 18
    assert {*rows["part"]} == {""}  # of plain texts
    rows = rows.set_index(["corpus", "technique", "sampling", "run"]).sort_index()
    columns = ["state", "attempts", "seconds", "host", "models", "file", "why"]
    found = {key: tuple(row) for key, row in rows[columns].iterrows()}
    folder = "models/a/{}/fixed/{}"
    assert found["a", "g", "fixed", "2"] == (
        *("finished", "2", "12.0", "node1", "kept", folder.format("g", "1-2.h5"), ""),
    )
    lost = ("failed", "1", "", "", "", folder.format("g", "3-3.h5"), SIX.format(3))
    assert found["a", "g", "fixed", "3"] == lost
    assert found["b", "g", "fixed", "1"][0] == "stopped"
    assert found["b", "w", "fixed", "1"][:2] == ("not tried", "0")
    thin = ("thinned", folder.format("w", "1-2.thin.h5"))
    assert found["a", "w", "fixed", "1"][4:6] == thin
    assert found["a", "w", "fixed", "3"][4:6] == ("deleted", "")
    seeds = plan.grid.seeds("sample", plan.grid.blocks["a/g/fixed/1-2"])
    assert rows.loc[("a", "g", "fixed", "2"), "sample_seed"] == str(seeds[1])


def test_a_record_that_lacks_something_is_damaged(plan, said):
    finish(plan, "a/g/fixed/1-2", 10.0, 12.0)
    (file,) = plan.root.glob("models/a/g/fixed/1-2.json")
    whole = json.loads(file.read_text())
    for broken in ([], {"runs": [1]}, {"work": whole["work"]}):
        file.write_text(json.dumps(broken))
        with pytest.raises(StoreError, match=r"damaged \(it has no '\w+'\)"):
            said()


def test_who_reads_may_stop(tmp_path):
    """`| head` ends without a trace of a program, and logs are whole."""
    status = [sys.executable, "-m", "quaver.stages.status", "--input"]
    with subprocess.Popen(
        [*status, *[str(tmp_path / "none/study.yaml")] * 9],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as call:
        call.stdout.close()
        assert call.stderr.read() == b""
    rules = (Path(__file__).parents[3] / "workflow/rules/report.smk").read_text("utf-8")
    tails = re.findall(r"\| (\(trap .*tee.*\))\"", rules)
    assert len(tails) == 3 == rules.count("tee")
    for tail in {*tails}:
        shown = f"seq 99999 | {tail.replace('{log:q}', 'log')}"
        command = f"set -e -o pipefail; ({shown}; echo ok >&2) | head -1"
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.stdout, done.stderr) == ("1\n", "ok\n")
        assert (tmp_path / "log").read_text().endswith("\n99999\n")
