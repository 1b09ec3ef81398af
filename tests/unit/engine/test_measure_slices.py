import json

import pytest

from quaver.engine import slices

EXAMPLES = {"en": {"word": "war", "pair": ["war", "peace"]}, "pt": {"word": "mar"}}


@pytest.fixture
def of(engine, where):
    def slice_of(name, **keys):
        made = engine(**keys)
        return getattr(slices, name)(made.grid, made.inputs.cell_of(where()))

    return slice_of


NAMES = ("pairs", "neighbours", "cosines", "prediction", "proxies")


@pytest.mark.parametrize("name", NAMES)
def test_slices_are_plain_and_hang_on_neither_techniques_nor_layout(of, name):
    before = of(name)
    assert json.loads(json.dumps(before))
    other = {"trainer": "glove", "dimensions": 4, "epochs": 2}
    assert of(name, techniques={"glove": other}, runs_per_job=1) == before


def test_every_slice_says_which_words_are_meant(of):
    for name in NAMES:
        told = of(name, analyses={"stability": {"vocabulary": "techniques"}})
        assert told["vocabulary"] == "techniques", name


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("neighbours", {"seed"}),
        ("cosines", {"seed"}),
        ("prediction", {"seed"}),
        ("proxies", {"seed", "target_seed"}),
    ],
)
def test_seeds_are_those_of_the_study(of, name, keys):
    before, after = of(name), of(name, seed=99)
    assert {key for key in before if before[key] != after[key]} == keys


def test_examples_are_those_of_the_language_or_its_kind(engine, where):
    source = {"kind": "text", "path": "text.txt"}
    texts = {
        name: {"language": name, "source": source}
        for name in ("de", "en", "pt", "pt-br")
    }
    made = engine(corpora=texts, analyses={"distribution": {"examples": EXAMPLES}})
    examples = {}
    for name in texts:
        cell = made.inputs.cell_of(where(view=name))
        word = slices.prediction(made.grid, cell)["example"]
        examples[name] = word, *slices.cosines(made.grid, cell)["example"]
    assert examples == {
        "de": ("",),
        "en": ("war", "war", "peace"),
        "pt": ("mar",),
        "pt-br": ("mar",),
    }
