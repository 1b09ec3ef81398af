"""The studies that are shipped: what they plan, with and without their texts."""

import csv
import re
from collections import Counter
from itertools import pairwise
from math import prod

import pytest
import yaml
from small_study import REPOSITORY

from quaver.config import understand
from quaver.engine.plan import plan
from quaver.grid import Grid

STUDIES = sorted((REPOSITORY / "studies").glob("*.yaml"))


def laid(name):
    text = (REPOSITORY / f"studies/{name}.yaml").read_text(encoding="utf-8")
    return Grid(understand(yaml.safe_load(text)))


def sorted_by_kind(grid):
    """Cells of the techniques as named, and those of variants."""
    cells = list(grid.cells.values())
    variants = [cell for cell in cells if grid.is_variant(cell)]
    return [cell for cell in cells if cell not in variants], variants


def test_the_full_replication_has_the_models_of_the_thesis():
    grid = laid("rettenmeier2020")
    own, variants = sorted_by_kind(grid)
    assert sum(cell.runs for cell in own) == 7 * 3 * 3 * 128 == 8064
    assert sum(cell.runs for cell in variants) == 11 * 2 * 6 * 4
    assert {cell.view.corpus for cell in variants} == {*grid.study.corpora} - {"en"}
    assert {cell.sampling for cell in variants} == {"shuffled"}


def test_the_small_replication_has_all_axes_and_eight_runs_a_cell():
    grid, full = laid("rettenmeier2020-small"), laid("rettenmeier2020")
    own, variants = sorted_by_kind(grid)
    assert {cell.runs for cell in (*own, *variants)} == {8}
    assert len(own) == 7 * 3 * 3
    for axis in ("view", "sampling"):
        ours, theirs = (
            {getattr(cell, axis) for cell in g.cells.values()} for g in (grid, full)
        )
        names = {getattr(x, "corpus", x) for x in ours}
        assert names == {getattr(x, "corpus", x) for x in theirs}
    swept = {grid.study.techniques[cell.technique].base for cell in variants}
    assert swept == {"word2vec", "fasttext"}
    assert len({cell.view for cell in variants}) == 6


def axes(grid):
    """What the cells of a study differ in, beside their texts."""
    trained = grid.study.techniques
    return {
        (c.view.unit, c.view.fraction, trained[c.technique].trainer, c.sampling)
        for c in grid.cells.values()
    }


def test_the_full_study_of_antoniak_and_mimno_has_its_models():
    grid = laid("antoniak2018")
    cells = list(grid.cells.values())
    assert sum(cell.runs for cell in cells) == 6 * 2 * 2 * 4 * 3 * 50 == 14_400
    assert {cell.runs for cell in cells} == {50}
    files = grid.files()
    assert len(files["measure_queries"]) == 6 * 2 * 2 * 4 * 3
    assert len(files["choose_queries"]) == 6
    assert len(files["measure_neighbours"]) == 6 * 2 * 2 * 4
    for rule in ("measure_pip", "measure_distances", "average_spaces"):
        assert files[rule] == [], rule
    published = REPOSITORY / "workflow/quaver/papers/antoniak2018/published/table_2.csv"
    rows = list(csv.DictReader(published.open(encoding="utf-8")))
    ours = [text.expected for text in grid.study.corpora.values()]
    assert [text["words"] for text in ours] == [int(x["unique_words"]) for x in rows]
    for text, row in zip(ours, rows, strict=True):
        words = int(row["documents"]) * int(row["words_per_document"])
        assert text["tokens"] == pytest.approx(words, rel=2e-3)


def test_its_small_twin_has_the_same_axes_and_cells_of_fifty_runs():
    small, full = laid("antoniak2018-small"), laid("antoniak2018")
    assert axes(small) == axes(full)
    cells = list(small.cells.values())
    assert len(cells) == len(full.cells) == 288
    many = [cell for cell in cells if cell.runs > 8]
    assert {cell.runs for cell in many} == {50}
    assert {cell.technique for cell in many} == {"lsa", "sgns", "glove", "ppmi"}
    assert {(cell.view.label, cell.sampling) for cell in many} == {
        ("gilded_age", "bootstrapped")
    }
    assert {cell.runs for cell in cells if cell not in many} == {8}
    years = [text.source["where"]["year"] for text in small.study.corpora.values()]
    assert sorted(years) == years
    assert all(one[1] < other[0] for one, other in pairwise(years))


def test_the_full_study_of_elekes_has_its_trainings():
    grid = laid("elekes2018")
    cells = list(grid.cells.values())
    assert {(cell.runs, cell.sampling) for cell in cells} == {(5, "fixed")}
    trained = Counter(cell.view.corpus for cell in cells)
    # of fastText means and n-grams are trained apart: two more than in print
    assert trained == {"benchmark": 24, "wikipedia": 6 + 2 + 1, "fives": 1}
    assert len(grid.files()["measure_similarity"]) == 34
    rows = {grid.study.techniques[cell.technique].parameters for cell in cells}
    assert {own.dimensions for own in rows} == {50, 100, 200, 300, 500}
    # a run of its own asks for all memory of 30 million vectors of sentences
    assert grid.study.runs_per_job == 1


