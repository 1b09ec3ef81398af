import pytest
from snakemake.exceptions import WorkflowError

VECTORS = {
    "trainer": "vectors",
    "files": ["a.txt", "b.txt"],
    "language": "en",
    "corpus": "text",
    "sampling": "fixed",
}


def test_the_study_in_force_knows_its_files(engine):
    setting = engine().setting
    assert setting.root == "results/mine"
    assert setting.file("summary.h5") == "results/mine/summary.h5"
    assert setting.log("summarise") == "results/mine/logs/summarise.log"
    assert setting.log("train", "a/b") == "results/mine/logs/train/a/b.log"
    assert setting.files["encode_corpus"] == ["corpora/text.h5"]
    assert setting.written["runs_per_job"] == 2


def test_wildcards_are_names_of_the_study_or_match_nothing(engine):
    setting = engine().setting
    assert setting.corpora == "text"
    assert setting.trained == "glove|ppmi"
    assert setting.external == setting.extracted == "(?!)"
    spaces = engine(techniques={"other": VECTORS}).setting
    assert (spaces.external, spaces.trained) == ("other", "(?!)")


def test_two_studies_at_once_are_refused(engine, call):
    call.overwrite_configfiles = ["a.yaml", "b.yaml"]
    with pytest.raises(WorkflowError, match="One study at a time: name one file"):
        engine()


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"runs": 0}, "The study has a mistake. runs"),
        ({"nonsense": 1}, "The study has a mistake. .*nonsense"),
        (
            {"more_runs": [{"corpora": ["text"], "samplings": ["fixed"], "runs": 9}]},
            "The study has a mistake. more_runs",
        ),
    ],
)
def test_a_mistake_is_one_sentence(engine, keys, sentence):
    with pytest.raises(WorkflowError, match=sentence):
        engine(**keys)
