"""Blocks whose rows are n-grams: stored, thinned, measured, exported."""

import json

import numpy as np
import pytest
import yaml
from numpy.testing import assert_array_equal

import quaver
from quaver import store
from quaver.config import as_written, understand
from quaver.config.techniques import FastText
from quaver.engine.job import Job
from quaver.measures import MEASURES
from quaver.measures.errors import MeasureError
from quaver.results.reader import Results
from quaver.results.runs import Runs, Shared
from quaver.results.stored import space_of
from quaver.results.thinned import KIND, thin_file
from quaver.results.views import read_view
from quaver.stages.export_space import export_space
from quaver.stages.measure import measure
from quaver.stages.retire_models import retire_models
from quaver.stages.train_block import train_block
from quaver.trainers import fasttext

WORDS, RUNS = 40, 3
SHAPE = {"dimensions": 6, "epochs": 1, "bucket": 200, "min_count": 30}
ASKED = {"targets": 10_000, "ranks": 5, "seed": 1, "draws": [1, 2, 3]}


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """An encoded text of sixty sentences, words of four letters."""
    path = tmp_path_factory.mktemp("corpora") / "said.h5"
    generator = np.random.default_rng(2)
    tokens = np.sort(generator.zipf(1.4, 3000).clip(1, WORDS) - 1)
    tokens = generator.permutation(tokens).astype(np.uint32)
    names = ["".join(generator.choice(list("abcdefghij"), 4)) for _ in range(WORDS)]
    assert len({*names}) == WORDS
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), names)
        file.put("counts", ("words",), np.bincount(tokens, minlength=WORDS))
        file.put("tokens", ("tokens",), tokens, mapped=True)
        for unit in ("document", "sentence", "line"):
            edges = np.arange(0, len(tokens) + 1, 50)
            file.put(f"{unit}_offsets", (f"{unit}_edges",), edges)
    return path


def spec_of(items="ngrams", runs=range(1, RUNS + 1), **more):
    own = FastText(**SHAPE, items=items, **more)
    parameters = {"trainer": "fasttext", **own.as_spec()}
    return {
        **{"corpus": "said", "unit": "sentence", "fraction": 1.0},
        **{"technique": "charvec", "sampling": "bootstrapped", "first": runs[0]},
        **{f"{x}_seeds": [*runs] for x in ("sample", "trainer")},
        "parameters": parameters,
    }


def trained(folder, text, spec):
    last = spec["first"] + len(spec["sample_seeds"]) - 1
    outputs = [str(folder / f"{spec['first']}-{last}{x}") for x in (".h5", ".json")]
    told = ["--output", *outputs, "--input", str(text), "--spec", json.dumps(spec)]
    train_block(Job(told))
    return folder / f"{spec['first']}-{last}.h5"


@pytest.fixture
def block(tmp_path, text):
    return trained(tmp_path, text, spec_of())


def test_a_block_of_n_grams_has_items_and_one_of_words_what_it_had(
    block, tmp_path, text
):
    view = read_view(text, "sentence", 1.0)
    names = fasttext.items(view, FastText(**SHAPE, items="ngrams"))
    with store.read(block, "models") as file:
        assert "words" not in file
        assert store.texts(file["items"]) == names
        shape = RUNS, len(names), 6
        assert file["vectors"].shape == shape
        axes = [axis.label for axis in file["vectors"].dims]
        assert axes == ["runs", "items", "dims"]
        assert 0 < file["present"][0].sum() < len(names)
    (tmp_path / "words").mkdir()
    with store.read(
        trained(tmp_path / "words", text, spec_of("words")), "models"
    ) as file:
        assert "items" not in file
        assert file["vectors"].shape == (RUNS, WORDS, 6)
        axes = [axis.label for axis in file["vectors"].dims]
        assert axes == ["runs", "words", "dims"]


def test_contexts_stand_beside_the_vectors_that_are_trained_without(tmp_path, text):
    folders = [tmp_path / name for name in ("plain", "both")]
    for folder in folders:
        folder.mkdir()
    assert "contexts" not in spec_of("words")["parameters"]
    plain = Runs([trained(folders[0], text, spec_of("words"))])
    both = Runs([trained(folders[1], text, spec_of("words", contexts=True))])
    with pytest.raises(MeasureError, match="'contexts: true'"):
        plain.contexts(0)
    seen = set()
    for run in range(RUNS):
        for mine, its in zip(plain[run], both[run], strict=True):
            assert_array_equal(mine, its)
        contexts = both.contexts(run)
        assert contexts.shape == (WORDS, 6)
        assert_array_equal(np.isfinite(contexts).all(axis=1), both[run][1])
        seen.add(contexts.tobytes())
    assert len(seen) == RUNS


