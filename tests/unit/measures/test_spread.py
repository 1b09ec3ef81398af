import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm
from scipy.stats import t as student

from quaver.measures import spread
from quaver.statistics import deviations as dev

NAN = np.nan


def cosines(runs=7, queries=3, words=12, seed=0, holes=0):
    generator = np.random.default_rng(seed)
    values = generator.normal(0.5, 0.05, (runs, queries, words))
    values += np.linspace(0.3, 0, words)
    places = generator.random(values.shape).argsort(axis=None)[:holes]
    values.flat[places] = NAN
    return values.astype(np.float32)


def brute_deviation(values):
    """Mean over queries and words of np.std over the runs that have both."""
    found = []
    for query in range(values.shape[1]):
        for word in range(values.shape[2]):
            own = values[:, query, word].astype(float)
            own = own[~np.isnan(own)]
            if len(own) > 1:
                found.append(own.std())
    return np.mean(found)


@pytest.mark.parametrize("holes", [0, 9])
def test_the_mean_deviation_and_its_jackknife_are_those_of_brute_force(holes):
    values = cosines(holes=holes)
    found = spread.mean_deviation(values)
    assert_allclose(found.value, brute_deviation(values))
    left = [brute_deviation(np.delete(values, run, axis=0)) for run in range(7)]
    assert_allclose(found.without, left)
    error = np.sqrt(6 / 7 * np.square(np.array(left) - np.mean(left)).sum())
    assert_allclose(found.estimate.error, error)
    assert found.estimate.freedom == 6


def test_by_rank_each_word_counts_alone():
    values = cosines(holes=5)
    by_rank = spread.mean_deviation_by_rank(values)
    assert len(by_rank) == values.shape[2]
    for rank, found in enumerate(by_rank):
        own = values[:, :, [rank]]
        assert_allclose(found.value, brute_deviation(own))
        assert_allclose(found.without[3], brute_deviation(np.delete(own, 3, axis=0)))


def test_the_unbiased_deviation_and_its_jackknife_are_those_of_brute_force():
    values = cosines(holes=6)
    found = dev.unbiased_mean(values)

    def brute(of):
        counts = (~np.isnan(of)).sum(axis=0)
        free = np.nanstd(of.astype(float), axis=0, ddof=1) / dev.c4(counts)
        return np.nanmean(free)

    assert_allclose(found.value, brute(values))
    left = [brute(np.delete(values, run, axis=0)) for run in range(7)]
    assert_allclose(found.without, left)


def test_equal_runs_have_exactly_no_deviation():
    values = np.repeat(cosines(runs=1), 7, axis=0)
    found = spread.mean_deviation(values)
    assert found.value == 0
    assert not found.without.any()


def test_few_runs_show_the_expected_share_of_normal_deviations():
    """c4(2) = sqrt(2 / pi), c4(10) as printed in tables of control charts."""
    printed = np.array([np.sqrt(2 / np.pi), 0.9727]) * np.sqrt([1 / 2, 9 / 10])
    assert_allclose(dev.expected_share([2, 10]), printed, atol=5e-5)
    assert np.isnan(dev.expected_share([0, 1])).all()
    generator = np.random.default_rng(1)
    drawn = generator.normal(size=(5, 200_000)).std(axis=0).mean()
    assert_allclose(dev.expected_share(5), drawn, rtol=3e-3)


def test_the_nearest_words_are_those_of_highest_mean():
    values = cosines()
    found = spread.nearest(values, 4)
    for query in range(3):
        order = np.argsort(-values[:, query].mean(axis=0))[:4]
        assert_array_equal(found[:, query], values[:, query, order])


def test_words_that_half_of_the_runs_lack_are_not_near():
    values = cosines(runs=4, queries=1, words=3)
    values[:, 0] = [[0.9, 0.8, 0.1], [NAN, NAN, 0.1], [NAN, 0.8, 0.1], [NAN, NAN, NAN]]
    # the last run lacks the query: two of three is more than half, one is not
    assert_array_equal(spread.nearest(values, 2)[0, 0], np.float32([0.8, 0.1]))
    assert np.isnan(spread.nearest(values, 3)[:, 0, 2]).all()
    assert spread.nearest(values, 9).shape == (4, 1, 9)


