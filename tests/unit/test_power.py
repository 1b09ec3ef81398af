"""Power and shares of planted change, beside truth that is known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver.statistics.periods import Centre, Change, change_of, period_of
from quaver.statistics.power import (
    LEVEL,
    QUANTILES,
    Power,
    Sizes,
    power_of,
    share_of,
    sizes_of,
)

DIMS = 20


def test_power_is_that_of_which_was_drawn():
    generator, truth = np.random.default_rng(3), Power(0.03, -1.0, 3.0, 1.2)
    share = generator.choice([0, 0.1, 0.25, 0.5, 1], 5000)
    noise = np.exp(generator.normal(-2, 1, 5000))
    with np.errstate(divide="ignore"):
        seen = generator.random(5000) < truth.at(share, noise)
    power = power_of(seen, share, noise)
    assert_allclose(power, truth, atol=0.3)
    least = power.least(np.array([0.3, 0.1, 0.01]))
    assert np.isnan(least[0]) and (np.diff(least[1:]) < 0).all()
    assert_allclose(power.at(least[1:], np.array([0.1, 0.01])), LEVEL)


def test_power_never_falls_with_share_nor_rises_with_noise():
    share, noise = np.repeat([0.1, 1.0], 20), np.tile([0.01, 1.0], 20)
    worlds = {
        "all seen": np.ones(40, bool),
        "none": np.zeros(40, bool),
        "what is small and noisy": (share < 1) & (noise == 1),
        "what is large": share == 1,
    }
    for name, seen in worlds.items():
        power = power_of(seen, share, noise)
        assert np.isfinite(power).all() and min(power[2:]) >= 0, name
        untold = np.isnan(power.least(np.array([1.0]))[0])
        assert untold == (name in ("none", "what is small and noisy")), name
        assert not (power.least(np.array([0.0])) > 1).any(), name


def test_sizes_fall_with_frequency_as_those_that_were_planted():
    generator = np.random.default_rng(4)
    occurrences = np.exp(generator.uniform(3, 8, 400))
    share = np.tile([0.1, 0.5], 200)
    spread = 0.6 * generator.normal(size=400)
    squared = share**2 * np.exp(1 - 0.2 * np.log(occurrences) + spread)
    sizes = sizes_of(squared, share, occurrences)
    assert_allclose(sizes[:2], (1, -0.2), atol=0.25)
    assert_allclose(sizes.spread[[3, 16]], [-0.56, 0.56], atol=0.15)
    # what is too small to be told turns no line round
    rare = np.where((occurrences < 40) & (np.arange(400) % 4 == 0), -1.0, squared)
    assert_allclose(sizes_of(rare, share, occurrences)[:2], (1, -0.2), atol=0.4)
    with pytest.raises(ValueError, match="5 documents of both halves: take more"):
        sizes_of(*np.zeros((3, 0)))


def drawn(generator, share, documents=20):
    """Change of a word a share of whose uses is another word's; and of donors."""
    donors = np.exp(-0.7 + 0.6 * generator.normal())
    step = generator.normal(size=DIMS)
    step *= np.sqrt(donors) / np.linalg.norm(step)
    counts = generator.poisson(generator.gamma(1, 6, (2, documents))) + 1
    sums = counts[..., None] * 0.15 * generator.normal(size=(2, documents, DIMS))
    sums += np.sqrt(counts)[..., None] * generator.normal(size=sums.shape) / 5
    sums[1] += share * step * counts[1, :, None]
    pair = [period_of(*x) for x in zip(sums, counts, strict=True)]
    return change_of(0, *pair, Centre(np.zeros((2, DIMS)), 0.0))


def test_the_interval_of_a_share_holds_it():
    generator = np.random.default_rng(6)
    quantiles = np.quantile(generator.normal(size=9999), QUANTILES)
    sizes = Sizes(-0.7, 0.0, 0.6 * quantiles)
    for truth in (0.1, 0.5, 1.0):
        told = [share_of(drawn(generator, truth), sizes) for _ in range(60)]
        share, low, high = np.array(told).T
        assert (low <= share).all() and (share <= high).all()
        assert ((low <= truth) & (truth <= high)).mean() >= 0.9
        assert abs(np.median(share) - truth) < 0.12
        assert np.median(low) > 0.1 or truth < 0.4


def test_ends_of_a_share_are_where_the_words_own_test_refuses():
    """One donor, no doubt about its size: the interval is that of the change."""
    change = drawn(np.random.default_rng(8), 0.5)
    sizes = Sizes(np.log(1.3), 0.0, np.zeros(len(QUANTILES)))
    ends = np.sqrt(np.clip([change.squared, change.low, change.high], 0, None) / 1.3)
    assert_allclose(share_of(change, sizes), np.minimum(ends, 1), atol=1e-3)
    untold = Change(*[np.nan] * len(Change._fields))
    assert np.isnan(share_of(untold, sizes)).all()
    assert share_of(change._replace(squared=-0.1, plug_in=0.2), sizes)[:2] == (0, 0)
