import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver.spaces import cosines as module
from quaver.spaces.moments import gathered, moments, moments_of
from quaver.spaces.normalise import unit_rows

TARGETS = np.array([3, 0, 59])


def runs(number=5, noise=0.3):
    generator = np.random.default_rng(5)
    base = generator.standard_normal((60, 6))
    return [
        unit_rows(base + noise * generator.standard_normal(base.shape))
        for _ in range(number)
    ]


def by_numpy(cell):
    wide = [space.astype(np.float64) for space in cell]
    cosines = np.array([space[TARGETS] @ space.T for space in wide])
    means, deviations = cosines.mean(axis=0), cosines.std(axis=0)
    means[range(3), TARGETS], deviations[range(3), TARGETS] = -np.inf, 0
    return means, deviations


def test_moments_are_means_and_deviations_over_runs():
    cell = runs()
    found, expected = moments(cell, TARGETS), by_numpy(cell)
    assert_allclose(found.means, expected[0], atol=1e-7)
    assert_allclose(found.deviations, expected[1], atol=1e-7)


def test_small_deviations_keep_their_digits():
    cell = runs(noise=1e-4)
    expected = by_numpy(cell)[1]
    assert expected.max() < 1e-3
    assert_allclose(moments(cell, TARGETS).deviations, expected, atol=1e-7)


def test_equal_runs_have_no_deviation_at_all():
    cell = runs(1) * 7
    assert_array_equal(moments(cell, TARGETS).deviations, 0)
    pairs = gathered(cell, TARGETS, TARGETS[::-1])
    assert_array_equal(moments_of(pairs)[1], 0)


def test_every_run_is_read_once():
    cell = runs()

    class Counting(list):
        reads = 0

        def __getitem__(self, run):
            self.reads += 1
            return super().__getitem__(run)

    counting = Counting(cell)
    moments(counting, TARGETS)
    assert counting.reads == len(cell)


def test_words_multiplied_together_do_not_matter(monkeypatch):
    cell = runs()
    expected = moments(cell, TARGETS)
    monkeypatch.setattr(module, "ROWS", 7)
    found = moments(cell, TARGETS)
    assert_allclose(found.means, expected.means, atol=1e-7)
    assert_allclose(found.deviations, expected.deviations, atol=1e-7)


def test_targets_are_as_each_alone():
    cell = runs()
    together = moments(cell, TARGETS)
    for place, target in enumerate(TARGETS):
        alone = moments(cell, np.array([target]))
        assert_allclose(alone.means[0], together.means[place], atol=1e-7)


def test_turning_each_run_changes_nothing():
    cell = runs()
    turns = ortho_group.rvs(6, len(cell), random_state=1)
    turned = [x.astype(np.float64) @ turn for x, turn in zip(cell, turns, strict=True)]
    found, expected = moments(turned, TARGETS), moments(cell, TARGETS)
    assert_allclose(found.means, expected.means, atol=1e-6)
    assert_allclose(found.deviations, expected.deviations, atol=1e-6)


def test_gathered_cosines_tell_the_same_moments():
    cell = runs()
    first, second = np.repeat(TARGETS, 4), np.arange(10, 22)
    cosines = gathered(cell, first, second)
    assert cosines.shape == (5, 12) and cosines.dtype == np.float32
    means, deviations = moments_of(cosines)
    found = moments(cell, TARGETS)
    target = np.repeat(np.arange(3), 4)
    assert_allclose(means, found.means[target, second], atol=1e-7)
    assert_allclose(deviations, found.deviations[target, second], atol=1e-7)