def test_runs_of_several_blocks_have_the_bits_of_one(block, tmp_path, text):
    (tmp_path / "apart").mkdir()
    paths = [trained(tmp_path / "apart", text, spec_of(runs=x)) for x in ([1, 2], [3])]
    one, other = Runs([block]), Runs(paths)
    assert (one.words, one.axis) == (other.words, "items")
    for run in range(RUNS):
        for mine, its in zip(one[run], other[run], strict=True):
            assert_array_equal(mine, its)


def test_similarity_is_of_all_items_that_runs_share(block, tmp_path):
    out = tmp_path / "similarity.h5"
    told = ["--output", str(out), "--input", str(block), "--spec", json.dumps(ASKED)]
    measure(Job(told), MEASURES["similarity"])
    shared = Shared(Runs([block]))
    with store.read(out, "similarity") as file:
        assert store.texts(file["items"]) == shared.words
        assert "words" not in file
        number = len(shared.words)
        assert 10 < number < len(Runs([block]).words)
        assert (
            file["histogram"][:].sum(axis=1).tolist()
            == [number * (number - 1) // 2] * RUNS
        )
        assert file.attrs["note"] == f"10,000 items asked for, {number} there are"
        units = shared.spaces()[1]
        cosines = (units @ units.T)[np.triu_indices(number, 1)]
        assert file["mean"][1] == pytest.approx(cosines.mean(), abs=1e-6)


def test_n_grams_are_thinned_and_exported_under_their_names(block, tmp_path):
    record, told = block.with_suffix(".json"), tmp_path / "retired.json"
    with store.read(block, "models") as file:
        names, vectors, _ = space_of(file, 1)
    spec = json.dumps({"models": "thin"})
    retire_models(Job(["--output", str(told), "--spec", spec, "--input", str(record)]))
    with store.read(thin_file(record), KIND) as file:
        thinned, halves, _ = space_of(file, 1)
        assert [axis.label for axis in file["vectors"].dims][1] == "items"
    assert thinned == names
    assert_array_equal(halves, vectors.astype(np.float16).astype(np.float32))


def test_a_run_that_is_gone_is_exported_under_the_names_of_its_items(
    block, tmp_path, text
):
    with store.read(block, "models") as file:
        names, _, _ = space_of(file, 1)
    block.unlink()
    spec = {"run": 2, "binary": False, "training": spec_of(runs=[2])}
    out, record = tmp_path / "run-2.txt", block.with_suffix(".json")
    given = ["--input", str(text), str(record), "--output", str(out)]
    export_space(Job([*given, "--spec", json.dumps(spec)]))
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"{len(names)} 6"
    assert [line.split()[0] for line in lines[1:]] == names


def test_users_read_items_by_their_names_and_ask_of_words_elsewhere(tmp_path, text):
    corpus = {"language": "en", "source": {"kind": "text", "path": "said.txt"}}
    technique = {"trainer": "fasttext", "items": "ngrams", **SHAPE}
    written = {
        **{"study": "mine", "seed": 1, "runs": RUNS, "corpora": {"said": corpus}},
        **{"techniques": {"charvec": technique}, "samplings": ["fixed"]},
        "analyses": {"similarity": {}, "averages": {"sizes": []}},
    }
    study = as_written(understand(written))
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    grid = Results(tmp_path / "study.yaml").grid
    (block,) = grid.blocks.values()
    folder = (tmp_path / block.file).parent
    folder.mkdir(parents=True)
    trained(folder, text, grid.block_spec(block))
    cell = quaver.open(tmp_path)["said", "charvec", "fixed"]
    frame = cell.vectors(1)
    assert frame.index.name == "n-gram"
    one, other = frame.index[:2]
    assert len(cell.similarity(one, other)) == RUNS
    for ask in (lambda: cell.neighbours(one), lambda: cell.pip, lambda: cell.words):
        with pytest.raises(KeyError, match="has n-grams for rows, no words: ask it"):
            ask()
    with pytest.raises(KeyError, match="no n-gram 'nothing'"):
        cell.similarity("nothing", other)
