import numpy as np
import pytest
from numpy.testing import assert_allclose

from quaver.measures.distances import knn_overlap
from quaver.measures.enough_text import (
    LEAST_WORDS,
    beyond_chance,
    by_chance,
    by_frequency,
    line_of,
    line_through,
    stable_from,
    stable_interval,
    with_chance,
)
from quaver.statistics.values import Value

TOKENS = np.array([1e5, 2e5, 5e5, 1e6])


def truth(tokens, level=-0.5, slope=0.4):
    """Shares whose odds grow as a power of the text."""
    odds = np.exp(level) * (np.asarray(tokens) / 1e5) ** slope
    return odds / (1 + odds)


def values(shares, error=0.01, freedom=7):
    return [Value(float(share), error, freedom) for share in shares]


def test_chance_is_taken_away_and_given_back_as_in_global_distances():
    generator = np.random.default_rng(1)
    lists = np.stack(
        [[generator.permutation(30)[:5] for _ in range(40)] for _ in range(3)]
    )
    share = (lists[0][:, :, None] == lists[1][:, None]).any(axis=2).mean()
    found = beyond_chance(share, by_chance(31, 5))
    assert found == pytest.approx(knn_overlap(lists, 31)[0, 1])
    assert with_chance(found, by_chance(31, 5)) == pytest.approx(share)


def test_a_power_of_the_text_is_told_exactly():
    line = line_through(TOKENS, values(truth(TOKENS)))
    assert line.slope == pytest.approx(0.4)
    assert line.bend == pytest.approx(0, abs=1e-12)
    middle, low, high = line.at([5e6, 1e7])
    assert_allclose(middle, truth([5e6, 1e7]))
    assert (low < middle).all() and (middle < high).all()
    tokens, least, most = line.tokens_for(0.75)
    odds = 3 / np.exp(-0.5)
    assert tokens == pytest.approx(1e5 * odds ** (1 / 0.4), rel=0.01)
    assert least < tokens < most


def test_a_share_no_text_gives_is_told_as_such():
    level = line_through(TOKENS, values([0.3] * 4))
    assert np.isinf(level.tokens_for(0.9)[0])
    falling = line_through(TOKENS, values([0.4, 0.38, 0.36, 0.34]))
    assert falling.at(1e7)[0] < 0.34
    assert np.isinf(falling.tokens_for(0.5)[0])
    assert np.isinf(falling.tokens_for(0.5)[2])
    risen = line_through(TOKENS, values(truth(TOKENS), 0.001))
    assert risen.tokens_for(0.01) == pytest.approx((TOKENS[-2],) * 3)


def test_two_points_have_a_line_of_unknown_error():
    line = line_through(TOKENS[:2], values(truth(TOKENS[:2])))
    middle, low, high = line.at(1e7)
    assert middle == pytest.approx(truth(1e7))
    assert np.isnan(low) and np.isnan(high) and np.isnan(line.bend)
    value, least, most = line.tokens_for(0.75)
    assert value < np.inf and least == most == np.inf


def test_what_was_measured_with_an_error_is_foretold_with_its_own():
    shares = truth(TOKENS)
    line = line_through(TOKENS, values(shares, 0.01, np.inf))
    generator = np.random.default_rng(2)
    told = []
    for _ in range(2000):
        noisy = shares + generator.normal(0, 0.01, 4)
        found = line_through(TOKENS, values(noisy)).at(1e7)[0]
        told.append(np.log(found / (1 - found)))
    _, low, high = (np.log(x / (1 - x)) for x in line.at(1e7))
    assert (high - low) / 2 == pytest.approx(1.96 * np.std(told), rel=0.08)


@pytest.mark.parametrize("bend", [-0.05, 0.05])
def test_what_bends_as_much_as_before_ends_where_the_interval_does(bend):
    def curve(tokens):
        away = np.log(np.asarray(tokens) / 1e5)
        return 1 / (1 + np.exp(0.5 - 0.4 * away - bend * away**2))

    line = line_through(TOKENS, values(curve(TOKENS), 1e-9))
    assert line.bend == pytest.approx(abs(bend))
    for tokens in (2e6, 1e7):
        _, low, high = line.at(tokens)
        assert curve(tokens) == pytest.approx(high if bend > 0 else low)


