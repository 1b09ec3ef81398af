"""Which study is in force, and what is said of a study with a mistake."""

import pytest
from snakemake.exceptions import WorkflowError

from quaver.engine.plan import plan


@pytest.fixture
def mine(folder, small, two_topics):
    """A folder with a text; the study of one corpus and one technique is `small`."""
    folder.write("mine.txt", two_topics())
    return folder


def said_of(folder, study, *arguments):
    """What is said of a study that is refused, without the trace of a program."""
    done = folder.run("--dry-run", *arguments, study=study)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout
    return done.stdout


def test_a_study_replaces_the_default_one(mine, small):
    assert (
        mine.jobs(study=small).items()
        >= {
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
        }.items()
    )
    said = mine.finish("--dry-run", "--config", "study=renamed", study=small)
    assert "mine" in said
    assert "results/renamed/summary.h5" in said
    for default in ("speeches_early", "word2vec", "glove", "demo", "results/small/"):
        assert default not in said


def test_a_key_of_the_default_study_is_overridden(folder):
    folder.write("config.yaml", (folder.repository / "config.yaml").read_text())
    four = folder.jobs("--config", "runs=4", "runs_per_job=1")
    assert four["encode_corpus"] == 2
    assert four["train_block"] == 4 * 2 * 3 * 3


def test_a_key_of_a_study_is_overridden(mine, small):
    four = mine.jobs("--config", "runs=4", "runs_per_job=1", study=small)
    assert four["train_block"] == 4 * 2
    studied = {f"measure_{x}" for x in ("cosines", "prediction", "proxies")}
    studied |= {"measure_averages", "measure_consistency", "compare_averages"}
    assert studied <= set(four)


def test_a_mistake_is_told_in_a_sentence(mine, small):
    said = said_of(mine, {**small, "runs": "four"})
    profile, *sentences = said.splitlines()  # and no lines of a program
    assert sentences == [
        "The study has a mistake. runs: got 'four', but a whole number is wanted. "
        "Write for example 'runs: 8'."
    ]


MISTAKES = [
    ({"seed": -1}, "seed: got -1, but at least 0 is wanted."),
    ({"rusn": 3}, "unknown key 'rusn' (got 3). Allowed keys: "),
    ({"samplings": ["shaken"]}, "allowed are fixed, shuffled, bootstrapped."),
    (
        {"techniques": {"ppmi": {"trainer": "ppmi", "epochs": 3}}},
        "techniques.ppmi: unknown key 'epochs' (got 3).",
    ),
    (
        {"study": None},
        "the key 'study' is missing. Write for example 'study: my_study'.",
    ),
]


def test_every_mistake_is_told_by_the_plan(mine, small):
    """In process: how a mistake reaches the user is the test above."""
    for change, sentence in MISTAKES:
        study = {k: v for k, v in {**small, **change}.items() if v is not None}
        with pytest.raises(WorkflowError, match="The study has a mistake. ") as told:
            plan(study, mine.path)
        assert sentence in str(told.value)


def test_a_file_is_refused_before_snakemake_reads_it(mine):
    """In process: which files are, and for what (test_door.py, test_study_files.py)."""
    code = '__use_yte__: true\nstudy: ?open("pwned", "w").write("x")\n'
    for text, reason in {
        code: "yaml: __use_yte__ has Snakemake run code",
        "study: [open\n": "yaml, line 2, column 1: a '[' is not closed before this.",
    }.items():
        profile, sentence = said_of(mine, text, "--quiet", "all").splitlines()
        assert sentence.startswith("The study has a mistake. ") and reason in sentence
    assert not list(mine.path.rglob("pwned"))


def test_a_file_the_study_has_not_is_refused(mine, small):
    for target in ("models/mine/ppmi/frozen/1-2.h5", "nothing.h5"):
        assert target in said_of(mine, small, f"results/small/{target}")


def test_a_cell_the_study_has_not_is_named(mine, small):
    target = "results/small/averages/mine/ppmi/fixed/2.h5"
    done = mine.run("--dry-run", target, study=small)
    assert done.returncode == 1
    assert "no cell mine/ppmi/fixed." in done.stdout
