"""Similarities by bins: brute force, whatever blocks and order, and known edges."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces import cosines
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import (
    BINS,
    EDGES,
    NONE,
    binned,
    curve,
    drawn_cosines,
    histogram,
    pairs,
    spread,
)

WORDS, DIMS = 90, 12


def space(seed=1, words=WORDS, dims=DIMS):
    """Unit rows of which some are the same, some opposite, some at 60 degrees."""
    vectors = np.random.default_rng(seed).standard_normal((words, dims))
    vectors[5], vectors[40], vectors[7] = vectors[4], vectors[4], -vectors[4]
    vectors[20], vectors[21] = np.eye(dims)[0], 0.5 * np.eye(dims)[0]
    vectors[21, 1:4] = 0.5  # a cosine of .5 with row 20, to the last bit
    return unit_rows(vectors)


def brute(units, targets):
    """Bins and cosines of all pairs of a target and another word, each once."""
    first, second = np.triu_indices(len(units), 1)
    counts = np.isin(first, targets) | np.isin(second, targets)
    values = pair_cosines(units, first[counts], second[counts])
    edges = EDGES[1:-1].astype(np.float32)
    bins = np.searchsorted(edges, values, side="left")
    return np.bincount(bins, minlength=BINS), values


def some(generator, number):
    return generator.permutation(WORDS)[:number]


@pytest.mark.parametrize("number", [1, 2, 30, WORDS])
def test_bins_are_those_of_brute_force_in_any_blocks_and_order(number, monkeypatch):
    units, targets = space(), some(np.random.default_rng(number), number)
    counts, _ = brute(units, targets)
    assert counts.sum() == pairs(WORDS, number)
    for together in (1, 7, 256):
        for rows in (5, 64, 1 << 13):
            monkeypatch.setattr(cosines, "ROWS", rows)
            for order in (targets, targets[::-1]):
                assert_array_equal(histogram(units, order, together), counts)


def test_cosines_on_an_edge_lie_below_it_and_minus_one_in_the_first_bin():
    units = space()
    (block,) = binned(units, [20])
    assert EDGES[block.bins[0, 21 - block.words.start] + 1] == 0.5
    (block,) = binned(units, [4])
    ends = block.bins[0, np.array([5, 40, 7, 4]) - block.words.start]
    assert ends.tolist() == [BINS - 1, BINS - 1, 0, NONE]


def test_every_edge_parts_the_cosines_beside_it():
    """Cosines on all edges and one step of float32 to either side of each."""
    edges = EDGES.astype(np.float32)
    values = np.concatenate([np.nextafter(edges, x) for x in (edges, -2, 2)])
    values = np.clip(values, -1, 1).astype(np.float64)
    units = np.zeros((len(values) + 1, 2), dtype=np.float32)
    units[0, 0] = 1
    units[1:, 0], units[1:, 1] = values, np.sqrt(1 - values**2)
    (block,) = binned(units, [0])
    bins = np.searchsorted(edges[1:-1], units[1:, 0], side="left")
    assert_array_equal(block.bins[0, 1:], bins)


def test_blocks_hold_each_pair_once_where_its_words_stand():
    units, targets = space(), some(np.random.default_rng(3), 20)
    seen = np.zeros((WORDS, WORDS), dtype=int)
    for block in binned(units, targets, 6):
        seen[block.targets, block.words] += block.bins != NONE
    is_target = np.isin(np.arange(WORDS), targets)
    wanted = is_target[:, None] | is_target
    np.fill_diagonal(wanted, False)
    assert_array_equal(seen + seen.T, wanted)


@pytest.mark.parametrize("number", [1, 30, WORDS])
def test_mean_and_deviation_are_those_of_all_pairs(number):
    units, targets = space(), some(np.random.default_rng(number), number)
    wide = units.astype(np.float64)
    keep = np.isin(np.arange(WORDS), targets)
    values = (wide @ wide.T)[np.triu(keep[:, None] | keep, 1)]
    assert_allclose(spread(units, targets), (values.mean(), values.std()), atol=1e-12)


def test_the_curve_is_the_mean_of_sorted_cosines():
    units, targets = space(), np.arange(0, WORDS, 3)
    lists = []
    for target in targets:
        others = np.delete(np.arange(WORDS), target)
        values = pair_cosines(units, np.full(WORDS - 1, target), others)
        lists.append(np.sort(values)[::-1])
    wanted = np.mean(lists, axis=0, dtype=np.float64)
    assert_allclose(curve(units, targets, 10**6), wanted, atol=1e-14)
    assert_array_equal(curve(units, targets[::-1], 5), curve(units, targets, 1000)[:5])


def test_drawn_pairs_are_of_those_that_count_and_none_twice():
    units, targets = space(), np.array([3, 50, 8])
    _, values = brute(units, targets)
    every = drawn_cosines(units, targets, 10**6, 1)
    assert_array_equal(np.sort(every), np.sort(values))
    few = drawn_cosines(units, targets, 40, 1)
    assert np.isin(few, values).all()
    assert len(few) == 40
    assert not np.array_equal(few, drawn_cosines(units, targets, 40, 2))


def test_noise_has_the_closed_density_of_its_dimensions():
    """(1 - x^2)^((d - 3) / 2) of a cosine in d dims, deviation 1 / sqrt(d)."""
    words, dims = 2000, 20
    vectors = np.random.default_rng(5).standard_normal((words, dims))
    units = unit_rows(vectors)
    mean, deviation = spread(units, np.arange(words))
    assert abs(mean) < 2e-3
    assert deviation == pytest.approx(dims**-0.5, rel=0.01)
    shares = histogram(units, np.arange(words)) / pairs(words, words)
    density = (1 - ((EDGES[1:] + EDGES[:-1]) / 2) ** 2) ** ((dims - 3) / 2)
    assert np.abs(np.cumsum(shares - density / density.sum())).max() < 2e-3


@pytest.mark.parametrize(
    ("units", "targets", "why"),
    [
        (np.eye(3), [3], "rows from 0 to 2"),
        (np.eye(3), [-1], "Got -1"),
        (np.eye(3), [], "0 targets"),
        (2 * np.eye(3), [0], "length 1"),
        (np.full((3, 3), np.nan), [0], "NaN"),
    ],
)
def test_what_has_no_similarities_is_refused(units, targets, why):
    with pytest.raises(ValueError, match=why):
        histogram(units.astype(np.float32), np.array(targets))
