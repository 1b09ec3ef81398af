"""What WordNet says of similar words, as a measure stores it; who asks for it."""

import numpy as np
import pytest
from invented_wordnet import (
    DEPTH,
    meant_vectors,
    part_vectors,
    parts_file,
    synsets,
    tree_file,
    word_names,
)
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver import store
from quaver.config import ConfigError, understand
from quaver.grid import Grid
from quaver.house.meant import COSINES, RANKS, dealt_ours, threshold_of
from quaver.measures import MEASURES
from quaver.measures.errors import MeasureError
from quaver.measures.meaning import MOVED, Words, deals_of
from quaver.results.blocks import put_runs, put_space
from quaver.results.meaning import LEFT_OUT
from quaver.spaces import joint
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import EDGES
from quaver.spaces.space import Space
from quaver.statistics.thresholds import NOTHING, SMALL, Rule

WORDS, DIMS, RUNS = 300, 10, 3
RULE = Rule(least_pairs=200)
SPEC = {
    **{"targets": 1000, "parts": ["noun"], "least_pairs": 200, "relabellings": 120},
    **{"seed": 1, "deals": 2},
}
STUDY = {
    **{"study": "tiny", "seed": 1, "runs": 2},
    "corpora": {
        "said": {"language": "en-gb", "source": {"kind": "sotu"}},
        "dicho": {"language": "es", "source": {"kind": "sotu"}},
    },
    "techniques": {"sg": {"trainer": "word2vec"}, "lsa": {"trainer": "lsa"}},
    "analyses": {"similarity": {"baseline": {"kind": "wordnet"}}},
}


def block(folder, made, counted=True):
    path = folder / f"1-{len(made)}.h5"
    with store.create(path, "models", dict) as file:
        for place, rows in enumerate(made):
            counts = np.arange(len(rows), 0, -1) * counted
            space = Space(rows, np.ones(len(rows), dtype=bool), counts)
            put_space(file, place, len(made), space)
        put_runs(file, word_names(len(made[0])), np.arange(len(made)) + 1)
    return path


def noise(words, dims, run):
    generator = np.random.default_rng(run)
    return generator.standard_normal((words, dims), dtype=np.float32)


def stored(folder, vectors=meant_vectors, known=None, counted=True, **changes):
    made = [vectors(WORDS, DIMS, run) for run in range(RUNS)]
    inputs = [block(folder, made, counted), tree_file(folder, WORDS, known)]
    out = call("meaning", folder / "out.h5", inputs, SPEC | changes)
    with store.read(out, "meaning") as file:
        arrays = {name: file[name][:] for name in file if name not in LEFT_OUT}
        return arrays | {name: file.attrs[name] for name in ("known", "note")}


@pytest.fixture(scope="module")
def meant(tmp_path_factory):
    return stored(tmp_path_factory.mktemp("meant"))


