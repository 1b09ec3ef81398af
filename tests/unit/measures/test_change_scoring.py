"""Scores of change whose values can be computed by hand."""

import warnings
from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from quaver.measures.change_scoring import (
    Answers,
    Truth,
    answers,
    chance,
    ensembles,
    lacking_runs,
    of_frequency,
    same_for_all,
    scored,
    unplanted,
)
from quaver.statistics.partial import partial_rank_correlation, rank_interval

COUNTS = np.array([[9, 4, 30, 2, 6], [8, 90, 5, 7, 1]])


def truth(binary, graded):
    words = [f"w{k}" for k in range(len(graded))]
    return Truth(words, np.array(binary, float), np.array(graded, float))


def score(said, known):
    """Scores of answers, whatever the words' frequencies."""
    return scored(said, known, COUNTS[:, : len(known.words)])


def test_what_exceeds_mean_and_half_a_deviation_of_all_words_changed():
    # mean .4, deviation .2: the threshold is .5, which the targets alone would not give
    distance = np.array([[0.2, 0.6, 0.2, 0.6, 0.4 + 1e-9]])
    rows = np.array([0, 1, 4])
    own = answers(distance, rows, "unchanged")
    assert own.votes.tolist() == [[0, 1, 0]]
    assert_allclose(own.change, [[0.2, 0.6, 0.4]])


def test_a_target_that_is_missing_counts_as_asked():
    distance = np.array([[0.2, 0.4, np.nan, 0.9], [0.2, 0.4, 0.6, 0.9]])
    rows = np.array([2, -1, 3])  # of the second no model knows anything
    cases = {
        "unchanged": [[0, 0, 0.9], [0.6, 0, 0.9]],
        "median": [[0.4, 0.4, 0.9], [0.6, 0.5, 0.9]],
        "drop": [[np.nan, np.nan, 0.9], [0.6, np.nan, 0.9]],
    }
    for missing, expected in cases.items():
        own = answers(distance, rows, missing)
        assert_allclose(own.change, expected, err_msg=missing)
        assert_array_equal(np.isnan(own.votes), np.isnan(own.change), missing)
    assert lacking_runs(distance, rows).tolist() == [1, 2, 0]
    kept = score(answers(distance, rows, "drop"), truth([1, 1, 1], [1, 1, 1]))
    assert kept.scored.tolist() == [1, 2] and kept.accuracy.tolist() == [1, 0.5]


def test_a_tie_of_an_ensemble_is_unchanged_and_unanimity_stands_beside_it():
    votes = np.array([[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0], [1, 0, 0, 0]], float)
    change = np.arange(16.0).reshape(4, 4)
    (group,) = [ensembles(Answers(change, votes), 4)]
    assert group.votes.tolist() == [[1, 0.5, 0.75, 0]]
    assert group.change.tolist() == [[6, 7, 8, 9]]
    scores = score(group, truth([1, 0, 1, 0], [3, 1, 4, 2]))
    assert (scores.accuracy.item(), scores.called.item()) == (1.0, 2)
    assert scores.as_coded.item() == 0.75
    assert ensembles(Answers(change, votes), 2).votes.tolist() == [
        [1, 0.5, 1, 0],
        [1, 0.5, 0.5, 0],
    ]
    # five runs have two groups of two: the last is of none
    more = Answers(np.vstack([change, change[:1]]), np.vstack([votes, votes[:1]]))
    assert ensembles(more, 2).votes.shape == (2, 4)


