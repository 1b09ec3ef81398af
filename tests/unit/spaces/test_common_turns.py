"""Rotations onto a common mean: planted, at rest, best of all, and of no order."""

import numpy as np
import pytest
from scipy.stats import ortho_group

from quaver.spaces.branches import rotation
from quaver.spaces.common_turns import common_turns
from quaver.spaces.means import common_mean

NUMBER, WORDS, DIMS = 5, 120, 6


def spaces(noise, seed=3):
    """One space, turned and with noise: (spaces, words, dims) unit rows."""
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((WORDS, DIMS))
    turned = [base @ ortho_group.rvs(DIMS, random_state=k) for k in range(NUMBER)]
    made = turned + noise * generator.standard_normal((NUMBER, WORDS, DIMS))
    return made / np.linalg.norm(made, axis=2, keepdims=True)


def products(given):
    return np.einsum("awi,bwj->aibj", given, given)


def squares(given, turns):
    """Sum of squared distances to the common mean."""
    laid = given @ turns
    return np.square(laid - laid.mean(axis=0)).sum()


def test_spaces_that_are_turned_alone_are_laid_over_each_other():
    given = spaces(0)
    turns = common_turns(products(given))
    assert turns @ turns.transpose(0, 2, 1) == pytest.approx(
        np.broadcast_to(np.eye(DIMS), turns.shape), abs=1e-10
    )
    assert squares(given, turns) == pytest.approx(0, abs=1e-10)


@pytest.mark.parametrize("noise", [0.3, 1, 3])
def test_each_rests_on_the_mean_of_all(noise):
    given = spaces(noise)
    turns = common_turns(products(given))
    mean = (given @ turns).mean(axis=0)
    for own, turn in zip(given, turns, strict=True):
        assert rotation(own, mean) == pytest.approx(turn, abs=1e-6)
    whole = np.ones(WORDS, bool), np.ones(WORDS, np.int64)
    other = np.array(common_mean([(own, *whole) for own in given])[1])
    assert squares(given, turns) < squares(given, other) + 0.01 * WORDS


@pytest.mark.parametrize("noise", [0.3, 1, 3])
def test_the_order_of_spaces_does_not_matter(noise):
    given, order = spaces(noise), np.array([3, 0, 4, 2, 1])
    first, other = (common_turns(products(x)) for x in (given, given[order]))
    # but for one rotation of all
    near = np.einsum("aij,bkj->abik", first, first)
    again = np.einsum("aij,bkj->abik", other, other)
    assert again == pytest.approx(near[np.ix_(order, order)], abs=1e-6)