def test_its_small_twin_varies_the_same():
    small, full = laid("elekes2018-small"), laid("elekes2018")

    def varied(grid):
        trained = grid.study.techniques
        return {
            (trained[c.technique].trainer, *sorted(trained[c.technique].varied))
            for c in grid.cells.values()
        }

    assert varied(small) == varied(full)
    assert {c.view.fraction for c in small.cells.values()} == {
        c.view.fraction for c in full.cells.values()
    }
    own, theirs = (
        {name for name, own in grid.study.techniques.items() if not own.base}
        for grid in (small, full)
    )
    assert own == theirs


def test_the_full_study_of_bloem_has_its_sets_and_its_grid():
    grid = laid("bloem2019")
    asked = grid.study.analyses.terms
    # behind joint models stands the first part of Wikipedia
    assert {cell.view.corpus for cell in grid.cells.values()} == {
        *("wikipedia", "snapshot")
    }
    assert {cell.runs for cell in grid.cells.values()} == {8}
    snapshot = grid.study.corpora["snapshot"]
    tokens = snapshot.expected["tokens"] * snapshot.fraction[0]
    assert tokens == pytest.approx(140_000_000)
    values = (asked.grid[name] for name in asked.grid if name not in ("of", "set"))
    assert prod(map(len, values)) == 2880
    assert asked.searched == "quine-rnd"  # training terms of all texts
    drawn = Counter(own.draw for own in asked.sets.values() if not own.format)
    assert drawn == {"halves": 2, "random": 3, "whole": 3}


def test_its_small_twin_learns_with_the_same_learners():
    small, full = (
        laid(x).study.analyses.terms for x in ("bloem2019-small", "bloem2019")
    )
    kinds = ({x.learner for x in own.learners.values()} for own in (small, full))
    assert next(kinds) == next(kinds)
    assert small.learners.keys() == full.learners.keys()
    assert small.grid.keys() <= full.grid.keys()
    values = (small.grid[name] for name in small.grid if name not in ("of", "set"))
    assert prod(map(len, values)) == 32
    draws = ({x.draw for x in own.sets.values()} for own in (small, full))
    assert next(draws) == next(draws)


# The largest is planned by Snakemake itself, in test_full_study.py.
PLANNED = [path for path in STUDIES if path.stem != "rettenmeier2020"]


def test_shipped_studies_are_planned_without_their_texts(folder):
    """Where no dump, no set and no package is, every file of the grid has its job."""
    (folder.path / "studies").symlink_to(REPOSITORY / "studies")
    assert len(PLANNED) >= 4
    for path in PLANNED:
        study = yaml.safe_load(path.read_text(encoding="utf-8"))
        planned = Counter(rule for rule, _ in rules_and_files(plan(study, folder.path)))
        files = laid(path.stem).files()
        planned["encode_corpus"] += planned.pop("cut_part", 0)  # texts, and their parts
        assert planned["train_block"] == len(files["train_block"])
        differing = {r: len(m) for r, m in files.items() if planned[r] != len(m)}
        assert differing == {}, path.stem


def rules_and_files(jobs):
    """Each job once: its rule, and one file it makes."""
    return {id(job): (job.rule, path) for path, job in jobs.items()}.values()


def test_a_missing_text_that_is_expected_is_forecast(folder):
    study = {
        "study": "awaited",
        "seed": 1,
        "runs": 4,
        "corpora": {
            name: {
                "language": "en",
                "source": {"kind": "text", "path": f"{name}.txt"},
                **more,
            }
            for name, more in {
                "later": {"expected": {"tokens": 3_000_000, "words": 40_000}},
                "never": {},
            }.items()
        },
        "techniques": {"w": {"trainer": "word2vec", "dimensions": 10, "epochs": 2}},
    }
    study["corpora"]["never"]["clean"] = {"deduplicate": "none"}
    folder.write("never.txt", "one two three four five\n" * 300)
    said = folder.finish("forecast", study=study)
    assert re.search(r"note +later not encoded yet: sizes as expected", said)
    assert "models   24 in 6 cells" in said
    study["corpora"]["later"]["expected"]["tokens"] = 300_000_000
    longer = folder.finish("forecast", study=study)
    assert _cpu_seconds(longer) > 10 * _cpu_seconds(said)
    assert not folder.results("awaited", "corpora/later.h5")
    assert folder.results("awaited", "corpora/never.h5")


def _cpu_seconds(forecast):
    number, unit = re.search(r"CPU +about ([0-9.,]+) (\w+)", forecast).groups()
    units = {"seconds": 1, "minutes": 60, "hours": 3600}
    return float(number.replace(",", "")) * units[unit]
