import pytest

from quaver.config import ConfigError, as_written, understand
from quaver.grid import Grid

SWEEP = {"vary": {"negative": [5, 10], "epochs": [5, 10]}, "runs": 4}


@pytest.fixture
def swept(minimal):
    minimal["techniques"]["w"] = {"trainer": "word2vec", "sweep": dict(SWEEP)}
    return minimal


def test_every_combination_but_the_base_itself_is_a_variant(swept):
    made = understand(swept).techniques
    assert {name: dict(one.varied) for name, one in made.items()} == {
        "w": {},
        "w.epochs-5.negative-10": {"epochs": 5, "negative": 10},
        "w.epochs-10.negative-5": {"epochs": 10, "negative": 5},
        "w.epochs-10.negative-10": {"epochs": 10, "negative": 10},
    }
    variant = made["w.epochs-10.negative-5"]
    assert (variant.base, variant.runs, made["w"].runs) == ("w", 4, 0)
    assert variant.parameters.epochs == 10
    assert variant.parameters.window == made["w"].parameters.window


def test_a_variant_has_what_its_base_has_but_for_what_varies(swept):
    swept["techniques"]["w"] |= {"window": 3, "samplings": ["shuffled"]}
    swept["techniques"]["w"]["sweep"] = {"vary": {"sample": [1.0e-5, 0]}}
    made = understand(swept).techniques
    assert list(made) == ["w", "w.sample-1e-05", "w.sample-0"]
    assert {one.parameters.window for one in made.values()} == {3}
    assert {one.samplings for one in made.values()} == {("shuffled",)}


def test_any_parameter_can_be_varied(swept):
    vary = {"architecture": ["skip-gram", "cbow"], "hierarchical_softmax": [True]}
    swept["techniques"]["w"]["sweep"] = {"vary": vary}
    assert list(understand(swept).techniques) == [
        "w",
        "w.architecture-skip-gram.hierarchical_softmax-true",
        "w.architecture-cbow.hierarchical_softmax-true",
    ]


def test_each_varies_one_parameter_at_a_time_and_does_not_double_the_base(swept):
    each = {"window": [2, 5, 10], "dictionary": [0, 500], "epochs": [5]}
    swept["techniques"]["w"]["sweep"] = {"each": each}
    made = understand(swept).techniques
    assert {name: dict(one.varied) for name, one in made.items()} == {
        "w": {},
        "w.dictionary-500": {"dictionary": 500},
        "w.window-2": {"window": 2},
        "w.window-10": {"window": 10},
    }
    variant = made["w.dictionary-500"]
    assert (variant.parameters.dictionary, variant.parameters.window) == (500, 5)


def test_each_adds_its_variants_to_those_of_vary_and_trains_none_twice(swept):
    swept["techniques"]["w"]["sweep"]["each"] = {"epochs": [10, 20], "window": [2]}
    assert list(understand(swept).techniques) == [
        "w",
        "w.epochs-5.negative-10",
        "w.epochs-10.negative-5",  # what each has as w.epochs-10
        "w.epochs-10.negative-10",
        "w.epochs-20",
        "w.window-2",
    ]
    swept["techniques"]["w"]["sweep"] = {
        "vary": {"epochs": [10, 20]},
        "each": {"epochs": [20, 40]},
    }
    names = ["w", "w.epochs-10", "w.epochs-20", "w.epochs-40"]
    assert list(understand(swept).techniques) == names


def test_a_copy_of_the_base_stays_where_the_base_is_not_trained(swept):
    """A sweep may name more corpora, fractions or samplings than its technique."""
    text = swept["corpora"]["mine"] | {"fraction": [1.0, 0.5]}
    swept["corpora"] = {"mine": text, "other": text}
    more = {"corpora": ["mine", "other"], "fractions": [1.0, 0.5]}
    more |= {"samplings": ["fixed", "shuffled"]}
    plain = swept["techniques"]["w"] | {x: own[:1] for x, own in more.items()}
    wrong = []
    for key, own in more.items():
        swept["techniques"]["w"] = plain | {"sweep": SWEEP | {key: own}}
        kept = "w.epochs-5.negative-5" in understand(swept).techniques
        swept["techniques"]["w"] = plain | {"sweep": SWEEP | {key: own[:1]}}
        dropped = "w.epochs-5.negative-5" not in understand(swept).techniques
        wrong += [] if kept and dropped else [key]
    assert wrong == []


