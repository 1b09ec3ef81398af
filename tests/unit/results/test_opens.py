"""What a stage opens: each stored file once, however many tables and figures."""

import resource
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from quaver import store
from quaver.engine.job import Job
from quaver.results import files
from quaver.results.files import OpenFiles
from quaver.results.reader import Results
from quaver.stages.draw_figures import draw_figures
from quaver.stages.list_neighbours import list_neighbours
from quaver.stages.make_tables import make_tables
from quaver.stages.summarise import summarise
from quaver.stages.write_methods import write_methods

ROOT = Path(__file__).parents[3]
PUBLISHED = sorted((ROOT / "workflow/quaver/papers").glob("*/published/*.csv"))
SIMULATED = sorted((ROOT / "workflow/calibration").glob("*.csv"))
READ = ("measures/", "corpora/", "queries/", "averages/")


@pytest.fixture
def opens(monkeypatch):
    """How often each file was opened."""
    count: Counter = Counter()

    def counted(path):
        count[Path(path)] += 1
        return opened(path)

    opened = store.opened
    monkeypatch.setattr(store, "opened", counted)
    return count


@pytest.fixture(scope="module")
def study(finished_study):
    """The finished study, its tables made."""
    for folder in ("tables", "figures"):
        (finished_study.parent / folder).mkdir()
    call(make_tables, finished_study, *PUBLISHED, *SIMULATED)
    return finished_study


def call(stage, *inputs):
    stage(Job(["--output", "none", "--input", *map(str, inputs)]))


def stored(study):
    """Files of the study that a reader of results looks into.

    Of variants of a sweep no table shows the words.
    """
    made = Results(study).grid.files()
    paths = {path for rule in made for path in made[rule] if path.startswith(READ)}
    paths -= {path for path in paths if path.endswith("epochs-9/instability.h5")}
    return {study.parent / path for path in paths if (study.parent / path).is_file()}


def test_all_tables_open_each_file_once(study, opens):
    call(make_tables, study, *PUBLISHED, *SIMULATED)
    expected = {path for path in stored(study) if "averages" not in path.parts}
    assert expected <= opens.keys()
    assert set(opens.values()) == {1}


def test_all_figures_open_each_file_once(study, opens):
    call(draw_figures, study)
    assert len(opens) > 50
    assert set(opens.values()) == {1}


def test_lists_methods_and_summary_open_each_file_once(study, opens):
    tables = sorted((study.parent / "tables").glob("*.csv"))
    for stage, inputs in (
        (list_neighbours, [*PUBLISHED, *SIMULATED]),
        (write_methods, [ROOT / "CITATION.cff"]),
        (summarise, tables),
    ):
        opens.clear()
        call(stage, study, *inputs)
        assert len(opens) > 10 and set(opens.values()) == {1}, stage.__name__


def test_a_summary_holds_the_tables_that_were_made(study):
    table = study.parent / "tables/losses_of_ours.csv"
    table.write_text("runs,words,note,mean\n4,,say,0.1\n5,7,,\n", encoding="utf-8")
    paper = study.parent / "papers/own/claims.csv"
    paper.parent.mkdir(parents=True)
    paper.write_text("runs,claim\n", encoding="utf-8")
    call(summarise, study, table, paper)
    with store.read(study.parent / "summary.h5", "summary") as file:
        group = file["tables/losses_of_ours"]
        assert group["runs"].dtype == "i8" and group["runs"][:].tolist() == [4, 5]
        assert str(group["words"][:].tolist()) == "[nan, 7.0]"
        assert store.texts(group["note"]) == ["say", ""]
        assert group["mean"].dtype == "f8" and group["mean"][0] == 0.1
        assert file["papers/own/claims/runs"].shape == (0,)
        assert set(file["tables"]) == {"losses_of_ours"}
        assert set(file["pip/mine/glove"]) >= {"fixed", "runs", "shuffled"}
        ledger = pd.read_csv(study.parent / "ledger.csv")
    assert len(ledger) == sum(c.runs for c in Results(study).grid.cells.values())


def test_files_not_asked_for_longest_are_closed_first(study, opens):
    paths = sorted(stored(study))[:3]
    held = OpenFiles(2)
    for place in (0, 1, 0, 2, 0, 1):
        with held.read(paths[place]) as file:
            assert file.filename == str(paths[place])
    assert [opens[path] for path in paths] == [1, 2, 1]


def test_a_file_that_is_held_open_must_be_of_its_kind(study):
    results = Results(study)
    cell = next(iter(results.grid.cells.values()))
    with results.read(cell.measure("pip")) as file:
        assert file.attrs["kind"] == "pip"
    with pytest.raises(store.StoreError, match="must hold 'queries'. It holds 'pip'"):
        with results.read(cell.measure("pip"), "queries"):
            pass
    with pytest.raises(store.StoreError, match="is damaged"):
        with results.read(cell.measure("pip"), "pip") as file:
            file["no such dataset"]


@pytest.mark.parametrize(
    ("soft", "held"), [(256, 156), (50, 1), (100_000, 500), (-1, 500)]
)
def test_no_more_files_are_held_than_a_system_allows(monkeypatch, soft, held):
    raised = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, 10**6))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: raised.append(both))
    assert files.limit() == held
    assert raised == [(10**6, 10**6)]
