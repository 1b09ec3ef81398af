"""What a forecast counts, and what it says it could not know."""

from pathlib import Path

import pandas as pd
import pytest
import yaml

from quaver.config import as_written, understand
from quaver.config.parts import PARTS
from quaver.engine.size import Room, questions_of
from quaver.results.reader import Results
from quaver.stages import forecast
from quaver.stages.forecast import _disk, _notes, costs_of, measuring, works_of
from quaver.stages.summarise import write_ledger

EXPECTED = {"tokens": 100_000, "words": 5_000}
TEXT = {"language": "en", "source": {"kind": "sotu"}, "expected": EXPECTED}
STUDY = {
    "study": "given",
    "seed": 1,
    "runs": 2,
    "techniques": {
        "v": {"trainer": "vectors", "files": ["1.txt", "2.txt"], "corpus": "elsewhere"}
    },
    "corpora": {},
}


@pytest.fixture
def planned(tmp_path):
    """The plan of a study."""

    def plan(**changes):
        file = tmp_path / "study.yaml"
        written = as_written(understand({**STUDY, **changes}, {}))
        file.write_text(yaml.safe_dump(written))
        return Results(file)

    return plan


@pytest.fixture
def counted(planned):
    """Operations by rule of the measures of one technique."""

    def count(technique=None, runs=16, corpora=None, **analyses):
        techniques = {"w": {"trainer": "word2vec", **(technique or {})}}
        plan = planned(
            **{"techniques": techniques, "runs": runs, "samplings": ["shuffled"]},
            **{"corpora": corpora or {"mine": TEXT}},
            **({"analyses": analyses} if analyses else {}),  # {} would be none at all
        )
        return measuring(costs_of(plan), list(plan.grid.cells.values()))

    return count


def test_measures_of_terms_are_counted_by_set_and_learner(counted):
    learners = {"additive": {}, "alacarte": {}}
    words = {"corpus": "mine", "words": ["free market"]}
    sets = {"mine-rnd": words, "halves": words | {"draw": "halves"}}
    terms = {"backgrounds": ["w"], "sets": sets, "learners": learners}
    both = counted(terms=terms)
    terms["learners"] = {"additive": {}}
    one = counted(terms=terms)
    # what reads the background's text takes by far the most
    assert both["learn_terms"] > 10 * one["learn_terms"] > 0


def test_controls_are_counted_and_marked_in_the_ledger(tmp_path):
    written = yaml.safe_load(Path("studies/change-small.yaml").read_text("utf-8"))
    file = tmp_path / "study.yaml"
    file.write_text(yaml.safe_dump(as_written(understand(written))))
    results = Results(file)
    write_ledger(results)
    rows = pd.read_csv(tmp_path / "ledger.csv", keep_default_na=False)
    runs = rows["part"].value_counts()
    assert {*runs.index} == {*PARTS}
    told = f"{len(rows)} in {len(results.grid.cells)} cells, "
    controls = len(rows) - runs["period"]
    assert forecast._models(results.grid) == f"{told}{controls} of them controls"


def test_spaces_trained_elsewhere_are_said_to_be_uncounted(planned):
    """Their words and dimensions are not known before they are read."""
    plan = planned()
    sizes = {c: costs_of(plan).size([c]) for c in plan.grid.cells.values()}
    said = _notes(plan, sizes, {})
    assert said == [("v", "is not trained here: its measures are not counted")]


def test_a_text_that_is_neither_there_nor_expected_is_left_out(planned):
    corpora = {"mine": {**TEXT, "expected": {}}, "other": TEXT}
    techniques = {"w": {"trainer": "word2vec"}}
    plan = planned(corpora=corpora, techniques=techniques)
    sizes = {c: costs_of(plan).size([c]) for c in plan.grid.cells.values()}
    ((name, reason),) = _notes(plan, sizes, {})
    assert name == "mine" and reason.startswith("is left out: no text")


def test_the_disk_line_tells_the_end_and_the_most_where_models_go(planned):
    plan = planned()
    (cell,) = plan.grid.cells.values()
    said = "disk     about {} of models, averages and measures"
    assert _disk(plan, {cell: Room(4e6, 4e6, 1e6)}) == said.format("5 MB")
    found = _disk(plan, {cell: Room(4e10, 2e10, 1e9)})
    assert found == said.format("21 GB") + " at the end, 41 GB at the most"


def test_each_size_of_averages_is_counted_once(counted):
    rules = ("average_spaces", "measure_averages", "compare_averages")
    each = [counted(averages={"sizes": [size]}) for size in (2, 4, 8)]
    all_sizes = counted(averages={"sizes": [2, 4, 8]})
    for rule in rules:
        assert all_sizes[rule] == pytest.approx(sum(one[rule] for one in each))
        assert all_sizes[rule] > 0


def test_what_is_not_made_costs_nothing(counted):
    """One run is compared with none; a variant is not studied; no words, no queries."""
    assert sum(counted(runs=1).values()) == 0
    found = counted(queries={"words": {}})
    assert found["measure_queries"] == found["measure_quality"] == 0
    variants = counted({"sweep": {"vary": {"epochs": [9]}}})
    assert variants["measure_pip"] == pytest.approx(2 * found["measure_pip"])
    for rule in ("compare_averages", "measure_prediction"):
        assert variants[rule] == found[rule] > 0


