"""Change after alignment beside that between heaps of dealt documents."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver.statistics.retrained import retrained


@pytest.fixture(scope="module")
def noise():
    """Scale of the noise of 400 words: the rarer, the more."""
    generator = np.random.default_rng(1)
    return np.sort(generator.gamma(3, 0.02, size=400))[::-1]


def drawn(noise, rows, seed):
    generator = np.random.default_rng(seed)
    return noise * (5 + generator.normal(size=(rows, len(noise))))


def test_where_nothing_changed_p_is_no_smaller_than_chance(noise):
    counts = np.arange(len(noise)) + 10
    shares = []
    for seed in range(20):
        both = drawn(noise, 11, seed)
        p = retrained(both[:1], both[1:], counts).p
        shares.append([(p <= level).mean() for level in (0.05, 0.2, 0.5)])
    means, errors = np.mean(shares, axis=0), np.std(shares, axis=0) / np.sqrt(20)
    assert (means <= np.array([0.05, 0.2, 0.5]) + 3 * errors).all()
    # nor so much larger that nothing could be seen
    assert (means >= np.array([0.03, 0.16, 0.44])).all()


def test_words_that_changed_stand_out_and_the_mean_of_runs_errs_on_the_safe_side(noise):
    counts, changed = np.arange(len(noise)) + 10, np.arange(0, 400, 20)
    text, deals = drawn(noise, 8, 5), drawn(noise, 10, 6)
    told = retrained(text, deals, counts)
    assert (told.p <= 0.05).mean() < 0.05
    text[:, changed] += 10 * noise[changed]
    found = retrained(text, deals, counts)
    assert (found.p[changed] <= 0.005).mean() >= 0.9
    assert (np.delete(found.p, changed) <= 0.005).mean() < 0.02
    assert_allclose(found.value, text.mean(axis=0))
    assert_allclose(found.null, deals.mean(axis=0))
    assert_allclose(found.least, 1 / (1 + 10 * 100))


def test_a_word_that_deals_lack_is_not_told(noise):
    text, deals = drawn(noise, 2, 7), drawn(noise, 6, 8)
    deals[2, 3], text[:, 4] = np.nan, np.nan
    told = retrained(text, deals, np.ones(len(noise)))
    assert np.flatnonzero(np.isnan(told.p)).tolist() == [3, 4]
    assert np.isfinite(told.null[3])
