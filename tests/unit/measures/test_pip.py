from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver.measures.pip import pip_losses
from quaver.spaces import grams
from quaver.spaces.normalise import unit_rows


def noisy(runs, words=150, dims=9, noise=0.3, seed=9):
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((words, dims))
    noises = noise * generator.standard_normal((runs, words, dims))
    return [unit_rows(base + each) for each in noises]


def dense(a, b):
    """Eq. 2.28 and 2.29 as they are written: the loss, and the loss of every word."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    squares = np.square(a @ a.T - b @ b.T)
    n = len(a)
    loss = np.sqrt(squares.sum()) / (2 * n)
    return loss, np.sqrt(squares.sum(axis=1)) / (2 * np.sqrt(n))


@pytest.mark.parametrize("noise", [0.01, 0.3, 5.0])
def test_it_is_the_dense_definition(noise):
    cell = noisy(5, noise=noise)
    result = pip_losses(cell)
    words = {}
    for i, j in combinations(range(5), 2):
        loss, words[i, j] = dense(cell[i], cell[j])
        assert_allclose(result.losses[[i, j], [j, i]], loss, rtol=1e-7)
    for run in range(5):
        own = np.mean([value for pair, value in words.items() if run in pair], axis=0)
        assert_allclose(result.word_losses[run], own, rtol=1e-7)
    pairs = np.array(list(words.values()))
    assert_allclose(result.word_losses.mean(axis=0), pairs.mean(axis=0), rtol=1e-7)
    assert_allclose(result.word_deviation, pairs.std(axis=0), rtol=1e-5)


def test_two_words_by_hand():
    """cos 0.6 against cos 0: the two off-diagonal entries differ by 0.6."""
    slanted = np.array([[1.0, 0.0], [0.6, 0.8]])
    result = pip_losses([slanted, np.eye(2)])
    assert_allclose(result.losses[0, 1], np.sqrt(2 * 0.36) / 4, rtol=1e-14)
    assert_allclose(result.word_losses, 0.6 / (2 * np.sqrt(2)), rtol=1e-14)
    assert np.isnan(result.word_deviation).all(), "there is one pair only"


def test_the_matrix_is_symmetric_with_an_empty_diagonal():
    losses = pip_losses(noisy(4)).losses
    assert_array_equal(losses, losses.T)
    assert_array_equal(np.diag(losses), 0)
    assert (losses[np.triu_indices(4, 1)] > 0).all()


def test_the_square_of_the_loss_is_the_mean_square_of_the_words():
    for seed in range(5):
        result = pip_losses(noisy(2, seed=seed))
        mean_square = np.square(result.word_losses[0]).mean()
        assert_allclose(result.losses[0, 1] ** 2, mean_square, rtol=1e-12)


def test_turning_a_space_changes_nothing():
    first, second = noisy(2)
    turn = ortho_group.rvs(9, random_state=1)
    plain = pip_losses([first, second])
    turned = pip_losses([first, second @ turn])
    assert_allclose(turned.losses, plain.losses, rtol=1e-10)
    assert_allclose(turned.word_losses, plain.word_losses, rtol=1e-10)
    itself = pip_losses([first, first @ turn])
    assert itself.losses.max() < 1e-7
    assert itself.word_losses.max() < 1e-7


def test_a_dimension_of_zeros_changes_nothing():
    first, second = noisy(2)
    wider = np.pad(second, ((0, 0), (0, 4)))
    expected = pip_losses([first, second]).losses
    assert_allclose(pip_losses([first, wider]).losses, expected, rtol=1e-12)


def test_the_same_bits_in_other_tiles_give_exactly_nothing(monkeypatch):
    monkeypatch.setattr(grams, "GRAM_BYTES", 0)
    first, second = noisy(2)
    result = pip_losses([first, second, first.copy(), second.copy()])
    assert result.losses[0, 2] == result.losses[1, 3] == 0
    assert len(np.unique(result.losses)) == 2


def test_the_same_bits_give_exactly_nothing():
    first, second = noisy(2)
    result = pip_losses([first, second, first.copy()])
    assert result.losses[0, 2] == 0
    assert result.losses[0, 1] == result.losses[1, 2] > 0
    all_same = pip_losses([first] * 3)
    for values in (all_same.losses, all_same.word_losses, all_same.word_deviation):
        assert_array_equal(values, 0)


def test_nearly_the_same_space_is_never_below_nothing():
    first = noisy(1)[0].astype(np.float64)
    nudged = first + 1e-15
    result = pip_losses([first, nudged, first @ ortho_group.rvs(9, random_state=2)])
    assert np.isfinite(result.word_losses).all()
    assert (result.losses >= 0).all() and (result.word_losses >= 0).all()


@pytest.mark.parametrize("words", [2, 4, 100])
def test_the_farthest_case_by_hand(words):
    """All words one, against half of them turned: half the cosines differ by 2."""
    same = np.ones((words, 1))
    split = np.where(np.arange(words) < words / 2, 1.0, -1.0)[:, None]
    result = pip_losses([same, split])
    assert_allclose(result.losses[0, 1], np.sqrt(0.5), rtol=1e-14)
    assert_allclose(result.word_losses, np.sqrt(0.5), rtol=1e-14)


def test_one_opposite_word_nearly_reaches_one():
    """The word that alone turned round differs by 2 from all others: sqrt((n-1)/n)."""
    same, turned = np.ones((1000, 1)), np.ones((1000, 1))
    turned[0] = -1
    words = pip_losses([same, turned]).word_losses[0]
    assert_allclose(words[0], np.sqrt(999 / 1000), rtol=1e-14)
    assert_allclose(words[1:], np.sqrt(1 / 1000), rtol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_losses_lie_between_nothing_and_one(seed):
    generator = np.random.default_rng(seed)
    cell = [unit_rows(generator.standard_normal((30, 2))) for _ in range(6)]
    result = pip_losses(cell)
    for values in (result.losses, result.word_losses, result.word_deviation):
        assert values.min() >= 0 and values.max() <= 1


@pytest.mark.parametrize("held", [0, 3, 8, 27])
def test_the_tile_leaves_every_bit_as_it_is(held, monkeypatch):
    cell = noisy(7)
    expected = pip_losses(cell)
    monkeypatch.setattr(grams, "GRAM_BYTES", held * 9 * 9 * 8)
    assert len(list(grams.tiles(grams.in_slices(cell)))) > 1, "one tile held every run"
    found = pip_losses(cell)
    assert_array_equal(found.losses, expected.losses)
    assert_array_equal(found.word_losses, expected.word_losses)
    assert_array_equal(found.word_deviation, expected.word_deviation)


def test_spaces_read_in_slices_are_as_good_as_arrays():
    cell = noisy(3)
    sliced, plain = pip_losses(grams.Held(cell)), pip_losses(cell)
    assert_array_equal(sliced.word_losses, plain.word_losses)


def test_more_runs_leave_the_losses_of_the_first_as_they_are():
    cell = noisy(6)
    few, many = pip_losses(cell[:4]), pip_losses(cell)
    assert_array_equal(many.losses[:4, :4], few.losses)


def test_words_multiplied_together_do_not_matter(monkeypatch):
    cell = noisy(3)
    expected = pip_losses(cell)
    monkeypatch.setattr(grams, "ROWS", 7)
    assert_allclose(pip_losses(cell).word_losses, expected.word_losses, rtol=1e-10)


def test_one_run_is_refused():
    with pytest.raises(ValueError, match="two runs or more. Got 1"):
        pip_losses(noisy(1))


def test_other_words_are_refused():
    first, second = noisy(2)
    with pytest.raises(ValueError, match="the 150 shared words .* Got 149 .* run 1"):
        pip_losses([first, second[1:]])


@pytest.mark.parametrize("shape", [(0, 5), (5,)])
def test_a_space_without_words_is_refused(shape):
    with pytest.raises(ValueError, match=r"\(words, dims\) with at least one word"):
        pip_losses([np.ones(shape)] * 2)


@pytest.mark.parametrize("value", [0, 1.1, np.nan])
def test_rows_that_are_not_of_unit_length_are_named(value):
    first, second = noisy(2)
    second[3] = second[3] * value
    with pytest.raises(ValueError, match="length 1. Row 3 of run 1 has not"):
        pip_losses([first, second])
