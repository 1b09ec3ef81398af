import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group, spearmanr

from quaver.measures import proxies as module
from quaver.measures.pip import pip_losses
from quaver.measures.proxies import proxy_consistency, proxy_losses
from quaver.spaces.normalise import unit_rows


@pytest.fixture
def pair():
    """Two runs whose words waver each to its own extent."""
    generator = np.random.default_rng(12)
    base = generator.standard_normal((900, 12))
    reach = generator.uniform(0.05, 1.5, 900)[:, None]
    noise = (reach * generator.standard_normal(base.shape) for _ in "ab")
    return tuple(unit_rows(base + each) for each in noise)


TARGETS = np.array([5, 0, 899, 30])


def test_all_words_as_proxies_give_the_loss_itself(pair):
    expected = pip_losses(pair).word_losses[0, TARGETS]
    assert_allclose(proxy_losses(pair, TARGETS, np.arange(900)), expected, rtol=1e-7)


def test_it_is_the_mean_over_the_proxies(pair):
    proxies = np.array([7, 5, 100, 333])
    a, b = (space.astype(np.float64) for space in pair)
    difference = a[TARGETS] @ a[proxies].T - b[TARGETS] @ b[proxies].T
    expected = np.sqrt(np.square(difference).mean(axis=1)) / 2
    assert_allclose(proxy_losses(pair, TARGETS, proxies), expected, rtol=1e-7)


def test_a_run_with_itself_loses_nothing(pair):
    losses = proxy_losses((pair[0], pair[0].copy()), TARGETS, np.arange(50))
    assert_array_equal(losses, 0)


def test_turning_a_space_changes_nothing(pair):
    turn = ortho_group.rvs(12, random_state=1)
    turned = (pair[0], pair[1].astype(np.float64) @ turn)
    expected = proxy_losses(pair, TARGETS, np.arange(200))
    assert_allclose(proxy_losses(turned, TARGETS, np.arange(200)), expected, rtol=1e-6)


def test_words_multiplied_together_do_not_matter(pair, monkeypatch):
    expected = proxy_losses(pair, TARGETS, np.arange(200))
    monkeypatch.setattr(module, "ROWS", 7)
    assert_allclose(proxy_losses(pair, TARGETS, np.arange(200)), expected, rtol=1e-10)


def test_consistency_is_the_spearman_correlation_of_the_losses(pair):
    targets = np.arange(0, 900, 3)
    found = proxy_consistency(pair, targets, [20, 900], np.random.default_rng(3))
    generator = np.random.default_rng(3)
    drawn = [generator.choice(900, 20, replace=False) for _ in range(2)]
    one, two = (proxy_losses(pair, targets, each) for each in drawn)
    whole = pip_losses(pair).word_losses[0, targets]
    assert_allclose(found[0, 0], spearmanr(one, two).statistic)
    assert_allclose(found[0, 1], spearmanr(one, whole).statistic, atol=1e-6)
    assert_array_equal(found, found.T)
    assert found[1, 1] == 1


def test_more_proxies_agree_better(pair):
    targets = np.arange(0, 900, 3)
    sizes = [10, 100, 600, 900]
    found = proxy_consistency(pair, targets, sizes, np.random.default_rng(3))
    assert (np.diff(np.diag(found)) > 0).all()
    assert (np.diff(found[:, -1]) > 0).all()


def test_losses_that_are_all_nothing_have_no_order(pair):
    same = (pair[0], pair[0])
    found = proxy_consistency(same, TARGETS, [50, 900], np.random.default_rng(3))
    assert np.isnan(found).all()


def test_chance_level():
    """Words that all waver alike: one draw tells little of another."""
    generator = np.random.default_rng(2)
    both = [unit_rows(generator.standard_normal((4000, 40))) for _ in range(2)]
    found = proxy_consistency(both, np.arange(2000), [30], generator)
    assert abs(found[0, 0]) < 0.15


def test_more_proxies_than_words_are_refused(pair):
    with pytest.raises(ValueError, match="at most 900 words. Got 901"):
        proxy_consistency(pair, TARGETS, [10, 901], np.random.default_rng(0))
