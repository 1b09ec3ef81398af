import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import stdtrit

from quaver.measures.enough_runs import (
    MOST,
    deviation_curve,
    enough,
    half_agreement,
    list_agreement,
    needed_runs,
)
from quaver.statistics.deviations import unbiased_mean
from quaver.statistics.expected import c4

GENERATOR = np.random.default_rng


def cosines(runs, pairs=200, seed=0, common=0.0):
    """Cosines of known deviations; some of their noise is common to tens of pairs."""
    generator = GENERATOR([seed, runs, pairs])
    sigma = np.linspace(0.02, 0.08, pairs)
    groups = generator.normal(size=(runs, 20))[:, np.arange(pairs) % 20]
    own = generator.normal(size=(runs, pairs))
    noise = np.sqrt(common) * groups + np.sqrt(1 - common) * own
    return 0.5 + sigma * noise, sigma.mean()


def with_holes(values, seed=1):
    holes = GENERATOR(seed).random(values.shape) < 0.2
    return np.where(holes, np.nan, values)


def slow_deviation(values):
    """The mean over pairs, in loops: those with three values, or both of two."""
    found = []
    for column in values.T:
        known = column[~np.isnan(column)]
        if len(known) >= min(len(values), 3):
            found.append(known.std(ddof=1) / c4(len(known)))
    return np.mean(found)


def test_c4_is_what_is_known_of_few():
    assert_allclose(c4([2, 3, 4]), [0.797885, 0.886227, 0.921318], atol=1e-6)
    assert 0.999 < c4(1000) < 1


@pytest.mark.parametrize("runs", [2, 3, 8])
def test_the_deviation_has_no_bias_however_few_the_runs(runs):
    values, truth = cosines(runs, pairs=40_000)
    found = unbiased_mean(values).value
    assert found == pytest.approx(truth, rel=0.01)
    plain = values.std(axis=0).mean()  # ddof 0 rises with runs, to the truth
    expected = c4(runs) * np.sqrt((runs - 1) / runs)
    assert plain / truth == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("runs", [2, 3, 9])
def test_the_deviation_is_that_of_loops_words_absent_or_not(runs):
    for values in (cosines(runs)[0], with_holes(cosines(runs)[0])):
        assert unbiased_mean(values).value == pytest.approx(slow_deviation(values))


def test_the_error_is_that_of_leaving_out_each_run():
    values = with_holes(cosines(7, 30)[0])
    kept = values[:, (~np.isnan(values)).sum(axis=0) >= 3]
    left = []
    for run in range(7):
        rest = np.delete(kept, run, axis=0)
        each = [c[~np.isnan(c)] for c in rest.T]
        left.append(np.mean([c.std(ddof=1) / c4(len(c)) for c in each]))
    error = np.sqrt(6 / 7 * np.square(left - np.mean(left)).sum())
    found = unbiased_mean(values).estimate
    assert (found.error, found.freedom) == (pytest.approx(error), 6)


def test_nothing_known_is_no_deviation():
    assert np.isnan(unbiased_mean(np.full((4, 3), np.nan)).value)
    assert np.isnan(enough(np.full((4, 3), np.nan), 0.05).needed)


def test_runs_needed_by_trying_each():
    one = 0.3

    def reach(runs):
        return stdtrit(runs - 1, 0.975) * one / np.sqrt(runs - 1)

    found = needed_runs(one, 0.1)
    assert reach(found) <= 0.1 < reach(found - 1)
    assert needed_runs(0.0001, 0.1) == 3
    assert np.isinf(needed_runs(0.1 * np.sqrt(MOST), 0.01))


def test_what_is_needed_is_what_there_is_where_it_just_suffices():
    values, _ = cosines(12, common=0.3)
    reach = enough(values, 0.5).reach
    assert enough(values, reach * 1.0001).needed == 12
    assert enough(values, reach * 0.9999).needed == 13


def test_runs_that_do_not_differ_are_enough_at_once():
    found = enough(np.full((5, 9), 0.25, dtype=np.float32), 0.05)
    assert (found.reach, found.needed) == (0, 2)
    assert enough(cosines(2)[0], 0.05).reach != 0


