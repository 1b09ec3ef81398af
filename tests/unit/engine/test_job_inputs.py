from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

ALONE = {"only": {"trainer": "ppmi", "dimensions": 4, "runs": 1}}


def test_a_job_finds_its_cell_and_its_block(engine, where):
    inputs = engine().inputs
    assert inputs.cell_of(where()).path == "text/glove/shuffled"
    block = inputs.block_of(where(first="3", last="4"))
    assert list(block.runs) == [3, 4]


def test_what_the_study_has_not_is_refused(engine, where):
    inputs = engine().inputs
    with pytest.raises(WorkflowError, match="no cell text/lsa/shuffled"):
        inputs.cell_of(where(technique="lsa"))
    with pytest.raises(WorkflowError, match="no block of runs .*shuffled/1-4"):
        inputs.block_of(where(first="1", last="4"))
    with pytest.raises(WorkflowError, match="no corpus view other"):
        inputs.corpus_of_view(where(view="other"))


def test_cells_are_trained_one_after_the_other_and_measures_go_before(engine, where):
    grid, inputs = engine().grid, engine().inputs
    turns = [
        inputs.in_turn(where(technique=cell.technique, sampling=cell.sampling))
        for cell in grid.in_turn()
    ]
    assert turns == [-1, -2, -3, -4]
    assert inputs.in_turn(where(technique="unknown")) == 0


def test_records_of_a_cell_stand_in_order_of_runs(engine, where):
    inputs, folder = engine(runs=12).inputs, "results/mine/models/text"
    ends = ["1-2", "3-4", "5-6", "7-8", "9-10", "11-12"]
    cell = f"{folder}/glove/shuffled"
    assert inputs.records_of_cell(where()) == [f"{cell}/{x}.json" for x in ends]
    assert len(inputs.records(where())) == 4 * len(ends)
    assert inputs.corpus_of_view(where()) == "results/mine/corpora/text.h5"


def test_models_stay_until_words_are_shared(engine, where):
    stability = {"vocabulary": "techniques"}
    inputs = engine(analyses={"stability": stability}).inputs
    path = "results/mine/measures/text/vocabulary.shuffled.h5"
    assert path in inputs.made_of_cell(where())


def test_rules_make_files_told_once(engine, where):
    made = engine().inputs.made_by("encode_corpus", "average_spaces")
    assert made(where()) is made(None)
    assert made(None)[0] == "results/mine/corpora/text.h5"
    assert len(made(None)) == 5


def test_models_stay_until_all_is_made_of_them(engine, where):
    needed = engine().inputs.made_of_cell(where())
    assert "results/mine/measures/text/glove/shuffled/pip.h5" in needed
    assert "results/mine/averages/text/glove/shuffled/2.h5" in needed
    assert engine(retention={"models": "thin"}).inputs.fate(where()) == {
        "models": "thin"
    }


def test_a_run_that_nothing_is_compared_with_is_asked_by_its_record(engine, where):
    def records(**keys):
        reads = engine(**keys).items.tables.reads(where())
        return [path for path in reads if path.endswith(".json")]

    assert records() == []
    lone = records(techniques=ALONE, samplings=["fixed"])
    assert lone == ["results/mine/models/text/only/fixed/1-1.json"]
    # without them tables were made before anything was trained
    assert len(records(analyses={})) == 2 * 2 * 2


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
    average.size = "4"  # of all runs
    path = "results/mine/averages/text/glove/shuffled/all.h5"
    assert engine().inputs.exported(average) == [path]
    assert path in engine().inputs.made_of_cell(average)  # retention waits for it
    path = "results/mine/averages/text/glove/shuffled/4.h5"
    sizes = {"averages": {"sizes": [2, 4]}}  # made once, as one of a size
    assert engine(analyses=sizes).inputs.exported(average) == [path]
    for off in ({"sizes": [2], "all": False}, {"sizes": []}):
        with pytest.raises(WorkflowError, match="and averages of (2|no size)."):
            engine(analyses={"averages": off}).inputs.exported(average)


def test_what_there_is_not_is_refused_with_what_there_is(engine, run, average):
    inputs = engine().inputs
    run.number = "5"
    with pytest.raises(WorkflowError, match="has runs 1 to 4 and averages of 2, 4."):
        inputs.exported(run)
    average.size = "3"
    with pytest.raises(WorkflowError, match="has runs 1 to 4 and averages of 2, 4."):
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
