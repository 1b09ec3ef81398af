"""A training or an input that fails: others go on, one sentence, all is counted."""

import copy
import os
import subprocess
from itertools import product

import h5py
import pandas as pd
import pytest

SAMPLINGS = ["shuffled", "bootstrapped"]
GOOD, BAD = "3 2\na 1 2\nb 2 1\nc 1 1\n", "3 2\na 1 2\nb 2 one\nc 1 1\n"
INPUTS = {
    "missing": (None, "missing.txt does not exist: correct the source's path."),
    "empty": (b"", "empty.txt holds no document: it is empty or blank"),
    "blank": (b"\n \n\n", "blank.txt holds no document: it is empty or blank"),
    "latin1": (b"caf\xe9 au lait\n", "latin1.txt, line 1 is not UTF-8 (byte 3 of the "),
    "gigantic": (b"word " * (1 << 22), "gigantic.txt, line 1 is longer than 16777216 "),
    "one_word": (b"word word\nword\n", "needs at least two words"),
}
FAILED = 4 + 2  # runs of lsa on the scarce text, and spaces of others
WHY = "the sample has only 6 words: 6 dimensions need more words than dimensions"


def source(path):
    return {"kind": "text", "path": path}


def text(name, count):
    return {"language": "en", "source": source(f"{name}.txt"), "min_count": count}


@pytest.fixture(scope="module")
def mended():
    """Two texts of which one is short, two techniques, and spaces of others."""
    return {
        "study": "broken",
        "seed": 1,
        "runs": 2,
        "runs_per_job": 1,
        "corpora": {name: text(name, 2) for name in ("ample", "scarce")},
        "techniques": {
            "lsa": {"trainer": "lsa", "dimensions": 3},
            "ppmi": {"trainer": "ppmi", "dimensions": 3},
            "given": {
                **{"trainer": "vectors", "corpus": "elsewhere", "format": "text"},
                **{"files": ["run1.txt", "run2.txt"], "sampling": "shuffled"},
            },
        },
        "samplings": SAMPLINGS,
        "analyses": {
            "stability": {"measures": ["pip"]},
            "averages": {"sizes": [2]},
            "distribution": {"samplings": []},  # asks for neighbours
        },
    }


@pytest.fixture(scope="module")
def study(mended):
    """The same with more dimensions than a text has words."""
    study = copy.deepcopy(mended)
    study["techniques"]["lsa"]["dimensions"] = 6
    return study


