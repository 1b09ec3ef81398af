from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import ortho_group
from scipy.stats import t as student

from quaver.measures.averaging import (
    deviation_ratio,
    expected_loss,
    mean_ratio,
    relative_loss,
    score_change,
    score_difference,
)
from quaver.measures.pip import pip_losses
from quaver.spaces.averages import METHODS, average, groups
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.normalise import unit_rows
from quaver.statistics import pair_matrix, pair_mean

OF_COSINES = (mean_ratio, deviation_ratio)
OF_SCORES = (score_change, score_difference)


def ends(effect):
    return effect.low, effect.high


def jackknifed(values):
    """Half the width of the interval from values without each group."""
    count = len(values)
    error = np.sqrt((count - 1) / count * np.square(values - np.mean(values)).sum())
    return error * student.ppf(0.975, count - 1)


def test_relative_loss_by_hand():
    single = pair_matrix([1.0, 2, 3, 4, 5, 6])
    found = relative_loss(single, pair_matrix([1.4]), 2)
    assert_allclose(found.value, 1.4 / 3.5)
    assert np.isnan(ends(found)).all()
    assert (found.groups, found.runs) == (2, 4)
    assert found.note == "no interval: it needs 3 averages, there are 2"


def test_each_group_is_left_out_with_its_runs():
    generator = np.random.default_rng(2)
    single = pair_matrix(generator.random(28))
    averaged = pair_matrix(generator.random(6))
    found = relative_loss(single, averaged, 2)
    pairs = np.triu_indices(3, 1), np.triu_indices(6, 1)
    without = []
    for group in range(4):
        kept = [g for g in range(4) if g != group]
        runs = [r for g in kept for r in (2 * g, 2 * g + 1)]
        above = averaged[np.ix_(kept, kept)][pairs[0]].mean()
        without.append(above / single[np.ix_(runs, runs)][pairs[1]].mean())
    reach = jackknifed(without)
    assert_allclose(ends(found), [found.value - reach, found.value + reach])
    assert found.note == ""


def test_losses_of_some_runs_only_count_as_independent():
    generator = np.random.default_rng(12)
    single = pair_matrix(1 + 0.1 * generator.random(15))
    averaged = pair_matrix(0.5 + 0.1 * generator.random(28))
    found = relative_loss(single, averaged, 4)  # 6 of 32 runs
    above, below = pair_mean(averaged), pair_mean(single)
    assert_allclose(found.value, above.mean / below.mean)
    parts = [(each.high - each.low) / 2 / each.mean for each in (above, below)]
    reach = found.value * np.hypot(*parts)
    assert_allclose(ends(found), [found.value - reach, found.value + reach])
    assert (found.groups, found.runs, found.note) == (8, 6, "")
    few = relative_loss(single[:2, :2], averaged, 4)
    assert np.isfinite(few.value) and np.isnan(ends(few)).all()
    assert few.note == "no interval: it needs 3 runs compared, there are 2"
    for one in (single[:1, :1], np.zeros((6, 6))):
        assert np.isnan(relative_loss(one, averaged, 4).value)


def test_deviations_and_means_by_hand():
    single = np.array([[0.1, 0.4], [0.3, 0.4], [0.2, 0.6], [0.6, 0.2]])
    averaged = np.array([[0.2, 0.4], [0.5, 0.3]])
    assert_allclose(mean_ratio(single, averaged, 2).value, 0.35 / 0.35)
    c4 = {2: np.sqrt(2 / np.pi), 4: np.sqrt(8 / (3 * np.pi))}
    above = averaged.std(axis=0, ddof=1).mean() / c4[2]
    below = single.std(axis=0, ddof=1).mean() / c4[4]
    assert_allclose(deviation_ratio(single, averaged, 2).value, above / below)


@pytest.mark.parametrize("measure", OF_COSINES)
def test_cosines_without_each_group_by_hand(measure):
    generator = np.random.default_rng(3)
    single, averaged = generator.random((12, 5)), generator.random((4, 5))
    found = measure(single, averaged, 3)
    without = []
    for group in range(4):
        runs = slice(3 * group, 3 * group + 3)
        left = np.delete(single, runs, 0), np.delete(averaged, group, 0)
        without.append(measure(*left, 3).value)
    reach = jackknifed(without)
    assert_allclose(ends(found), [found.value - reach, found.value + reach])


