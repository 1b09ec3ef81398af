"""One study runs once at a time, and what a run has not made does not count."""

import fcntl
import json
import subprocess
import sys

import pandas as pd
import pytest


@pytest.fixture
def ready(folder, two_topics):
    folder.write("mine.txt", two_topics())
    return folder


def test_a_study_that_runs_is_not_started_again(ready, small):
    held = ready.write("results/small/logs/running", "process 1 on elsewhere")
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = ready.run(study=small)
        assert done.returncode != 0
        assert "The study small runs already (process 1 on elsewhere)" in done.stdout
        assert set(ready.results("small")) == {"logs/running"}
        ready.finish("check", study=small)
        assert ready.jobs(study=small)["train_block"] == 2
    ready.finish(study=small)
    assert "summary.h5" in ready.results("small")


def test_of_two_that_start_at_once_one_goes_on(ready, small):
    command = ready.command("--cores", 1, study=small)
    given = {"cwd": ready.path, "env": ready.environment(), "encoding": "utf-8"}
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    both = [subprocess.Popen(command, **given, **told) for _ in range(2)]
    said = {process.communicate()[0]: process.returncode for process in both}
    assert sorted(said.values()) == [0, 1], said
    (refused,) = (text for text, code in said.items() if code)
    assert "The study small runs already (process " in refused
    assert "Traceback" not in refused
    assert ready.jobs(study=small) == {}
    assert ready.leftovers() == []


def test_what_a_failed_run_has_not_made_does_not_count(ready, small):
    ready.finish(study=small)
    files = ready.results("small")
    undone = [
        "results/small/measures/mine/ppmi/shuffled/pip.h5",
        "results/small/measures/mine/ppmi/instability.h5",
        "results/small/models/mine/ppmi/bootstrapped/1-2.h5",
        "results/small/models/mine/ppmi/bootstrapped/1-2.json",
        "results/small/corpora/mine.h5",
    ]
    listed = ready.write("undone.json", json.dumps(undone))
    published = (ready.repository / "workflow/quaver/papers").glob("*/published/*.csv")
    stored_tables = ready.results("small", "tables/*.csv")
    tables = [f"results/small/{path}" for path in stored_tables]
    for stage, inputs in (("make_tables", sorted(published)), ("summarise", tables)):
        command = [sys.executable, "-m", f"quaver.stages.{stage}"]
        command += ["--undone", listed, "--input", "results/small/study.yaml"]
        command += inputs
        subprocess.run(command, cwd=ready.path, env=ready.environment(), check=True)
    told = pd.read_csv(files["tables/table_2_8.csv"]).set_index("sampling")
    assert told.loc["shuffled", "note"].startswith("not measured")
    assert told.loc["bootstrapped", "note"].startswith("2 of 2 runs have no model")
    assert told["mean_e2"].isna().all()
    words = pd.read_csv(files["tables/words.csv"])
    assert list(words["note"]) == ["runs without a model"]
    assert list(pd.read_csv(files["tables/corpora.csv"])["note"]) == ["not encoded"]
    ledger = pd.read_csv(files["ledger.csv"]).set_index("sampling")["state"]
    assert set(ledger["shuffled"]) == {"finished"}
    assert set(ledger["bootstrapped"]) == {"not tried"}
