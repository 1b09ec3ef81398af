"""Which studies tell of the sentences terms need, of whom, and by which specs."""

import numpy as np
from measuring import call
from teaching import SPEC, give_learner, topical, write_draws, write_runs

from quaver import store
from quaver.config import understand
from quaver.engine import items
from quaver.grid import Grid
from quaver.house.terms_settled import TABLE
from quaver.house.terms_variance import TABLE as VARIANCE
from quaver.items.item import is_wanted
from quaver.measures import MEASURES
from quaver.results.term_curves import curves, variances

TERMS = {
    "backgrounds": ["w"],
    "curve": [1, 4, "all"],
    "repeats": 6,
    "sets": {"mine": {"corpus": "news", "words": ["tax", "wage labour"]}},
    "learners": {"additive": {}, "joint": {"of": "news", "min_count": 1}},
}
SOURCE = {"kind": "file", "path": "news.txt"}


def grid_of(**changes):
    """The grid of a study of one text and technique, in shuffled and bootstrapped runs,
    with other terms."""
    return Grid(
        understand(
            {
                "study": "tiny",
                "seed": 1,
                "runs": 2,
                "corpora": {"news": {"language": "en", "source": SOURCE}},
                "techniques": {"w": {"trainer": "word2vec"}},
                "samplings": ["shuffled", "bootstrapped"],
                "analyses": {"terms": TERMS | changes},
            },
            {},
        )
    )


def test_curves_are_of_learners_that_learn_term_by_term():
    grid = grid_of()
    labels = [subject.label for subject in grid.measured["terms_curve"]]
    cells = {f"mine/additive/news/w/{x}" for x in ("shuffled", "bootstrapped")}
    assert {*labels} == cells and len(labels) == 2
    of_all = [subject.label for subject in grid.measured["terms_variance"]]
    assert of_all == ["mine/additive/w"]
    assert is_wanted(TABLE, grid) and is_wanted(VARIANCE, grid)
    without = grid_of(curve=[])
    assert not without.measured["terms_curve"] and not is_wanted(TABLE, without)
    assert is_wanted(VARIANCE, without)


def test_each_set_with_a_curve_has_a_figure():
    own = {"corpus": "news", "words": ["tax"]}
    sets = {"zoo": own, "mine": own, "whole": {**own, "draw": "whole"}}
    for curve, names in ([1, "all"], ["zoo", "mine"]), ([], []):
        made = items.house(grid_of(sets=sets, curve=curve), items.FIGURES)
        drawn = [x for x in made.files("svg") if x.startswith("figures/terms")]
        assert drawn == [f"figures/terms/{name}.svg" for name in names]


def test_specs_hold_what_numbers_hang_on_and_no_more():
    grid = grid_of()
    subject = grid.measured["terms_curve"][0]
    spec = MEASURES["terms_curve"].spec(grid, subject)
    assert spec["curve"] == ["1", "4", "all"] and spec["repeats"] == 6
    assert spec["learner"] == "additive" and "settled" not in spec
    every = grid.measured["terms_variance"][0]
    assert MEASURES["terms_variance"].spec(grid, every) == {
        # in the order of their files
        "cells": [["news", cell.sampling] for cell in every.cells]
    }


class Folder:
    """What reads a study's files, of a grid whose results stand in a folder."""

    def __init__(self, grid, root):
        self.grid, self.study, self.root = grid, grid.study, root

    def stands(self, path):
        return (self.root / path).is_file()

    def failure(self, rule, name):
        return "no terms left" if (rule, name) == ("draw_sentences", "mine") else ""

    def read(self, path, kind):
        return store.read(self.root / path, kind)


def test_what_is_stored_is_read_and_what_is_missing_says_why(tmp_path, monkeypatch):
    give_learner(monkeypatch)
    grid = grid_of()
    draws = write_draws(tmp_path / "draws.h5", topical({"tax": 30, "war": 12, "b": 9}))
    block = write_runs(tmp_path / "models/news/w/shuffled", 2)
    path = tmp_path / "terms/mine/additive/news/w/shuffled/terms_curve.h5"
    spec = SPEC | {"curve": ["1", "4", "all"], "repeats": 6}
    call("terms_curve", path, [block, draws], spec)
    first, second = curves(Folder(grid, tmp_path))
    assert first.terms == ("tax", "war", "b") and first.sizes == ("1", "4", "all")
    assert first.settled == 0.95 and not first.note
    assert first.stored["told"].shape == (2, 3, 3, 6)
    rows = list(TABLE.rows(type("Given", (), {"term_curves": lambda _: [first]})()))
    assert [row["term"] for row in rows] == ["tax", "war", "b"]
    assert np.isfinite([row["told"] for row in rows]).all()
    assert second.note == "no terms left" and second.sampling == "bootstrapped"
    (missing,) = variances(Folder(grid, tmp_path))
    assert missing.note == "no terms left" and missing.technique == "w"
