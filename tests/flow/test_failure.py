"""A training or an input that fails: others go on, one sentence, all is counted."""

import os

import h5py
import pandas as pd
import pytest

SAMPLINGS = ["shuffled", "bootstrapped"]


def source(path):
    return {"kind": "text", "path": path}


@pytest.fixture(scope="module")
def study():
    return {
        "study": "broken",
        "seed": 1,
        "runs": 2,
        "runs_per_job": 1,
        "corpora": {
            "ample": {"language": "en", "source": source("ample.txt"), "min_count": 2},
            "scarce": {
                "language": "en",
                "source": source("scarce.txt"),
                "min_count": 2,
            },
        },
        "techniques": {
            "lsa": {"trainer": "lsa", "dimensions": 6},
            "ppmi": {"trainer": "ppmi", "dimensions": 3},
        },
        "samplings": SAMPLINGS,
        "analyses": {
            "stability": {"neighbours": [2], "targets": 5},
            "averages": {"sizes": [2]},
        },
    }


@pytest.fixture(scope="module")
def broken(tmp_path_factory, folder_at, two_topics, study):
    """The study after its first run: six words are too few for six dimensions."""
    folder = folder_at(tmp_path_factory.mktemp("broken"))
    folder.write("ample.txt", two_topics())
    lines = ["sun moon star comet orbit", "moon sun star", "orbit comet moon sky"]
    folder.write(
        "scarce.txt",
        "\n".join(f"{line} {'sun ' * n}" for n in range(9) for line in lines),
    )
    done = folder.run(study=study)
    folder.write("said", done.stdout)
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
        for name in ("trainings", "table_2_8", "findings")
    }
    return files, summary, tables, pd.read_csv(files["ledger.csv"])


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("run", [1, 2])
def test_each_failure_is_one_sentence(before, said, sampling, run):
    """It names corpus, technique, run and why: when it fails, and last of all."""
    sentence = (
        "corpus scarce, document units, technique lsa, "
        f"sampling {sampling}, run {run}: "
        "the sample has only 6 words: 6 dimensions need more words than dimensions"
    )
    assert said.count(sentence) == 2
    found = said.index("PIP loss between runs")
    assert said.index(sentence) < found < said.rindex(sentence)
    log = f"logs/train_block/scarce/lsa/{sampling}/{run}-{run}.log"
    assert before[0][log].read_text() == f"Failed: {sentence}\n"
    assert "Traceback" not in said


def test_the_methods_tell_what_is_missing(before):
    """Written with tables and summary, though the study is not finished."""
    text = before[0]["methods.md"].read_text(encoding="utf-8")
    found = text.partition("## What is missing\n\n")[2].partition("\n")[0]
    why = "the sample has only 6 words: 6 dimensions need more words than dimensions"
    assert found.startswith(
        "Of 16 models 4 are missing: 2 of 2 runs in `scarce/lsa/bootstrapped`: corpus "
        "scarce, document units, technique lsa, sampling bootstrapped, run 1: "
        f"{why} and 2 of 2 runs in `scarce/lsa/shuffled`: corpus scarce, "
    )


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
    assert (summary["planned_runs"], summary["failed_runs"]) == (16, 4)
    trainings = tables["trainings"].set_index(["corpus", "technique", "sampling"])
    for (corpus, technique, _), row in trainings.iterrows():
        lost = (corpus, technique) == ("scarce", "lsa")
        counted = (row.planned, row.finished, row.failed)
        assert counted == ((2, 0, 2) if lost else (2, 2, 0))
    failed = ledger[ledger.state == "failed"]
    assert len(ledger) == 16
    assert set(zip(failed.corpus, failed.technique, strict=True)) == {("scarce", "lsa")}
    assert len(failed) == 4
    assert failed.seconds.isna().all()
    assert "2 of 2 runs failed" in said


def test_a_failed_cell_keeps_its_row_without_numbers(before):
    table = before[2]["table_2_8"].set_index(["corpus", "technique"])
    assert len(table) == 8
    lost = table.loc[("scarce", "lsa")]
    assert lost.mean_e2.isna().all()
    assert lost.note.str.startswith("2 of 2 runs failed").all()
    others = table.drop(index=("scarce", "lsa"))
    assert others.mean_e2.notna().all()


def test_a_check_that_fails_makes_no_tables(before, broken, study):
    """What stands stays as it is, when a target fails that makes nothing."""
    stamp = before[0]["summary.h5"].stat().st_mtime_ns
    gone = {**study, "study": "gone"}
    gone["corpora"] = {"none": {"language": "en", "source": source("none.txt")}}
    done = broken.run("check", study=gone)
    assert done.returncode == 1
    assert "PIP loss between runs" not in done.stdout
    assert before[0]["summary.h5"].stat().st_mtime_ns == stamp