def test_a_sweep_of_issue_16_is_trained_where_it_says(swept):
    """Three corpora, and thirteen variants on all of one of them."""
    text = swept["corpora"].pop("mine") | {"unit": "sentence", "min_count": 1}
    parts = [1.0, 0.5, 0.25, 0.1, 0.01]
    swept["corpora"] |= {"speeches": text | {"fraction": parts}, "help": text}
    swept["corpora"]["fives"] = text | {"pieces": 5}
    swept["samplings"] = ["fixed"]
    given = {"trainer": "word2vec", "dimensions": 50, "dictionary": 5000}
    cbow = given | {"architecture": "cbow"}
    each = {"dimensions": [25, 50, 100, 200], "dictionary": [500, 2000, 5000, 20000]}
    each |= {"window": [1, 2, 5, 10], "epochs": [1, 3, 5, 7, 10]}
    limits = {"corpora": ["speeches"], "fractions": [1.0]}
    swept["techniques"] = {
        "cbow": cbow | {"sweep": {"each": each, **limits}},
        "sg": given | limits,
    }
    study = understand(swept)
    assert understand(as_written(study)) == study
    grid = Grid(study)
    cells = {
        name: [c.view.label for c in grid.cells.values() if c.technique == name]
        for name in study.techniques
    }
    labels = ["speeches", *(f"speeches.{part}" for part in parts[1:])]
    assert sorted(cells.pop("cbow")) == sorted(["fives", "help", *labels])
    assert len(cells) == 1 + 3 + 3 + 3 + 4
    assert {*map(tuple, cells.values())} == {("speeches",)}
    assert sorted(cells)[:3] == [f"cbow.dictionary-{n}" for n in (2000, 20000, 500)]


def test_a_fraction_that_no_text_has_is_refused(swept, mistake):
    swept["corpora"]["mine"]["fraction"] = [1.0, 0.5]
    swept["corpora"]["other"] = swept["corpora"]["mine"] | {"fraction": 0.1}
    swept["techniques"]["w"] = {"trainer": "word2vec", "fractions": [0.25]}
    assert mistake(swept) == (
        "techniques.w.fractions: got '0.25', but the fractions of the study are 0.1, "
        "0.5, 1.0. Write for example 'fractions: [0.1]'."
    )
    # of the texts it is trained on
    swept["techniques"]["w"] |= {"fractions": [0.1], "corpora": ["mine"]}
    assert mistake(swept).startswith("techniques.w.fractions: got '0.1', but the")


def test_a_technique_may_be_trained_on_some_fractions_only(swept):
    swept["corpora"]["mine"]["fraction"] = [1.0, 0.5, 0.1]
    swept["techniques"]["w"] = {"trainer": "word2vec", "fractions": [0.5, 1]}
    swept["techniques"]["g"] = {"trainer": "glove"}
    cells = Grid(understand(swept)).cells.values()
    found = {(cell.technique, cell.view.fraction) for cell in cells}
    assert sorted(found) == [("g", 0.1), ("g", 0.5), ("g", 1), ("w", 0.5), ("w", 1)]


def test_a_sweep_of_nothing_is_refused(swept, mistake):
    swept["techniques"]["w"]["sweep"] = {"runs": 4}
    assert mistake(swept) == (
        "techniques.w.sweep: got {'runs': 4}, but it makes no variant. Write for "
        "example 'vary: {epochs: [5, 10]}' or 'each: {window: [2, 5]}'."
    )


def test_what_is_wrong_of_each_is_told_as_of_vary(swept, mistake):
    for each, start in [
        ({"epochs": [5]}, "techniques.w.sweep.each: got {'epochs': [5]}, which is"),
        ({"runs": [5]}, "techniques.w.sweep.each: got 'runs', but only parameters"),
        ({"dictionary": [-1]}, "techniques.w.dictionary--1.dictionary: got -1, but"),
        ({"epochs": [*range(1, 1002)]}, "techniques.w.sweep.each: got '1001 techniq"),
        ({}, "techniques.w.sweep.each: got {}, but"),
    ]:
        swept["techniques"]["w"]["sweep"] = {"each": each}
        assert mistake(swept).startswith(start)


def test_a_value_that_cannot_be_is_told(swept, mistake):
    for vary, start in [
        ({"epochs": ["ten"]}, "techniques.w.epochs-ten.epochs: got 'ten', but"),
        ({"epoch": [5]}, "techniques.w.epoch-5: unknown key 'epoch'"),
        ({"epochs": []}, "techniques.w.sweep.vary.epochs: got [], but"),
        ({}, "techniques.w.sweep.vary: got {}, but"),
        ({"min_learning_rate": [1]}, "techniques.w.min_learning_rate-1.min_learning"),
    ]:
        swept["techniques"]["w"]["sweep"]["vary"] = vary
        assert mistake(swept).startswith(start)


def test_what_is_no_parameter_cannot_be_varied(swept, mistake):
    """Runs, say: as values of a sweep they would vary nothing, without a word."""
    for key, cure in {
        "runs": "Write 'runs:' beside 'vary:'",
        "corpora": "Write 'corpora:' beside 'vary:'",
        "trainer": "Remove it",
        "base": "Remove it",
        "sweep": "Remove it",
    }.items():
        swept["techniques"]["w"]["sweep"]["vary"] = {key: ["glove"]}
        assert mistake(swept) == (
            f"techniques.w.sweep.vary: got '{key}', but only parameters of the trainer "
            f"can be varied. {cure}."
        )


