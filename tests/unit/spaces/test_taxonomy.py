"""Paths in a taxonomy: counts by hand, and against a search through dictionaries."""

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces.taxonomy import (
    LANES,
    NONE,
    Senses,
    lch_values,
    levels,
    paths,
    taxonomy,
)

# Nouns of tests/data/wordnet: entity; animal, pet; dog, cat; rex.
NOUN = {0: [], 1: [0], 2: [0], 3: [1, 2], 4: [1], 5: [3]}
# Verbs: move, think; run, ponder; sprint; roam, below move and sprint.
VERB = {0: [], 1: [], 2: [0], 3: [1], 4: [2], 5: [0, 4]}


def flat(lists):
    edges = np.append(0, np.cumsum([len(own) for own in lists]))
    return edges, np.array([row for own in lists for row in own], np.int32)


def tree_of(above, depth, is_rooted=False):
    return taxonomy(*flat(above.values()), depth=depth, is_rooted=is_rooted)


def senses_of(*lists):
    return Senses(*flat(lists))


ONE_EACH = senses_of([0], [1], [2], [3], [4], [5])


def test_nodes_of_nouns_are_those_counted_by_hand():
    nodes = paths(tree_of(NOUN, 3), ONE_EACH, np.arange(6))
    assert nodes.dtype == np.uint8
    assert nodes.tolist() == [
        [1, 2, 2, 3, 3, 4],
        [2, 1, 3, 2, 2, 3],
        [2, 3, 1, 2, 4, 3],
        [3, 2, 2, 1, 3, 2],
        [3, 2, 4, 3, 1, 4],
        [4, 3, 3, 2, 4, 1],
    ]


def test_verbs_meet_below_a_simulated_root():
    tree = tree_of(VERB, 4, is_rooted=True)
    # roam stands one link below move, but the root is as far as from its farthest
    assert tree.roots.tolist() == [1, 1, 2, 2, 3, 3]
    assert paths(tree, ONE_EACH, [5]).tolist() == [[2, 5, 3, 6, 2, 1]]
    assert paths(tree, ONE_EACH, [3]).tolist() == [[4, 2, 5, 1, 6, 6]]


def test_without_a_root_nothing_stands_above_both():
    assert paths(tree_of(VERB, 3), ONE_EACH, [3]).tolist() == [[0, 2, 0, 1, 0, 0]]


def test_the_nearest_senses_count_and_a_word_without_any_is_unknown():
    senses = senses_of([5, 1], [], [4, 2], [0])
    nodes = paths(tree_of(NOUN, 3), senses, [0, 1, 2])
    assert nodes.tolist() == [[1, 0, 2, 2], [0, 0, 0, 0], [2, 0, 1, 2]]
    first = senses.first()
    assert first.offsets.tolist() == [0, 1, 1, 2, 3]
    assert paths(tree_of(NOUN, 3), first, [0]).tolist() == [[1, 0, 4, 4]]


def ways_up(above, synset, is_rooted):
    """Links to all that stands above a synset, as NLTK's _shortest_hypernym_paths."""
    links, queue = {}, [(synset, 0)]
    for here, far in queue:
        if here not in links:
            links[here] = far
            queue += [(parent, far + 1) for parent in above[here]]
    return {**links, "root": max(links.values()) + 1} if is_rooted else links


@pytest.mark.parametrize("is_rooted", [False, True])
def test_paths_are_those_of_a_search_for_any_graph(is_rooted):
    generator = np.random.default_rng(16 + is_rooted)
    above = {
        row: sorted(
            {int(x) for x in generator.integers(max(0, row - 30), row, row % 4)}
        )
        for row in range(300)
    }
    tree = tree_of(above, 60, is_rooted)
    sizes = generator.integers(0, 4, 150)
    senses = senses_of(*(generator.integers(0, 300, size).tolist() for size in sizes))
    targets = generator.permutation(150)[: LANES + 7]
    nodes = paths(tree, senses, targets)
    up = {synset: ways_up(above, synset, is_rooted) for synset in above}
    of = [senses.rows[a:b] for a, b in pairwise(senses.offsets)]
    for target, row in zip(targets, nodes, strict=True):
        wanted = [
            min(
                (
                    up[x][h] + up[y][h] + 1
                    for x in of[target]
                    for y in of[word]
                    for h in up[x].keys() & up[y].keys()
                ),
                default=0,
            )
            for word in range(150)
        ]
        assert row.tolist() == wanted
    # no answer hangs on which targets go together
    apart = np.concatenate([paths(tree, senses, [target]) for target in targets])
    assert_array_equal(apart, nodes)


def test_values_ascend_and_end_in_identity():
    trees = tree_of(NOUN, 19), tree_of(VERB, 13, is_rooted=True)
    noun, verb = (lch_values([tree]) for tree in trees)
    assert_allclose((noun[-1], verb[-1]), (3.6376, 3.2581), atol=5e-5)
    assert (len(noun), len(verb)) == (39, 27)
    both = lch_values(trees)
    assert (np.diff(both) > 0).all()
    assert len(both) == 39 + 27 - 2  # 19 of 38 nodes is 13 of 26, 38 of 38 is 26 of 26
    assert set(both) == {*noun, *verb}
    assert noun[-5] == -math.log(5 / 38)


def test_levels_are_places_among_the_values():
    tree = tree_of(NOUN, 3)
    senses = senses_of([5, 1], [], [4, 2], [0])
    part = [(tree, senses)]
    places, values = levels(part, [0, 1]), lch_values([tree])
    assert places.dtype == np.uint8
    assert (places[1] == NONE).all()
    assert places[0, 1] == NONE
    nodes = paths(tree, senses, [0])[0]
    known = nodes > 0
    assert_allclose(values[places[0, known]], -np.log(nodes[known] / 6))


def test_of_both_parts_the_largest_counts():
    noun, verb = tree_of(NOUN, 3), tree_of(VERB, 4, is_rooted=True)
    nouns = senses_of([3], [4], [], [5], [])
    verbs = senses_of([2], [4], [2], [], [])
    parts = [(noun, nouns), (verb, verbs)]
    values = lch_values([noun, verb])
    places = levels(parts, [0])[0]
    assert places[4] == NONE
    wanted = [
        -math.log(1 / 8),  # both are the same, and verbs are deeper
        -math.log(2 / 8),  # -log(3 / 6) of the nouns
        -math.log(1 / 8),  # a verb alone
        -math.log(2 / 6),  # a noun alone
    ]
    assert_allclose(values[places[:4]], wanted)
    # of seven levels, for 7 nodes at most, the place is 7 less the nodes
    assert levels(parts[:1], [0]).tolist() == [[6, 4, NONE, 5, NONE]]


@pytest.mark.parametrize("depth", [0, 121])
def test_a_depth_that_no_byte_holds_is_refused(depth):
    with pytest.raises(ValueError, match=f"1 to 120. Got {depth} instead"):
        tree_of(NOUN, depth)


def test_parents_stand_before_their_children():
    for above in ({0: [1], 1: []}, {0: [0]}, {0: [], 1: [-1]}):
        with pytest.raises(ValueError, match="before their children"):
            tree_of(above, 3)
