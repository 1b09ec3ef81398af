import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import binom

from quaver.measures.trust import (
    LEAST_RUNS,
    STABLE,
    TOO_LITTLE,
    UNCERTAIN,
    Query,
    Rule,
    agreement,
    by_chance,
    nearest,
    word_verdict,
)
from quaver.statistics.bootstrap import interval
from quaver.statistics.values import share_interval


def ranked(cosines):
    """Ranks from 1 of each run's cosines, 0 where there is none."""
    ranks = np.zeros(cosines.shape, dtype=int)
    for run, values in enumerate(cosines):
        there = [k for k in range(len(values)) if not np.isnan(values[k])]
        for rank, k in enumerate(sorted(there, key=lambda k: -values[k]), start=1):
            ranks[run, k] = rank
    return ranks


def query(cosines, whole=None, words=None):
    """A query whose candidates are all words, by descending mean."""
    order = np.argsort(-np.nan_to_num(np.nanmean(cosines, axis=0), nan=-2))
    whole = cosines[:3] if whole is None else whole
    return Query(
        cosines=cosines[:, order],
        ranks=ranked(cosines)[:, order],
        whole=whole[:, order],
        average=float(np.nanmean(cosines)),
        others=words or cosines.shape[1],
    )


def steady(runs=8, words=60, near=4, seed=0):
    """Cosines of which the first few are high in every run."""
    generator = np.random.default_rng(seed)
    means = np.concatenate([np.linspace(0.9, 0.8, near), np.full(words - near, 0.1)])
    return means + generator.normal(0, 0.01, (runs, words))


def test_every_number_is_what_counting_gives():
    cosines = np.random.default_rng(1).uniform(0, 1, (9, 30))
    cosines[:3, 4] = np.nan
    cosines[7] = np.nan  # a run without the query
    given, rule = query(cosines), Rule(n=6)
    found = nearest(given, rule)
    for k in range(6):
        own, ranks = given.cosines[:, k], given.ranks[:, k]
        there = [run for run in range(9) if not np.isnan(own[run])]
        held = [run for run in there if ranks[run] <= 6]
        assert found.present[k] == len(there)
        assert_allclose(found.mean[k], np.mean(own[there]))
        assert_allclose(found.held[k], len(held) / 9)
        low, high = share_interval(len(held), 9)
        assert (found.held_low[k], found.held_high[k]) == (low, high)
        assert found.best[k] == min(ranks[there])
        assert found.worst[k] == max(ranks[there])
        assert found.median[k] == np.median(ranks[there])
    ends = interval(rule.method, given.whole[:, :6], given.cosines[:, :6], 0.95)
    assert_array_equal(found.estimate, ends.estimate)
    assert_array_equal(found.low, ends.low)


def test_what_all_runs_hold_is_stable_and_the_rest_is_not():
    found = nearest(query(steady()), Rule(n=8))
    assert found.verdict == (STABLE,) * 4 + (UNCERTAIN,) * 4
    assert (found.stable, found.steady_to) == (4, 4)
    assert found.why[:4] == ("",) * 4
    assert found.why[4].startswith("among the 8 nearest in ")


def test_the_share_that_is_asked_for_is_the_limit():
    cosines = steady(runs=10, near=1)
    cosines[0, 0] = -0.5  # of ten runs, one does not hold it
    given = query(cosines)
    assert nearest(given, Rule(n=1, stable=0.9)).held[0] == 0.9
    assert nearest(given, Rule(n=1, stable=0.91)).verdict == (UNCERTAIN,)
    steadier = query(np.where(cosines < 0, 0.75, cosines), cosines[1:])
    assert nearest(steadier, Rule(n=1)).verdict == (STABLE,)


def test_a_word_no_nearer_than_an_average_one_is_not_stable():
    cosines = steady(near=1)
    given = query(cosines, whole=cosines[:3] - 0.75)
    found = nearest(given, Rule(n=1))
    assert found.held[0] == 1
    assert found.low[0] < given.average
    assert found.verdict == (UNCERTAIN,)
    assert "average word" in found.why[0]


def test_what_chance_holds_is_not_stable():
    found = nearest(query(steady(words=10)), Rule(n=10))
    assert set(found.held) == {1}
    assert STABLE not in found.verdict
    assert found.why[0] == "chance may hold it among 10 of only 10 words"


@pytest.mark.parametrize(("runs", "words", "n"), [(8, 12, 3), (5, 500, 10), (20, 9, 8)])
def test_chance_is_counted_exactly(runs, words, n):
    held = np.arange(runs + 1)
    counted = [sum(binom.pmf(range(k, runs + 1), runs, n / words)) for k in held]
    assert_allclose(by_chance(held, runs, n / words), counted, atol=1e-12)


