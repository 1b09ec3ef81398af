"""Change of words between periods: size, null and drift, on data of known answers."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import kstest

from quaver.spaces.contexts import Contexts
from quaver.statistics import dealing
from quaver.statistics.dealing import dealt, null
from quaver.statistics.drift import VERDICTS, above, drift, verdicts
from quaver.statistics.periods import (
    LEAST,
    Centre,
    centre_of,
    change_of,
    changes,
    each_period,
    grouped,
    period_of,
)

DIMS = 6
NOWHERE = Centre(np.zeros((2, DIMS)), 0.0)


def uses_of(generator, means, counts):
    """Uses of words: means (words, documents, dims), counts (words, documents)."""
    word, document = np.nonzero(counts)
    own = counts[word, document]
    noise = generator.normal(size=(len(own), means.shape[2])) * np.sqrt(own)[:, None]
    return Contexts(own[:, None] * means[word, document] + noise, own, word, document)


@pytest.fixture(scope="module")
def text():
    """120 words in 30 documents with chances of their own: Contexts, periods."""
    generator = np.random.default_rng(8)
    # of each word, and what a document makes of it
    middle, own = generator.normal(size=(120, 1, DIMS)), (120, 30, DIMS)
    counts = generator.poisson(generator.gamma(0.7, 5, (120, 30)))
    periods = generator.permutation(np.repeat([0, 1], 15))
    return uses_of(generator, middle + generator.normal(size=own), counts), periods


def judged(uses, periods, targets, controls, deals=999):
    """Null, drift and verdicts of targets."""
    centre = centre_of(uses, controls, periods)
    words = {"targets": targets, "controls": controls}
    chance = null(uses, periods, centre, **words, deals=deals, seed=3)
    beside = drift(*(changes(uses, x, periods, centre) for x in words.values()))
    return chance, beside, verdicts(chance.q, beside.q)


def test_noise_by_hand():
    """m = 15 / 4; e = -15 / 4, -3 / 4, 9 / 2; w = 1 / 12, 1 / 12, 1 / 8."""
    sums, counts = np.array([[0.0], [3.0], [12.0]]), np.array([1, 1, 2])
    period = period_of(sums, counts)
    assert_allclose(period.mean, 15 / 4)
    assert_allclose(period.spread, (15 / 4) ** 2 / 12 + (3 / 4) ** 2 / 12 + 81 / 4 / 8)
    assert_allclose(period.pull, -15 / 4 / 12 - 3 / 4 / 12 + 2 * 9 / 2 / 8)
    assert_allclose(period.effective, 16 / 6)
    # as defined: against the other period's mean, and that of the other documents
    others = np.array([15 / 3, 12 / 3, 3 / 2])
    products = (sums[:, 0] - counts * 7) * (sums[:, 0] - counts * others)
    assert_allclose(period.noise(period.mean - 7), products.sum() / 16)
    # of like numbers, what is known as the error of a mean
    same = period_of(np.array([[2.0], [4.0], [9.0], [1.0]]), np.full(4, 2))
    assert_allclose(same.noise(np.array([5.0])), np.var([1, 2, 4.5, 0.5], ddof=1) / 4)


def test_what_is_left_without_a_document_is_what_the_others_give():
    generator = np.random.default_rng(9)
    sums, counts = generator.normal(size=(7, DIMS)), generator.integers(1, 9, 7)
    period, moves = period_of(sums, counts), generator.normal(size=(7, DIMS))
    for k in range(7):
        other = period_of(np.delete(sums, k, axis=0), np.delete(counts, k))
        assert_allclose(period.left_mean[k], other.mean)
        assert_allclose(period.left_noise(moves)[k], other.noise(moves[k]))


def test_the_change_has_no_bias_and_its_interval_holds_the_truth():
    generator = np.random.default_rng(10)
    for documents, truth in [(5, 0.0), (9, 1.0), (9, 6.0)]:
        drawn = []
        for _ in range(500):
            counts = np.ceil(generator.lognormal(1, 1.2, (2, documents))).astype(int)
            means = generator.normal(size=(1, 2 * documents, DIMS))
            means[0, documents:, 0] += np.sqrt(truth)
            uses = uses_of(generator, means, counts.reshape(1, -1))
            pair = each_period(uses, 0, np.repeat([0, 1], documents))
            drawn.append(change_of(0, *pair, NOWHERE))
        off = np.array([x.squared - truth for x in drawn])
        assert abs(off.mean()) < 3 * off.std() / np.sqrt(500)
        plug_in = np.array([x.plug_in - truth for x in drawn])
        assert plug_in.mean() > 9 * plug_in.std() / np.sqrt(500)
        assert np.mean([x.low <= truth <= x.high for x in drawn]) >= 0.93


def test_noise_that_goes_with_the_shared_shift_is_not_taken_off_twice():
    """What documents make of all words is much, and nothing changed."""
    generator, drawn = np.random.default_rng(15), []
    for _ in range(60):
        counts = generator.poisson(4, (40, 24)) + 1
        means = 2 * generator.normal(size=(1, 24, DIMS))
        means = means + generator.normal(size=(40, 24, DIMS))
        uses, periods = uses_of(generator, means, counts), np.repeat([0, 1], 12)
        centre = centre_of(uses, np.arange(40), periods)
        drawn.append(changes(uses, np.arange(40), periods, centre).squared.mean())
    # to a few per cent, which are of a part of the noise
    assert abs(np.mean(drawn)) < 0.04 * centre.noise


def test_words_that_are_no_controls_have_no_part_in_the_noise_of_the_shift():
    """Of few controls a shift is mostly their own noise."""
    generator, inside, outside = np.random.default_rng(16), [], []
    for _ in range(400):
        counts = generator.poisson(4, (12, 24)) + 1
        means = generator.normal(size=(12, 24, DIMS))
        uses, periods = uses_of(generator, means, counts), np.repeat([0, 1], 12)
        centre = centre_of(uses, np.arange(6), periods)
        squared = changes(uses, np.arange(12), periods, centre).squared
        inside.append(squared[:6].mean())
        outside.append(squared[6:].mean())
        mean_word = [centre.of(uses, word).noise for word in range(6)]
        assert_allclose(np.mean(mean_word), centre.noise)
    for drawn in (inside, outside):
        assert abs(np.mean(drawn)) < 3 * np.std(drawn) / np.sqrt(400)
    # as if they were controls, they would be far off
    assert np.mean(outside) + 2 * centre.noise > 9 * np.std(outside) / np.sqrt(400)


def test_the_test_of_a_least_change_is_the_interval_turned_round(text):
    uses, periods = text
    change = change_of(4, *each_period(uses, 4, periods), NOWHERE)
    assert change.low < change.squared < change.high
    assert_allclose(above(change, change.low), 0.025)
    assert_allclose(above(change, change.high), 0.975)


def test_turning_the_space_or_shifting_all_words_changes_nothing(text):
    uses, periods = text
    words = np.arange(120)
    turn = np.linalg.qr(np.random.default_rng(11).normal(size=(DIMS, DIMS)))[0]
    shift = np.outer(periods[uses.document] * uses.counts, np.arange(DIMS))
    expected = judged(uses, periods, words[:20], words[20:], deals=99)
    for other in (uses.induced(turn), uses._replace(sums=uses.sums + shift)):
        got = judged(other, periods, words[:20], words[20:], deals=99)
        assert_array_equal(got[0].p, expected[0].p)
        assert_allclose(got[1].p, expected[1].p)
    # a copy of a period as the other
    half = Contexts(*(part[periods[uses.document] == 0] for part in uses))
    copy = half._replace(document=half.document + 30)
    both = Contexts(*(np.concatenate(pair) for pair in zip(half, copy, strict=True)))
    order = np.argsort(both.word, kind="stable")
    both = Contexts(*(part[order] for part in both))
    change = changes(both, words, np.repeat([0, 1], 30), NOWHERE)
    told = np.isfinite(change.squared)
    assert_allclose(change.plug_in[told], 0, atol=1e-20)
    assert (change.squared[told] < 0).all() and (change.low[told] < 0).all()


def test_two_words_that_change_places_are_the_two_that_changed(text):
    uses, periods = text
    counts = np.bincount(uses.word, uses.counts)
    first, second = np.argsort(-counts)[:2]
    moved = (periods[uses.document] == 1) & np.isin(uses.word, [first, second])
    mean = {
        w: uses.sums[uses.word == w].sum(axis=0) / counts[w] for w in (first, second)
    }
    apart = 3 * (mean[second] - mean[first]) * uses.counts[:, None]
    sign = np.where(uses.word == first, 1, -1)[:, None]
    swapped = uses._replace(sums=uses.sums + np.where(moved[:, None], sign * apart, 0))
    words = np.arange(120)
    _, beside, verdict = judged(swapped, periods, words, words, deals=2999)
    assert {*words[verdict == "changed"]} == {first, second}
    assert (beside.percentile[[first, second]] > 0.98).all()
    assert (beside.controls >= 100).all() and (beside.band > 2).any()


def test_deals_keep_the_margins_and_come_in_any_blocks(text, monkeypatch):
    uses, periods = text
    aside = np.append(periods, [-1, -1])  # of neither period
    blocks = np.concatenate(list(dealt(aside, 50, 7)))
    assert_array_equal((blocks == 1).sum(axis=1), (periods == 1).sum())
    assert (blocks[:, 30:] == -1).all() and len({*map(bytes, blocks)}) == 50
    words = np.arange(60)
    expected = judged(uses, periods, words, words + 60, deals=50)[0]
    monkeypatch.setattr(dealing, "ROWS", 7)
    assert_array_equal(np.concatenate(list(dealt(aside, 50, 7))), blocks)
    got = judged(uses, periods, words[::-1], words + 60, deals=50)[0]
    for one, other in zip(got, expected, strict=True):
        assert_array_equal(one[::-1], other)


def test_p_counts_deals_in_which_the_word_can_be_told():
    """Beside the definition: each deal by itself, documents without the word too."""
    generator = np.random.default_rng(12)
    counts = np.zeros((1, 20), dtype=int)
    counts[0, :13] = generator.integers(1, 6, 13)
    uses = uses_of(generator, generator.normal(size=(1, 20, DIMS)), counts)
    periods = np.tile([0, 1], 10)
    rest = uses.sums - uses.counts[:, None] * uses.sums.sum(axis=0) / uses.counts.sum()

    def statistic(deal):
        sides = [deal[uses.document] == side for side in (0, 1)]
        if min(side.sum() for side in sides) < LEAST:
            return np.nan
        n = [uses.counts[side].sum() for side in sides]
        first, second = (rest[s].sum(axis=0) / k for s, k in zip(sides, n, strict=True))
        noise = [(rest[s] ** 2).sum() / k**2 for s, k in zip(sides, n, strict=True)]
        return np.square(first - second).sum() / sum(noise)

    deals = np.concatenate(list(dealt(periods, 300, 1)))
    values = np.array([statistic(deal) for deal in deals])
    words = {"targets": np.array([0]), "controls": np.array([], dtype=int)}
    got = null(uses, periods, NOWHERE, **words, deals=300, seed=1)
    count = np.isfinite(values).sum()
    assert 100 < count < 300
    assert (got.deals[0], got.least[0]) == (count, 1 / (1 + count))
    assert got.p[0] == (1 + (values >= statistic(periods)).sum()) / (1 + count)


def test_of_few_documents_the_least_p_is_that_of_one_split():
    """Ten of 60 documents have the word: 252 splits of 5 and 5, whatever the deals."""
    generator = np.random.default_rng(16)
    means = np.zeros((1, 60, DIMS))
    means[0, :5, 0] = 99
    counts = (np.arange(60) < 10).astype(int)[None]
    periods = np.repeat([0, 1, 0, 1], [5, 5, 25, 25])
    words = {"targets": np.array([0]), "controls": np.array([], dtype=int)}
    uses = uses_of(generator, means, counts)
    got = null(uses, periods, NOWHERE, **words, deals=4000, seed=1)
    assert 3 / (1 + got.deals[0]) < got.least[0] == 1 / 252 < got.p[0]


def test_p_is_uniform_where_documents_are_exchangeable():
    generator = np.random.default_rng(13)
    counts = generator.poisson(generator.gamma(0.8, 4, (400, 24)))
    # what a document makes of all words, and of each
    means = generator.normal(size=(1, 24, DIMS)) + generator.normal(
        size=(400, 24, DIMS)
    )
    uses = uses_of(generator, means, counts)
    periods, words = np.repeat([0, 1], [10, 14]), np.arange(400)
    p = judged(uses, periods, words[100:], words[:100], deals=399)[0].p
    p = p[np.isfinite(p)]
    assert len(p) > 200
    assert kstest(p, "uniform").pvalue > 0.02


def test_words_in_too_few_documents_cannot_be_told(text):
    uses, periods = text
    few = Contexts(*(part[(uses.word > 0) | (uses.document < 4)] for part in uses))
    words = np.arange(120)
    chance, beside, verdict = judged(few, periods, words, words, deals=19)
    assert verdict[0] == VERDICTS[3] and np.isnan([chance.p[0], beside.p[0]]).all()
    assert (verdict[1:] != VERDICTS[3]).all()
    with pytest.raises(ValueError, match="no control word stands in 5 documents"):
        centre_of(few, [0], periods)


def test_groups_of_documents_stand_in_their_place(text):
    uses, periods = text
    groups = 7 * periods + np.arange(30) % 7  # seven authors of each period
    by_author, own = grouped(uses, periods, groups)
    for row in (0, 400, -1):
        author = np.unique(groups)[by_author.document[row]]
        same = (uses.word == by_author.word[row]) & (groups[uses.document] == author)
        assert_allclose(by_author.sums[row], uses.sums[same].sum(axis=0))
        assert by_author.counts[row] == uses.counts[same].sum()
    assert_array_equal(own, np.repeat([0, 1], 7))
    assert (np.diff(14 * by_author.word + by_author.document) > 0).all()
    with pytest.raises(ValueError, match="group 2 stands in both"):
        grouped(uses, periods, np.where(groups == 9, 2, groups))


def test_verdicts_need_both():
    null_q = np.array([0.01, 0.2, np.nan, 0.01, 0.01])
    drift_q = np.array([0.04, 0.04, 0.04, 0.2, np.nan])
    expected = "changed", "no evidence", "cannot be told", "as others", "cannot be told"
    assert (*verdicts(null_q, drift_q),) == expected
