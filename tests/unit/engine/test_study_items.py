"""Which items a study has, by the rule that makes them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from quaver import config
from quaver.engine import items
from quaver.grid import Grid

ROOT = Path(__file__).parents[3]
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/study.schema.yaml").read_text())


def grid_of(path, **analyses):
    study = yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    study["analyses"] = study.get("analyses", {}) | analyses
    return Grid(config.understand(study, SCHEMA))


@pytest.fixture(scope="module")
def demo():
    return grid_of("config.yaml")


def test_the_demo_has_few_tables_and_figures_and_all_are_of_use(demo):
    made = [items.house(demo, rule) for rule in items.RULES]
    tables, figures, lists, changes, thresholds = made
    assert not thresholds.items
    assert len(tables.items) + len(lists.items) + len(changes.items) <= 20
    words = sum(map(len, demo.study.analyses.neighbours.words.values()))
    assert len(figures.items) + words <= 15
    assert [table.name for table in lists.items] == ["trust", "neighbour_lists"]
    told = [item.name for item in changes.items]
    assert told == [
        "change",
        "change_neighbours",
        "change_opinions",
    ] + ["change", "change_agreement"]
    names = {table.name for table in tables.items}
    assert not names & {"sweeps", "quality", "quality_sections", "trust"}
    assert {"findings", "losses", "instability", "trainings"} <= names


def test_files_and_inputs_follow_from_the_items(demo):
    made = items.house(demo, items.TABLES)
    assert made.files("csv")[0] == "tables/findings.csv"
    assert len(made.files("csv", "md", "tex")) == 3 * len(made.items)
    assert made.files("svg") == []
    figures = items.house(demo, items.FIGURES)
    assert figures.files("svg")[0] == "figures/losses.svg"
    reads = made.reads()
    assert len(reads) == len(set(reads))
    for rule in ("measure_pip", "measure_instability", "encode_corpus"):
        assert set(demo.files()[rule]) <= set(reads)
    assert set(figures.reads()) <= set(reads)
    path, *_ = made.reported("csv")
    labels = path.flags["report"].labels
    assert (path, labels["name"]) == ("tables/findings.csv", "findings")
    assert labels["holds"].startswith("What was found")


def test_figures_of_an_earlier_form_of_the_study_are_removed(demo, tmp_path):
    results = SimpleNamespace(grid=demo, file=tmp_path.joinpath)
    others = "figures/old.svg", "figures/terms/gone.png"
    kept = "figures/losses.svg", "figures/change/early/war.svg", "figures/notes/a.txt"
    for name in (*others, *kept):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    items.remove_others(results, items.house(demo, items.FIGURES))
    stands = {name for name in (*others, *kept) if (tmp_path / name).exists()}
    assert stands == {*kept}


def test_modules_of_the_items_are_in_the_digest_of_their_rule(demo):
    modules = items.house(demo, items.TABLES).modules
    assert {"quaver.house.losses", "quaver.house.findings"} <= {*modules}


def test_all_items_of_a_study_are_its_own_and_those_of_its_papers(demo):
    (own,) = items.every(demo)
    names = [(items.is_table(item), item.name) for item in own.items]
    assert len(names) == len(set(names))
    orders = [item.order for item in own.items]
    assert orders == sorted(orders)


def test_an_analysis_that_is_not_asked_for_makes_no_item():
    nothing = {"stability": {"measures": []}, "neighbours": {}, "change": {}}
    off = {"averages": {"sizes": [], "compare": []}, "distribution": {"samplings": []}}
    bare = grid_of("config.yaml", **nothing, **off)
    names = {item.name for item in items.house(bare).items}
    assert names == {"corpora", "trainings"}
    asked = grid_of("config.yaml", **nothing | {"queries": {"words": ["war"]}}, **off)
    more = {item.name for item in items.house(asked).items} - names
    assert more == {"queries", "enough_runs"}


def test_what_would_show_nothing_is_not_made():
    """A figure of drawn runs without such; of losses without pairs; of no queries."""
    study = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    study["papers"] = ["antoniak2018"]

    def figures(**changes):
        grid = Grid(config.understand({**study, **changes}, SCHEMA))
        own, paper = items.every(grid)
        figures = {item.name for item in own.items if not items.is_table(item)}
        return figures, {item.name for item in paper.items}

    own, paper = figures()
    assert {"enough_runs", "losses"} <= own and "table_4" not in paper
    neighbours = study["analyses"]["neighbours"]
    asked = {"queries": {"words": ["war"]}, "neighbours": neighbours}
    assert "table_4" in figures(analyses=asked)[1]
    assert "enough_runs" not in figures(samplings=["shuffled"], analyses=asked)[0]
    assert "losses" not in figures(runs=1, analyses={"averages": {"sizes": []}})[0]
