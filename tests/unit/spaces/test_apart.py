"""Terms told apart: three words by hand, noise, equal draws, any order and block."""

import numpy as np
import pytest
from invented_terms import noisy
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces import apart as module
from quaver.spaces.apart import apart, centred
from quaver.spaces.term_ranks import partners, ranked
from quaver.spaces.word_ranks import units_of
from quaver.statistics.kappa import kappa_of


def together(vectors, sides):
    """Terms whose draws have as many sentences each."""
    return apart(vectors, np.asarray(sides), np.ones(len(sides)))


ONE = np.zeros(3, int)
# Draws at 0 and 10, at 90 and 120, at 60 and 5 degrees.
ANGLES = np.radians([[0, 10], [90, 120], [60, 5]])
DRAWS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=2).astype(np.float32) * 7


def test_three_terms_by_hand():
    told = together(DRAWS, ONE)
    degrees = np.cos(np.radians([10, 30, 55]))
    assert_allclose(told.within, degrees, atol=1e-6)
    crossed = np.cos(np.radians([[120, 80], [5, 50], [85, 60]])).mean(axis=1)
    pairs = told.between[[0, 0, 1], [1, 2, 2]]
    assert_allclose(pairs, crossed, atol=1e-6)
    assert np.isnan(told.between.diagonal()).all()
    # 0: term 2's draw at 5 is nearer than its own at 10; 10: its own at 0 is nearest
    assert_array_equal(told.identified, [0.5, 1.0, 0.0])
    assert_array_equal(told.auc, [0.75, 1.0, 0.5])
    assert_allclose(told.chance, 1 / 3)


def test_ties_count_half_and_share_who_is_identified():
    told = together(np.repeat(DRAWS[:1], 4, axis=0), np.zeros(4))
    assert_allclose(told.auc, 0.5)
    assert_allclose(told.identified, 0.25)


def test_equal_draws_are_identified_with_cosine_1():
    vectors = np.repeat(noisy((20, 1, 30)), 3, axis=1)
    for make in (np.asarray, centred):
        told = together(make(vectors), np.zeros(20))
        assert_allclose(told.within, 1, atol=1e-6)
        assert_array_equal(told.identified, 1)
        assert kappa_of(told.within, told.between) == pytest.approx(1)


@pytest.mark.parametrize("mean", [0, 2])
def test_noise_is_told_apart_by_chance_alone(mean):
    vectors = noisy((120, 5, 50), mean=mean)
    for make in (np.asarray, centred):
        told = together(make(vectors), np.zeros(120))
        assert abs(kappa_of(told.within, told.between)) < 0.01
        assert told.auc.mean() == pytest.approx(0.5, abs=0.025)
        share = told.identified.mean()
        assert told.chance.mean() == pytest.approx(1 / 120)
        # 2400 pairs, which share draws: three errors of a share
        assert share == pytest.approx(1 / 120, abs=3 * np.sqrt(2 / 120 / 2400))


def test_terms_are_told_apart_from_those_of_their_side():
    vectors = noisy((30, 2, 8))
    sides = np.arange(30) % 3 == 0
    told = together(vectors, sides)
    alone = together(vectors[sides], np.zeros(10))
    for name in ("within", "identified", "auc", "chance"):
        assert_array_equal(getattr(told, name)[sides], getattr(alone, name))
    assert_array_equal(told.between[sides][:, sides], alone.between)


def test_no_bit_depends_on_the_order_of_terms_or_on_blocks(monkeypatch):
    vectors = noisy((40, 3, 20), mean=0.5)
    vectors[3, 1], vectors[7] = np.nan, np.nan
    sides = np.arange(40) % 4 > 0
    turn = np.random.default_rng(2).permutation(40)
    for make in (np.asarray, centred):
        told = together(make(vectors), sides)
        monkeypatch.setattr(module, "WIDE", 900)
        other = together(make(vectors[turn]), sides[turn])
        for name in ("cosine", "within", "identified", "auc", "chance"):
            assert_array_equal(getattr(other, name), getattr(told, name)[turn])
        assert_array_equal(other.between, told.between[turn][:, turn])
    assert np.isnan(told.within[7]) and np.isfinite(told.within[3])
    assert np.isnan(told.cosine[3, 1]).all() and np.isnan(told.identified[7])


def test_centring_takes_away_what_all_draws_share():
    vectors = noisy((50, 2, 10)) + np.repeat(noisy((50, 1, 10), 2), 2, axis=1)
    shifted = units_of((vectors + 9).reshape(-1, 10)).reshape(vectors.shape)
    raw, moved = (
        together(make(shifted), np.zeros(50)) for make in (np.asarray, centred)
    )
    assert np.nanmean(raw.between) > 0.8
    assert abs(np.nanmean(moved.between)) < 0.05
    assert_array_equal(
        together(centred(noisy((1, 1, 3)) * np.nan), [0]).within, [np.nan]
    )


def test_a_single_draw_is_compared_with_nothing():
    told = together(noisy((4, 1, 3)), np.zeros(4))
    for values in (told.within, told.identified, told.auc, told.chance):
        assert np.isnan(values).all()


def test_partners_are_other_terms_of_a_side_in_any_order():
    names = [f"term {k}" for k in range(12)]
    sides = np.arange(12) < 8
    others = partners(names, sides, 3)
    for term in range(12):
        held = others[term][~np.eye(3, dtype=bool)]
        assert term not in held and (sides[held] == sides[term]).all()
        assert all(len({*row}) == 3 for row in others[term])
    turn = np.random.default_rng(1).permutation(12)
    turned = partners([names[k] for k in turn], sides[turn], 3)
    assert_array_equal(turn[turned], others[turn])
    assert (partners(names[:2], np.array([0, 1]), 2) == -1).all()


def test_ranks_count_the_own_word_and_the_words_between():
    # words at 0, 20, 40 degrees; draws at 0 and 28; the own word is that at 20
    angles = np.radians([0, 20, 40])
    words = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    angles = np.radians([[0, 28]])
    draws = np.stack([np.cos(angles), np.sin(angles)], axis=2).astype(np.float32)
    nobody = np.full((1, 2, 2), -1)
    found = ranked([words], (draws, words[1:2]), nobody, 2)
    # beside 0: 0 and 20 are nearer than 28; beside 28: 20 and 40 are nearer,
    # and the word at 0 is as near as the draw
    assert found.rank.tolist() == [[[-1, 3], [3, -1]]]
    assert found.own.tolist() == [[2, 1]]
    assert found.other.tolist() == [[[-1, -1], [-1, -1]]]
    assert found.rows[0, 0].tolist() == [0, 1] and found.words == 3
    nothing = ranked([words], (draws, words[1:2] * np.nan), nobody, 0)
    assert nothing.own.tolist() == [[-1, -1]]


def test_draws_of_far_more_sentences_are_not_compared():
    vectors = noisy((4, 2, 5))
    told = apart(vectors, np.zeros(4), np.array([2, 4, 9, 0]))
    assert np.isfinite(told.between).tolist() == [
        [False, True, False, False],
        [True, False, False, False],
        [False, False, False, False],
        [False, False, False, False],
    ]
    assert_array_equal(told.chance, [0.5, 0.5, np.nan, np.nan])
    assert np.isfinite(told.within).all()
    two = together(vectors[:2], np.zeros(2))
    assert_array_equal(told.identified[:2], two.identified)
    assert_array_equal(told.auc[:2], two.auc)