def test_where_only_a_sweep_is_trained_its_variants_share_a_vocabulary(swept):
    swept["techniques"]["w"]["samplings"] = ["shuffled"]
    swept["techniques"]["w"]["sweep"]["samplings"] = ["fixed"]
    swept["analyses"] = {"stability": {"vocabulary": "techniques"}}
    grid = Grid(understand(swept))
    assert [c.technique for c in grid.siblings("mine", "shuffled")] == ["w"]
    # and the copy of the base, which is not trained there
    assert len(grid.siblings("mine", "fixed")) == 4
    assert grid.files()["share_vocabulary"] == [
        "measures/mine/vocabulary.fixed.h5",
        "measures/mine/vocabulary.shuffled.h5",
    ]


def test_a_sweep_of_what_the_technique_has_anyway_is_refused(swept):
    swept["techniques"]["w"]["sweep"] = {"vary": {"epochs": [5]}}
    with pytest.raises(ConfigError, match="which is what the technique has already"):
        understand(swept)


def test_an_example_of_a_language_without_text_is_refused(minimal):
    minimal["analyses"] = {"distribution": {"examples": {"fr": {"word": "roi"}}}}
    with pytest.raises(ConfigError) as caught:
        understand(minimal)
    assert str(caught.value) == (
        "analyses.distribution.examples.fr: got 'fr', but the texts of the study are "
        "of en. Write for example 'en: {word: ...}', or remove the example."
    )


def test_a_name_that_a_sweep_takes_is_refused(swept):
    swept["techniques"]["w.epochs-10.negative-5"] = {"trainer": "glove"}
    with pytest.raises(ConfigError, match="got the name twice, once from a sweep"):
        understand(swept)


def test_the_study_as_written_gives_the_same_study(swept):
    study = understand(swept)
    written = as_written(study)
    assert "sweep" not in written["techniques"]["w"]
    assert written["techniques"]["w.epochs-10.negative-5"]["base"] == "w"
    assert understand(written) == study


def test_variants_have_cells_of_their_own_and_are_not_averaged(swept):
    swept["techniques"]["w"]["sweep"]["samplings"] = ["shuffled"]
    grid = Grid(understand(swept))
    cells = list(grid.cells.values())
    base = [cell for cell in cells if not grid.is_variant(cell)]
    variants = [cell for cell in cells if grid.is_variant(cell)]
    assert {(cell.sampling, cell.runs) for cell in variants} == {("shuffled", 4)}
    assert (len(base), len(variants)) == (3, 3)
    assert {size for cell in base for size in grid.sizes(cell)} == {2}
    assert [size for cell in variants for size in grid.sizes(cell)] == []
    assert [cell.sampling for cell in cells if grid.is_studied(cell)] == ["shuffled"]
    assert grid.siblings("mine", "shuffled") == [base[-1]]


def test_a_technique_is_trained_where_it_says(minimal):
    text = minimal["corpora"]["mine"]
    minimal["corpora"]["other"] = dict(text)
    minimal["techniques"] = {
        "w": {"trainer": "word2vec"},
        "g": {
            "trainer": "glove",
            "corpora": ["other"],
            "samplings": ["fixed"],
            "runs": 3,
        },
    }
    grid = Grid(understand(minimal))
    glove = [cell for cell in grid.cells.values() if cell.technique == "g"]
    assert [(c.view.corpus, c.sampling, c.runs) for c in glove] == [
        ("other", "fixed", 3)
    ]
    assert len(grid.cells) == 7


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("corpora", ["yours"], "techniques.w.corpora: got 'yours', but the corpora"),
        (
            "samplings",
            ["bootstrapped"],
            "techniques.w.samplings: got 'bootstrapped', but",
        ),
    ],
)
def test_a_technique_cannot_be_trained_where_nothing_is(minimal, key, value, said):
    minimal["samplings"] = ["fixed"]
    minimal["techniques"] = {"w": {"trainer": "word2vec", key: value}}
    with pytest.raises(ConfigError) as caught:
        understand(minimal)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("key", ["corpora", "techniques"])
def test_averages_of_what_the_study_has_not_are_refused(minimal, key):
    minimal["analyses"] = {"averages": {key: ["nothing"]}}
    with pytest.raises(ConfigError, match=f"analyses.averages.{key}: got 'nothing'"):
        understand(minimal)


def test_averages_may_be_of_some_only(minimal):
    minimal["techniques"]["g"] = {"trainer": "glove"}
    minimal["analyses"] = {"averages": {"techniques": ["g"], "sizes": [2, 16]}}
    grid = Grid(understand(minimal))
    sizes = {cell.technique: grid.sizes(cell) for cell in grid.cells.values()}
    assert sizes == {"g": [2], "w": []}
    wanted = {c.technique: grid.wanted_sizes(c) for c in grid.cells.values()}
    assert wanted == {"g": [2, 16], "w": []}