def test_topics_are_found_once_in_the_whole_text(counted):
    topics = {"number": 50, "iterations": 100}
    corpus = {**TEXT, "fraction": [1.0, 0.2]}
    queries = {"words": {"other": ["war"]}, "topics": topics}
    found = counted(corpora={"mine": corpus, "other": corpus}, queries=queries)
    assert found["choose_queries"] == pytest.approx(8 * 50 * 100 * 100_000)
    assert counted(corpora={"mine": corpus})["choose_queries"] == 0


@pytest.mark.parametrize(
    ("kind", "asked"), [("analogies", 20_000), ("men", 0), ("analogy_pairs", 20_000)]
)
def test_a_set_that_is_not_there_is_taken_for_a_usual_one(kind, asked):
    entry = {"language": "en", "format": kind, "path": "nowhere.txt"}
    techniques = {"w": {"trainer": "word2vec"}}
    study = {**STUDY, "corpora": {"mine": TEXT}, "techniques": techniques}
    study["analyses"] = {"quality": {"sets": {"gone": entry}}}
    sets = understand(study, {}).analyses.quality.sets
    assert questions_of(sets["gone"]) == asked


def test_the_clock_is_of_every_training_and_measure_and_what_each_waits_for(planned):
    asked = {"queries": {"topics": {"number": 5, "words": 3}}}
    techniques = {"w": {"trainer": "word2vec"}, "p": {"trainer": "ppmi"}}
    plan = planned(
        **{"techniques": techniques, "runs": 8, "corpora": {"mine": TEXT}},
        analyses=asked,
    )
    cells, costs = plan.grid.cells.values(), costs_of(plan)
    start = {"measuring": 2.0, "training": 5.0}
    works = works_of(costs, dict.fromkeys(cells, 3.0), 1e9, start)
    files = plan.grid.files()
    others = {*files["encode_corpus"], *files["retire_models"]}
    planned_files = {path for paths in files.values() for path in paths} - others
    assert works.keys() == planned_files
    assert {need for work in works.values() for need in work.needs} <= planned_files
    trained = [works[path] for path in files["train_block"]]
    assert {work.seconds for work in trained} == {5.0 + 4 * 3.0}  # runs_per_job: 4
    measured = sum(measuring(costs, [*cells]).values()) / 1e9
    starts = 2.0 * len(works) + 3.0 * len(trained) + 3.0 * 8 * len(cells)
    assert sum(x.seconds for x in works.values()) == pytest.approx(measured + starts)
    pip = works["measures/mine/w/shuffled/pip.h5"]
    assert "models/mine/w/shuffled/1-4.h5" in pip.needs
    assert all(work.megabytes > 0 for name, work in works.items() if "models" in name)


def test_jobs_cost_their_start_and_what_people_read_its_writing(
    planned, monkeypatch, capsys
):
    """Of a tiny study this is nearly all there is."""
    monkeypatch.setattr(forecast, "_import_seconds", lambda modules: 1.0)
    monkeypatch.setattr(forecast, "product_speed", lambda: 1e12)
    plain = {"techniques": {"w": {"trainer": "ppmi"}}, "samplings": ["shuffled"]}
    plan = planned(
        **plain,
        **{"papers": ["antoniak2018"], "corpora": {"mine": TEXT}},
        analyses={"neighbours": {"words": ["war", "peace"]}},
    )
    monkeypatch.setattr(forecast.Trials, "of", lambda *_: forecast.Trial(0.0, 0.0))
    ends = forecast.endings(plan, ("a", "b"), 1.0)
    assert ends["make_tables"].needs == ("list_neighbours",)
    assert ends["write_index"].needs == ("write_methods",)
    for rule in ("list_neighbours", "draw_figures", "replicate_antoniak2018"):
        assert ends[rule].needs == ("a", "b"), rule
    assert ends["list_neighbours"].seconds == pytest.approx(2.2 + 2 * 0.6)
    two = {"runs": 2, "corpora": {"a": TEXT, "b": TEXT | {"source": {"kind": "wiki"}}}}
    for words, number in (
        (["war", "oil", "law"], 3),
        ({"least": 50}, 30),
        ("x.txt", 20),
    ):
        asked = {"mine": {"pairs": [["a", "b"]], "words": words}}
        more = planned(**plain, **two, analyses={"change": asked})
        seconds = forecast.endings(more, (), 1.0)["change"].seconds
        assert seconds == pytest.approx(2.2 + number * 0.6), words
    forecast._print_prices(plan, 20, {"cores": 1})
    cpu, clock, *_ = capsys.readouterr().out.splitlines()
    # 13 others, 7 of items, two words' figures, Snakemake itself
    seconds = 13 + 7 * 2.2 + 2 * 0.6 + 2.7 + 20 * 0.01
    assert f"about {seconds:.0f} seconds on this machine" in cpu
    assert f"about {seconds:.0f} seconds" in clock
