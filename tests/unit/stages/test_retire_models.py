"""Models are thinned or deleted, and nothing else is lost by it."""

import json

import numpy as np
import pytest

from quaver import store
from quaver.engine.job import Job, write_record
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space
from quaver.stages.retire_models import retire_models

WORDS, DIMS = 7, 4


def vectors(run, scale=1.0):
    generator = np.random.default_rng(run)
    return (scale * generator.standard_normal((WORDS, DIMS))).astype(np.float32)


@pytest.fixture
def block(tmp_path):
    """Write a block of runs of given vectors, and its record."""

    def write(name, spaces, contexts=()):
        path = tmp_path / f"{name}.h5"
        job = Job(["--output", str(path)])
        present, counts = np.ones(WORDS, dtype=bool), np.arange(WORDS)
        present[5] = False
        with store.create(path, "models", job.provenance) as file:
            sums = [
                put_space(
                    *(file, row, len(spaces)),
                    Space(
                        space,
                        present,
                        counts,
                        contexts=dict(enumerate(contexts)).get(row),
                    ),
                )
                for row, space in enumerate(spaces)
            ]
            put_runs(file, list("abcdefg"), np.arange(1, len(spaces) + 1))
        runs = [{"run": k, "vectors_sha256": x} for k, x in enumerate(sums, 1)]
        write_record(tmp_path / f"{name}.json", job, runs)
        return path

    return write


@pytest.fixture
def retire(tmp_path):
    """Retire blocks in a way; what is told of each."""

    def call(models, *names):
        told = tmp_path / "retired.json"
        records = [str(tmp_path / f"{name}.json") for name in names]
        spec = ["--spec", json.dumps({"models": models})]
        retire_models(Job(["--output", str(told), *spec, "--input", *records]))
        return json.loads(told.read_text())

    return call


def standing(folder):
    return sorted(path.name for path in folder.iterdir())


def test_deleted_models_leave_their_record(block, retire, tmp_path):
    size = block("1-2", [vectors(1), vectors(2)]).stat().st_size
    told = retire("delete", "1-2")
    assert standing(tmp_path) == ["1-2.json", "retired.json"]
    assert told["freed"] == told["blocks"]["1-2"]["bytes_trained"] == size
    assert (told["wanted"], told["blocks"]["1-2"]["models"]) == ("delete", "deleted")


def test_thinned_models_hold_all_but_half_of_the_bits(block, retire, tmp_path):
    block("1-2", [vectors(1), vectors(2)])
    told = retire("thin", "1-2")
    assert standing(tmp_path) == ["1-2.json", "1-2.thin.h5", "retired.json"]
    assert told["blocks"]["1-2"]["models"] == "thinned"
    with store.read(tmp_path / "1-2.thin.h5", "thinned") as file:
        assert store.texts(file["words"]) == list("abcdefg")
        assert file["runs"][:].tolist() == [1, 2]
        kept = file["present"][0]
        assert kept.tolist() == [True] * 5 + [False, True]
        found = file["vectors"][:]
    assert found.dtype == np.float16
    assert np.isnan(found[:, 5]).all()
    for run in (1, 2):
        wanted = vectors(run)[kept].astype(np.float16)
        assert found[run - 1][kept].tobytes() == wanted.tobytes()


def test_contexts_are_thinned_too_however_small(block, retire, tmp_path):
    """Those of rare words have hardly left zero; vectors as small would be kept."""
    contexts = [vectors(3), vectors(4, 1e-6)]
    block("1-2", [vectors(1), vectors(2)], contexts)
    assert retire("thin", "1-2")["blocks"]["1-2"]["models"] == "thinned"
    with store.read(tmp_path / "1-2.thin.h5", "thinned") as file:
        found = file["contexts"][:]
    assert found.dtype == np.float16
    assert np.isnan(found[:, 5]).all()
    kept = np.arange(WORDS) != 5
    for own, wanted in zip(found, contexts, strict=True):
        assert own[kept].tobytes() == wanted[kept].astype(np.float16).tobytes()


def test_contexts_beyond_16_bits_keep_the_block(block, retire, tmp_path):
    block("1-1", [vectors(1)], [vectors(3, 1e5)])
    told = retire("thin", "1-1")["blocks"]["1-1"]
    assert told["models"] == "kept"
    assert "cannot hold output weights of run 1 (numbers up to" in told["why"]
    assert standing(tmp_path) == ["1-1.h5", "1-1.json", "retired.json"]


def test_what_is_retired_stays_so_when_it_is_tried_again(block, retire, tmp_path):
    """As after a kill halfway: one block is thinned, the other not yet."""
    block("1-1", [vectors(1)])
    retire("thin", "1-1")
    before = (tmp_path / "1-1.thin.h5").read_bytes()
    block("2-2", [vectors(2)])
    told = retire("thin", "1-1", "2-2")["blocks"]
    assert [each["models"] for each in told.values()] == ["thinned", "thinned"]
    assert (tmp_path / "1-1.thin.h5").read_bytes() == before


def test_the_thinned_are_deleted_but_the_deleted_are_not_thinned(block, retire):
    block("1-1", [vectors(1)])
    retire("thin", "1-1")
    assert retire("delete", "1-1")["blocks"]["1-1"]["models"] == "deleted"
    told = retire("thin", "1-1")["blocks"]["1-1"]
    assert (told["models"], told["why"]) == ("deleted", "was deleted before")


@pytest.mark.parametrize("scale", [1e5, 1e-9])
def test_numbers_16_bits_cannot_hold_keep_theirs(
    scale, block, retire, tmp_path, capsys
):
    path = block("1-2", [vectors(1), vectors(2, scale)])
    before = path.read_bytes()
    told = retire("thin", "1-2")["blocks"]["1-2"]
    assert told["models"] == "kept"
    assert told["bytes"] == told["bytes_trained"] == len(before)
    assert "16 bits a number cannot hold" in told["why"]
    assert "vectors of run 2 or more" in told["why"]
    assert told["why"] in capsys.readouterr().out
    assert path.read_bytes() == before
    assert standing(tmp_path) == ["1-2.h5", "1-2.json", "retired.json"]


def test_models_of_another_training_are_told_and_not_thinned(block, retire, tmp_path):
    block("1-2", [vectors(1), vectors(2)])
    record = (tmp_path / "1-2.json").read_text()
    block("1-2", [vectors(1), vectors(3)])
    (tmp_path / "1-2.json").write_text(record)
    with pytest.raises(
        store.StoreError, match=r"1-2\.h5: the vectors of run 2 are not"
    ):
        retire("thin", "1-2")
    assert standing(tmp_path) == ["1-2.h5", "1-2.json"]


def test_models_trained_anew_take_the_place_of_thinned_ones(block, retire, tmp_path):
    block("1-1", [vectors(1)])
    retire("thin", "1-1")
    block("1-1", [vectors(3)])
    retire("thin", "1-1")
    with store.read(tmp_path / "1-1.thin.h5", "thinned") as file:
        found = file["vectors"][0, 0]
    assert found.tobytes() == vectors(3)[0].astype(np.float16).tobytes()


def test_a_thinned_file_of_other_models_goes(block, retire, tmp_path):
    """Its models were trained anew and are gone: it must not stand for them."""
    block("1-1", [vectors(1)])
    retire("thin", "1-1")
    block("1-1", [vectors(3)]).unlink()
    assert retire("thin", "1-1")["blocks"]["1-1"]["models"] == "deleted"
    assert standing(tmp_path) == ["1-1.json", "retired.json"]
