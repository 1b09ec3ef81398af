"""Pairs counted by cosine or rank and level together, against loops over them."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces import joint
from quaver.spaces.joint import (
    Grouped,
    bins_of_pairs,
    counts_without,
    joint_counts,
    ranks_of_pairs,
)
from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import BINS, EDGES, NONE, histogram
from quaver.statistics.thresholds import rank_edges

WORDS, DIMS, LEVELS = 70, 6, 5
EDGES_OF_RANKS = rank_edges(WORDS - 1)
TARGETS = np.array([3, 5, 8, *range(20, 50)])


@pytest.fixture
def units():
    rows = np.random.default_rng(1).standard_normal((WORDS, DIMS), dtype=np.float32)
    rows[8] = rows[21]  # ties go to the lower row
    return unit_rows(rows)


@pytest.fixture
def levels():
    drawn = np.random.default_rng(2).integers(0, LEVELS + 1, (len(TARGETS),) * 2)
    drawn = np.minimum(drawn, drawn.T).astype(np.uint8)
    return np.where(drawn == 0, NONE, drawn - 1).astype(np.uint8)


def naive(grouped, levels, deal):
    counts = np.zeros((grouped.number, LEVELS), dtype=np.int64)
    for i in range(len(levels)):
        for j in range(len(levels)):
            level = levels[deal[i], deal[j]]
            if grouped.of[i, j] != NONE and level != NONE:
                counts[grouped.of[i, j], level] += 1
    return counts


def test_bins_of_pairs_stand_once_and_are_those_of_the_histogram(units):
    own = units[TARGETS]
    bins = bins_of_pairs(own)
    assert (bins.of[np.tril_indices(len(own))] == NONE).all()
    counts = np.bincount(bins.of[np.triu_indices(len(own), 1)], minlength=BINS)
    assert_array_equal(counts, histogram(own, np.arange(len(own))))
    i, j = 4, 9
    cosine = float(own[i].astype(float) @ own[j])
    assert EDGES[bins.of[i, j]] < cosine <= EDGES[bins.of[i, j] + 1]


def test_ranks_are_those_of_whole_lists_and_directed(units):
    ranks = ranks_of_pairs(units, TARGETS, EDGES_OF_RANKS).of
    lists = neighbours(units, TARGETS, WORDS - 1).indices
    for i, own in enumerate(lists):
        place = {word: rank for rank, word in enumerate(own, start=1)}
        for j, word in enumerate(TARGETS):
            if i == j:
                assert ranks[i, j] == NONE
                continue
            low, high = EDGES_OF_RANKS[ranks[i, j] : ranks[i, j] + 2]
            assert low <= place[word] < high
    assert (ranks != ranks.T).any()


def test_ranks_hang_on_no_block(units, monkeypatch):
    whole = ranks_of_pairs(units, TARGETS, EDGES_OF_RANKS).of
    cosines, other = (np.empty((2, WORDS), dtype=np.float32) for _ in range(2))
    columns = np.ascontiguousarray(units.T)
    joint._sum(columns, units[:2].astype(float), cosines)
    for words in (1, 7):
        monkeypatch.setattr(joint, "WORDS", words)
        joint._sum.py_func(columns, units[:2].astype(float), other)
        assert_array_equal(cosines, other)
    monkeypatch.setattr(joint, "QUERIES", 5)
    assert_array_equal(ranks_of_pairs(units, TARGETS, EDGES_OF_RANKS).of, whole)
    # nor on the other targets
    few = ranks_of_pairs(units, TARGETS[:9], EDGES_OF_RANKS).of
    assert_array_equal(few, whole[:9, :9])


def test_ranks_that_edges_do_not_reach_are_refused(units):
    with pytest.raises(ValueError, match="edges must reach 70"):
        ranks_of_pairs(units, TARGETS, np.array([1, 2, 69]))


@pytest.mark.parametrize("kind", ["bins", "ranks"])
def test_joint_counts_are_those_of_a_loop_over_pairs(units, levels, kind):
    if kind == "bins":
        grouped = bins_of_pairs(units[TARGETS])
    else:
        grouped = ranks_of_pairs(units, TARGETS, EDGES_OF_RANKS)
    order = np.arange(len(TARGETS))
    counts = joint_counts(grouped, levels, LEVELS)
    assert_array_equal(counts, naive(grouped, levels, order))
    deal = np.random.default_rng(3).permutation(order)
    dealt = joint_counts(grouped, levels, LEVELS, deal)
    assert_array_equal(dealt, naive(grouped, levels, deal))
    parts = order % 4
    left = counts_without(grouped, levels, LEVELS, parts)
    for part in range(4):
        kept = np.flatnonzero(parts != part)
        few = levels[np.ix_(kept, kept)]
        own = naive(grouped.among(kept), few, np.arange(len(kept)))
        assert_array_equal(left[part], own)


def test_a_pair_of_words_is_no_pair_of_its_parts():
    levels = np.zeros((2, 2), dtype=np.uint8)
    grouped = Grouped(np.array([[NONE, 0], [NONE, NONE]], dtype=np.uint8), 1)
    assert joint_counts(grouped, levels, 1).tolist() == [[1]]
    # without either word there is none
    left = counts_without(grouped, levels, 1, np.array([0, 1]))
    assert left.tolist() == [[[0]], [[0]]]