@pytest.mark.parametrize(("runs", "common", "least"), [(20, 0.3, 0.95), (8, 0.0, 0.95)])
def test_stopped_by_the_rule_the_truth_is_within_tolerance(runs, common, least):
    """In the order of runs, at the number said to be enough, where one was."""
    hits = []
    for seed in range(200):
        values, truth = cosines(runs, 200, seed, common)
        stop = enough(values, 0.05).needed
        if stop <= runs:
            found = unbiased_mean(values[: int(stop)]).value
            hits.append(abs(found / truth - 1) <= 0.05)
    assert len(hits) > 80
    assert np.mean(hits) >= least - 2 * np.sqrt(0.05 * 0.95 / len(hits))


def test_few_runs_foretell_how_many_are_needed_within_their_interval():
    many = [enough(cosines(200, 200, seed, 0.3)[0], 0.05).needed for seed in range(9)]
    truth, hits = np.median(many), 0
    for seed in range(150):
        found = enough(cosines(8, 200, seed, 0.3)[0], 0.05)
        hits += found.low <= truth <= found.high
    assert 0.9 <= hits / 150 <= 1


def test_a_curve_ends_where_all_runs_are_and_its_band_narrows():
    values, truth = cosines(80, common=0.3)
    curve = deviation_curve(values)
    assert curve.runs[0] == 2 and curve.runs[-1] == 80 and len(curve.runs) <= 60
    found = unbiased_mean(values).estimate
    assert curve.deviation[-1] == found.value
    assert np.isnan(curve.low[0]) and np.isfinite(curve.low[1:]).all()
    width = curve.high - curve.low
    assert width[-1] < width[10] / 2
    assert np.mean((curve.low[5:] <= truth) & (truth <= curve.high[5:])) > 0.8


def lists(values, n):
    """The n highest of each query by the mean over runs, as sets."""
    count = (~np.isnan(values)).sum(axis=0)
    means = np.where(count, np.nansum(values, axis=0) / np.maximum(count, 1), np.nan)
    return [
        {k for k in np.argsort(-row, kind="stable")[:n] if np.isfinite(row[k])}
        for row in means
    ]


def test_lists_agree_as_in_loops():
    values = with_holes(GENERATOR(2).random((6, 5, 12)))
    shares = []
    for start in range(6):
        ring = [(start + k) % 6 for k in range(4)]
        first, second = (lists(values[rows], 3) for rows in (ring[:2], ring[2:]))
        shares += [len(a & b) / 3 for a, b in zip(first, second, strict=True)]
    assert list_agreement(values, 3, 2) == pytest.approx(np.mean(shares))


def test_equal_runs_list_the_same_and_random_ones_what_chance_gives():
    row = GENERATOR(3).random((4, 30))
    assert list_agreement(np.stack([row] * 4), 5, 2) == 1
    noise = GENERATOR(4).random((10, 400, 50))
    assert list_agreement(noise, 5, 3) == pytest.approx(0.1, abs=0.01)


def test_more_runs_agree_better():
    values = GENERATOR(5).normal(np.linspace(0, 1, 40), 0.3, (32, 50, 40))
    shares = [list_agreement(values, 10, size) for size in (1, 4, 16)]
    assert shares == sorted(shares) and shares[2] - shares[0] > 0.2


def test_queries_a_side_lacks_are_left_out():
    values = GENERATOR(6).random((4, 3, 9))
    values[:, 0] = np.nan
    assert list_agreement(values, 2, 2) == list_agreement(values[:, 1:], 2, 2)
    assert np.isnan(list_agreement(np.full((4, 3, 9), np.nan), 2, 2))


@pytest.mark.parametrize(("runs", "size"), [(3, 1), (8, 3), (9, 4), (50, 22)])
def test_halves_leave_room_for_a_jackknife(runs, size):
    values = GENERATOR(7).normal(np.linspace(0, 1, 20), 0.3, (runs, 4, 20))
    found, agreed = half_agreement(values, 5)
    assert found == size
    assert agreed.value == list_agreement(values, 5, size)
    assert agreed.error > 0


def test_two_runs_have_no_halves_with_an_error():
    values = GENERATOR(8).random((2, 3, 9))
    size, agreed = half_agreement(values, 2)
    assert (size, agreed.value) == (1, list_agreement(values, 2, 1))
    assert np.isnan(agreed.error)


def test_sides_must_be_disjoint():
    with pytest.raises(ValueError) as caught:
        list_agreement(np.zeros((5, 1, 3)), 1, 3)
    assert str(caught.value) == "size must be from 1 to 2. Got 3 instead."