def lch(first, second):
    """Of two synsets of the tree, by climbing from both."""

    def above(synset):
        found = [synset]
        while found[-1]:
            found.append((found[-1] - 1) // 4)
        return found

    one, other = above(first), above(second)
    links = min(one.index(x) + other.index(x) for x in one if x in other)
    return -np.log((links + 1) / (2 * DEPTH))


def test_counts_are_those_of_a_loop_over_pairs(meant):
    units = unit_rows(meant_vectors(WORDS, DIMS, 1)).astype(float)
    cosines = (units @ units.T).astype(np.float32)
    places, own = {}, synsets(WORDS)
    for i in range(40):
        for j in range(i + 1, 40):
            pair = np.searchsorted(EDGES.astype(np.float32), cosines[i, j]) - 1
            level = np.argmin(np.abs(meant["values"] - lch(own[i], own[j])))
            places[pair, level] = places.get((pair, level), 0) + 1
    for (pair, level), number in places.items():
        assert meant["counts"][1, pair, level] >= number
    every = [lch(x, y) for x in own for y in own[own > x]]
    values = meant["counts"].sum(axis=1) @ meant["values"]
    assert_allclose(values, np.sum(every))
    # each pair once, and each word in the list of each other
    assert (meant["counts"].sum(axis=(1, 2)) == WORDS * (WORDS - 1) // 2).all()
    assert (meant["rank_counts"].sum(axis=(1, 2)) == WORDS * (WORDS - 1)).all()
    widths = np.diff(meant["rank_edges"])
    assert_array_equal(meant["rank_counts"].sum(axis=2)[0], WORDS * widths)


def test_deals_are_of_words_within_their_strata(meant):
    words = Words(np.arange(WORDS), None, np.ones(WORDS), np.arange(WORDS, 0, -1))
    (deal,) = deals_of(words, 1, SPEC["deals"])
    own = synsets(WORDS)
    units = unit_rows(meant_vectors(WORDS, DIMS, 0)).astype(float)
    cosines = (units @ units.T).astype(np.float32)
    first, second = np.triu_indices(WORDS, 1)
    bins = np.searchsorted(EDGES.astype(np.float32), cosines[first, second]) - 1
    pair = np.flatnonzero(bins == 110)
    dealt = [lch(own[deal[first[k]]], own[deal[second[k]]]) for k in pair]
    assert_allclose(meant["relabelled"][0, 110], np.mean(dealt))
    assert_allclose(meant["relabelled_variance"][0, 110], np.var(dealt, ddof=1))
    assert meant["relabelled_pairs"][0, 110] == len(pair)


def test_runs_are_held_against_what_their_own_bins_make_of_deals(meant):
    """A bin has other pairs in each run, so deals have another mean there."""
    words = Words(np.arange(WORDS), None, np.ones(WORDS), np.arange(WORDS, 0, -1))
    deals, own = deals_of(words, MOVED, SPEC["deals"]), synsets(WORDS)
    known = {(x, y): lch(x, y) for x in np.unique(own) for y in np.unique(own)}
    first, second = np.triu_indices(WORDS, 1)
    means = []
    for run in (0, 1):
        units = unit_rows(meant_vectors(WORDS, DIMS, run)).astype(float)
        cosines = (units @ units.T).astype(np.float32)[first, second]
        bins = np.searchsorted(EDGES.astype(np.float32), cosines) - 1
        pairs = np.flatnonzero(bins == 110)
        dealt = [
            [known[own[deal[first[k]]], own[deal[second[k]]]] for k in pairs]
            for deal in deals
        ]
        means.append(np.mean(dealt))
    assert_allclose(meant["moves"][1, 110], means[1] - means[0])
    assert abs(means[1] - means[0]) > 1e-4
    assert (meant["rank_moves"][0] == 0).all()
    assert meant["rank_moves"].shape == meant["rank_counts"].shape[:2]
    # the threshold of a run is told by curves that are moved
    moved = {**meant, "moves": meant["moves"] + [[0.0], *[[9.0]] * (RUNS - 1)]}
    assert threshold_of(moved, COSINES, RULE).every.values[0] > -1
    assert np.isnan(threshold_of(moved, COSINES, RULE).every.values[1:]).all()


def test_parts_of_the_words_add_up(meant):
    whole, left = meant["counts"][0], meant["without"]
    assert len(left) == 20
    assert (left <= whole).all()
    assert meant["sizes"].tolist() == [30, 100, 300]
    assert_array_equal(meant["sized"][-1], whole)
    pairs = [n * (n - 1) // 2 for n in meant["sizes"]]
    assert meant["sized"].sum(axis=(1, 2)).tolist() == pairs
    assert_array_equal(meant["sized_relabelled"][-1], meant["relabelled"])
    assert meant["rank_without"].shape[1] == len(meant["rank_edges"]) - 1


def test_a_planted_meaning_has_a_threshold(meant):
    cosine, rank = (threshold_of(meant, x, RULE) for x in (COSINES, RANKS))
    assert 0 <= cosine.runs.estimate.mean <= 0.5
    assert cosine.loose <= cosine.runs.estimate.mean + 0.1
    assert rank.strict <= rank.runs.estimate.mean <= rank.loose
    assert dealt_ours(meant, RULE).found <= 0.02


def test_noise_has_no_threshold(tmp_path):
    told = stored(tmp_path, noise)
    for kind in (COSINES, RANKS):
        none = threshold_of(told, kind, RULE)
        assert np.isnan(none.runs.estimate.mean)
        assert none.reason.startswith("no bin")
        assert "none of 3 runs" in none.runs.note


def test_vectors_that_know_parts_of_speech_alone_have_no_threshold(tmp_path):
    """A noun and a verb of as many senses must not exchange entries."""
    kinds = np.array([(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)])
    senses = kinds[np.random.default_rng(0).integers(0, len(kinds), WORDS)]
    made = [part_vectors(senses, DIMS, run) for run in range(RUNS)]
    inputs = [block(tmp_path, made), parts_file(tmp_path, senses)]
    spec = SPEC | {"parts": ["noun", "verb"]}
    out = call("meaning", tmp_path / "out.h5", inputs, spec)
    with store.read(out, "meaning") as file:
        told = {name: file[name][:] for name in file if name not in LEFT_OUT}
    for kind in (COSINES, RANKS):
        none = threshold_of(told, kind, RULE)
        assert np.isnan(none.runs.estimate.mean), kind.counts
        assert {*none.reasons} <= {NOTHING, SMALL}


def test_first_senses_alone_are_compared_by_name_with_the_same_deals(tmp_path):
    senses = np.column_stack([1 + np.arange(WORDS) % 3, np.zeros(WORDS, dtype=int)])
    made = [meant_vectors(WORDS, DIMS, 0)]
    inputs = [block(tmp_path, made), parts_file(tmp_path, senses)]
    told = {}
    for name, spec in (("all", SPEC), ("first", SPEC | {"senses": "first"})):
        out = call("meaning", tmp_path / f"{name}.h5", inputs, spec)
        with store.read(out, "meaning") as file:
            told[name] = {x: file[x][:] for x in file if x not in LEFT_OUT}
    with store.read(inputs[1], "wordnet") as file:
        first = file["noun/senses"][:][file["noun/sense_offsets"][:-1]]
    pairs = zip(*np.triu_indices(WORDS, 1), strict=True)
    every = np.sum([lch(first[i], first[j]) for i, j in pairs])
    assert_allclose((told["first"]["counts"][0] @ told["first"]["values"]).sum(), every)
    assert (told["all"]["counts"][0] @ told["all"]["values"]).sum() > 1.05 * every
    # bins of cosines, and words dealt, are the same: values differ alone
    dealt = [told[x]["relabelled_pairs"] for x in told]
    assert_array_equal(*dealt)
    assert not np.array_equal(told["all"]["relabelled"], told["first"]["relabelled"])


def test_a_word_of_a_zero_vector_is_left_out_by_both_measures(tmp_path):
    """Models hold no such word, so it needs no refusal of its own."""
    made = [meant_vectors(WORDS, DIMS, run) for run in range(RUNS)]
    made[1][7] = 0
    inputs = [block(tmp_path, made), tree_file(tmp_path, WORDS)]
    plain = {**SPEC, "ranks": 9, "draws": [1, 2, 3]}
    for name, given in (("meaning", inputs), ("similarity", inputs[:1])):
        with store.read(call(name, tmp_path / f"{name}.h5", given, plain), name) as out:
            assert "w7" not in store.texts(out["words"]) and len(out["words"]) == 299


def test_words_outside_wordnet_are_dropped_and_ranks_keep_their_numbers(tmp_path):
    told = stored(tmp_path, known=200)
    assert told["known"] == 200
    assert told["note"] == "1,000 words asked for, WordNet knows 200"
    assert told["rank_edges"][-1] == WORDS
    assert told["rank_counts"][0].sum() == 200 * 199
    few = stored(tmp_path, targets=50, least_pairs=5)
    assert len(few["targets"]) == 50
    assert (np.diff(few["targets"]) > 0).all()
    assert few["note"] == ""


def test_vectors_of_others_have_an_order_for_counts(tmp_path, meant):
    told = stored(tmp_path, counted=False)
    assert told["note"].endswith("; their order is taken for their frequency")
    # the same order, so the same strata and deals
    assert_array_equal(told["relabelled"], meant["relabelled"])


def test_no_bit_hangs_on_what_is_held_together(tmp_path, meant, monkeypatch):
    monkeypatch.setattr(joint, "TARGETS", 7)
    again = stored(tmp_path)
    names = "counts", "rank_counts", "relabelled", "without", "sized", "moves"
    for name in names:
        assert_array_equal(again[name], meant[name])


def test_what_tells_nothing_is_refused_with_the_cure(tmp_path):
    with pytest.raises(MeasureError, match="knows 9 of 300 words, .* English"):
        stored(tmp_path, known=9)
    with pytest.raises(MeasureError, match="knows 0 of 300 words, and 10 are needed"):
        stored(tmp_path, known=0)
    with pytest.raises(MeasureError, match="0 bins of cosines .* or lower 'least_p"):
        stored(tmp_path, least_pairs=10**6)


def test_only_english_that_has_a_baseline_is_held_against_wordnet():
    grid = Grid(understand(STUDY))
    labels = [x.label for x in grid.measured["meaning"]]
    assert labels and all(label.startswith("said/") for label in labels)
    spec = MEASURES["meaning"].spec(grid, grid.measured["meaning"][0])
    assert spec["relabellings"] == 200
    assert spec["parts"] == ["noun", "verb"]
    plain = STUDY | {"analyses": {"similarity": {}}}
    assert not Grid(understand(plain)).measured["meaning"]


def test_readings_by_name_leave_the_spec_of_the_default_as_it_is():
    def spec(**baseline):
        asked = {"similarity": {"baseline": {"kind": "wordnet", **baseline}}}
        grid = Grid(understand(STUDY | {"analyses": asked}))
        return MEASURES["meaning"].spec(grid, grid.measured["meaning"][0])

    plain = spec()
    assert "senses" not in plain
    assert spec(senses="first") == plain | {"senses": "first"}
    # how often tests count a pair is no matter of what is stored
    assert spec(senses="all", pairs="twice") == plain
    assert spec(parts=["noun"])["parts"] == ["noun"]
    with pytest.raises(ConfigError, match="pairs"):
        spec(pairs="thrice")


def test_targets_whose_pairs_fill_no_two_bins_are_refused():
    def study(targets, least):
        asked = {"targets": targets, "threshold": {"least_pairs": least}}
        asked["baseline"] = {"kind": "wordnet"}
        return STUDY | {"analyses": {"similarity": asked}}

    where = "analyses.similarity.threshold.least_pairs: got "
    with pytest.raises(ConfigError, match=where + "613, .* 50 .* 1225 .*pairs: 612'"):
        understand(study(50, 613))
    assert understand(study(50, 612))
    with pytest.raises(ConfigError, match="Write more 'targets'"):
        understand(study(2, 2))


def test_relabellings_that_make_no_band_are_refused():
    threshold = {"relabellings": 99}
    few = STUDY | {"analyses": {"similarity": {"threshold": threshold}}}
    similarity = few["analyses"]["similarity"] | {"baseline": {"kind": "wordnet"}}
    with pytest.raises(ConfigError, match="got 99, but a band of 0.99 needs 100"):
        understand(few | {"analyses": {"similarity": similarity}})
    lower = similarity | {"threshold": threshold | {"confidence": 0.95}}
    assert understand(few | {"analyses": {"similarity": lower}})
