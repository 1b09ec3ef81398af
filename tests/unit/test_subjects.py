"""What measures are of, found in a study."""

from types import SimpleNamespace

import pytest
from snakemake_interface_common.exceptions import WorkflowError

from quaver.config import understand
from quaver.engine.measuring import Measuring
from quaver.grid import Grid, subjects
from quaver.grid.subjects import Subject, read_by, subjects_of
from quaver.measures import MEASURES
from quaver.measures.declare import (
    CELL,
    FRACTIONS,
    MODELS,
    PAIR,
    SERIES,
    SIBLINGS,
    SIZE,
    TECHNIQUE,
    TEXTS,
    Cost,
    Measure,
)

SOTU = {"kind": "sotu"}
PERIODS = {
    "kind": "periods",
    "of": SOTU,
    "periods": {"from": 1950, "to": 1979, "every": 10},
    "by": "year",
}


def laid(**changes):
    """The grid of a study of a series of three periods and a text in two fractions."""
    written = {
        **{"study": "mine", "seed": 1, "runs": 4},
        "corpora": {
            "said": {"language": "en", "source": PERIODS},
            "whole": {"language": "en", "source": SOTU, "fraction": [1.0, 0.5, 0.2]},
        },
        "techniques": {
            "l": {"trainer": "lsa", "sweep": {"vary": {"dimensions": [9]}}},
            "w": {"trainer": "word2vec", "samplings": ["shuffled"]},
        },
        "samplings": ["shuffled", "bootstrapped"],
        "analyses": {"averages": {"sizes": [2, 4]}},
        **changes,
    }
    return Grid(understand(written, {}))


def toy(kind, reads=(MODELS,), **more):
    """A measure of a kind."""
    return Measure(
        **{"name": "toy", "of": kind, "reads": reads, "message": "{subject}."},
        **more,
        cost=Cost(lambda size: size.words, lambda size: size.words),
    )


@pytest.fixture
def declared(monkeypatch):
    """Have a measure more declared, or in the place of all others."""

    def declare(measure, *others):
        known = {name: MEASURES[name] for name in others} | {measure.name: measure}
        registry = SimpleNamespace(MEASURES=known)
        monkeypatch.setattr(subjects, "measures", registry)
        monkeypatch.setattr("quaver.grid.files.measures", registry)
        return measure

    return declare


def labels(grid, kind):
    return [subject.label for subject in subjects.subjects(grid, kind)]


def test_cells_and_their_averages():
    grid = laid()
    assert labels(grid, CELL) == list(grid.cells)
    swept = "said_1950/l.dimensions-9/shuffled"
    assert swept in labels(grid, CELL)
    assert f"{swept}/2" not in labels(grid, SIZE)  # variants are not averaged
    assert "said_1950/w/shuffled/4" in labels(grid, SIZE)
    assert Subject(SIZE, (grid.cells["whole/w/shuffled"],), 2).file(
        MEASURES["average_spaces"]
    ) == ("averages/whole/w/shuffled/2.h5")


def test_the_samplings_of_a_technique_are_one_subject():
    grid = laid()
    every = {x.label: x for x in subjects.subjects(grid, TECHNIQUE)}
    assert [c.sampling for c in every["whole/l"].cells] == ["bootstrapped", "shuffled"]
    joined = {x.label: x for x in subjects_of(grid, MEASURES["instability"])}
    assert joined.keys() == {x for x in every if "/w" not in x}  # bootstrapped, too
    assert [c.sampling for c in joined["whole/l"].cells] == ["shuffled", "bootstrapped"]
    assert joined["whole/l"].file(MEASURES["instability"]) == (
        "measures/whole/l/instability.h5"
    )


def test_siblings_are_the_techniques_of_a_view_and_sampling():
    every = {x.label: x for x in subjects.subjects(laid(), SIBLINGS)}
    shuffled = every["whole.0.5/shuffled"]
    assert [cell.technique for cell in shuffled.cells] == ["l", "w"]
    assert shuffled.file(MEASURES["vocabulary"]) == (
        "measures/whole.0.5/vocabulary.shuffled.h5"
    )


def test_fractions_are_of_one_text_the_largest_first():
    grid = laid()
    every = {x.label: x for x in subjects.subjects(grid, FRACTIONS)}
    assert set(every) == {x for x in grid.cells if x.startswith("whole/")}
    fractions = [cell.view.fraction for cell in every["whole/w/shuffled"].cells]
    assert fractions == [1.0, 0.5, 0.2]
    assert every["whole/w/shuffled"].file(toy(FRACTIONS)) == (
        "measures/whole/w/shuffled/toy.h5"
    )


def test_pairs_are_periods_that_follow_each_other():
    grid = laid()
    every = [x for x in subjects.subjects(grid, PAIR) if x.cell.technique == "w"]
    assert [x.label for x in every] == [
        "said_1950+said_1960/w/shuffled",
        "said_1960+said_1970/w/shuffled",
    ]
    assert every[0].file(toy(PAIR)) == (
        "measures/said_1950+said_1960/w/shuffled/toy.h5"
    )
    first, second = every[0].cells
    assert (first.view.label, second.view.label) == ("said_1950", "said_1960")


