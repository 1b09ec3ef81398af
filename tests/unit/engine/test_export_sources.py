from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

RECORD = "results/mine/models/text/glove/shuffled/3-4.json"
MODELS = RECORD.replace(".json", ".h5")


@pytest.fixture
def run(where):
    return where(kind="run", number="3", size="", ending="txt")


@pytest.fixture
def average(where):
    return where(kind="average", number="1", size="2", ending="bin")


def touch(*paths):
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()


def test_a_run_is_exported_of_its_models(engine, run):
    assert engine().inputs.exported(run) == [RECORD]
    touch(RECORD, MODELS)
    assert engine().inputs.exported(run) == [RECORD]


def test_a_run_whose_models_went_needs_its_text(engine, run):
    touch(RECORD)
    assert engine().inputs.exported(run) == ["results/mine/corpora/text.h5", RECORD]
    touch(MODELS.replace(".h5", ".thin.h5"))
    assert engine().inputs.exported(run) == [RECORD]
    deleting = engine(retention={"models": "delete"}).inputs.exported(run)
    assert deleting == ["results/mine/corpora/text.h5", RECORD]


def test_an_average_is_exported_of_its_file(engine, average):
    path = "results/mine/averages/text/glove/shuffled/2.h5"
    assert engine().inputs.exported(average) == [path]


def test_what_there_is_not_is_refused_with_what_there_is(engine, run, average):
    inputs = engine().inputs
    run.number = "5"
    with pytest.raises(WorkflowError, match="has runs 1 to 4 and averages of 2."):
        inputs.exported(run)
    average.size = "4"
    with pytest.raises(WorkflowError, match="has runs 1 to 4 and averages of 2."):
        inputs.exported(average)
    run.size = "2"
    with pytest.raises(WorkflowError, match="called run-<number> or average<size>-"):
        inputs.exported(run)


def test_the_spec_names_the_space_and_how_a_run_is_trained(engine, run, average):
    inputs = engine().inputs
    assert inputs.export(average) == {"run": 1, "binary": True}
    told = inputs.export(run)
    assert told["run"] == 3 and not told["binary"]
    assert len(told["training"]["trainer_seeds"]) == 1
