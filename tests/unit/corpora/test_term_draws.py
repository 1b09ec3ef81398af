"""Draws share no sentence, are as large as asked, and hang on their own term alone."""

import numpy as np
import pytest

from quaver.corpora.term_draws import (
    NONE,
    at_random,
    by_half,
    held_out,
    middle,
    seed_of,
    shuffled,
    undivided,
)


@pytest.mark.parametrize(("draws", "sentences"), [(5, 10), (2, 4), (3, 1)])
def test_draws_are_disjoint_and_as_large_as_can_be(draws, sentences):
    for number in range(2, 61):
        rules = {"draws": draws, "sentences": sentences}
        drawn = at_random(number, **rules, seed=number)
        assert sorted(drawn.order.tolist()) == [*range(number)]
        members = [set(drawn.order[drawn.draw == k].tolist()) for k in range(draws)]
        sizes = [*map(len, members)]
        assert len(set().union(*members)) == sum(sizes)  # none shared
        assert sum(sizes) == min(number, draws * sentences)
        assert max(sizes) <= sentences
        assert max(sizes) - min(sizes) <= 1
        assert drawn.full.tolist() == [size == sentences for size in sizes]
        assert (drawn.draw == NONE).sum() == max(0, number - draws * sentences)


def test_sentences_of_a_draw_come_in_an_order_at_random():
    rules = {"draws": 5, "sentences": 10}
    one, same, other = (at_random(80, **rules, seed=seed) for seed in (1, 1, 2))
    assert one.order.tolist() == same.order.tolist() != other.order.tolist()
    assert one.draw.tolist() == [*np.repeat(range(5), 10), *[NONE] * 30]
    assert one.order[:10].tolist() != sorted(one.order[:10])


def test_every_sentence_is_as_likely_in_every_draw():
    rules = {"draws": 2, "sentences": 3}
    met = np.zeros((12, 2))
    for seed in range(4000):
        drawn = at_random(12, **rules, seed=seed)
        for draw in range(2):
            met[drawn.order[drawn.draw == draw], draw] += 1
    # of 4000 seeds a quarter each: within five standard deviations
    assert abs(met - 1000).max() < 5 * np.sqrt(4000 * 0.25 * 0.75)


def test_halves_and_the_whole_are_in_order_of_the_text():
    drawn = by_half(np.array([False, False, True]))
    assert drawn.order.tolist() == [0, 1, 2]
    assert drawn.draw.tolist() == [0, 0, 1]
    assert drawn.full.tolist() == [True, True]
    drawn = undivided(3)
    assert drawn.draw.tolist() == [0, 0, 0]
    assert drawn.full.tolist() == [True]


def test_the_middle_is_the_edge_nearest_to_it():
    assert middle(np.array([0, 10, 60, 100])) == 60
    assert middle(np.array([0, 45, 60, 100])) == 45
    assert middle(np.array([0, 40, 60, 100])) == 40  # of two the first
    assert middle(np.array([0, 99, 100])) == 99  # never the end
    assert middle(np.array([50, 90, 150])) == 90
    with pytest.raises(ValueError, match="two units or more"):
        middle(np.array([0, 100]))


def test_seeds_tell_apart_sets_purposes_and_terms():
    seeds = [
        seed_of(seed, purpose, term)
        for seed in (1, 2)
        for purpose in ("draw", "test")
        for term in ("wage labour", "wage")
    ]
    assert len(set(seeds)) == 8
    assert seed_of(1, "draw", "wage") == seeds[1]
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_share_of_terms_are_test_terms_whatever_their_order():
    terms = [f"t{k}" for k in range(224)]
    is_test = held_out(terms, share=0.3, seed=5)
    assert is_test.sum() == 67  # of 157 + 67
    again = held_out(terms[::-1], share=0.3, seed=5)
    assert again[::-1].tolist() == is_test.tolist()
    assert held_out(terms, share=0.3, seed=6).tolist() != is_test.tolist()
    assert held_out(terms, share=1.0, seed=5).all()
    assert held_out(["a", "b"], share=0.1, seed=5).sum() == 1
    # a term that is added moves one at most
    more = held_out([*terms, "new"], share=0.3, seed=5)[:-1]
    assert (more != is_test).sum() <= 1


def test_an_order_by_hash_keeps_its_order_when_texts_go():
    texts = [f"t{k}" for k in range(50)]
    order = [texts[k] for k in shuffled(texts, purpose="words", seed=1)]
    fewer = texts[::2]
    assert [fewer[k] for k in shuffled(fewer, purpose="words", seed=1)] == [
        text for text in order if text in fewer
    ]
    assert order != texts