def test_pairs_have_one_unit_and_one_fraction():
    series = {"language": "en", "source": PERIODS, "unit": ["line", "sentence"]}
    grid = laid(corpora={"said": {**series, "fraction": [1.0, 0.5]}})
    pairs = [x.cells for x in subjects.subjects(grid, PAIR)]
    assert len(pairs) == len(grid.cells) * 2 / 3
    for first, second in pairs:
        assert first.view.unit == second.view.unit
        assert first.view.fraction == second.view.fraction
        assert (first.technique, first.sampling) == (second.technique, second.sampling)


def test_a_series_is_all_its_periods_in_order_under_one_technique(monkeypatch):
    """Of whole texts, where two periods are trained; the study's order, not names'."""
    early = {"language": "en", "source": SOTU, "series": "a/b"}
    several = {"language": "en", "source": PERIODS, "unit": ["line", "sentence"]}
    corpora = {
        "z": {**early, "period": "1"},
        "a": {**early, "period": "2"},
        "said": {**several, "fraction": [1.0, 0.5]},
        "alone": {**early, "series": "alone", "period": "1"},
        "plain": {"language": "en", "source": SOTU},
    }
    w = {"trainer": "word2vec", "samplings": ["shuffled"]}
    one = {**w, "corpora": ["said_1950", "z", "a"]}
    grid = laid(corpora=corpora, techniques={"one": one, "w": w})
    every = {x.label: x for x in subjects.subjects(grid, SERIES)}
    slashed = "a_2f_b"
    assert every.keys() == {
        f"{slashed}/one/shuffled",
        f"{slashed}/w/shuffled",
        "said/w/shuffled",  # 'one' was trained on one period of it
    }
    called = {x: [c.view.label for c in every[x].cells] for x in every}
    assert called[f"{slashed}/w/shuffled"] == ["z", "a"]
    assert called["said/w/shuffled"] == ["said_1950", "said_1960", "said_1970"]
    path = "measures/said/w/shuffled/toy.h5"
    assert every["said/w/shuffled"].file(toy(SERIES)) == path
    monkeypatch.setattr(
        grid, "is_control", lambda cell: cell.view.corpus == "said_1960"
    )
    said = {x.label: x for x in subjects.subjects(grid, SERIES)}["said/w/shuffled"]
    assert [c.view.label for c in said.cells] == ["said_1950", "said_1970"]


def test_a_job_names_the_series_it_measures(declared, monkeypatch):
    measure = declared(toy(SERIES, reads=(MODELS, TEXTS)))
    known = subjects.measures.MEASURES
    monkeypatch.setattr("quaver.engine.measuring.MEASURES", known)
    rules = Measuring(laid(), "r", lambda *modules: "digest")
    wildcards = {"series": "said", "technique": "w", "sampling": "shuffled"}
    subject = rules.subject(measure, wildcards)
    read = rules.inputs(measure, subject)
    decades = [f"said_{year}" for year in (1950, 1960, 1970)]
    assert read[TEXTS] == [f"r/corpora/{x}.h5" for x in decades]
    assert read[MODELS] == [f"r/models/{x}/w/shuffled/1-4.h5" for x in decades]
    label = "{wildcards.series} / {wildcards.technique} / {wildcards.sampling}"
    assert measure.sentence == f"the periods of {label}."
    with pytest.raises(WorkflowError, match="no series whole/w/shuffled"):
        rules.subject(measure, {**wildcards, "series": "whole"})


def test_a_measure_of_several_cells_is_waited_for_by_each_of_them(declared):
    """Retention deletes no model that a pair, a technique or fractions still need."""
    grid = laid()
    waiting = {
        PAIR: ("said_1960/w/shuffled", 2),  # of the one before, of the one after
        TECHNIQUE: ("whole/l/bootstrapped", 1),
        FRACTIONS: ("whole.0.2/w/shuffled", 1),
        SIBLINGS: ("whole/w/shuffled", 1),
        SERIES: ("said_1960/w/shuffled", 1),
        CELL: ("whole/w/shuffled", 1),
        SIZE: ("whole/w/shuffled", 2),
    }
    for kind, (cell, files) in waiting.items():
        measure = declared(toy(kind))
        grid = laid()
        made = grid.made_of_models()
        assert len(made[cell]) == files, kind.name
        assert set(made[cell]) <= set(grid.files()[measure.rule])
        concerned = {c.path for x in grid.measured["toy"] for c in x.cells}
        assert {path for path in made if made[path]} == concerned
    declared(toy(PAIR, reads=("pip",)), "vocabulary", "pip")
    assert not [x for x in laid().made_of_models()["said_1960/w/shuffled"] if "+" in x]


def test_the_files_a_measure_reads_go_with_its_subject():
    grid = laid(analyses={"stability": {"vocabulary": "techniques"}})
    variant = Subject(CELL, (grid.cells["whole/l.dimensions-9/shuffled"],))
    read = read_by(grid, "distances", variant)
    assert [x.label for x in read["vocabulary"]] == ["whole/shuffled"]
    assert read["neighbours"] == [variant]
    (joined,) = (
        x for x in subjects_of(grid, MEASURES["instability"]) if x.label == "whole/l"
    )
    cells = [x.cell.sampling for x in read_by(grid, "instability", joined)["pip"]]
    assert cells == ["shuffled", "bootstrapped"]
    plain = Subject(CELL, (laid().cells["whole/w/shuffled"],))
    assert read_by(laid(), "pip", plain) == {"vocabulary": []}
