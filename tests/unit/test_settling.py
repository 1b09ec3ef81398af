"""From how many sentences a term is told: curves whose number is known."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from quaver.measures.terms_curve import alike, apart
from quaver.statistics.settling import (
    Draws,
    curve_of,
    draws_of,
    fit_of,
    least_squares,
    settled,
    variance_known,
)

NUMBERS = np.array([1, 2, 4, 8, 16])


def draws(shares, *, k=5.0, held=200, noise=0.0, repeats=20, runs=2):
    """Draws with mean shares (numbers,), and cosines of a k."""
    generator = np.random.default_rng(1)
    shape = runs, len(shares), repeats
    each = noise * generator.standard_normal(shape)
    each -= each.mean(axis=(0, 2), keepdims=True)
    told = np.clip(np.array(shares)[:, None] + each, 0, 1)
    cosine = (NUMBERS / (NUMBERS + k))[:, None] + each / 10
    return Draws(NUMBERS, told, cosine, np.full(len(shares), 40), held)


def told(own, share=0.95):
    return settled(own, share)


def test_between_numbers_it_is_read_in_log_n_on_the_scale_of_deviates():
    mark = ndtri(0.95)
    own = told(draws(ndtr(mark * np.array([0.2, 0.4, 0.6, 0.8, 1.2])), noise=0.01))
    # halfway between 8 and 16, by their deviates
    assert own.at == pytest.approx(np.sqrt(8 * 16), rel=0.02)
    assert own.low < own.at < own.high and own.last == 16
    assert own.told == pytest.approx(ndtr(1.2 * mark), abs=1e-3)
    assert own.told_low < own.told < own.told_high


def test_a_curve_never_falls_and_the_first_number_may_be_enough():
    own = draws([0.6, 0.8, 0.7, 0.9, 0.9], noise=0.05)
    values = curve_of(own, 0.95).value
    assert (np.diff(values) >= 0).all() and values[1] == values[2]
    first = told(draws([1.0] * 5))
    assert first.at == first.low == 1 and first.told > 0.99


def test_behind_the_largest_number_it_goes_on_as_the_root_of_n():
    mark = ndtri(0.95)
    ends = [told(draws(ndtr(x * np.sqrt(NUMBERS)), noise=0.02)) for x in (0.3, 0.203)]
    near, far = ends
    assert near.at == pytest.approx((mark / 0.3) ** 2, rel=0.05)
    assert near.last == 16 < near.low < near.at < near.high
    # (mark / .203)^2 is more than four times as far, and its low end is not
    assert np.isinf(far.at) and np.isinf(far.high) and 16 < far.low <= 4 * 16


def test_draws_as_near_to_others_are_never_settled():
    chance = told(draws([0.5, 0.48, 0.5, 0.49, 0.5], k=1e5, noise=0.1))
    assert np.isinf(chance.at) and np.isinf(chance.high)
    assert chance.told_low < 0.5 < chance.told_high


def test_few_sentences_and_disagreeing_runs_make_it_less_sure():
    shares = ndtr([0.3, 0.8, 1.3, 1.8, 2.6])
    many, few = (told(draws(shares, noise=0.1, held=x)) for x in (2000, 40))
    assert few.low < many.low < many.high < few.high and few.at == many.at
    apart_runs = draws(shares, noise=0.1, held=2000)
    shift = np.array([-0.05, 0.05])[:, None, None]
    unlike = told(apart_runs._replace(told=np.clip(apart_runs.told + shift, 0, 1)))
    assert unlike.low < many.low and unlike.high > many.high


def test_k_is_found_with_its_misfit():
    fit = fit_of(draws([0.6] * 5, k=7.0, noise=0.1))
    assert fit.k == pytest.approx(7, rel=0.02) and fit.low < 7 < fit.high
    assert fit.misfit < 0.01 < 10 * fit.noise
    wrong = fit_of(
        draws([0.6] * 5, noise=0.1)._replace(cosine=np.full((2, 5, 20), 0.5))
    )
    assert wrong.misfit > 0.15
    assert least_squares(NUMBERS, NUMBERS / (NUMBERS + 3.0))[0] == pytest.approx(
        3, rel=0.02
    )


def test_gaussian_contexts_of_equal_length_follow_n_over_n_plus_k():
    """Terms of unit length in many dims, sentences that add noise of length sqrt(k)."""
    generator, dims, terms, k = np.random.default_rng(2), 400, 60, 6.0
    own = generator.standard_normal((terms, dims)) / np.sqrt(dims)
    every = []
    for number in NUMBERS:
        spread = np.sqrt(k / dims / number)
        rest = generator.standard_normal((terms, 2, dims)) * spread
        made = (own[:, None] + rest).astype(np.float32)
        every.append(apart(made, alike(np.ones(terms, int)))["centred_cosine"].mean())
    found, misfit = least_squares(NUMBERS, np.array(every))
    assert found == pytest.approx(k, rel=0.05) and misfit < 0.01


def test_numbers_without_a_share_are_left_out_and_each_stands_once():
    shape = 1, 4, 3
    told_apart = np.full(shape, 0.7)
    told_apart[:, 1] = np.nan
    own = draws_of(
        np.array([8, 2, 0, 8]), told_apart, told_apart, np.arange(4), held=16
    )
    assert own.numbers.tolist() == [8] and own.others.tolist() == [0]
    nothing = draws_of(np.zeros(4, int), told_apart, told_apart, np.arange(4), held=1)
    assert nothing is None


def test_variance_without_nan():
    values = np.array([[1.0, 3.0, np.nan], [2.0, np.nan, np.nan]])
    assert variance_known(values)[0] == 2 and np.isnan(variance_known(values)[1])


def test_an_interval_of_one_number_and_run_has_ends():
    own = draws_of(
        np.array([3]),
        np.full((1, 1, 5), 0.8),
        np.full((1, 1, 5), 0.3),
        np.ones(1),
        held=6,
    )
    found = settled(own, 0.95)
    assert found.last == 3 and found.told == pytest.approx(0.8)
    assert found.at > 3 and found.told_low < 0.8 < found.told_high
