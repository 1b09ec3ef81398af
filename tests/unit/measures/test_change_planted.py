"""Planted change in invented texts, of whose words some are planted beforehand."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_array_equal

from quaver import store
from quaver.config.change import Change, Null, Plant
from quaver.config.study import Analyses
from quaver.engine.size import Size
from quaver.measures.average_spaces import AXES
from quaver.measures.change_planted import BESIDE, HALVINGS, MEASURE, Field, judged
from quaver.measures.errors import MeasureError
from quaver.results.change import planted_of
from quaver.spaces.normalise import unit_rows
from quaver.statistics.planting import Planted, pairs_of

BENCH = Path(__file__).parents[3] / "bench"
TRAITS = {"tokens": 25_000, "document_sentences": 30, "words": 240, "common": 1}
TRAITS |= {"topics": 20, "mixture": 1.0, "boost": 100.0, "burst": 0.1}
TRAITS |= {"common_share": 0.02}
SHARES = 0.25, 1.0
SPEC = {"deal": "document", "unit": "sentence", "window": 5, "contexts": 199, "seed": 4}


@pytest.fixture(scope="module")
def model():
    spec = importlib.util.spec_from_file_location("generator", BENCH / "generator.py")
    module = sys.modules["generator"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = module.Model(**TRAITS)
    return model, [module.text(model, seed) for seed in (1, 2)]


def written(folder, model, plants):
    """Files of both texts; in all of the second, words are planted."""
    vectors = unit_rows(np.log(model[0].distributions()).T.astype(np.float32))
    paths = []
    for late, text in enumerate(model[1]):
        heads, tokens = text.documents, text.tokens
        sides = np.full(len(heads) - 1, late)
        tokens = Planted(tokens, heads, sides, plants, 9)[0 : len(tokens)]
        counts = np.bincount(tokens, minlength=len(text.words))
        with store.create(folder / f"text{late}.h5", "corpus", dict) as file:
            file.put("words", ("words",), text.words)
            file.put("counts", ("words",), counts)
            file.put("tokens", ("tokens",), tokens, mapped=True)
            file.put("document_offsets", ("document_edges",), heads)
            file.put("sentence_offsets", ("sentence_edges",), text.sentences)
        with store.create(folder / f"average{late}.h5", "averages", dict) as file:
            file.put("words", ("words",), text.words)
            ones = np.ones((1, len(text.words)), np.int64)
            file.put("vectors", AXES["vectors"], vectors[None])
            file.put("present", AXES["present"], ones.astype(bool))
            file.put("counts", AXES["counts"], ones)
        paths.append([folder / f"average{late}.h5", folder / f"text{late}.h5"])
    return [path for kind in zip(*paths, strict=True) for path in kind]


def planted(folder, model, plants):
    """Path of what planting told, and the shares of the words that were asked for."""
    texts, names = written(folder, model, plants), model[1][0].words
    words = [names[row] for row in plants.targets]
    spec = {"words": sorted(words), "unit": "sentence", "window": 5}
    contexts = call("change_contexts", folder / "c.h5", texts, spec)
    spec = {"contexts": 199, "seed": 1, "deal": "document"}
    change = call("change", folder / "j.h5", [contexts, *texts], spec)
    spec = SPEC | {"words": 20, "shares": SHARES}
    path = call("change_planted", folder / "p.h5", [change, contexts, *texts], spec)
    return path, dict(zip(words, plants.shares, strict=True))


@pytest.fixture(scope="module")
def told(model, tmp_path_factory):
    counts = np.bincount(model[1][1].tokens, minlength=240)
    plants = pairs_of(np.where((counts < 30) | (counts > 100), 0, counts), SHARES, 5, 5)
    path, truth = planted(tmp_path_factory.mktemp("planted"), model, plants)
    with store.read(path, "change_planted") as file:
        stored = {name: file[name][:] for name in ("share", "low", "high")}
        stored["least_share"] = file["least_share"][:]
        numbers = {x: file["judged"][x][:] for x in file["judged"] if x != "word"}
        names = store.texts(file["judged/word"])
        words = store.texts(file["words"])
    stored |= {"truth": np.array([truth[w] for w in words]), "path": path}
    return stored, numbers, names


def test_each_share_is_planted_as_often_as_asked_and_a_tenth_of_all_is(told):
    _, numbers, names = told
    for share in SHARES:
        assert (numbers["share"] == share).sum() == 20
    each = np.bincount(numbers["halving"])
    assert len(each) == HALVINGS and (each == 4 * (BESIDE + 1)).all()
    for halving in range(HALVINGS):
        own = [
            x for x, k in zip(names, numbers["halving"], strict=True) if k == halving
        ]
        assert len({*own}) == len(own)


def test_what_is_planted_is_seen_and_what_is_not_is_not(told):
    _, numbers, _ = told
    untold, share = np.isnan(numbers["p"]), numbers["share"]
    still = (share == 0) & ~untold
    assert 0.01 < (numbers["p"][still] <= 0.05).mean() < 0.09
    rates = [numbers["seen"][(share == x) & ~untold].mean() for x in (0, *SHARES)]
    assert rates[0] < 0.06 and rates[1] > rates[0] and rates[2] > 0.7
    sizes = [np.median(numbers["squared"][(share == x) & ~untold]) for x in SHARES]
    assert 8 < sizes[1] / sizes[0] < 32  # 16: squares of shares
    # frequencies stay, but for what is drawn
    assert (numbers["occurrences"] >= 15).all()


def test_shares_of_planted_words_are_told_by_the_other_halvings(told):
    _, numbers, _ = told
    own = np.isfinite(numbers["as_share"])
    assert (own == ((numbers["share"] > 0) & np.isfinite(numbers["p"]))).all()
    low, high, share = (numbers[x][own] for x in ("as_low", "as_high", "share"))
    assert ((low <= share) & (share <= high)).mean() >= 0.9


def test_shares_of_the_words_asked_for_are_those_that_were_planted(told):
    stored, _, _ = told
    truth = stored["truth"]
    assert ((stored["low"] <= truth) & (truth <= stored["high"])).mean() >= 0.9
    middle = [np.median(stored["share"][truth == share]) for share in SHARES]
    assert abs(middle[0] - 0.25) < 0.2 and middle[1] > 0.75
    least = stored["least_share"]
    assert np.isnan(least).mean() < 0.5 and np.nanmin(least) >= min(SHARES)


def test_tables_read_what_stands_and_say_why_nothing_does(told):
    stored, numbers, _ = told
    subject, asked = SimpleNamespace(label="pair"), {"x": SimpleNamespace(plant=True)}
    results = SimpleNamespace(
        study=SimpleNamespace(analyses=SimpleNamespace(change=asked)),
        stands=lambda path: path == "measures/pair/change_planted.h5",
        read=lambda path, kind: store.read(stored["path"], kind),
        failure=lambda rule, label: f"{rule} of {label} failed",
    )
    of_words = {}
    read = planted_of(results, subject, "x", of_words)["planted"]
    assert {*read} == {*numbers, "power"}
    assert_array_equal(of_words["share_high"], stored["high"])
    assert_array_equal(read["p"], numbers["p"])
    why = {"planted_note": "measure_change_planted of pair failed"}
    results.stands = lambda path: False
    assert planted_of(results, subject, "x", {}) == why
    asked["x"].plant = None
    assert planted_of(results, subject, "x", {}) == {}


def test_a_text_of_too_few_documents_is_refused():
    field = Field(*[None] * len(Field._fields))._replace(groups=np.arange(9))
    with pytest.raises(MeasureError, match="has 9 documents, and two halves need 10"):
        next(judged(field, SPEC))


def test_planting_costs_what_is_read_and_dealt():
    def cost(words, shares=SHARES):
        asked = Change((("a", "b"),), ["war"], Null(), Plant(shares, words))
        size = Size(words=3000, tokens=300_000, dims=50)
        size = replace(size, analyses=Analyses(change={"x": asked, "y": other}))
        return MEASURE.cost.operations(size)

    other = Change((("a", "c"),), ["war"])
    assert 0 < 10 * cost(40) == cost(400)
    assert cost(40, (0.1, 0.25, 0.5, 1.0)) < 30 * 8e9  # 30 seconds