def test_scores_by_hand():
    single, averaged = np.array([1.0, 3, 2, 2]), np.array([2.5, 3.5])
    assert_allclose(score_difference(single, averaged, 2).value, 1)
    assert_allclose(score_change(single, averaged, 2).value, 0.5)


def test_runs_that_fill_no_group_do_not_count():
    generator = np.random.default_rng(4)
    single, averaged = generator.random((11, 30)), generator.random((3, 30))
    for measure in OF_COSINES:
        assert measure(single, averaged, 3) == measure(single[:9], averaged, 3)
    for measure in OF_SCORES:
        given = single[:, 0], averaged[:, 0]
        assert measure(*given, 3) == measure(given[0][:9], given[1], 3)
    losses = pair_matrix(generator.random(55)), pair_matrix(generator.random(3))
    expected = relative_loss(losses[0][:9, :9], losses[1], 3)
    assert relative_loss(*losses, 3) == expected


def test_averages_of_one_run_are_the_runs():
    generator = np.random.default_rng(5)
    cosines, losses = generator.random((6, 9)), pair_matrix(generator.random(15))
    neutral = {
        mean_ratio: (cosines, 1),
        deviation_ratio: (cosines, 1),
        relative_loss: (losses, 1),
        score_change: (cosines[:, 0], 0),
        score_difference: (cosines[:, 0], 0),
    }
    for measure, (given, expected) in neutral.items():
        found = measure(given, given, 1)
        assert_allclose([found.value, *ends(found)], expected, atol=1e-12)