def test_the_largest_bend_of_any_three_counts():
    shares = [0.5, 0.2, 0.25, 0.3]
    line = line_through(TOKENS, values(shares))
    logits, sizes = np.log(np.array(shares) / (1 - np.array(shares))), np.log(TOKENS)
    fits = [np.polyfit(sizes[k : k + 3], logits[k : k + 3], 2)[0] for k in (0, 1)]
    assert line.bend == pytest.approx(max(np.abs(fits)))


def test_the_line_goes_through_the_last_two():
    line = line_through(TOKENS, values([0.5, 0.2, 0.25, 0.3]))
    assert_allclose(line.at(TOKENS[2:])[0], [0.25, 0.3])
    reach = line.at(TOKENS[-1])[2] - 0.3
    assert reach == pytest.approx(2.3646 * 0.01, rel=0.03)  # Student's t of 7


def test_runs_too_few_for_an_error_leave_no_interval():
    unknown = [Value(share) for share in truth(TOKENS)]
    middle, low, high = line_through(TOKENS, unknown).at(1e7)
    assert middle == pytest.approx(truth(1e7))
    assert np.isnan(low) and np.isnan(high)


def test_sizes_of_text_must_rise():
    with pytest.raises(ValueError) as caught:
        line_through([2, 1], values([0.5, 0.6]))
    assert str(caught.value) == "tokens must rise. Got [2, 1]."


@pytest.mark.parametrize("shares", [[0.5], [0.0, 0.5], [0.5, 1.0], [-0.01, 0.5]])
def test_what_has_no_logit_has_no_line(shares):
    assert line_through(TOKENS[: len(shares)], values(shares)) is None


def test_a_line_of_pairs_of_runs_is_corrected_for_chance():
    chances = [0.2, 0.1, 0.05, 0.05]
    pairs = []
    for share, chance in zip(truth(TOKENS), chances, strict=True):
        square = np.full((4, 4), float(with_chance(share, chance)))
        square[:2, :2] += 0.01
        square[2:, 2:] -= 0.01
        pairs.append(square)
    line = line_of(TOKENS, pairs, chances)
    assert line.slope == pytest.approx(0.4, abs=0.01)
    assert (line.errors > 0).all() and (line.freedom == 3).all()
    assert line_of(TOKENS, pairs, [0.2, 0.1, 0.05, 1.0]) is None
    assert line_of([], [], []) is None


def slow_isotonic(frequency, share):
    """Greatest over starts of the least over ends of means (Barlow et al. 1972)."""
    places = np.unique(frequency)

    def mean(i, j):
        within = (frequency >= places[i]) & (frequency <= places[j])
        return share[within].mean()

    count = len(places)
    return [
        max(min(mean(i, j) for j in range(k, count)) for i in range(k + 1))
        for k in range(count)
    ]


def test_shares_rise_as_by_the_formula_of_means():
    generator = np.random.default_rng(3)
    frequency = generator.integers(1, 15, 60).astype(float)
    share = generator.random(60)
    places, found = by_frequency(frequency, share)
    assert_allclose(places, np.unique(frequency))
    assert_allclose(found, slow_isotonic(frequency, share))


def test_words_are_stable_from_a_frequency_on():
    frequency = np.arange(1.0, 101)
    share = np.where(frequency >= 60, 0.7, 0.2)
    assert stable_from(frequency, share, 0.5) == 60
    assert stable_from(frequency, share, 0.1) == 1
    assert np.isinf(stable_from(frequency, share, 0.8))
    few = np.where(frequency > 101 - LEAST_WORDS, 0.7, 0.2)
    assert np.isinf(stable_from(frequency, few, 0.5))


def test_where_shares_fall_no_frequency_is_told():
    frequency = np.arange(1.0, 101)
    assert np.isinf(stable_from(frequency, 1 / frequency, 0.5))


def test_other_words_would_tell_a_frequency_within_the_interval():
    generator = np.random.default_rng(5)
    hits, widths = [], []
    for _ in range(60):
        frequency = np.exp(generator.uniform(0, 7, 300))
        share = 0.1 + 0.1 * np.log(frequency) + generator.normal(0, 0.1, 300)
        low, high = stable_interval(frequency, share, 0.5)
        hits.append(low <= np.exp(4) <= high)
        widths.append(high / low)
    assert np.mean(hits) > 0.85
    assert np.median(widths) < 4