@pytest.mark.parametrize("words", [6, 12, 30, 300])
@pytest.mark.parametrize("runs", [5, 8, 20])
def test_noise_is_never_stable(runs, words):
    """Spaces that share nothing but the words, however small the vocabulary."""
    generator = np.random.default_rng(words * runs)
    for _ in range(60):
        spaces = generator.normal(size=(runs + 4, words + 1, 10))
        units = spaces / np.linalg.norm(spaces, axis=2, keepdims=True)
        cosines = np.einsum("rwd,rd->rw", units[:, 1:], units[:, 0])
        found = nearest(query(cosines[:runs], whole=cosines[runs:]), Rule())
        assert STABLE not in found.verdict
        assert word_verdict(found, 10) == UNCERTAIN


@pytest.mark.parametrize("runs", [1, LEAST_RUNS - 1])
def test_few_runs_say_nothing(runs):
    found = nearest(query(steady(runs=runs), steady(runs=8)), Rule(n=3))
    assert found.verdict == (TOO_LITTLE,) * 3
    assert found.why[0].startswith(f"{runs} bootstrapped run")
    assert word_verdict(found, 3) == TOO_LITTLE


def test_without_the_whole_text_nothing_is_said():
    found = nearest(query(steady(), np.empty((0, 60))), Rule(n=3))
    assert found.verdict == (TOO_LITTLE,) * 3
    assert found.why[0] == "no runs on the whole text, shuffled or fixed"
    assert np.isnan(found.low).all()
    one = nearest(query(steady(), steady(runs=1)), Rule(n=3))
    assert one.why[0] == "too few runs for an interval"


def test_a_neighbour_that_most_runs_lack_says_nothing_of_itself_alone():
    cosines = steady(near=3)
    cosines[:5, 1] = np.nan
    found = nearest(query(cosines), Rule(n=3))
    place = found.present.tolist().index(3)
    assert found.verdict[place] == TOO_LITTLE
    assert found.why[place] == "in only 3 of 8 bootstrapped runs"
    assert found.stable == 2
    assert found.steady_to == place
    assert word_verdict(found, 3) == STABLE


def test_a_word_is_stable_when_half_of_its_list_is():
    found = nearest(query(steady(near=4)), Rule(n=8))
    assert word_verdict(found, 8) == STABLE
    assert word_verdict(found, 9) == UNCERTAIN


def test_lists_shorter_than_asked_for_are_as_long_as_they_are():
    found = nearest(query(steady(words=4)), Rule(n=10))
    assert len(found.verdict) == len(found.mean) == 4


def test_agreement_of_lists_is_counted_over_pairs():
    lists = np.array([[1, 2, 3], [3, 2, 9], [1, 2, 3], [4, 5, -1]])
    share, jaccard = agreement(lists)
    common = [2, 3, 0, 2, 0, 0]
    assert_allclose(share.mean, np.mean(common) / 3)
    assert_allclose(jaccard.mean, np.mean([m / (6 - m) for m in common]))
    assert share.pairs == 6
    assert agreement(lists[:1]) is None
    nothing, _ = agreement(np.full((3, 2), -1))
    assert nothing.mean == 0


def test_so_many_runs_must_list_a_stable_neighbour():
    for share, needed in (
        (0.8, {5: 4, 8: 7, 16: 13, 10: 8}),
        (0.9, {5: 5, 8: 8, 16: 15, 10: 9}),
        (1.0, {8: 8}),
    ):
        rule = Rule(stable=share)
        assert {runs: rule.needed(runs) for runs in needed} == needed
    cosines = steady(runs=8, near=1)
    cosines[:2, 0] = -0.5
    why = nearest(query(cosines, cosines[2:]), Rule(n=1)).why[0]
    assert why == "among the 1 nearest in 6 of 8 runs, needed are 7"


def test_verdicts_are_settled_where_the_interval_lies_on_one_side():
    """Wilson's intervals: 8 of 8 from .68, 16 of 16 from .81, 4 of 8 to .78."""
    for counts, runs, settled in (
        ((8, 8, 5), 8, 0),
        ((16, 16, 13), 16, 2),
        ((4, 0, 8), 8, 2),
    ):
        ends = np.array([share_interval(count, runs) for count in counts]).T
        given = nearest(query(steady(runs=runs, near=3)), Rule(n=3))
        given = given._replace(held_low=ends[0], held_high=ends[1])
        assert given.settled(0.8) == settled
    assert Rule(stable=0.8).settling == 16
    assert Rule(stable=0.9).settling == 35
    assert Rule(stable=1.0).settling == np.inf