def test_the_plain_curve_rises_as_it_must_and_the_unbiased_one_is_level():
    """Normal cosines of one deviation: nothing changes with the number of runs."""
    generator = np.random.default_rng(3)
    values = generator.normal(0.5, 0.03, (50, 100, 20))
    found = spread.growth(values)
    assert_array_equal(found.runs, range(1, 51))
    assert_allclose(found.unbiased[1:], 0.03, rtol=0.04)
    assert_allclose(found.plain / 0.03, found.expected, atol=0.03)
    assert_allclose(found.root[1:], 0.03, rtol=0.04)
    assert found.plain[0] == 0 and np.isnan(found.unbiased[0])
    assert found.plain[1] < 0.6 * found.plain[-1]
    assert (np.diff(found.plain)[:10] > 0).all()
    inside = (found.low <= 0.03) & (found.high >= 0.03)
    assert inside[2:].mean() > 0.8
    assert np.isnan(found.low[:2]).all()


def test_the_mean_variance_does_not_rise_even_where_cosines_are_far_from_normal():
    """Mostly still, sometimes far: c4 of normal values does not free these of bias."""
    generator = np.random.default_rng(8)
    jumps = generator.random((40, 400, 20)) < 0.1
    found = spread.growth(np.where(jumps, 0.2, 0.8))
    truth = 0.6 * np.sqrt(0.1 * 0.9)
    assert_allclose(found.root[[2, 9, 39]], truth, rtol=0.03)
    assert found.unbiased[2] < 0.85 * truth


def test_the_root_of_the_mean_variance_and_its_jackknife_are_those_of_brute_force():
    values = cosines(holes=6)
    found = spread.root_mean_variance(values)

    def brute(of):
        return np.sqrt(np.nanmean(np.nanvar(of.astype(float), axis=0, ddof=1)))

    assert_allclose(found.value, brute(values))
    left = [brute(np.delete(values, run, axis=0)) for run in range(7)]
    assert_allclose(found.without, left)


def test_a_curve_of_many_runs_has_few_points():
    found = spread.growth(cosines(runs=200, queries=1, words=2))
    assert len(found.runs) <= spread.POINTS
    assert found.runs[0] == 1 and found.runs[-1] == 200


def test_a_quotient_and_its_ends_come_of_leaving_out_runs():
    first, second = (spread.mean_deviation(cosines(seed=seed)) for seed in (1, 2))
    value, low, high = dev.quotient([first], [second])
    assert_allclose(value, first.value / second.value)
    moves = [np.log(first.without), -np.log(second.without)]
    squares = [6 / 7 * np.square(each - each.mean()).sum() for each in moves]
    freedom = sum(squares) ** 2 / sum(square**2 / 6 for square in squares)
    reach = np.sqrt(sum(squares)) * student.ppf(0.975, freedom)
    assert_allclose([low, high], [value * np.exp(-reach), value * np.exp(reach)])


def test_runs_on_the_same_draws_are_left_out_together():
    """What all runs have in common cancels: 1.1 times the same is 1.1 times, surely."""
    values = cosines()
    first, second = spread.mean_deviation(1.1 * values), spread.mean_deviation(values)
    apart = dev.quotient([first], [second])
    assert_allclose(apart[0], 1.1)
    assert apart[1] < 1 < apart[2]
    assert_allclose(dev.quotient([first], [second], ["draws", "draws"]), 1.1)


def test_quotients_of_shared_draws_cover_the_truth_about_as_often_as_they_say():
    """Half of the noise is that of the draw, which both techniques read."""
    generator = np.random.default_rng(6)
    hits = 0
    for _ in range(400):
        drawn, *own = generator.normal(0, 0.02, (3, 8, 4, 5))
        both = ([spread.mean_deviation(0.5 + drawn + each)] for each in own)
        _, low, high = dev.quotient(*both, ["draws"] * 2)
        hits += low <= 1 <= high
    low, high = norm.interval(0.999, 0.95 * 400, np.sqrt(400 * 0.05 * 0.95))
    assert low <= hits <= high + 5


def test_the_ends_of_a_quotient_are_never_below_0():
    first, second = dev.Left(1.0, np.array([0.1, 0.2, 3.0])), dev.Left(1.0, np.ones(3))
    value, low, high = dev.quotient([first], [second])
    assert 0 < low < value < high


