"""Draws of terms told apart: by hand, chance, disjoint draws, and the same bits."""

from types import SimpleNamespace

import h5py
import numpy as np
import pytest
from measuring import call
from teaching import SPEC, give_learner, learn, topical, write_draws, write_runs

from quaver.measures import terms_curve
from quaver.measures.terms_curve import Pairs, alike, apart

HELD = {"tax": 40, "war": 22, "law": 16, "peace": 9, "rare": 1, "navy": 30}
CURVE = {"curve": ["1", "4", "all"], "repeats": 6}


@pytest.fixture
def curve(tmp_path, monkeypatch):
    """Have the measure tell of a set of terms: a function of texts and their order."""
    give_learner(monkeypatch)

    def told(texts, order=None, spec=CURVE, runs=2):
        draws = write_draws(tmp_path / "draws.h5", texts, order)
        block = write_runs(tmp_path / "c/t/shuffled", runs)
        made = call("terms_curve", tmp_path / "out.h5", [block, draws], SPEC | spec)
        with h5py.File(made) as file:
            numbers = {name: file[name][:] for name in file if name != "provenance"}
        numbers["terms"] = [name.decode() for name in numbers["terms"]]
        return numbers

    return told


def test_two_draws_of_a_term_share_no_sentence_and_have_as_many():
    held = np.arange(1, 61)
    names = [f"t{k:02}" for k in held]
    term = np.repeat(np.arange(60), held)
    pairs = Pairs(SimpleNamespace(terms=names, term=term), ["2", "all"], 5)
    assert pairs.numbers[0].tolist() == [0] * 3 + [2] * 57
    assert pairs.numbers[1].tolist() == [k // 2 for k in held]
    for size, repeat in ((0, 0), (1, 0), (1, 1)):
        unit = pairs.unit(size, repeat)
        assert len(set(unit.entries)) == len(unit.entries)
        counts = np.bincount(unit.group, minlength=120).reshape(60, 2)
        assert (counts == pairs.numbers[size][:, None]).all()
        assert (term[unit.entries] == unit.group // 2).all()
    again = Pairs(SimpleNamespace(terms=names, term=term), ["all"], 5).unit(0, 1)
    assert np.array_equal(again.entries, unit.entries)


def test_shares_and_cosines_by_hand():
    vectors = np.array([[[2, 0], [0, 3]], [[0, 1], [0, 5]], [[1, 1], [np.nan] * 2]])
    told = apart(vectors.astype(np.float32), alike(np.array([1, 1, 1])))
    # a: its draws are at right angles, so b's second is as near to its first: ties
    # b: its own draws agree, and its second is as near to a's second, first not at all
    assert told["cosine"][:2].tolist() == [0, 1]
    assert told["raw_told"].tolist()[:2] == [0.25, 0.75]
    assert np.isnan(told["told"][2]) and np.isnan(told["cosine"][2])
    # cosines of the first of one with the second of the other: 0 and 1
    assert told["between"][:2].tolist() == [0.5, 0.5] and np.isnan(told["between"][2])
    alone = apart(vectors[:1].astype(np.float32), alike(np.array([1])))
    assert np.isnan(alone["told"]).all() and np.isnan(alone["between"]).all()


def test_each_term_has_the_level_of_those_it_is_compared_with():
    angles = np.radians([[0, 10], [60, 90], [75, 120], [180, 180]])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=-1).astype(np.float32)
    # 2 with 4, 4 with 8, and 2 not with 8; 30 with none
    told = apart(vectors, alike(np.array([2, 4, 8, 30])))
    first, second = (np.cos(np.radians(x)) for x in ([90, 50], [60, 15]))
    expected = [first.mean(), (first.mean() + second.mean()) / 2, second.mean()]
    assert told["between"][:3] == pytest.approx(expected, abs=1e-6)
    assert np.isnan(told["between"][3])
    units = vectors / np.linalg.norm(vectors, axis=2)[..., None]
    moved = apart(units - units.mean(axis=(0, 1)), alike(np.array([2, 4, 8, 30])))
    # without their mean, draws of unit length have the level that is left of them
    assert told["centred_between"][:3] == pytest.approx(moved["between"][:3], abs=1e-5)
    assert told["centred_between"][:3].mean() < told["between"][:3].mean()


def test_terms_are_compared_with_those_of_as_many_sentences():
    compared = alike(np.array([4, 8, 9, 0]))
    assert compared[0].tolist() == [False, True, False, False]
    assert compared[1].tolist() == [True, False, True, False]
    assert not compared[3].any() and not compared[:, 3].any()


def test_topics_are_told_and_the_more_so_the_more_sentences(curve):
    told = curve(topical(HELD))
    assert told["sizes"].tolist() == [b"1", b"4", b"all"]
    assert told["held"].tolist() == [*HELD.values()]
    assert told["sentences"].tolist() == [
        [1, 1, 1, 1, 0, 1],
        [4, 4, 4, 4, 0, 4],
        [20, 11, 8, 4, 0, 15],
    ]
    assert told["others"][0].tolist() == [4, 4, 4, 4, 0, 4]
    assert told["told"].shape == told["cosine"].shape == (2, 3, 6, 6)
    assert np.isnan(told["told"][:, :, 4]).all()
    means = np.nanmean(told["told"], axis=(0, 2, 3))
    assert means[0] < means[1] and means[1] > 0.9
    cosines = np.nanmean(told["centred_cosine"], axis=(0, 2, 3))
    known = ~np.isnan(told["between"])
    assert cosines[0] < cosines[1] and (told["between"][known] < 1).all()
    # in as many places as a term is told from others
    assert np.array_equal(known, ~np.isnan(told["told"]))


def test_of_noise_nothing_is_told_beyond_chance(curve):
    held = {f"t{k:02}": 24 for k in range(14)}
    spec = {"curve": ["2", "8"], "repeats": 30}
    told = curve(topical(held, topics=False), spec=spec)
    for name in ("told", "raw_told"):
        # repeats share sentences: terms are the units
        terms = told[name].mean(axis=(0, 1, 3))
        error = terms.std(ddof=1) / np.sqrt(len(terms))
        assert abs(terms.mean() - 0.5) < 3 * error, name
        assert 0.4 < terms.mean() < 0.6
    # what all draws share is taken off; 2 T of them have a mean of their own
    gaps = told["centred_cosine"] - told["centred_between"]
    assert gaps.shape == (2, 2, 14, 30) and abs(gaps.mean()) < 0.05


def test_all_backgrounds_have_the_same_sentences_and_noise_of_their_own(
    curve, monkeypatch
):
    calls = []

    def listening(background, drawn, parameters, seeds):
        calls.append((drawn.tokens, drawn.group, seeds.tolist()))
        return learn(background, drawn, parameters, seeds)

    give_learner(monkeypatch, listening)
    for cell in ("news/w/shuffled", "laws/w/shuffled"):
        curve(topical(HELD), spec=CURVE | {"cell": cell})
    assert len(calls) == 4  # two runs of each
    for tokens, group, seeds in calls[1:]:
        assert np.array_equal(tokens, calls[0][0])
        assert np.array_equal(group, calls[0][1])
        assert len(seeds) == 3 * 6 * 2 * len(HELD)
    assert len({seed for *_, seeds in calls for seed in seeds}) == 4 * len(calls[0][2])


def test_bits_hang_neither_on_order_nor_on_blocks(curve, monkeypatch):
    texts = topical(HELD)
    first = curve(texts)
    monkeypatch.setattr(terms_curve, "TOKENS", 50)
    turned = curve(texts, order=[*texts][::-1])
    monkeypatch.setattr(terms_curve, "GROUPS", 1)
    blocked = curve(texts)
    for name in terms_curve.TOLD:
        assert np.array_equal(first[name], blocked[name], equal_nan=True)
        backward = turned[name][:, :, ::-1]
        assert np.array_equal(first[name], backward, equal_nan=True), name
