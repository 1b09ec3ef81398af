"""Spaces as word2vec files: other tools read them, and so does this one."""

import h5py
import numpy as np
import pytest
from gensim.models import KeyedVectors
from numpy.testing import assert_allclose, assert_array_equal

CELL = "early/glove/bootstrapped"
NAMES = [f"run-{n}.txt" for n in (1, 2, 3, 4)] + ["run-2.bin"]
AVERAGED = "averages/early/theirs/bootstrapped/all.h5"
AVERAGES = ["average2-1.txt", "average2-3.bin"]


@pytest.fixture(scope="module")
def exports(finished):
    """Files exported from the finished study, by name."""
    folder = finished.path / "results/whole/exports" / CELL
    targets = [f"results/whole/exports/{CELL}/{name}" for name in NAMES + AVERAGES]
    written = finished.results("whole")["study.yaml"].read_text(encoding="utf-8")
    finished.finish(*targets, study=written)
    return {name: folder / name for name in NAMES + AVERAGES}


def stored(finished, path, run):
    with h5py.File(finished.results("whole")[path], "r", locking=False) as file:
        row = file["runs"][:].tolist().index(run)
        present = file["present"][row]
        words = [
            w for w, kept in zip(file["words"].asstr(), present, strict=True) if kept
        ]
        return words, file["vectors"][row][present]


@pytest.mark.parametrize(
    ("name", "path", "run"),
    [
        ("run-2.txt", f"models/{CELL}/1-3.h5", 2),
        ("run-2.bin", f"models/{CELL}/1-3.h5", 2),
        ("run-4.txt", f"models/{CELL}/4-4.h5", 4),
        ("average2-1.txt", f"averages/{CELL}/2.h5", 1),
        ("average2-3.bin", f"averages/{CELL}/2.h5", 3),
    ],
)
def test_gensim_reads_the_same_words_and_bits(exports, finished, name, path, run):
    read = KeyedVectors.load_word2vec_format(exports[name], binary=name.endswith("bin"))
    words, vectors = stored(finished, path, run)
    assert read.index_to_key == words
    assert_array_equal(read.vectors, vectors)


def test_spaces_of_others_give_the_losses_they_gave_here(exports, finished, folder):
    files = [str(exports[name]) for name in NAMES[:4]]
    study = {
        **{"study": "given", "seed": 5, "runs": 4, "samplings": ["bootstrapped"]},
        "techniques": {
            "theirs": {
                **{"trainer": "vectors", "corpus": "early", "files": files},
                **{"sampling": "bootstrapped", "language": "en"},
            }
        },
        "analyses": {
            "stability": {"neighbours": [2, 5], "targets": 25},
            "averages": {"sizes": [2]},
        },
    }
    there = "results/given/measures/early/theirs/bootstrapped/{}.h5"
    whole = "results/given/exports/early/theirs/bootstrapped/average4-1.txt"
    targets = *map(there.format, ("pip", "averages_2")), whole
    folder.finish(*targets, study=study)
    # of all runs, by default: 4 is no size of the study
    read = KeyedVectors.load_word2vec_format(folder.path / whole)
    with h5py.File(folder.results("given")[AVERAGED], locking=False) as file:
        assert file.attrs["size"] == 4
        assert_array_equal(read.vectors, file["vectors"][0])
    ours, theirs = finished.results("whole"), folder.results("given")
    found = {}
    for name in ("pip", "averages_2"):
        there = f"measures/early/theirs/bootstrapped/{name}.h5"
        pair = (ours[f"measures/{CELL}/{name}.h5"], theirs[there])
        for path, key in zip(pair, ("ours", "theirs"), strict=True):
            with h5py.File(path, "r", locking=False) as file:
                words = file["words"].asstr()[:].tolist()
                by_word = file["word_losses"][:][:, np.argsort(words)]
                found[key] = sorted(words), file["losses"][:], by_word
        assert found["ours"][0] == found["theirs"][0]
        # the union of words stands in another order, so sums differ in the last bits
        for mine, given in zip(found["ours"][1:], found["theirs"][1:], strict=True):
            assert_allclose(mine, given, rtol=1e-6, atol=1e-9)


def test_what_cannot_be_exported_is_told(finished, whole):
    sentences = {
        "average8-1.txt": "has runs 1 to 4 and averages of 2.",
        "run2-1.txt": "is called run-<number> or average<size>-<first run>.",
    }
    for name, sentence in sentences.items():
        done = finished.run("-n", f"results/whole/exports/{CELL}/{name}", study=whole)
        assert done.returncode == 1
        assert sentence in done.stdout


def test_an_average_is_called_by_its_first_run(finished, whole):
    name = f"results/whole/exports/{CELL}/average2-2.txt"
    done = finished.run(name, study=whole)
    assert done.returncode == 1
    assert "2.h5 holds no space number 2: choose among 1, 3" in done.stdout
    assert "Traceback" not in done.stdout
    assert not (finished.path / name).exists()


def test_words_with_spaces_are_refused(folder):
    vectors = np.eye(3, dtype=np.float32)
    words = np.array(["new york", "paris", "rome"])
    for run in (1, 2):
        np.savez(folder.path / f"run{run}.npz", words=words, vectors=vectors * run)
    study = {
        **{"study": "spaces", "seed": 5, "runs": 2},
        "techniques": {
            "theirs": {
                **{"trainer": "vectors", "corpus": "cities", "format": "npz"},
                "files": ["run1.npz", "run2.npz"],
            }
        },
    }
    name = "results/spaces/exports/cities/theirs/fixed/run-1.txt"
    done = folder.run(name, study=study)
    assert done.returncode == 1
    assert "words must be without white space and not empty." in done.stdout
    assert "'new york'" in done.stdout
    assert not (folder.path / name).exists()
    assert folder.leftovers() == []