def test_a_mended_study_finishes(before, broken, study):
    """Only what failed is trained; then nothing failed, and nothing is left to do."""
    study["techniques"]["lsa"]["dimensions"] = 3
    ample = broken.results("broken", "models/ample/ppmi/**/*.h5")
    stamps = {path: file.stat().st_mtime_ns for path, file in ample.items()}
    broken.finish(study=study)
    assert {p: f.stat().st_mtime_ns for p, f in ample.items()} == stamps
    files = broken.results("broken")
    with h5py.File(files["summary.h5"], "r", locking=False) as file:
        assert file.attrs["failed_runs"] == 0
        assert (file["tables/trainings/failed"][:] == 0).all()
    assert pd.read_csv(files["tables/table_2_8.csv"]).mean_e2.notna().all()
    assert (pd.read_csv(files["ledger.csv"]).state == "finished").all()
    assert broken.jobs(study=study) == {}


def test_a_text_that_breaks_takes_its_old_models_out_of_the_tables(
    before, broken, study
):
    """The models of the earlier text stand, but are not those of the study."""
    broken.path.joinpath("ample.txt").write_bytes(
        "moon star café\n".encode("latin-1") * 9
    )
    done = broken.run(study=study)
    assert done.returncode == 1
    assert "is not UTF-8" in done.stdout
    with h5py.File(broken.results("broken")["summary.h5"], "r", locking=False) as file:
        assert file.attrs["failed_runs"] == 8
        assert sorted(file["pip"]) == ["scarce"]
    texts = pd.read_csv(broken.results("broken")["tables/corpora.csv"])
    (note,) = texts[texts.corpus == "ample"].note
    assert "is not UTF-8" in note


INPUTS = {
    "missing": (None, "missing.txt does not exist: correct the source's path."),
    "empty": (b"", "empty.txt holds no document: it is empty or blank"),
    "blank": (b"\n \n\n", "blank.txt holds no document: it is empty or blank"),
    "latin1": (b"caf\xe9 au lait\n", "latin1.txt, line 1 is not UTF-8 (byte 3 of the "),
    "gigantic": (b"word " * (1 << 22), "gigantic.txt, line 1 is longer than 16777216 "),
    "one_word": (b"word word\nword\n", "needs at least two words"),
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, folder_at):
    """A study of bad texts, one run, to be checked and to be run."""
    folder = folder_at(tmp_path_factory.mktemp("inputs"))
    for name, (content, _) in INPUTS.items():
        if content is not None:
            (folder.path / f"{name}.txt").write_bytes(content)
    return folder


def study_of(*names):
    corpora = {
        name: {"language": "en", "source": source(f"{name}.txt"), "min_count": 1}
        for name in names
    }
    return {
        **{"study": "inputs", "seed": 1, "runs": 1, "corpora": corpora},
        "techniques": {"lsa": {"trainer": "lsa", "dimensions": 2}},
        "samplings": ["fixed"],
        "analyses": {"averages": {"sizes": []}},
    }


def test_check_tells_each_bad_input_in_a_sentence(inputs):
    done = inputs.run("check", study=study_of(*INPUTS))
    assert done.returncode == 1
    lines = [line.strip(" |") for line in done.stdout.splitlines()]
    for name, (_, sentence) in INPUTS.items():
        told = {line for line in lines if line.startswith(f"wrong: corpus {name}: ")}
        if name == "one_word":  # is found out by counting, not by reading
            assert not told
        else:
            (line,) = told
            assert sentence in line
    assert "The study has 5 problem(s)." in done.stdout
    assert "Traceback" not in done.stdout


def test_a_run_tells_each_bad_input_in_a_sentence(inputs):
    done = inputs.run(study=study_of(*INPUTS))
    assert done.returncode == 1
    for name in INPUTS:
        (line,) = {
            line.split("Failed: ")[1]
            for line in done.stdout.splitlines()
            if f"Failed: corpus {name}" in line
        }
        assert INPUTS[name][1] in line
    assert "Traceback" not in done.stdout
    assert inputs.leftovers() == []


def test_check_names_a_language_without_a_pack(inputs):
    inputs.write("few.txt", "word\n")
    study = study_of("few")
    assert "hint" not in inputs.run("check", study=study).stdout
    study["corpora"]["few"]["language"] = "eo"
    done = inputs.run("check", study=study)
    assert done.returncode == 0
    assert (
        "hint: corpus few: language eo has no pack: words are cut as Moses cuts "
        "English, sentences as sentencex does by default; docs/languages.md says how "
        "to add one"
    ) in done.stdout


def test_missing_vectors_are_told(folder):
    study = study_of()
    study["techniques"] = {
        "theirs": {"trainer": "vectors", "corpus": "x", "files": ["none.txt"]}
    }
    check = folder.run("check", study=study)
    assert check.returncode == 1
    assert "wrong: theirs: none.txt: there is no such file of vectors" in check.stdout
    done = folder.run(study=study)
    assert done.returncode == 1
    assert "none.txt" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_input_is_told(folder):
    folder.write("closed.txt", "word\n").chmod(0)
    done = folder.run("check", study=study_of("closed"))
    assert "closed.txt cannot be opened (Permission denied)" in done.stdout
