"""Words over the periods of a series: bases, bands, change points, of known answers."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import kstest
from test_word_change import DIMS, NOWHERE, uses_of

from quaver.statistics import dealing
from quaver.statistics.dealing import null
from quaver.statistics.periods import LEAST, change_of, each_period
from quaver.statistics.trajectories import band, bases, breaks, centre_over


def test_each_period_is_compared_with_the_first_or_last_that_tells_of_the_word():
    few = LEAST - 1
    documents = np.array([[9, 9, few, 9], [few, 9, few, 9], [9, 0, 0, 0]])
    first = [[-1, 0, -1, 0], [-1, -1, -1, 1], [-1] * 4]
    previous = [[-1, 0, -1, 1], [-1, -1, -1, 1], [-1] * 4]
    assert bases(documents, is_first=True).tolist() == first
    assert bases(documents, is_first=False).tolist() == previous


def test_a_band_holds_all_truths_together_and_of_one_period_is_its_interval():
    generator, held = np.random.default_rng(20), []
    periods, number = np.repeat(np.arange(6), [7, 9, 5, 20, 12, 9]), 6
    for _ in range(200):
        moves = np.outer(np.arange(number), np.eye(DIMS)[0]) * generator.choice(
            [0, 0.4]
        )
        counts = np.ceil(generator.lognormal(1, 1, (1, len(periods)))).astype(int)
        means = generator.normal(size=(1, len(periods), DIMS)) + moves[periods]
        each = each_period(uses_of(generator, means, counts), 0, periods, number)
        changes = [change_of(0, each[0], other, NOWHERE) for other in each[1:]]
        ends = band(changes)
        truth = np.square(moves[1:]).sum(axis=1)
        held.append(((ends[:, 0] <= truth) & (truth <= ends[:, 1])).all())
    assert np.mean(held) >= 0.93
    assert_allclose(band(changes[:1])[0], [changes[0].low, changes[0].high])
    narrow = np.array([[x.low, x.high] for x in changes])
    assert (ends[:, 0] < narrow[:, 0]).all() and (ends[:, 1] > narrow[:, 1]).all()
    assert band([]).shape == (0, 2)


def drawn(generator, words, periods, steps=None):
    """Words whose documents have means of their own, moved by steps (words, periods,
    dims) in their periods."""
    shape = words, len(periods), DIMS
    means = generator.normal(size=(words, 1, DIMS)) + generator.normal(size=shape)
    means += 0 if steps is None else steps[:, periods]
    counts = generator.poisson(generator.gamma(0.7, 5, shape[:2]))
    return uses_of(generator, means, counts)


def test_p_is_uniform_where_documents_are_exchangeable():
    """However much all words of a period share, and whatever the sizes of periods."""
    generator = np.random.default_rng(21)
    periods = np.repeat(np.arange(4), [12, 6, 14, 10])
    steps = np.tile(3 * generator.normal(size=(4, DIMS)), (260, 1, 1))
    uses, words = drawn(generator, 260, periods, steps), np.arange(260)
    centre = centre_over(uses, words[200:], periods, 4)
    own = {"targets": words[:200], "controls": words[200:], "deals": 199, "seed": 4}
    p = breaks(uses, periods, centre, **own).p
    assert kstest(p, "uniform").pvalue > 0.01
    assert 0.01 <= (p <= 0.05).mean() <= 0.10


def test_the_change_point_is_where_a_word_changed():
    generator = np.random.default_rng(22)
    periods = np.repeat(np.arange(5), 9)
    steps = np.zeros((60, 5, DIMS))
    steps[0, 3:, 0], steps[1, 1:, 1] = 4, 4
    uses, words = drawn(generator, 60, periods, steps), np.arange(60)
    centre = centre_over(uses, words[10:], periods, 5)
    own = {"targets": words[:10], "controls": words[10:], "deals": 499, "seed": 4}
    told = breaks(uses, periods, centre, **own)
    assert told.begins[:2].tolist() == [3, 1]
    assert told.p[0] == 1 / 500 and told.p[1] <= 0.01
    assert_array_equal(told.least, 1 / 500)
    assert (told.q[:2] <= 0.05).all() and (told.q[2:] > 0.05).all()


def test_of_two_periods_the_change_point_is_their_null(monkeypatch):
    """The same deals and statistic, whatever is dealt together."""
    generator = np.random.default_rng(23)
    periods = np.repeat([0, 1], 12)
    uses, words = drawn(generator, 40, periods), np.arange(40)
    centre = centre_over(uses, words[10:], periods, 2)
    own = {"targets": words[:10], "controls": words[10:], "deals": 99, "seed": 4}
    expected = breaks(uses, periods, centre, **own)
    assert_array_equal(expected.p, null(uses, periods, centre, **own).p)
    monkeypatch.setattr(dealing, "ROWS", 7)
    for one, other in zip(breaks(uses, periods, centre, **own), expected, strict=True):
        assert_array_equal(one, other)


def test_a_word_that_cannot_be_told_has_no_change_point_and_no_place_in_the_centre():
    generator = np.random.default_rng(24)
    periods = np.repeat(np.arange(3), 8)
    uses = drawn(generator, 30, periods)
    kept = (uses.word > 0) | (uses.document < 4)
    uses = uses._replace(**{x: getattr(uses, x)[kept] for x in uses._fields})
    words = np.arange(30)
    centre = centre_over(uses, words[1:], periods, 3)
    assert_array_equal(centre.means, centre_over(uses, words, periods, 3).means)
    own = {"targets": words[:2], "controls": words[2:], "deals": 99, "seed": 4}
    told = breaks(uses, periods, centre, **own)
    assert (
        told.begins[0] == -1 and np.isnan([told.p[0], told.q[0], told.least[0]]).all()
    )
    assert told.begins[1] in (1, 2) and 0 < told.q[1] <= 1
