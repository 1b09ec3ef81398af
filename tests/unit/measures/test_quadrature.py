import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.integrate import quad
from scipy.special import ndtr

from quaver.measures.quadrature import (
    LEAST,
    kept,
    predicted,
    probabilities,
    structure_factor,
)


def density(x, mean, deviation):
    z = (x - mean) / deviation
    return np.exp(-z * z / 2) / (np.sqrt(2 * np.pi) * deviation)


def by_quad(means, deviations):
    """Eq. 2.22 word by word."""

    def integrand(x, s):
        others = np.arange(len(means)) != s
        below = ndtr((x - means[others]) / deviations[others])
        return below.prod() * density(x, means[s], deviations[s])

    def edges(s):
        near = np.concatenate([means, means[s] + deviations[s] * np.array([-3, 0, 3])])
        low, high = means[s] - 9 * deviations[s], means[s] + 9 * deviations[s]
        return low, high, near[(near > low) & (near < high)]

    found = []
    for s in range(len(means)):
        low, high, points = edges(s)
        options = {"epsabs": 1e-10, "limit": 400, "points": points}
        found.append(quad(integrand, low, high, (s,), **options)[0])
    return np.array(found)


def second_by_quad(means, deviations, s):
    """Eq. A.14 and A.15 as they are written, the inner integral by a fine sum."""
    total = 0.0
    x = np.linspace(-0.5, 1.5, 40001)
    step = x[1] - x[0]
    for n in set(range(len(means))) - {s}:
        others = [j for j in range(len(means)) if j not in (s, n)]
        below = ndtr((x[:, None] - means[others]) / deviations[others]).prod(axis=1)
        inner = below * density(x, means[s], deviations[s])
        inner = (np.cumsum(inner) - inner / 2) * step
        total += (inner * density(x, means[n], deviations[n])).sum() * step
    return total


def random_words(words, least, most, seed=1):
    generator = np.random.default_rng(seed)
    spread = np.exp(generator.uniform(np.log(least), np.log(most), words))
    return generator.normal(0.5, 0.03, words), spread


def monte_carlo(means, deviations, draws=100_000):
    generator = np.random.default_rng(2)
    cosines = means + deviations * generator.standard_normal((draws, len(means)))
    best = np.argsort(-cosines, axis=1, kind="stable")[:, :2]
    one, two = (
        np.bincount(x.ravel(), minlength=len(means)) for x in (best[:, 0], best)
    )
    return one / draws, two / draws


CASES = [(2, 0.01, 0.02), (12, 0.01, 0.05), (12, 1e-5, 0.05), (60, 0.02, 0.03)]


@pytest.mark.parametrize("words, least, most", CASES)
def test_it_is_the_integral_of_the_thesis(words, least, most):
    means, deviations = random_words(words, least, most)
    found = probabilities(means, deviations, np.array([0, words]))
    assert_allclose(found, by_quad(means, deviations), atol=1e-6)


def test_the_second_is_the_double_integral_of_the_appendix():
    means, deviations = random_words(5, 0.02, 0.05)
    offsets = np.array([0, 5])
    one = probabilities(means, deviations, offsets)
    two = probabilities(means, deviations, offsets, second=True)
    exactly = [second_by_quad(means, deviations, s) for s in range(5)]
    assert_allclose(two - one, exactly, atol=1e-6)


@pytest.mark.parametrize("words, least, most", CASES)
def test_it_is_how_often_a_word_is_nearest(words, least, most):
    means, deviations = random_words(words, least, most)
    offsets = np.array([0, words])
    one, two = monte_carlo(means, deviations)
    assert_allclose(probabilities(means, deviations, offsets), one, atol=0.004)
    found = probabilities(means, deviations, offsets, second=True)
    assert_allclose(found, two, atol=0.004)


def test_words_without_deviation_are_steps_and_the_first_wins_a_tie():
    """Among words that waver, and among each other."""
    means = np.array([0.5, 0.52, 0.49, 0.52, 0.52, 0.55, 0.3])
    deviations = np.array([0.03, 0, 0.05, 0, 0, 0.01, 0])
    offsets = np.array([0, 7])
    one, two = monte_carlo(means, deviations)
    found = probabilities(means, deviations, offsets)
    assert_allclose(found, one, atol=0.004)
    assert_array_equal(found[[3, 4, 6]], 0)
    found = probabilities(means, deviations, offsets, second=True)
    assert_allclose(found, two, atol=0.004)
    assert found[3] > 0 and found[4] == 0
    assert_allclose(found.sum(), 2, atol=1e-8)


def test_a_deterministic_technique_agrees_with_itself():
    means = np.array([0.2, 0.7, 0.7, 0.6])
    offsets, still = np.array([0, 4]), np.zeros(4)
    assert_array_equal(probabilities(means, still, offsets), [0, 1, 0, 0])
    second = probabilities(means, still, offsets, second=True)
    assert_array_equal(second, [0, 1, 1, 0])
    for n in (1, 2):
        assert_array_equal(predicted(means, still, offsets, n), [1])
    assert_array_equal(structure_factor(means, 0.0, offsets), [1])


@pytest.mark.parametrize("words", [2, 10, 1000])
def test_equal_words_share_the_places(words):
    """Chance level: p_#1 = 1 / words, p_#2 = 2 / words, p@n = n / words."""
    means, deviations = np.full(words, 0.4), np.full(words, 0.02)
    offsets = np.array([0, words])
    assert_allclose(probabilities(means, deviations, offsets), 1 / words, rtol=1e-6)
    second = probabilities(means, deviations, offsets, second=True)
    assert_allclose(second, 2 / words, rtol=1e-6)
    for n in (1, 2):
        assert_allclose(predicted(means, deviations, offsets, n), n / words, rtol=1e-6)