def test_runs_that_say_nothing_do_not_vote():
    change = np.array([[np.nan, np.nan], [0.4, np.nan]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        group = ensembles(Answers(change, np.where(np.isnan(change), np.nan, 1.0)), 2)
    assert_array_equal(group.change, [[0.4, np.nan]])
    assert_array_equal(group.votes, [[1, np.nan]])


def test_ranks_are_shared_by_ties():
    change = np.array([[0.1, 0.1, 0.3, 0.2]])
    graded = [0.0, 0.2, 0.9, 0.9]
    scores = score(Answers(change, change > 0.15), truth([0, 0, 1, 1], graded))
    # by hand: ranks 1.5 1.5 4 3 and 1 2 3.5 3.5
    assert_allclose(scores.rho, 4.0 / np.sqrt(4.5 * 4.5))
    assert_allclose(scores.rho, stats.spearmanr(change[0], graded).statistic)
    assert scores.accuracy.item() == 1


def test_without_binary_truth_there_is_no_accuracy():
    change = np.array([[0.1, 0.2, 0.3, 0.4]])
    own = Answers(change, change > 0.2)
    scores = score(own, truth([np.nan] * 4, [1, 2, 3, 4]))
    assert np.isnan(scores.accuracy) and scores.rho.item() == 1
    by_chance = chance(scores, truth([np.nan] * 4, [1, 2, 3, 4]))
    assert np.isnan(by_chance["accuracy_mean"]).all()
    assert_allclose(by_chance["rho_high"], 1.96 / np.sqrt(3), rtol=1e-4)


def test_one_answer_for_all_words_scores_as_many_as_changed():
    scores = score(same_for_all(4), truth([1, 1, 1, 0], [1, 2, 3, 0]))
    assert scores.accuracy.tolist() == [0.75, 0.25]
    assert np.isnan(scores.rho).all()
    by_chance = chance(scores, truth([1, 1, 1, 0], [1, 2, 3, 0]))
    # of one answer chance has no part
    for name in ("mean", "low", "high"):
        assert by_chance[f"accuracy_{name}"].tolist() == [0.75, 0.25]


def test_chance_is_that_of_all_orders():
    binary, said = np.array([1, 1, 0, 0, 0]), np.array([1, 1, 1, 0, 0])
    every = [np.mean(np.array(x) == binary) for x in permutations(said)]
    change = np.array([[5.0, 4, 3, 2, 1]])
    known = truth(binary, [5, 5, 1, 2, 2])
    scores = score(Answers(change, said[None].astype(float)), known)
    by_chance = chance(scores, known)
    assert_allclose(by_chance["accuracy_mean"], np.mean(every))
    assert_allclose(by_chance["accuracy_high"], np.max(every))
    rhos = [stats.spearmanr(x, known.graded).statistic for x in permutations(range(5))]
    assert_allclose(by_chance["rho_high"] / 1.959964, np.std(rhos))


def test_frequencies_are_relative_to_their_text():
    counts = np.array([[10, 20, 0, 70], [20, 40, 5, 140]])
    ratio, mean = of_frequency(counts.astype(float))
    # the second text is twice as long, but for five tokens of a word the first lacks
    assert_allclose(ratio[[0, 1, 3]], np.log(205 / 200))
    assert np.isnan(ratio[2]) and np.isnan(mean[2])
    assert mean[3] > mean[1] > mean[0]


def test_what_remains_with_frequency_held_fixed():
    generator = np.random.default_rng(4)
    held = generator.permutation(40).astype(float)
    other = generator.normal(size=40)
    by_held = [held + 4 * generator.normal(size=40) for _ in range(2)]
    # both follow frequency, and nothing else
    raw = stats.spearmanr(*by_held).statistic
    assert raw > 0.8 > 0.4 > abs(partial_rank_correlation(*by_held, held))
    # of one that is held, the formula of Kendall's textbook
    x, y, z = (stats.rankdata(v) for v in (*by_held, other))
    xy, xz, yz = (np.corrcoef(*v)[0, 1] for v in ((x, y), (x, z), (y, z)))
    expected = (xy - xz * yz) / np.sqrt((1 - xz**2) * (1 - yz**2))
    assert_allclose(partial_rank_correlation(*by_held, other), expected)
    assert np.isnan(partial_rank_correlation(held, other, held))  # nothing is left
    assert np.isnan(partial_rank_correlation(held[:4], other[:4], held[:4], held[4:8]))


def test_the_interval_of_ranks_widens_with_what_is_held():
    low, high = rank_interval(0.5, 40)
    assert (low, high) == pytest.approx((0.2147, 0.7068), abs=1e-3)
    assert rank_interval(0.5, 40, held=2)[0] < low
    assert np.isnan(rank_interval(0.5, 5, held=2)).all()


def test_unplanted_words_are_as_frequent_and_not_planted():
    counts = np.array([500, 100, 98, 20, 0, 510, 19, 101])
    like, planted = np.array([0, 1, 3]), np.array([0, 1, 3, 7])
    assert unplanted(counts, like, planted).tolist() == [2, 5, 6]
    assert unplanted(counts, like, np.arange(8)).tolist() == []
    assert unplanted(counts, like, np.array([0, 1, 3, 2, 6])).tolist() == [5, 7]