def test_deviations_of_few_and_many_groups_agree():
    """Without c4 four averages would look a tenth steadier than sixteen."""
    generator = np.random.default_rng(6)
    single = 0.2 + 0.1 * generator.standard_normal((32, 20_000))
    for count in (4, 16):
        averaged = 0.2 + 0.05 * generator.standard_normal((count, 20_000))
        found = deviation_ratio(single, averaged, 32 // count)
        assert_allclose(found.value, 0.5, rtol=0.01)


def test_intervals_cover_the_truth():
    generator = np.random.default_rng(7)
    mean, hits = (
        np.array([0.1, 0.3, 0.5]),
        dict.fromkeys((*OF_COSINES, score_change), 0),
    )
    truth = {mean_ratio: 1.2, deviation_ratio: 0.5, score_change: 0.2}
    for _ in range(600):
        single = mean + 0.1 * generator.standard_normal((16, 3))
        noise = 0.05 * generator.standard_normal((8, 3))
        averaged = 1.2 * mean + noise
        for measure in hits:
            given = single, averaged
            if measure is score_change:
                given = single[:, 0], averaged[:, 0]
            found = measure(*given, 2)
            hits[measure] += found.low <= truth[measure] <= found.high
    shares = [count / 600 for count in hits.values()]
    assert all(0.9 <= share <= 0.985 for share in shares), shares


def simulated_losses(generator):
    """12 runs and averages of 2: mu + a_i + a_j + noise of pairs, half as large."""
    own = 0.1 * generator.standard_normal(12)
    matrices = []
    for scale, noise in ((1, own), (0.5, own.reshape(6, 2).mean(axis=1))):
        count = len(noise)
        rows, columns = np.triu_indices(count, 1)
        pairs = 0.03 * generator.standard_normal(len(rows))
        matrices.append(pair_matrix(scale * (1 + noise[rows] + noise[columns] + pairs)))
    return matrices


def test_intervals_of_losses_cover_the_truth_and_gain_from_common_runs():
    generator = np.random.default_rng(13)
    found = [relative_loss(*simulated_losses(generator), 2) for _ in range(600)]
    share = np.mean([each.low <= 0.5 <= each.high for each in found])
    assert 0.93 <= share <= 1  # single pairs are noise too: wide (Efron and Stein 1981)
    single, averaged = simulated_losses(generator)
    both = relative_loss(single, averaged, 2)
    apart = relative_loss(single[:11, :11], averaged, 2)
    assert both.high - both.low < 0.5 * (apart.high - apart.low)


def test_what_has_no_value_is_missing():
    single, lone = np.full((4, 3), 0.5), np.full((1, 3), 0.5)
    assert np.isnan(deviation_ratio(single, lone, 4).value)  # one group
    assert np.isnan(deviation_ratio(single, single[:2], 2).value)  # all runs equal
    assert np.isnan(relative_loss(np.zeros((4, 4)), np.zeros((2, 2)), 2).value)
    assert np.isnan(relative_loss(pair_matrix(np.ones(6)), np.zeros((1, 1)), 4).value)
    for score in (0, -0.1):
        assert np.isnan(score_change(np.full(2, score), np.ones(1), 2).value)
    assert np.isnan(score_difference(np.array([1, np.nan]), np.ones(1), 2).value)


@pytest.mark.parametrize("size", [0, 3])
def test_runs_that_are_too_few_are_refused(size):
    for measure in OF_COSINES:
        with pytest.raises(ValueError, match=f"Got 4 runs for 2 averages of {size}"):
            measure(np.ones((4, 3)), np.ones((2, 3)), size)
    for measure in OF_SCORES:
        with pytest.raises(ValueError, match=f"Got 4 runs for 2 averages of {size}"):
            measure(np.ones(4), np.ones(2), size)


@pytest.mark.parametrize("measure", OF_COSINES)
def test_cosines_of_other_pairs_are_refused(measure):
    with pytest.raises(ValueError, match="same pairs of words"):
        measure(np.ones((4, 3)), np.ones((2, 2)), 2)


def noisy_runs(runs, sigma, words, dims):
    """Copies of one space with independent noise, each turned its own way."""
    generator = np.random.default_rng(8)
    base = generator.standard_normal((words, dims)) + 0.6
    turns = ortho_group.rvs(dims, runs, random_state=8)
    noise = sigma * generator.standard_normal((runs, words, dims))
    return [
        (unit_rows((base + e) @ turn), np.ones(words, bool), np.ones(words, np.int64))
        for e, turn in zip(noise, turns, strict=True)
    ]


@pytest.fixture(scope="module")
def simulated():
    """Single runs, and averages by size and method: spaces, losses, cosines."""
    cell = noisy_runs(32, 0.1, 600, 10)
    pairs = np.random.default_rng(9).permutation(600).reshape(2, 300)

    def measured(spaces):
        cosines = [pair_cosines(space, *pairs) for space in spaces]
        return pip_losses(spaces).losses, np.array(cosines)

    found = {(size, name): [] for size in (2, 4, 8) for name in METHODS}
    for size, name in found:
        made = [average([cell[run] for run in g], name) for g in groups(32, size)]
        found[size, name] = measured([each.vectors for each in made])
    return measured([vectors for vectors, _, _ in cell]), found


@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("method", METHODS)
def test_losses_and_deviations_fall_as_theory_has_it(simulated, size, method):
    (single, cosines), found = simulated
    losses, averaged = found[size, method]
    loss = relative_loss(single, losses, size)
    assert_allclose(loss.value, expected_loss(size), rtol=0.05)
    assert loss.low < loss.value < loss.high < 1
    deviation = deviation_ratio(cosines, averaged, size)
    assert_allclose(deviation.value, expected_loss(size), rtol=0.08)
    assert deviation.low < deviation.value < deviation.high < 1


@pytest.mark.parametrize("method", METHODS)
def test_means_are_biased_up_and_more_so_the_more_are_averaged(simulated, method):
    (_, cosines), found = simulated
    bias = [mean_ratio(cosines, found[size, method][1], size) for size in (2, 4, 8)]
    assert bias[0].low > 1
    assert bias[0].value < bias[1].value < bias[2].value


def test_the_thesis_finds_what_two_runs_give():
    """Eq. 3.6: 1/1.39 < sigma ratio < 1/1.28 and 1.01 < mu ratio < 1.22."""
    cell = noisy_runs(16, 0.3, 400, 12)
    pairs = np.random.default_rng(1).permutation(400).reshape(2, 200)
    of = partial(pair_cosines, first=pairs[0], second=pairs[1])
    made = [average([cell[run] for run in g], "tree") for g in groups(16, 2)]
    single = np.array([of(vectors) for vectors, _, _ in cell])
    averaged = np.array([of(each.vectors) for each in made])
    assert 1 / 1.39 < deviation_ratio(single, averaged, 2).value < 1 / 1.28
    assert 1.01 < mean_ratio(single, averaged, 2).value < 1.22
