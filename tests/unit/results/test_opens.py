"""What a stage opens: each stored file once, however many tables and figures."""

import resource
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from finished import finish
from numpy.testing import assert_array_equal

from quaver import papers, store
from quaver.engine import items
from quaver.engine.job import Job
from quaver.items.item import build
from quaver.results import stored as files
from quaver.results.reader import Results
from quaver.results.stored import OpenFiles
from quaver.stages.draw_figures import draw_figures
from quaver.stages.list_neighbours import list_neighbours
from quaver.stages.make_tables import make_tables
from quaver.stages.summarise import summarise
from quaver.stages.write_methods import write_methods

ROOT = Path(__file__).parents[3]
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
    call(make_tables, finished_study)
    return finished_study


def call(stage, *inputs):
    stage(Job(["--output", "none", "--input", *map(str, inputs)]))


def stored(study):
    """Files of the study that its tables are made of, as far as they stand.

    Of variants of a sweep no table shows the words.
    """
    grid = Results(study).grid
    paths = {*items.house(grid, items.TABLES).reads()}
    paths -= {path for path in paths if path.endswith("epochs-9/instability.h5")}
    return {study.parent / path for path in paths if (study.parent / path).is_file()}


def test_all_tables_open_each_file_once(study, opens):
    call(make_tables, study)
    expected = {path for path in stored(study) if path.suffix == ".h5"}
    assert expected <= opens.keys()
    assert set(opens.values()) == {1}


def test_all_figures_open_each_file_once(study, opens):
    call(draw_figures, study)
    assert len(opens) > 20
    assert set(opens.values()) == {1}


def undeclared(study, opens, made):
    """Stored files that were opened for items that do not say so."""
    read = {study.parent / path for path in made.reads()}
    names = {path.relative_to(study.parent).as_posix() for path in set(opens) - read}
    return sorted(name for name in names if name.startswith(READ))


def test_rules_of_items_wait_for_all_they_open(study, opens):
    """Else a table could be made before the numbers it shows.

    Not of lists: their rule names its input, the queries, itself.
    """
    grid = Results(study).grid
    stages = {items.TABLES: make_tables, items.FIGURES: draw_figures}
    for rule, stage in stages.items():
        opens.clear()
        call(stage, study)
        assert opens and not undeclared(study, opens, items.house(grid, rule))


def test_rules_of_papers_wait_for_all_they_open(study, opens):
    for name in papers.names():
        opens.clear()
        results = Results(study)
        made = items.paper(results.grid, name)
        for item in made.items:
            build(item, results) if items.is_table(item) else item.draw(results)
        # where a study measures nothing of a paper, claims alone say why
        assert opens or [item.name for item in made.items] == ["claims"], name
        assert not undeclared(study, opens, made), name


def test_lists_methods_and_summary_open_each_file_once(study, opens):
    tables = sorted((study.parent / "tables").glob("*.csv"))
    for stage, inputs in (
        (list_neighbours, []),
        (write_methods, [ROOT / "CITATION.cff"]),
        (summarise, tables),
    ):
        opens.clear()
        call(stage, study, *inputs)
        assert len(opens) > 10 and set(opens.values()) == {1}, stage.__name__


def test_a_summary_holds_the_tables_that_were_made(study):
    names = ("losses", "trainings")
    tables = [study.parent / f"tables/{name}.csv" for name in names]
    call(summarise, study, *tables)
    table = pd.read_csv(tables[0], keep_default_na=False)
    with store.read(study.parent / "summary.h5", "summary") as file:
        group = file["tables/losses"]
        assert group["pairs"].dtype.kind in "if"
        assert group["mean_e2"].dtype == "f8"
        means = [float(text or "nan") for text in table["mean_e2"]]
        assert_array_equal(group["mean_e2"][:], means)
        assert store.texts(group["note"]) == table["note"].tolist()
        assert file["tables/trainings/planned"].dtype == "i8"
        assert set(file["tables"]) == {*names}
        assert set(file["pip/mine/glove"]) >= {"fixed", "runs", "shuffled"}
    ledger = pd.read_csv(study.parent / "ledger.csv")
    assert len(ledger) == sum(c.runs for c in Results(study).grid.cells.values())


def test_a_block_that_another_has_outgrown_is_removed(tmp_path):
    """Never one with a run that no finished block of the study has."""
    study = finish(tmp_path)
    grid = Results(study).grid
    cell, other = grid.cells["mine/glove/shuffled"], "models/mine/word2vec/fixed"
    assert [block.path[-3:] for block in grid.blocks_of(cell)] == ["1-2", "3-4"]

    def put(*names, folder=f"models/{cell.path}"):
        for name in names:
            (tmp_path / folder / name).write_text("{}")

    def stands(folder=f"models/{cell.path}"):
        return sorted(path.name for path in (tmp_path / folder).iterdir())

    own = stands()
    # 3-3 of three runs, 2-3 of another layout; 3-6 of more runs, and what is no block
    outgrown = "3-3.json", "3-3.h5", "2-3.json", "2-3.thin.h5"
    kept = "3-6.json", "3-6.h5", "notes-1.txt"
    put(*outgrown, *kept)
    put("3-3.json", folder=other)
    (tmp_path / grid.blocks_of(grid.cells["mine/word2vec/fixed"])[1].record).unlink()
    call(summarise, study)
    assert stands() == sorted([*own, *kept])
    assert "3-3.json" in stands(other), "3-4 is not finished there"


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
