"""Blocks whose rows are sentences or documents: stored, measured, exported."""

import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store
from quaver.config.techniques import Doc2Vec
from quaver.engine.job import Job
from quaver.measures import MEASURES
from quaver.measures.errors import MeasureError
from quaver.results.runs import Runs, Shared
from quaver.results.units import read_units
from quaver.spaces.draws import drawn
from quaver.spaces.similarities import histogram
from quaver.stages.export_space import export_space
from quaver.stages.measure import measure
from quaver.stages.train_block import train_block

WORDS, SENTENCES, LENGTH, RUNS = 40, 60, 50, 3
DOCUMENTS = [0, 10, 12, 30, 60]  # sentences where they begin
IDS = ["help/a.xhp", "help/b.xhp", "a speech", "other"]
ASKED = {"targets": 10, "ranks": 5, "seed": 1, "draws": [1, 2, 3]}


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """An encoded text of sixty sentences of fifty words in four documents."""
    path = tmp_path_factory.mktemp("corpora") / "said.h5"
    generator = np.random.default_rng(2)
    tokens = generator.zipf(1.4, SENTENCES * LENGTH).clip(1, WORDS) - 1
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), [f"w{k}" for k in range(WORDS)])
        file.put("counts", ("words",), np.bincount(tokens, minlength=WORDS))
        file.put("tokens", ("tokens",), tokens.astype(np.uint32), mapped=True)
        edges = {"document": LENGTH * np.array(DOCUMENTS)}
        edges["sentence"] = np.arange(0, len(tokens) + 1, LENGTH)
        for unit, offsets in edges.items():
            file.put(f"{unit}_offsets", (f"{unit}_edges",), offsets)
        file.put("document_ids", ("documents",), IDS)
    return path


def spec_of(documents="sentence", sampling="bootstrapped", runs=(1, 2, 3), **more):
    given = Doc2Vec(dimensions=6, epochs=1, documents=documents, **more)
    return {
        **{"corpus": "said", "unit": "sentence", "fraction": 1.0},
        **{"technique": "dm", "sampling": sampling, "first": runs[0]},
        **{f"{x}_seeds": [*runs] for x in ("sample", "trainer")},
        "parameters": {"trainer": "doc2vec", **given.as_spec()},
    }


def trained(folder, text, spec):
    folder.mkdir(exist_ok=True)
    last = spec["first"] + len(spec["sample_seeds"]) - 1
    outputs = [str(folder / f"{spec['first']}-{last}{x}") for x in (".h5", ".json")]
    told = ["--output", *outputs, "--input", str(text), "--spec", json.dumps(spec)]
    train_block(Job(told))
    return folder / f"{spec['first']}-{last}.h5"


def names_of(path):
    with store.read(path, "models") as file:
        return store.texts(file["items"])


def test_a_block_of_sentences_has_their_names_and_nan_rows_of_those_not_drawn(
    tmp_path, text
):
    block = trained(tmp_path, text, spec_of())
    names = names_of(block)
    assert (names[0], names[11], names[59]) == (
        "help/a.xhp#1",
        "help/b.xhp#2",
        "other#30",
    )
    with store.read(block, "models") as file:
        assert "words" not in file
        axes = [axis.label for axis in file["vectors"].dims]
        assert axes == ["runs", "items", "dims"]
        present, counts = file["present"][:], file["counts"][:]
        assert_array_equal(present, counts > 0)
        assert_array_equal(counts.sum(axis=1), [SENTENCES] * RUNS)
        absent = SENTENCES - present.sum(axis=1)
        # (1 - 1 / 60) ** 60 of 60 are not drawn, 22 in the mean
        assert (absent > 10).all() and (absent < 35).all()
        assert_array_equal(np.isnan(file["vectors"][:]).all(axis=2), ~present)
        assert_array_equal(np.isnan(file["vectors"][:]).any(axis=2), ~present)


