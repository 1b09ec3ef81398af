"""Change after alignment of two texts whose spaces are known."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
import yaml
from aligning import DIMS, SWAPPED, WORDS, average, swapped, vectors, write
from measuring import call
from numpy.testing import assert_allclose

from quaver import store
from quaver.config import understand
from quaver.grid import Grid
from quaver.grid.subjects import read_by
from quaver.measures import MEASURES, change_alignment
from quaver.measures.change_alignment import distances, in_common
from quaver.measures.errors import MeasureError
from quaver.spaces.branches import leaf


def stored(folder, early, late, sizes=(), absent=None):
    """What is stored of two lists of spaces: datasets by name, words as keys of it."""
    blocks = [
        write(folder / name / "1-9.h5", spaces, seed, (absent or {}).get(name, ()))
        for seed, (name, spaces) in enumerate({"early": early, "late": late}.items(), 1)
    ]
    averages = [average(block, size) for block, size in product(blocks, sizes)]
    # one of all runs may stand in another file, too
    averages += [average(block, len(early), "all") for block in blocks if sizes]
    spec = {"overlap": True}
    path = call("change_alignment", folder / "a.h5", [*blocks, *averages], spec)
    with store.read(path, "change_alignment") as file:
        names = ["distance", "overlap", "counts", "runs"]
        names += [f"averages/{s}/{x}" for s in sizes for x in ("distance", "as_coded")]
        told = {name: file[name][:] for name in names}
        return told | {"words": store.texts(file["words"])}


def test_a_rotated_copy_has_not_changed(tmp_path):
    told = stored(tmp_path, [vectors()] * 2, [vectors()] * 2, (2,))
    assert sorted(told["words"]) == sorted(WORDS)
    for name in ("distance", "averages/2/distance", "averages/2/as_coded"):
        assert_allclose(told[name], 0, atol=2e-6, err_msg=name)
    assert_allclose(told["overlap"], 1)
    order = [WORDS.index(word) + 10 for word in told["words"]]
    assert_allclose(told["counts"], [order, order])


def test_two_words_that_were_exchanged_stand_out(tmp_path):
    runs = [vectors(0.2, seed) for seed in range(8)]
    late = [swapped(vectors(0.2, seed)) for seed in range(8, 16)]
    told = stored(tmp_path, runs[:4], late[:4], (2, 4))
    own = np.array([word in SWAPPED for word in told["words"]])
    for name in ("distance", "averages/2/distance", "averages/4/as_coded"):
        assert told[name][:, own].min() > told[name][:, ~own].max(), name
    assert told["overlap"][:, own].max() < told["overlap"][:, ~own].mean()
    # averages have less noise, and what the thesis took for them has their lost length
    still = [told[f"averages/{size}/distance"][:, ~own].mean() for size in (2, 4)]
    assert told["distance"][:, ~own].mean() > still[0] > still[1]
    for size in (2, 4):
        coded, moved = (told[f"averages/{size}/{x}"] for x in ("as_coded", "distance"))
        assert coded.shape == (4 // size, len(WORDS)) and (coded > moved).all()


def test_of_unlike_numbers_as_many_runs_are_compared_as_both_have(tmp_path):
    late = [swapped(vectors()), vectors(), vectors()]
    told = stored(tmp_path, [swapped(vectors()), vectors()], late, (2,))
    assert told["runs"].tolist() == [1, 2]
    assert_allclose(told["distance"], 0, atol=1e-6)
    assert told["averages/2/distance"].shape == (1, len(WORDS))


def test_words_that_a_run_lacks_are_missing_there_alone(tmp_path):
    nowhere = [(run, "word7") for run in range(2)]
    absent = {"early": [(0, "word1"), *nowhere], "late": [(1, "word2")]}
    told = stored(tmp_path, [vectors()] * 2, [vectors()] * 2, (2,), absent)
    row = {word: k for k, word in enumerate(told["words"])}
    assert "word7" not in row and len(row) == len(WORDS) - 1
    lacking = np.zeros((2, len(row)), bool)
    lacking[0, row["word1"]] = lacking[1, row["word2"]] = True
    for name in ("distance", "overlap"):
        assert (np.isnan(told[name]) == lacking).all()
    # an average has the words of either run
    assert_allclose(told["averages/2/distance"], 0, atol=1e-6)
    assert_allclose(told["counts"][:, row["word1"]], [5.5, 11])


def test_neighbours_are_compared_where_words_are_judged_alone(tmp_path):
    paths = enumerate(tmp_path / text / "1-9.h5" for text in "ab")
    blocks = [write(path, [vectors()], seed) for seed, path in paths]
    path = call("change_alignment", tmp_path / "a.h5", blocks, {"overlap": False})
    with store.read(path, "change_alignment") as file:
        assert "distance" in file and "overlap" not in file
    study = Path(__file__).parents[3] / "studies" / "change-small.yaml"
    grid = Grid(understand(yaml.safe_load(study.read_text("utf-8")), {}))
    compared = {
        subject.label: MEASURES["change_alignment"].spec(grid, subject)["overlap"]
        for subject in grid.measured["change_alignment"]
    }
    # not of eras, of which laws are told, nor of what they are compared with
    assert {label.partition("/")[0] for label, told in compared.items() if told} == {
        "speeches_early+speeches_late"
    }
    assert len(compared) > 20


def test_overlap_is_counted_word_by_word(monkeypatch):
    monkeypatch.setattr(change_alignment, "NEAREST", 4)
    rows, present = np.arange(len(WORDS)), np.arange(len(WORDS)) > 4
    pair = [leaf(vectors(0.5, seed), present, rows) for seed in (1, 2)]
    near = []
    for space in pair:
        cosines = space.vectors @ space.vectors.T
        np.fill_diagonal(cosines, np.nan)
        order = np.argsort(np.where(np.isnan(cosines), -2, cosines), axis=1)
        near.append([set(own[-4:]) for own in order])
    naive = [len(a & b) / 4 for a, b in zip(*near, strict=True)]
    assert_allclose(in_common(*pair), np.where(present, naive, np.nan))
    # the most frequent are compared with each other alone
    few = [leaf(vectors(0.5, seed), rows >= 40, rows) for seed in (1, 2)]
    monkeypatch.setattr(change_alignment, "MOST", 20)
    assert_allclose(in_common(*pair), in_common(*few))


def test_fewer_joint_words_than_dimensions_is_one_sentence():
    rows = np.arange(len(WORDS))
    few, all_ = (leaf(vectors(), rows < most, rows) for most in (DIMS - 1, len(WORDS)))
    with pytest.raises(MeasureError, match="only 5 words .* 6 dim.*: lower min_count"):
        distances(few, all_)


STUDY = {
    **{"study": "mine", "seed": 1, "runs": 4},
    "corpora": {
        # the earlier text stands later in the alphabet
        "then": {"language": "en", "source": {"kind": "sotu", "where": {"year": 1800}}},
        "now": {"language": "en", "source": {"kind": "sotu", "where": {"year": 1950}}},
    },
    "techniques": {"l": {"trainer": "lsa"}},
    "samplings": ["fixed", "shuffled", "bootstrapped"],
    "analyses": {
        "averages": {"sizes": [2, 4]},
        "change": {"x": {"pairs": [["then", "now"]], "words": ["war"]}},
    },
}


def test_runs_that_differ_are_aligned_and_averages_follow_the_order_of_the_texts():
    grid = Grid(understand(STUDY, {}))
    subjects = grid.measured["change_alignment"]
    assert [x.cell.sampling for x in subjects] == ["bootstrapped", "shuffled"]
    read = read_by(grid, "change_alignment", subjects[0])
    assert [(x.cell.view.corpus, x.size) for x in read["average_spaces"]] == [
        *(("then", size) for size in (2, 4)),
        *(("now", size) for size in (2, 4)),
    ]
