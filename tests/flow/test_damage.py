"""Files that were cut, emptied, flipped or dated in the future: told, and mended."""

import fcntl
import json
import os
import subprocess
import sys
import time

import pandas as pd
import pytest

MODEL = "models/mine/ppmi/{}/1-2.h5"
PIP = "measures/mine/ppmi/shuffled/pip.h5"
CORPUS = "corpora/mine.h5"
NUMBERS = ("models/**/*.h5", "measures/**/*.h5", "corpora/*.h5")


def cut(content):
    return content[: len(content) // 2]


def empty(content):
    return b""


def flip(content):
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 4
    return bytes(flipped)


def damage(folder, name, how):
    """Change the bytes of a result, but not its time."""
    file = folder.results("small")[name]
    status = file.stat()
    file.write_bytes(how(file.read_bytes()))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    return file


@pytest.fixture
def study(small):
    small["samplings"] = ["fixed", "shuffled", "bootstrapped"]
    small["runs_per_job"] = 2
    small["analyses"]["stability"]["measures"] = ["pip"]
    small["analyses"]["averages"]["sizes"] = []
    small["analyses"]["distribution"] = {"samplings": []}
    return small


@pytest.fixture(scope="module")
def ready(tmp_path_factory, folder_at, two_topics):
    """A folder with a text, in which all tests of this file work, one after another."""
    folder = folder_at(tmp_path_factory.mktemp("ready") / "folder")
    folder.write("mine.txt", two_topics())
    return folder


@pytest.fixture(scope="module")
def origin(ready, folder_at, tmp_path_factory):
    """Where the finished study is kept as it was."""
    return folder_at(tmp_path_factory.mktemp("origin") / "folder")


def test_a_study_that_runs_is_not_started_again(ready, study, origin):
    """Not beside a call on another machine, nor of two calls that start at once."""
    held = ready.write("results/small/logs/running", "process 1 on elsewhere")
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = ready.run(study=study)
        assert done.returncode != 0
        assert "The study small runs already (process 1 on elsewhere)" in done.stdout
        assert set(ready.results("small")) == {"logs/running"}
        ready.finish("check", study=study)
        assert ready.jobs(study=study)["train_block"] == 3

    command = ready.command("--cores", 1, study=study)
    options = {"cwd": ready.path, "env": ready.environment(), "encoding": "utf-8"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    both = [subprocess.Popen(command, **options, **streams) for _ in range(2)]
    said = {process.communicate()[0]: process.returncode for process in both}
    assert sorted(said.values()) == [0, 1], said
    (refused,) = (text for text, code in said.items() if code)
    assert "The study small runs already (process " in refused
    assert "Traceback" not in refused
    assert ready.jobs(study=study) == {}
    assert ready.leftovers() == []
    subprocess.run(["cp", "-a", ready.path, origin.path], check=True)


# Files that are damaged together, and what reads them again.
DAMAGES = [
    (
        [
            (MODEL.format("fixed"), cut),
            (MODEL.format("shuffled"), flip),
            (MODEL.format("bootstrapped"), empty),
        ],
        "measure_pip",
    ),
    ([(PIP, flip)], "make_tables"),
    ([(CORPUS, cut)], "train_block"),
]


def test_damaged_files_are_told_and_made_again(ready, origin, study, same_results):
    for damages, reader in DAMAGES:
        files = {name: damage(ready, name, how) for name, how in damages}
        done = ready.run("--forcerun", reader, study=study)
        assert done.returncode == 1
        assert "Traceback" not in done.stdout
        for name, file in files.items():
            told = {line for line in done.stdout.splitlines() if name in line}
            sentences = [line for line in told if line.startswith("Failed: ")]
            assert sentences, done.stdout
            wanted = "remove it and run snakemake."
            assert all(wanted in line for line in sentences)
            file.unlink()
        ready.finish("--until", "measure_pip", study=study)
    ready.finish(study=study)
    assert ready.jobs(study=study) == {}
    assert same_results(ready, origin, "small", *NUMBERS) == []


def test_one_file_dated_in_the_future_makes_nothing_for_ever(ready, study):
    for late in ("mine.txt", f"results/small/{MODEL.format('shuffled')}"):
        os.utime(ready.path / late, (4e9, 4e9))
    ready.finish(study=study)
    assert ready.jobs(study=study) == {}


def test_results_dated_in_the_future_do_not_hide_a_change(ready, study):
    """Models trained now would be older than measures of the models before."""
    for file in ready.results("small").values():
        moment = file.stat().st_mtime_ns + int(10 * 3e16)
        os.utime(file, ns=(moment, moment))
    assert ready.jobs(study=study) == {}
    study["techniques"]["ppmi"]["window"] = 3
    said = ready.finish("--until", "train_block", study=study)
    assert "were dated in the future: they are dated now." in said
    assert ready.jobs(study=study)["measure_pip"] == 3
    ready.finish(study=study)
    assert ready.jobs(study=study) == {}
    files = ready.results("small").values()
    assert max(file.stat().st_mtime for file in files) < time.time() + 60


def test_what_a_failed_run_has_not_made_does_not_count(ready, study):
    """Its tables and summary are made by the stages, as after a failure."""
    files = ready.results("small")
    undone = [
        f"results/small/{path}"
        for path in (
            *(PIP, CORPUS, "measures/mine/ppmi/instability.h5"),
            *("models/mine/ppmi/bootstrapped/1-2.h5",),
            *("models/mine/ppmi/bootstrapped/1-2.json",),
        )
    ]
    listed = ready.write("undone.json", json.dumps(undone))
    for stage in ("make_tables", "summarise"):
        command = [sys.executable, "-m", f"quaver.stages.{stage}", "--undone", listed]
        command += ["--input", "results/small/study.yaml"]
        subprocess.run(command, cwd=ready.path, env=ready.environment(), check=True)
    losses = pd.read_csv(files["tables/losses.csv"]).set_index("sampling")
    assert losses.loc["shuffled", "note"].startswith("not measured")
    assert losses.loc["bootstrapped", "note"].startswith("2 of 2 runs have no model")
    assert losses.loc[["shuffled", "bootstrapped"], "mean_e2"].isna().all()
    words = pd.read_csv(files["tables/words.csv"])
    assert list(words["note"]) == ["runs without a model"]
    assert list(pd.read_csv(files["tables/corpora.csv"])["note"]) == ["not encoded"]
    ledger = pd.read_csv(files["ledger.csv"]).set_index("sampling")["state"]
    assert set(ledger["shuffled"]) == {"finished"}
    assert set(ledger["bootstrapped"]) == {"not tried"}