def watched(folder):
    """What `make status` prints of the studies of a folder."""
    make = ["make", "--silent", "-f", folder.repository / "Makefile", "status"]
    python = folder.command()[0]
    options = [f"BIN={python.rpartition('/')[0]}", "--assume-old=env"]
    done = subprocess.run(
        [*make, *options],
        cwd=folder.path,
        env=folder.environment(),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def broken(tmp_path_factory, folder_at, two_topics, study):
    """The study after its first run; it is checked and watched on its way."""
    folder = folder_at(tmp_path_factory.mktemp("broken"))
    folder.write("ample.txt", two_topics())
    lines = ["sun moon star comet orbit", "moon sun star", "orbit comet moon sky"]
    repeated = [f"{line} {'sun ' * n}" for n in range(9) for line in lines]
    folder.write("scarce.txt", "\n".join(repeated))
    folder.write("run1.txt", GOOD)
    folder.write("run2.txt", BAD)
    folder.write("new", folder.finish("status", study=study))
    folder.run("--until", "encode_corpus", "write_study", study=study)
    folder.write("begun", watched(folder))
    done = folder.run(study=study)
    folder.write("said", done.stdout)
    folder.write("watched", watched(folder))
    assert done.returncode == 1, done.stdout
    return folder


@pytest.fixture(scope="module")
def said(broken):
    return (broken.path / "said").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def before(broken):
    """What the first run left: it is read before a second one mends it."""
    files = broken.results("broken")
    with h5py.File(files["summary.h5"], "r", locking=False) as file:
        summary = dict(file.attrs)
    tables = {
        name: pd.read_csv(files[f"tables/{name}.csv"])
        for name in ("trainings", "losses", "findings")
    }
    return files, summary, tables, pd.read_csv(files["ledger.csv"])


def test_each_failure_is_one_sentence(before, said):
    """It names corpus, technique, run and why: when it fails, and last of all."""
    table = said.index("PIP loss between runs")
    for sampling, run in product(SAMPLINGS, (1, 2)):
        sentence = (
            "corpus scarce, document units, technique lsa, "
            f"sampling {sampling}, run {run}: {WHY}"
        )
        assert said.count(sentence) == 2
        assert said.index(sentence) < table < said.rindex(sentence)
        log = f"logs/train_block/scarce/lsa/{sampling}/{run}-{run}.log"
        assert before[0][log].read_text() == f"Failed: {sentence}\n"
    assert "Traceback" not in said


def test_the_methods_tell_what_is_missing(before):
    """Written with tables and summary, though the study is not finished."""
    text = before[0]["methods.md"].read_text(encoding="utf-8")
    missing = text.partition("## What is missing\n\n")[2].partition("\n")[0]
    assert missing.startswith("Of 18 models 6 are missing: ")
    assert (
        "2 of 2 runs in `scarce/lsa/bootstrapped`: corpus scarce, document units, "
        f"technique lsa, sampling bootstrapped, run 1: {WHY}"
    ) in missing


def test_other_jobs_go_on(before):
    files = before[0]
    for cell in ("ample/lsa", "ample/ppmi", "scarce/ppmi"):
        assert f"measures/{cell}/instability.h5" in files
        for sampling in SAMPLINGS:
            assert f"models/{cell}/{sampling}/2-2.h5" in files
            assert f"measures/{cell}/{sampling}/pip.h5" in files
            assert f"averages/{cell}/{sampling}/2.h5" in files


def test_nothing_half_written_is_left(before, broken):
    assert broken.leftovers() == []
    assert [path for path in before[0] if path.startswith("models/scarce/lsa")] == []


def test_failures_are_counted(before, said):
    _, summary, tables, ledger = before
    planned = 16 + 2
    assert summary["planned_runs"] == planned == len(ledger)
    assert summary["failed_runs"] == FAILED
    trainings = tables["trainings"].set_index(["corpus", "technique", "sampling"])
    for (corpus, technique, _), row in trainings.iterrows():
        lost = (corpus, technique) == ("scarce", "lsa")
        lost |= technique == "given"
        counted = (row.planned, row.finished, row.failed)
        assert counted == ((2, 0, 2) if lost else (2, 2, 0))
    failed = ledger[ledger.state == "failed"]
    assert len(failed[failed.corpus == "scarce"]) == 4
    assert set(failed[failed.corpus == "scarce"].technique) == {"lsa"}
    assert failed.seconds.isna().all()
    assert "2 of 2 runs failed" in said


def test_a_failed_cell_keeps_its_row_without_numbers(before):
    table = before[2]["losses"].set_index(["corpus", "technique"]).sort_index()
    assert len(table) == 8 + 1
    lost = table.loc[[("scarce", "lsa"), ("elsewhere", "given")]]
    assert lost.mean_e2.isna().all()
    assert lost.note.str.startswith("2 of 2 runs failed").all()
    others = table.loc[[("ample", "lsa"), ("ample", "ppmi"), ("scarce", "ppmi")]]
    assert others.mean_e2.notna().all()


def test_a_study_is_watched_on_its_way(before, broken, said):
    told = {name: (broken.path / name).read_text() for name in ("new", "begun")}
    assert "broken: nothing of it has been run yet" in told["new"]
    assert "models   0 of 18 done, 18 waiting\n" in told["begun"]
    told = (broken.path / "watched").read_text(encoding="utf-8")
    assert "models   12 of 18 done, 6 failed\n" in told
    assert "  2 of elsewhere/given/shuffled: run2.txt" in told
    assert told.count("run2.txt") == 1
    assert "summarise" not in told
    lost = before[3][before[3].technique == "given"]
    assert list(lost.state) == ["failed", "failed"]
    assert set(lost.attempts) == {1}
    assert lost.why.str.startswith("run2.txt").all()


def test_a_check_that_fails_makes_no_tables(before, broken, study):
    """What stands stays as it is, when a target fails that makes nothing."""
    stamp = before[0]["summary.h5"].stat().st_mtime_ns
    gone = {**study, "study": "gone"}
    gone["corpora"] = {"none": {"language": "en", "source": source("none.txt")}}
    done = broken.run("check", study=gone)
    assert done.returncode == 1
    assert "PIP loss between runs" not in done.stdout
    assert before[0]["summary.h5"].stat().st_mtime_ns == stamp


def test_a_mended_study_finishes(before, broken, mended):
    """Only what failed is trained; then nothing failed, and nothing is left to do."""
    broken.write("run2.txt", GOOD)
    ample = broken.results("broken", "models/ample/ppmi/**/*.h5")
    stamps = {path: file.stat().st_mtime_ns for path, file in ample.items()}
    broken.finish(study=mended)
    assert {p: f.stat().st_mtime_ns for p, f in ample.items()} == stamps
    files = broken.results("broken")
    with h5py.File(files["summary.h5"], "r", locking=False) as file:
        assert file.attrs["failed_runs"] == 0
        assert (file["tables/trainings/failed"][:] == 0).all()
    assert pd.read_csv(files["tables/losses.csv"]).mean_e2.notna().all()
    ledger = pd.read_csv(files["ledger.csv"])
    assert (ledger.state == "finished").all()
    assert set(ledger[ledger.technique == "given"].attempts) == {2}
    assert broken.jobs(study=mended) == {}
    assert "models   18 of 18 done\n" in watched(broken)
    said = broken.finish("status", study=mended)
    assert "broken, no workflow is at work on it" in said


def test_a_text_that_breaks_takes_its_old_models_out_of_the_tables(
    before, broken, mended
):
    """The models of the earlier text stand, but are not those of the study."""
    broken.path.joinpath("ample.txt").write_bytes(
        "moon star café\n".encode("latin-1") * 9
    )
    done = broken.run(study=mended)
    assert done.returncode == 1
    assert "is not UTF-8" in done.stdout
    with h5py.File(broken.results("broken")["summary.h5"], "r", locking=False) as file:
        assert file.attrs["failed_runs"] == 8
        assert sorted(file["pip"]) == ["elsewhere", "scarce"]
    texts = pd.read_csv(broken.results("broken")["tables/corpora.csv"])
    (note,) = texts[texts.corpus == "ample"].note
    assert "is not UTF-8" in note


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, folder_at):
    """A folder of bad texts, in which studies are checked."""
    folder = folder_at(tmp_path_factory.mktemp("inputs"))
    for name, (content, _) in INPUTS.items():
        if content is not None:
            (folder.path / f"{name}.txt").write_bytes(content)
    return folder


