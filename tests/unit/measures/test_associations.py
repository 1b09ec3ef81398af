"""Associations of sets of words: values by hand, permutations, what is missing."""

from itertools import combinations
from math import comb, sqrt

import h5py
import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose

from quaver import store
from quaver.config import ConfigError, understand
from quaver.measures.associations import (
    TESTS,
    Sets,
    permuted,
    rnd,
    semaxis,
    share_as_far,
    weat,
)
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space

EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]
SLOPE = [0.6, 0.8]
HAND = Sets(*map(np.array, ([EAST, SLOPE], [NORTH, WEST], [EAST], [NORTH])))
AS_GIVEN = np.array([[True, True, False, False]])


def test_weat_by_hand():
    """s = cos with east - cos with north: 1, -.2 and -1, -1."""
    s = np.array([1, -0.2, -1, -1])
    d = ((1 - 0.2) / 2 + 1) / s.std(ddof=1)
    assert_allclose(weat(HAND, AS_GIVEN), [d])
    # all six splits of four words into two and two; two-sided
    splits = permuted(2, 2, 100, 1)
    sums = [s[list(pair)].sum() - (s.sum() - s[list(pair)].sum()) for pair in PAIRS]
    p = np.mean(np.abs(sums) >= abs(sums[0]) - 1e-12)
    assert share_as_far(weat(HAND, splits)) == p == 2 / 6


PAIRS = list(combinations(range(4), 2))


def test_relative_norm_distance_by_hand():
    """Of east: 0 - sqrt 2; of (.6, .8): sqrt .8 - sqrt .4."""
    value = (0 - sqrt(2)) + (sqrt(0.8) - sqrt(0.4))
    assert_allclose(rnd(HAND, np.array([[True, False]])), [value])
    assert_allclose(rnd(HAND, np.array([[False, True]])), [-value])


def test_semaxis_by_hand():
    """The axis is (1, -1): of east 1 / sqrt 2, of (.6, .8) -.2 / sqrt 2."""
    value = (1 - 0.2) / sqrt(2) / 2
    assert_allclose(semaxis(HAND, np.array([[True, False]])), [value])


def test_permutations_are_all_or_drawn_and_as_given_first():
    exact = permuted(3, 4, 100, 1)
    assert len({row.tobytes() for row in exact}) == len(exact) == comb(7, 3)
    drawn = permuted(8, 9, 200, 1)
    assert drawn.shape == (200, 17)
    for splits, first in ((exact, 3), (drawn, 8)):
        assert splits[0, :first].all() and (splits.sum(axis=1) == first).all()
    assert (permuted(8, 9, 200, 1) == drawn).all()
    assert (permuted(8, 9, 200, 2) != drawn).any()


def test_sets_of_nothing_but_noise_are_seldom_far():
    """The null holds: p of random rows is uniform."""
    generator = np.random.default_rng(3)
    below = dict.fromkeys(TESTS, 0)
    for _ in range(200):
        rows = generator.normal(size=(4, 4, 10))
        sets = Sets(*(rows / np.linalg.norm(rows, axis=-1, keepdims=True)))
        for name, test in TESTS.items():
            below[name] += share_as_far(test(sets, permuted(4, 4, 100, 1))) <= 0.2
    assert all(20 <= count <= 60 for count in below.values()), below


def test_a_rotation_alters_nothing():
    generator = np.random.default_rng(4)
    turn, _ = np.linalg.qr(generator.normal(size=(2, 2)))
    turned = Sets(*(rows @ turn for rows in HAND))
    for name, test in TESTS.items():
        splits = AS_GIVEN if name == "weat" else np.array([[True, False]])
        assert_allclose(test(turned, splits), test(HAND, splits))


WORDS = ["war", "army", "peace", "trade", "good", "bad", "rare"]
SETS = {
    "callings": {
        **{"targets": ["war", "army", "rare"], "other_targets": ["peace", "zebra"]},
        **{"attributes": ["bad"], "other_attributes": ["good", "trade"]},
    },
    "alone": {
        **{"targets": ["war"], "other_targets": []},
        **{"attributes": ["bad"], "other_attributes": ["good"]},
    },
    "lost": {
        **{"targets": ["war"], "other_targets": []},
        **{"attributes": ["bad"], "other_attributes": ["yak"]},
    },
}
SPEC = {"sets": SETS, "tests": ["weat", "rnd"], "permutations": 100, "seed": 1}


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Two runs, and a word that only one of them has."""
    folder = tmp_path_factory.mktemp("associations")
    generator = np.random.default_rng(1)
    vectors = generator.normal(size=(2, len(WORDS), 3)).astype(np.float32)
    with store.create(folder / "1-2.h5", "models", dict) as file:
        for run in (0, 1):
            present = np.array([True] * 6 + [run == 0])
            space = Space(vectors[run], present, np.where(present, 7, 0))
            put_space(file, run, 2, space)
        put_runs(file, WORDS, np.array([1, 2]))
    path = call("associations", folder / "a.h5", [folder / "1-2.h5"], SPEC)
    with h5py.File(path) as file:
        yield vectors, file


def test_what_is_stored_is_that_of_each_run(stored):
    vectors, file = stored
    for run in (0, 1):
        rows = vectors[run] / np.linalg.norm(vectors[run], axis=1, keepdims=True)
        words = [[0, 1], [2], [5], [4, 3]]
        sets = Sets(*(rows[row] for row in words))
        for column, (name, sizes) in enumerate({"weat": (2, 1), "rnd": (1, 2)}.items()):
            values = TESTS[name](sets, permuted(*sizes, 100, 1))
            assert_allclose(file["values"][0, column, run], values[0], rtol=1e-5)
            assert_allclose(file["p"][0, column, run], share_as_far(values))
    assert file["permutations"][0].tolist() == [3, 3]


def test_missing_words_are_named_and_sets_without_any_have_no_value(stored):
    _, file = stored
    missing = store.texts(file["missing/callings"])
    assert missing == ["rare (in 1 of 2 runs)", "zebra"]
    assert store.texts(file["missing/lost"]) == ["yak"]
    assert np.isnan(file["values"][2]).all() and np.isnan(file["mean_p"][2]).all()
    # weat alone needs targets to compare with
    assert np.isfinite(file["values"][1]).all(axis=1).tolist() == [False, True]
    counts = {name: file[f"words/{name}"][:].tolist() for name in file["words"]}
    assert counts["targets"] == [2, 1, 1] and counts["other_attributes"] == [2, 1, 0]


def test_a_word_on_both_sides_is_refused_and_a_corpus_that_is_none():
    study = {"study": "s", "seed": 1, "runs": 2, "samplings": ["fixed"]}
    text = {"language": "en", "source": {"kind": "text", "path": "a.txt"}}
    study |= {"corpora": {"mine": text}, "techniques": {"ppmi": {"trainer": "ppmi"}}}
    given = {"targets": ["a"], "attributes": ["b"], "other_attributes": ["c"]}
    cases = {
        "attributes have this word, too": {"other_attributes": ["c", "b"]},
        "targets have this word, too": {"other_targets": ["a"]},
        "the corpora of the study are mine": {"corpora": ["yours"]},
    }
    for sentence, wrong in cases.items():
        asked = {"associations": {"sets": {"callings": given | wrong}}}
        with pytest.raises(ConfigError, match=sentence):
            understand({**study, "analyses": asked})