def test_two_words_by_hand():
    """Eq. A.1: 3 and 4 make 5, so z = 0.05 / 0.05 = 1 and p = 0.841."""
    means, deviations = np.array([0.60, 0.55]), np.array([0.03, 0.04])
    offsets = np.array([0, 2])
    p = ndtr(1)
    assert_allclose(probabilities(means, deviations, offsets), [p, 1 - p], atol=1e-8)
    assert_allclose(predicted(means, deviations, offsets), p**2 + (1 - p) ** 2)
    assert_allclose(predicted(means, deviations, offsets, 2), 1, atol=1e-8)


def test_momentum_of_the_thesis():
    """Table 2.4, as far as its five printed words tell: three digits in, two out."""
    means = np.array([0.650, 0.633, 0.621, 0.587, 0.584])
    deviations = np.array([0.010, 0.011, 0.009, 0.015, 0.011])
    offsets = np.array([0, 5])
    one = probabilities(means, deviations, offsets)
    two = probabilities(means, deviations, offsets, second=True)
    assert_allclose(one[:3], [0.867, 0.124, 9.24e-3], rtol=0.15)
    assert_allclose(two[:3], [0.991, 0.801, 0.204], rtol=0.05)


def test_many_targets_are_as_each_alone():
    means, deviations = random_words(30, 0.005, 0.05)
    offsets = np.array([0, 1, 9, 30])
    together = probabilities(means, deviations, offsets)
    two = predicted(means, deviations, offsets, 2)
    for t in range(3):
        part = slice(offsets[t], offsets[t + 1])
        own = np.array([0, offsets[t + 1] - offsets[t]])
        alone = probabilities(means[part], deviations[part], own)
        assert_array_equal(together[part], alone)
        assert_array_equal(two[t], predicted(means[part], deviations[part], own, 2)[0])
    assert_allclose(np.add.reduceat(together, offsets[:-1]), 1, atol=1e-8)


def test_place_scale_and_order_of_words_do_not_matter():
    means, deviations = random_words(20, 0.01, 0.05)
    offsets = np.array([0, 20])
    expected = probabilities(means, deviations, offsets, second=True)
    moved = probabilities(3 * means - 1, 3 * deviations, offsets, second=True)
    assert_allclose(moved, expected, atol=1e-8)
    turned = probabilities(means[::-1], deviations[::-1], offsets, second=True)
    assert_allclose(turned[::-1], expected, atol=1e-8)


def test_looking_far_out_gives_the_small_probabilities():
    """Of two words, Eq. A.1 tells how small."""
    means, deviations = np.array([0.650, 0.489]), np.array([0.010, 0.009])
    found = probabilities(means, deviations, np.array([0, 2]), reach=36.0)
    assert_allclose(found[1], ndtr(-0.161 / np.hypot(0.010, 0.009)), rtol=1e-3)


def test_the_structure_factor_knows_one_deviation():
    means, deviations = random_words(20, 0.001, 0.05)
    offsets = np.array([0, 8, 20])
    expected = predicted(means, np.full(20, 0.02), offsets)
    assert_array_equal(structure_factor(means, 0.02, offsets), expected)


@pytest.mark.parametrize("place", [1, 2])
def test_what_is_left_out_is_unlikely_and_nothing_else_is(place):
    generator = np.random.default_rng(4)
    means = generator.normal(0.2, 0.1, (6, 300))
    deviations = generator.uniform(0.005, 0.05, (6, 300))
    means[np.arange(6), np.arange(6)] = -np.inf
    deviations[np.arange(6), np.arange(6)] = 0
    found = kept(means, deviations, place)
    for target in range(6):
        rival = np.argsort(-means[target])[place - 1]
        spread = np.hypot(deviations[target], deviations[target, rival])
        chance = ndtr((means[target] - means[target, rival]) / spread)
        assert_array_equal(found[target], chance >= LEAST)
        assert found[target, rival] and not found[target, target]


def test_pruning_hardly_changes_the_prediction():
    generator = np.random.default_rng(6)
    means = generator.normal(0.2, 0.1, 2000)
    deviations = generator.uniform(0.01, 0.03, 2000)
    for n in (1, 2):
        likely = kept(means[None], deviations[None], n)[0]
        assert 2 < likely.sum() < 500
        some = np.array([0, likely.sum()])
        few = predicted(means[likely], deviations[likely], some, n)
        all_words = predicted(means, deviations, np.array([0, 2000]), n)
        assert_allclose(few, all_words, atol=1e-4)


def test_without_deviation_only_ties_are_kept():
    means = np.array([[0.3, 0.5, 0.5, 0.4]])
    assert_array_equal(kept(means, 0.0), [[False, True, True, False]])


@pytest.mark.parametrize(
    "means, deviations, offsets, message",
    [
        ([0.1, np.nan], [0.1, 0.1], [0, 2], "must be finite"),
        ([0.1, 0.2], [0.1, -0.1], [0, 2], "one per mean, 0 or more"),
        ([0.1, 0.2], [0.1], [0, 2], "one per mean, 0 or more"),
        ([0.1, 0.2], [0.1, 0.1], [0, 1], "one or more each"),
        ([0.1, 0.2], [0.1, 0.1], [0, 2, 2], "one or more each"),
    ],
)
def test_wrong_candidates_are_refused(means, deviations, offsets, message):
    with pytest.raises(ValueError, match=message):
        probabilities(np.array(means), np.array(deviations), np.array(offsets))