def study_of(*names):
    return {
        **{"study": "inputs", "seed": 1, "runs": 1},
        "corpora": {name: text(name, 1) for name in names},
        "techniques": {"lsa": {"trainer": "lsa", "dimensions": 2}},
        "samplings": ["fixed"],
        "analyses": {"averages": {"sizes": []}},
    }


def test_check_tells_each_bad_input_in_a_sentence(inputs):
    done = inputs.run("check", study=study_of(*INPUTS))
    assert done.returncode == 1
    checked = done.stdout
    assert "The study has 5 problems." in checked
    lines = [line.strip(" |") for line in checked.splitlines()]
    for name, (_, sentence) in INPUTS.items():
        told = {line for line in lines if line.startswith(f"wrong: corpus {name}: ")}
        if name == "one_word":  # is found out by counting, not by reading
            assert not told
        else:
            (line,) = told
            assert sentence in line
    assert "Traceback" not in checked


def test_a_run_tells_each_bad_input_in_a_sentence(inputs):
    done = inputs.run("--until", "train_block", study=study_of(*INPUTS))
    assert done.returncode == 1
    assert "Traceback" not in done.stdout
    assert inputs.leftovers() == []
    for name, (_, sentence) in INPUTS.items():
        told = {
            line.split("Failed: ")[1]
            for line in done.stdout.splitlines()
            if f"Failed: corpus {name}" in line
        }
        assert len(told) == 1, name
        assert sentence in told.pop()


def test_check_names_a_language_without_a_pack(inputs):
    inputs.write("few.txt", "word\n")
    inputs.write("more.txt", "word\n")
    study = study_of("few", "more")
    study["corpora"]["few"]["language"] = "eo"
    said = inputs.finish("check", study=study)
    assert (
        "warning: corpus few: language eo has no pack: words are cut as in English, "
        "sentences by sentencex's default (docs/languages.md)."
    ) in said
    assert said.count("has no pack") == 1


def test_missing_vectors_are_told(folder):
    study = study_of()
    study["techniques"] = {
        "theirs": {"trainer": "vectors", "corpus": "x", "files": ["none.txt"]}
    }
    check = folder.run("check", study=study)
    assert check.returncode == 1
    assert "wrong: theirs: none.txt: there is no such file of vectors" in check.stdout
    model = "results/inputs/models/x/theirs/fixed/1-1.h5"
    done = folder.run(model, study=study)
    assert done.returncode == 1
    assert "none.txt" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_input_is_told(folder):
    folder.write("closed.txt", "word\n").chmod(0)
    done = folder.run("check", study=study_of("closed"))
    assert "closed.txt cannot be opened (Permission denied)" in done.stdout