def test_quotients_cover_the_truth_about_as_often_as_they_say():
    """Both cells have one deviation: the ratio is 1."""
    generator = np.random.default_rng(5)
    hits = 0
    for _ in range(200):
        both = generator.normal(0.5, 0.02, (2, 8, 4, 5))
        _, low, high = dev.quotient(*([spread.mean_deviation(x)] for x in both))
        hits += low <= 1 <= high
    low, high = norm.interval(0.999, 0.95 * 200, np.sqrt(200 * 0.05 * 0.95))
    assert low <= hits <= high + 5


def test_nothing_to_divide_by_is_no_quotient():
    zero = dev.Left(0.0, np.zeros(5))
    one = dev.Left(1.0, np.ones(5))
    assert np.isnan(dev.quotient([one], [zero])).all()
    assert dev.quotient([zero], [one])[0] == 0


LISTS = np.array(
    [
        [[1, 2, 3], [4, 5, 6]],
        [[1, 3, 2], [7, 8, 9]],
        [[3, 1, 4], [-1, -1, -1]],  # lacks the second query
    ]
)


def test_jaccard_is_that_of_sets_and_runs_without_the_query_are_skipped():
    found = spread.jaccard(LISTS, 3)
    assert_allclose(found, [[1, 0], [0.5, NAN], [0.5, NAN]])
    assert_allclose(spread.jaccard(LISTS, 1), [[1, 0], [0, NAN], [0, NAN]])


def test_jaccard_is_that_of_brute_force():
    generator = np.random.default_rng(4)
    lists = np.array(
        [[generator.permutation(15)[:10] for _ in range(3)] for _ in range(5)]
    )
    found = spread.jaccard(lists, 6)
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    for place, (i, j) in enumerate(pairs):
        for query in range(3):
            a, b = (set(lists[run, query, :6]) for run in (i, j))
            assert_allclose(found[place, query], len(a & b) / len(a | b))


def test_positions_ask_for_the_same_place():
    found = spread.positions(LISTS, 3)
    assert_allclose(found, [[1 / 3, 0], [0, NAN], [0, NAN]])


def test_lists_may_be_short():
    """A corpus of three words has lists of two: what is not there is not common."""
    lists = np.array([[[1, 2, -1]], [[2, 1, -1]]])
    assert_allclose(spread.jaccard(lists, 3), [[1]])
    assert_allclose(spread.positions(lists, 3), [[0]])


RANKS = np.array([[1, 2, 9, 40, 3], [2, 1, 8, 41, 0], [1, 3, 14, 39, 0]])


def test_changes_are_ranks_less_mean_ranks_of_the_best_words():
    found = spread.rank_changes(RANKS, 3)
    # the last word is in one run of three, the fourth is one too many
    assert_array_equal(found.places, [0, 1, 2])
    assert_allclose(found.mean_ranks, [4 / 3, 2, 31 / 3])
    assert_allclose(found.changes[:, 1], [0, -1, 1])
    assert_array_equal(spread.rank_changes(RANKS, 10).places, [0, 1, 2, 3])


def test_words_that_waver_much_are_shown_too():
    """No word has a mean rank of 10 here, and yet ten are the nearest on average."""
    ranks = np.stack([np.roll(np.arange(1, 41), 11 * run) for run in range(4)])
    found = spread.rank_changes(ranks, 10)
    means = ranks.mean(axis=0)
    assert means.min() > 10
    assert_allclose(found.mean_ranks, np.sort(means)[:10])


def test_runs_that_lack_a_word_have_no_change():
    ranks = np.array([[1, 2], [0, 1], [2, 3]])
    found = spread.rank_changes(ranks, 10)
    assert_allclose(found.mean_ranks, [1.5, 2])
    assert_allclose(found.changes[:, 0], [-0.5, NAN, 0.5])
    gone = np.vstack([ranks, [0, 0]])  # a run without the query counts for nobody
    assert_array_equal(spread.rank_changes(gone, 10).places, found.places)


def test_a_box_counts_what_it_does_not_reach():
    values = np.array([0, 1, 2, 3, 4, 100, NAN])
    found = spread.box(values)
    assert found == (0, 1.25, 2.5, 3.75, 4, 1, 6)
    few = spread.box(np.array([-9.0, 1, 1.5, 2]))
    assert few.low == few.quartile_1 == -1.5 and few.outliers == 1
    assert spread.box(np.array([NAN])).values == 0
