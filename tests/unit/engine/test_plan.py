"""Plans of a small study: what follows from what, and what a change has made anew."""

import os
import shutil
from pathlib import Path

import pytest
from planned_study import STUDY, varied

from quaver.engine.plan import HOME, changed, plan

TEXT = "a text of some words that a study has, and of some more that it has not\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def before(folder):
    return plan(STUDY, folder)


def kinds(paths):
    """Folders of the results the paths stand in: corpora, models, measures, ..."""
    return {Path(path).relative_to("results/mine").parts[0] for path in paths}


def of(paths, kind):
    start = f"results/mine/{kind}/"
    return [path for path in paths if path.startswith(start)]


def test_a_plan_goes_from_the_text_to_the_tables(before):
    models = "results/mine/models/text/glove/shuffled"
    losses = before["results/mine/measures/text/glove/shuffled/pip.h5"]
    assert losses.rule == "measure_pip"
    assert losses.inputs == (f"{models}/1-2.h5", f"{models}/3-4.h5")
    model = before[f"{models}/1-2.h5"]
    assert model == before[f"{models}/1-2.json"]
    assert model.rule == "train_block"
    assert model.inputs == ("results/mine/corpora/text.h5",)
    assert '"sample_seeds": [' in model.spec
    assert len(model.code) == 16
    assert before["results/mine/corpora/text.h5"].inputs == ()
    assert {"tables", "figures", "summary.h5", "study.yaml"} <= kinds(before)
    assert {job.rule for job in before.values()} >= {"average_spaces", "make_tables"}


def test_a_plan_of_the_same_study_is_the_same_wherever_it_is_made(before, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(tmp_path / "text.txt", elsewhere)
    # keys in another order
    study = dict(reversed(STUDY.items()))
    after = plan(study, elsewhere)
    assert changed(before, before) == []
    assert {path: job[:3] for path, job in after.items()} == {
        path: job[:3] for path, job in before.items()
    }


def test_a_plan_leaves_no_trace(folder):
    environment, here = dict(os.environ), Path.cwd()
    plan(STUDY, folder)
    assert dict(os.environ) == environment
    assert Path.cwd() == here
    assert [path.name for path in folder.iterdir()] == ["text.txt"]


def test_epochs_of_a_technique_change_its_models_and_what_follows(folder, before):
    study = varied()
    study["techniques"]["glove"]["epochs"] = 3
    anew = changed(before, plan(study, folder))
    assert of(anew, "models") == [
        path for path in of(before, "models") if "/glove/" in path
    ]
    assert not [path for path in anew if "/ppmi/" in path]
    assert not of(anew, "corpora")
    assert kinds(anew) >= {"measures", "averages", "tables", "figures", "summary.h5"}


def test_more_runs_train_only_what_is_new(folder, before):
    anew = changed(before, plan(varied(runs=6), folder))
    assert of(anew, "models")
    assert not [path for path in of(anew, "models") if "/5-6." not in path]
    measures = [path for path in of(before, "measures") if path.endswith("pip.h5")]
    assert {*measures} <= {*anew}


def test_another_text_or_cleaning_changes_all_but_the_order_of_its_keys(folder, before):
    (folder / "text.txt").write_text(TEXT * 2, encoding="utf-8")
    assert {*of(before, "models")} <= {*changed(before, plan(STUDY, folder))}
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    os.utime(folder / "text.txt", (1, 1))
    assert changed(before, plan(STUDY, folder)) == []


def test_what_rules_do_not_read_changes_the_study_alone(folder, before):
    anew = changed(before, plan(varied(archive={"license": "CC0-1.0"}), folder))
    assert before["results/mine/study.yaml"].rule == "write_study"
    assert not of(anew, "models") + of(anew, "measures") + of(anew, "averages")
    assert "results/mine/study.yaml" in anew


def test_other_rules_may_be_asked(folder, before):
    more = plan(varied(analyses={"neighbours": {"words": ["text"]}}), folder)
    assert more["results/mine/tables/trust.csv"].rule == "list_neighbours"
    assert "results/mine/tables/trust.csv" not in before


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the project, as far as a plan reads it."""
    home = tmp_path_factory.mktemp("clone")
    left_out = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(HOME / "workflow", home / "workflow", ignore=left_out)
    for name in ("Snakefile", "config.yaml", "CITATION.cff"):
        shutil.copy(HOME / name, home)
    return home


@pytest.mark.parametrize(
    ("module", "remade", "left"),
    [
        ("trainers/glove.py", "/models/text/glove/", "/models/text/ppmi/"),
        ("measures/pip.py", "pip.h5", "/models/"),
        ("corpora/languages/en.py", "/corpora/", "/study.yaml"),
        ("stages/write_methods.py", "/methods.md", "/summary.h5"),
    ],
)
def test_an_edited_module_remakes_what_it_computes(folder, clone, module, remade, left):
    before = plan(STUDY, folder, home=clone)
    path = clone / "workflow/quaver" / module
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(f"{text}\n# a comment\n", encoding="utf-8")
        assert changed(before, plan(STUDY, folder, home=clone)) == []
        path.write_text(f"{text}\nEDITED = 1\n", encoding="utf-8")
        anew = changed(before, plan(STUDY, folder, home=clone))
    finally:
        path.write_text(text, encoding="utf-8")
    assert {path for path in before if remade in path} <= {*anew}
    assert not [path for path in anew if left in path]


def test_a_mistake_in_the_study_is_told(folder):
    with pytest.raises(Exception, match="The study has a mistake. runs"):
        plan(varied(runs=-1), folder)
