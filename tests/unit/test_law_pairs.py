"""Which pairs of texts the laws of a series are told from."""

from pathlib import Path

import pytest
import yaml

from quaver.config import understand
from quaver.engine.measuring import Measuring
from quaver.grid import Grid
from quaver.grid.subjects import read_by
from quaver.measures import MEASURES
from quaver.measures.declare import TEXTS, WHOLE

SMALL = Path(__file__).parents[2] / "studies" / "change-small.yaml"


@pytest.fixture
def study():
    """The small study, but controls have shuffled runs alone, as they are by default,
    and averages of all runs are among those asked for."""
    written = yaml.safe_load(SMALL.read_text("utf-8"))
    del written["analyses"]["change"]["eras"]["laws"]["samplings"]
    written["analyses"]["averages"]["sizes"] = [2, 4, 8]
    return written | {"runs": 8}


def test_pairs_of_the_periods_come_before_those_of_each_control(study):
    grid = Grid(understand(study, {}))
    (subject,) = grid.measured["change_laws"]
    assert subject.label == "eras/word2vec/shuffled"
    pairs = grid.law_pairs(subject.cells)
    assert {name: len(own) for name, own in pairs.items()} == {
        **{"genuine": 5, "batches": 5, "like_periods": 5}
    }
    read = read_by(grid, "change_laws", subject)
    labels = [x.label.partition("/")[0] for x in read["change_alignment"]]
    assert labels[0] == "eras_1790+eras_1830" and len(labels) == 15
    assert labels[5] == "eras_batch1+eras_batch2"
    assert labels[-1] == "eras_like1950+eras_like1990"
    spec = MEASURES["change_laws"].spec(grid, subject)
    sized = [number for *_, number, _ in spec["pairs"]]
    # of controls shuffled runs alone are trained, unless a study asks for more
    assert sized == [5, 0, 0] and len(read["change_size"]) == 5
    made = {x.label for x in grid.measured["change_alignment"]}
    assert {x.label for x in read["change_alignment"]} <= made


def test_controls_are_those_asked_for(study):
    laws = study["analyses"]["change"]["eras"]["laws"]
    laws |= {"control": ["like_periods"], "samplings": ["shuffled", "bootstrapped"]}
    grid = Grid(understand(study, {}))
    for subject in grid.measured["change_laws"]:
        assert [*grid.law_pairs(subject.cells)] == ["genuine", "like_periods"]
        spec = MEASURES["change_laws"].spec(grid, subject)
        sized = 5 * (subject.cell.sampling == "shuffled")
        assert [number for *_, number, _ in spec["pairs"]] == [sized, sized]
        read = read_by(grid, "change_laws", subject)["change_size"]
        assert len(read) == 2 * sized
    assert len(grid.measured["change_laws"]) == 2


def test_pairs_that_are_not_asked_for_are_left_out(study):
    asked = study["analyses"]["change"]["eras"]
    asked["pairs"] = [["1790", "1830"], ["1790", "1910"], ["1870", "1910"]]
    grid = Grid(understand(study, {}))
    (subject,) = grid.measured["change_laws"]
    pairs = grid.law_pairs(subject.cells)
    labels = [(a.view.label, b.view.label) for a, b in pairs["genuine"]]
    assert labels == [("eras_1790", "eras_1830"), ("eras_1870", "eras_1910")]
    # pairs of like periods are the same ones, of batches all there are
    like = [(a.view.label, b.view.label) for a, b in pairs["like_periods"]]
    assert like == [(f"eras_like{a[5:]}", f"eras_like{b[5:]}") for a, b in labels]


def test_nothing_is_told_where_no_laws_are_asked(study):
    del study["analyses"]["change"]["eras"]["laws"]
    grid = Grid(understand(study, {}))
    assert grid.measured["change_laws"] == []


def test_words_of_all_pairs_are_judged_by_equally_many_uses_too(study):
    grid = Grid(understand(study, {}))
    (laws,) = grid.measured["change_laws"]
    read = read_by(grid, "change_laws", laws)
    assert read["change_even"] == grid.measured["change_even"]
    same = [x.label for x in read["change_alignment"]]
    assert [x.label for x in read["change_even"]] == same
    spec = MEASURES["change_laws"].spec(grid, laws)
    assert [number for *_, number in spec["pairs"]] == [5, 5, 5]
    rules = Measuring(grid, "r", lambda *modules: "digest")
    even, last = MEASURES["change_even"], read["change_even"][-1]
    inputs = rules.inputs(even, last)
    texts = "eras_like1950", "eras_like1990"
    # the average of eight runs stands there: none is made of the models again
    assert inputs == {
        WHOLE: [f"r/averages/{x}/word2vec/shuffled/8.h5" for x in texts],
        TEXTS: [f"r/corpora/{x}.h5" for x in texts],
    }
    given = even.spec(grid, last)
    assert (given["least"], given["unit"], given["window"]) == (50, "document", 5)
    # in each pair of which a text is the same of its uses are drawn
    before = even.spec(grid, read["change_even"][-2])
    assert before["seeds"][1] == given["seeds"][0] != given["seeds"][1]


def test_averages_of_all_runs_are_made_before_models_are_retired(study):
    """Also where a study wants no averages, and of controls."""
    study["analyses"]["averages"] = {"all": False, "sizes": []}
    study |= {"retention": {"models": "delete"}, "papers": []}
    study["analyses"]["change"].pop("speeches")
    study["analyses"]["change"]["eras"].pop("trajectories")
    grid = Grid(understand(study, {}))
    assert len(grid.measured["change_even"]) == 15
    averaged = {x.cell.path for x in grid.measured["average_all"]}
    assert len(averaged) == 18 and "eras_batch6/word2vec/shuffled" in averaged
    for path in averaged:
        assert f"averages/{path}/all.h5" in grid.made_of_models()[path]
    del study["analyses"]["change"]["eras"]["laws"]
    study["analyses"]["change"]["eras"]["words"] = ["war"]
    assert not Grid(understand(study, {})).even_pairs


def test_of_single_or_bootstrapped_runs_no_contexts_are_told(study):
    study["runs"] = 1
    study["analyses"]["change"] = {"eras": study["analyses"]["change"]["eras"]}
    study["analyses"]["change"]["eras"].pop("trajectories")
    grid = Grid(understand(study | {"papers": []}, {}))
    assert grid.measured["change_even"] == [] != grid.measured["change_laws"]
    laws = study["analyses"]["change"]["eras"]["laws"]
    laws["samplings"] = ["bootstrapped"]
    study["runs"] = 8
    grid = Grid(understand(study | {"papers": []}, {}))
    assert [x.cell.sampling for x in grid.measured["change_laws"]] == ["bootstrapped"]
    assert grid.measured["change_even"] == []
