"""Which cells belong to which section: by parameters, whatever they are called."""

from dataclasses import replace

import pytest
import yaml
from likened import STUDIES, laid

from quaver.config import understand
from quaver.grid import Grid
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.sections import by_sampling, is_measured

SWEPT = {
    sections.DIMENSIONS: ("dimensions", "dimensions"),
    sections.DICTIONARY: ("dictionary", "words"),
    sections.WINDOWS: ("window", "window"),
    sections.EPOCHS: ("epochs", "epochs"),
}


def read(name="elekes2018-small"):
    return yaml.safe_load((STUDIES / f"{name}.yaml").read_text(encoding="utf-8"))


def planned(**changes):
    """The small study with techniques replaced, or left out where None."""
    study = read()
    techniques = study["techniques"] | changes
    study["techniques"] = {name: own for name, own in techniques.items() if own}
    return Grid(understand(study))


def labels(grid, section, sampling="fixed"):
    return [own.label for own in by_sampling(grid, section).get(sampling, ())]


@pytest.mark.parametrize("name", ["elekes2018", "elekes2018-small"])
def test_each_section_of_a_shipped_study_has_all_its_models(name):
    grid, written = laid(name), read(name)
    base = written["techniques"]["cbow"]
    home, *others = written["corpora"]
    assert labels(grid, sections.ALGORITHMS) == ["CBOW", "SG", "GloVe"]
    for section, (key, word) in SWEPT.items():
        models = by_sampling(grid, section)["fixed"]
        values = [own.value for own in models]
        assert values == sorted(base["sweep"]["each"][key]), section
        assert all(word.rstrip("s") in own.label for own in models)
        assert {own.cell.view.label for own in models} == {home}
    parts = by_sampling(grid, sections.PARTS)["fixed"]
    assert [own.value for own in parts] == sorted(written["corpora"][home]["fraction"])
    assert parts[0].label == "first 1 %" and parts[-1].label == "whole text"
    own = ["negative sampling", "hierarchical softmax"]
    assert labels(grid, sections.OPTIMISATION) == own
    rows = ["n-grams", "words of n-grams", "sentences", "articles"]
    assert labels(grid, sections.CBOW_MODELS) == ["CBOW", *rows]
    assert labels(grid, sections.SG_MODELS) == ["SG", *rows]
    (base,) = by_sampling(grid, sections.BASE)["fixed"]
    assert base.cell.path == f"{home}/cbow/fixed"
    assert labels(grid, sections.TEXTS) == [home, *others]
    assert labels(grid, sections.OTHER_TEXTS) == others
    for section in sections.COMPARED:
        many = len(labels(grid, section))
        assert is_measured(grid, section, "similarity", many)
        assert not is_measured(grid, section, "similarity", many + 1)


def test_models_like_cbow_are_none_of_skip_gram_and_the_other_way_round():
    pairs = (
        (sections.CBOW_MODELS, "cbow", "dm"),
        (sections.SG_MODELS, "skip-gram", "dbow"),
    )
    techniques = laid().study.techniques
    for section, *architectures in pairs:
        models = by_sampling(laid(), section)["fixed"]
        own = {techniques[x.cell.technique].parameters.architecture for x in models}
        assert own == {*architectures}


def test_names_tell_nothing():
    written = read()
    names = dict(
        zip(written["techniques"], reversed(written["techniques"]), strict=True)
    )
    study = written | {
        "techniques": {names[x]: own for x, own in written["techniques"].items()}
    }
    other = Grid(understand(study))
    for section in (*sections.COMPARED, sections.BASE, sections.TEXTS):
        assert labels(other, section) == labels(laid(), section), section
    (base,) = by_sampling(other, sections.BASE)["fixed"]
    assert base.cell.technique == names["cbow"] != "cbow"


def test_what_differs_in_more_than_one_thing_belongs_to_no_section():
    plain = read()["techniques"]["cbow"]
    two = {k: plain[k] for k in ("trainer", "architecture", "dictionary")}
    odd = two | {"dimensions": 33, "window": 3, "corpora": ["speeches"]}
    wide = read()["techniques"]["glove"] | {"window": 15}
    grid = planned(odd=odd, wide=wide)
    for section in (*sections.COMPARED, sections.BASE, sections.TEXTS):
        assert labels(grid, section) == labels(laid(), section), section


def test_of_two_that_are_called_alike_the_first_counts():
    second = read()["techniques"]["glove"] | {"x_max": 100}
    grid = planned(again=second)
    models = by_sampling(grid, sections.ALGORITHMS)["fixed"]
    assert [own.cell.technique for own in models] == ["cbow", "sg", "glove"]


def test_a_study_without_a_base_has_no_section():
    techniques = dict.fromkeys(read()["techniques"])
    grid = planned(**techniques | {"sg": read()["techniques"]["sg"]})
    assert by_sampling(grid, sections.ALGORITHMS) == {}
    assert not is_measured(grid, sections.ALGORITHMS, "similarity")


def test_samplings_are_apart_and_what_is_not_measured_is_no_section():
    study = read() | {"samplings": ["fixed", "bootstrapped"]}
    study["techniques"]["glove"]["samplings"] = ["fixed"]
    grid = Grid(understand(study))
    assert labels(grid, sections.ALGORITHMS, "bootstrapped") == ["CBOW", "SG"]
    assert labels(grid, sections.ALGORITHMS) == ["CBOW", "SG", "GloVe"]
    asked = replace(laid().study.analyses, similarity=None)
    unasked = Grid(replace(laid().study, analyses=asked))
    assert labels(unasked, sections.ALGORITHMS) == ["CBOW", "SG", "GloVe"]
    assert not is_measured(unasked, sections.ALGORITHMS, "similarity")