def test_a_block_of_documents_has_a_row_for_each_trained_by_its_sentences(
    tmp_path, text
):
    spec = spec_of("document", "fixed", min_count=2)
    block = trained(tmp_path, text, spec)
    assert names_of(block) == ["help/a.xhp", "help/b.xhp", "a_speech", "other"]
    with store.read(block, "models") as file:
        assert file["vectors"].shape == (RUNS, 4, 6)
        assert file["counts"][0].tolist() == [10, 2, 18, 30]
        documents = file["vectors"][0]
    sentences = trained(tmp_path / "sentences", text, spec_of(sampling="fixed"))
    with store.read(sentences, "models") as file:
        assert not np.isin(documents, file["vectors"][0]).any()


def test_of_a_fraction_of_the_text_there_are_its_documents(tmp_path, text):
    block = trained(tmp_path, text, {**spec_of("document", "fixed"), "fraction": 0.2})
    assert names_of(block) == ["help/a.xhp", "help/b.xhp"]
    assert list(read_units(text, "sentence", 0.2).names("sentence")) == [
        *(f"help/a.xhp#{number}" for number in range(1, 11)),
        *("help/b.xhp#1", "help/b.xhp#2"),
    ]


def test_runs_of_several_blocks_have_the_bits_of_one(tmp_path, text):
    one = Runs([trained(tmp_path, text, spec_of())])
    paths = [trained(tmp_path, text, spec_of(runs=x)) for x in ([1, 2], [3])]
    other = Runs(paths)
    assert (one.words, one.axis) == (other.words, "items")
    for run in range(RUNS):
        for mine, its in zip(one[run], other[run], strict=True):
            assert_array_equal(mine, its)


def measured(block, asked):
    out = block.with_name("similarity.h5")
    told = ["--output", str(out), "--input", str(block), "--spec", json.dumps(asked)]
    measure(Job(told), MEASURES["similarity"])
    return out


def test_similarity_is_of_random_units_among_those_that_runs_share(tmp_path, text):
    block = trained(tmp_path, text, spec_of())
    shared = Shared(Runs([block]))
    number = len(shared.words)
    assert 10 < number < 30  # a quarter of sixty
    with store.read(measured(block, ASKED), "similarity") as file:
        assert store.texts(file["items"]) == shared.words
        targets = file["targets"][:]
        assert_array_equal(targets, np.sort(drawn(shared.mask, 10, 1)))
        assert file.attrs["pairs"] == 10 * (number - 1) - 10 * 9 // 2
        units = shared.spaces()[2]
        assert_array_equal(file["histogram"][2], histogram(units, targets))
        pairs = (units[targets] @ units.T)[
            ~np.tri(number, dtype=bool)[:, targets].T
            | ~np.isin(np.arange(number), targets)
        ]
        assert file["histogram"][2].sum() == len(pairs)
        assert file["mean"][2] == pytest.approx(pairs.mean(), abs=1e-6)


def test_runs_that_share_no_unit_are_refused_in_a_sentence(tmp_path, text):
    block = trained(tmp_path, text, spec_of(runs=range(1, 31)))
    asked = {**ASKED, "draws": [*range(30)]}
    with pytest.raises(MeasureError, match="only 0 items are shared"):
        measured(block, asked)


def test_a_run_that_is_gone_is_exported_with_the_bits_it_had(tmp_path, text):
    block = trained(tmp_path, text, spec_of())
    with store.read(block, "models") as file:
        names, present = store.texts(file["items"]), file["present"][1]
        vectors = file["vectors"][1][present]
    block.unlink()
    spec = {"run": 2, "binary": False, "training": spec_of(runs=[2])}
    out, record = tmp_path / "run-2.txt", block.with_suffix(".json")
    given = ["--input", str(text), str(record), "--output", str(out)]
    export_space(Job([*given, "--spec", json.dumps(spec)]))
    head, *lines = (x.split() for x in out.read_text(encoding="utf-8").splitlines())
    assert head == [str(present.sum()), "6"]
    assert [line[0] for line in lines] == [names[k] for k in np.flatnonzero(present)]
    read = np.array([line[1:] for line in lines], dtype=np.float32)
    assert_array_equal(read, vectors)
