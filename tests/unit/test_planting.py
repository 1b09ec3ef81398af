"""Planted change: who changes places with whom, where, and the same bits always."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.statistics.planting import (
    LIKE,
    Planted,
    Plants,
    band_of,
    over_bands,
    pairs_of,
    swapped,
    uniform,
)

COUNTS = np.random.default_rng(2).zipf(1.4, 3000).clip(0, 3000)
COUNTS[::5] = 0
PLANTS = Plants(np.array([1, 4]), np.array([2, 7]), np.array([0.25, 1.0]))


def test_targets_are_of_all_frequencies_and_donors_of_their_own():
    counts = np.where(COUNTS < 20, 0, COUNTS)
    plants = pairs_of(counts, (0.1, 0.5, 1), 8, 3)
    words = np.concatenate(plants[:2])
    assert len({*words}) == len(words) == 48 and counts[words].all()
    ratio = counts[plants.targets] / counts[plants.donors]
    assert np.maximum(ratio, 1 / ratio).max() <= LIKE
    # as many of each band as there are, up to a round
    bands, there = band_of(counts[plants.targets]), band_of(counts[counts > 0])
    number = np.bincount(bands, minlength=5)
    assert number.min() >= min(4, np.bincount(there, minlength=5).min() // 4)
    for share in (0.1, 0.5, 1):
        own = plants.shares == share
        assert own.sum() == 8
        assert np.abs(3 * np.bincount(bands[own], minlength=5) - number).max() <= 3
    for other, same in ((3, True), (4, False)):
        drawn = pairs_of(counts, (0.1, 0.5, 1), 8, other).targets
        assert np.array_equal(drawn, plants.targets) == same


def test_all_there_are_is_taken_where_bands_are_short_of_words():
    bands, generator = np.array([2, 0, 0, 1, 0, 2]), np.random.default_rng(1)
    assert_array_equal(np.sort(over_bands(bands, 9, generator)), np.arange(6))
    assert_array_equal(bands[over_bands(bands, 3, generator)], [0, 1, 2])


def test_too_few_donors_are_refused_with_what_would_do():
    counts = np.array([10, 10, 10, 100, 1000])
    assert len(pairs_of(counts, (1,), 1, 0).targets) == 1
    with pytest.raises(ValueError, match="too few donors: 6 words .* and 1 have one"):
        pairs_of(counts, (0.5, 1), 3, 0)
    with pytest.raises(ValueError, match="and 0 have one: plant fewer"):
        pairs_of(np.zeros(4, int), (1,), 1, 0)


def test_a_swap_keeps_frequencies_and_all_other_words():
    tokens = np.random.default_rng(5).integers(0, 9, 40_000).astype(np.uint32)
    made = swapped(tokens, 0, PLANTS, 11)
    assert made.dtype == tokens.dtype
    other = ~np.isin(tokens, (1, 2, 4, 7))
    assert_array_equal(made[other], tokens[other])
    before, after = np.bincount(tokens), np.bincount(made)
    assert before[[1, 2]].sum() == after[[1, 2]].sum()
    assert np.abs(after[[1, 2]] - before[[1, 2]]).max() < 4 * np.sqrt(before[1] / 2)
    for word, donor in ((1, 2), (2, 1)):
        assert abs((made[tokens == word] == donor).mean() - 0.25) < 0.03
    # all of a share of 1, nothing of a share of 0
    assert_array_equal(made[tokens == 4], 7)
    assert_array_equal(made[tokens == 7], 4)
    nothing = PLANTS._replace(shares=np.zeros(2))
    assert_array_equal(swapped(tokens, 0, nothing, 11), tokens)
    assert_array_equal(swapped(tokens[:0], 0, PLANTS, 11), tokens[:0])


def test_bits_depend_on_the_place_in_the_text_and_on_the_seed_alone():
    tokens = np.random.default_rng(6).integers(0, 9, 5000)
    whole = swapped(tokens, 70, PLANTS, 2**40 + 1)
    for cuts in ([1, 2, 3], [4999], range(0, 5000, 17)):
        parts = np.split(tokens, cuts)
        firsts = [70, *(70 + cut for cut in cuts)]
        made = [swapped(*x, PLANTS, 2**40 + 1) for x in zip(parts, firsts, strict=True)]
        assert_array_equal(np.concatenate(made), whole)
    for other in (
        swapped(tokens, 71, PLANTS, 2**40 + 1),
        swapped(tokens, 70, PLANTS, 1),
    ):
        assert 0.05 < (other != whole).mean() < 0.2


def test_chances_are_uniform_and_of_near_places_and_seeds_unlike():
    drawn = np.array([uniform(np.arange(20_000), seed) for seed in (0, 1, 2)])
    assert drawn.min() >= 0 and drawn.max() < 1
    counts = np.array([np.histogram(x, 20, (0, 1))[0] for x in drawn])
    assert (np.square(counts - 1000).sum(axis=1) / 1000 < 45).all()  # chi², 19: .999
    near = np.corrcoef([*drawn, np.roll(drawn[0], 1), np.roll(drawn[0], 2)])
    assert np.abs(near - np.eye(5)).max() < 0.03
    # a hash that is known: the first number of splitmix64 from 0 is that of place 1
    state = 0x9E3779B97F4A7C15
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        state = (state ^ state >> shift) * factor % 2**64
    assert uniform(np.array([1]), 0)[0] == ((state ^ state >> 31) >> 11) / 2**53


def test_only_documents_of_the_second_half_are_planted_in():
    tokens = np.random.default_rng(7).integers(0, 9, 100)
    heads, half = np.array([0, 30, 30, 55, 100]), np.array([1, 0, 0, 1])
    planted = Planted(tokens, heads, half, PLANTS, 5)
    second = np.r_[0:30, 55:100]
    whole = tokens.copy()
    whole[second] = swapped(tokens, 0, PLANTS, 5)[second]
    assert (whole != tokens).any()
    for start, stop in ((0, 100), (10, 70), (30, 55), (99, 100)):
        assert_array_equal(planted[start:stop], whole[start:stop])
