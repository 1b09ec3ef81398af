"""Which study is in force, and what is said of a study with a mistake."""

import pytest


@pytest.fixture
def mine(folder, small, two_topics):
    """A folder with a text; the study of one corpus and one technique is `small`."""
    folder.write("mine.txt", two_topics())
    return folder


def refused(folder, study, *arguments):
    """What is said of a study that is refused, in one sentence."""
    done = folder.run("--dry-run", *arguments, study=study)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout
    return done.stdout


def test_a_study_replaces_the_default_one(mine, small):
    assert mine.jobs(study=small) == {
        "encode_corpus": 1,
        "train_block": 2,
        "measure_pip": 2,
        "measure_neighbours": 2,
        "measure_distances": 2,
        "measure_instability": 1,
        "average_spaces": 2,
        "write_study": 1,
        "make_tables": 1,
        "draw_figures": 1,
        "summarise": 1,
        "write_methods": 1,
        "all": 1,
    }
    said = mine.finish("--dry-run", study=small)
    assert "mine" in said
    for default in ("speeches_early", "speeches_late", "word2vec", "glove", "demo"):
        assert default not in said


def test_without_a_study_the_default_one_is_in_force(folder):
    folder.write("config.yaml", (folder.repository / "config.yaml").read_text())
    said = folder.finish("--dry-run")
    assert "speeches_early" in said
    assert folder.jobs()["encode_corpus"] == 2


@pytest.mark.parametrize("given", ["default", "study"])
def test_a_key_is_overridden(mine, small, given):
    study = small if given == "study" else None
    if given == "default":
        mine.write("config.yaml", (mine.repository / "config.yaml").read_text())
    four = mine.jobs("--config", "runs=4", "runs_per_job=1", study=study)
    cells = {"default": 2 * 3 * 3, "study": 2}[given]
    assert four["train_block"] == 4 * cells
    if given == "study":
        studied = {f"measure_{x}" for x in ("cosines", "prediction", "proxies")}
        studied |= {"measure_averages", "measure_consistency", "compare_averages"}
        assert set(four) - set(mine.jobs(study=small)) == studied


def test_tables_of_a_study_stand_under_its_name(mine, small):
    said = mine.finish("--dry-run", "--config", "study=renamed", study=small)
    assert "results/renamed/summary.h5" in said
    assert "results/small/" not in said


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"runs": "four"},
            "runs: got 'four', but a whole number is wanted. "
            "Write for example 'runs: 8'.",
        ),
        ({"seed": -1}, "seed: got -1, but at least 0 is wanted."),
        ({"rusn": 3}, "unknown key 'rusn' (got 3). Allowed keys: "),
        ({"samplings": ["shaken"]}, "allowed are fixed, shuffled, bootstrapped."),
        (
            {"techniques": {"ppmi": {"trainer": "ppmi", "epochs": 3}}},
            "techniques.ppmi: unknown key 'epochs' (got 3).",
        ),
    ],
    ids=["type", "range", "key", "choice", "parameter"],
)
def test_a_mistake_is_told_in_a_sentence(mine, small, change, sentence):
    said = refused(mine, {**small, **change})
    assert sentence in said
    assert "The study has a mistake." in said


def test_a_study_needs_a_name(mine, small):
    del small["study"]
    said = refused(mine, small)
    assert "the key 'study' is missing. Write for example 'study: my_study'." in said


@pytest.mark.parametrize("text", ["study: [open\n", "", "- a list\n"])
def test_a_file_that_is_no_mapping_is_refused(mine, text):
    assert "Config file" in refused(mine, text)


@pytest.mark.parametrize("target", ["models/mine/ppmi/frozen/1-2.h5", "nothing.h5"])
def test_a_file_the_study_has_not_is_refused(mine, small, target):
    said = refused(mine, small, f"results/small/{target}")
    assert target in said


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("measures/mine/glove/shuffled/pip.h5", "no cell mine/glove/shuffled."),
        ("averages/mine/ppmi/fixed/2.h5", "no cell mine/ppmi/fixed."),
    ],
)
def test_a_cell_the_study_has_not_is_named(mine, small, target, sentence):
    done = mine.run("--dry-run", f"results/small/{target}", study=small)
    assert done.returncode == 1
    assert sentence in done.stdout
