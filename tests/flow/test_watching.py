"""A study is watched while it is under way: status and ledger, by the commands."""

import subprocess

import pandas as pd
import pytest

GIVEN = {"trainer": "vectors", "corpus": "elsewhere", "sampling": "shuffled"}
GOOD, BAD = "3 2\na 1 2\nb 2 1\nc 1 1\n", "3 2\na 1 2\nb 2 one\nc 1 1\n"


@pytest.fixture
def study(small):
    small["runs"], small["runs_per_job"] = 2, 1
    files = ["run1.txt", "run2.txt"]
    small["techniques"]["given"] = {**GIVEN, "files": files, "format": "text"}
    return small


@pytest.fixture
def ready(folder, two_topics):
    folder.write("mine.txt", two_topics())
    folder.write("run1.txt", GOOD)
    folder.write("run2.txt", BAD)
    return folder


def watched(folder):
    """What `make status` prints of the studies of a folder."""
    make = ["make", "--silent", "-f", folder.repository / "Makefile", "status"]
    python = folder.command()[0]
    given = [f"BIN={python.rpartition('/')[0]}", "--assume-old=env"]
    done = subprocess.run(
        [*make, *given],
        cwd=folder.path,
        env=folder.environment(),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def given_in_ledger(folder):
    ledger = pd.read_csv(folder.results("small")["ledger.csv"], keep_default_na=False)
    return ledger[ledger.technique == "given"]


def test_a_study_from_its_beginning_to_its_end(ready, study):
    assert "small: nothing of it has been run yet" in ready.finish(
        "status", study=study
    )
    ready.finish("--until", "encode_corpus", "write_study", study=study)
    assert "models   0 of 6 done, 6 waiting\n" in watched(ready)
    done = ready.run(study=study)
    assert done.returncode == 1
    told = watched(ready)
    assert "models   4 of 6 done, 2 failed\n" in told
    assert "  2 of elsewhere/given/shuffled: run2.txt" in told
    assert told.count("run2.txt") == 1
    assert "summarise" not in told
    lost = given_in_ledger(ready)
    assert list(lost.state) == ["failed", "failed"]
    assert set(lost.attempts) == {1}
    assert lost.why.str.startswith("run2.txt").all()
    ready.write("run2.txt", GOOD)
    ready.finish(study=study)
    assert "models   6 of 6 done\n" in watched(ready)
    made = given_in_ledger(ready)
    assert list(made.state) == ["finished", "finished"]
    assert set(made.attempts) == {2}
    assert "small, no workflow is at work on it" in ready.finish("status", study=study)
