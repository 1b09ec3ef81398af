"""The additive model by hand: windows, unknown words, chances to stay, the centre."""

import numpy as np
import pytest
from learning import T, U, drawn_of, options, random_background, random_sentences, seeds
from numpy.testing import assert_allclose, assert_array_equal

from quaver.learners import additive
from quaver.learners.around import around, keep_chance
from quaver.learners.declare import Background, LearningError

# three words whose sums are read off: hundreds, tens, ones
VECTORS = np.float32([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
THREE = Background(VECTORS, np.array([50, 20, 10]))


def summed(*groups, background=THREE, **changes):
    given = {"window": 2, "sample": 0.0, **changes}
    numbers = seeds(*range(1, len(groups) + 1))
    return additive.learn(
        background, drawn_of(*groups), options("additive", **given), numbers
    )


@pytest.mark.parametrize(
    ("sentences", "window", "sums", "unknown"),
    [
        ([[0, 1, 2, T, 2, 1, 0]], 2, [0, 2, 2], 0),
        ([[0, 1, 2, T, 2, 1, 0]], 0, [2, 2, 2], 0),
        ([[T, 1, 2, 0]], 2, [0, 1, 1], 0),
        ([[0, 1], [2, T], [1, 1]], 5, [0, 0, 1], 0),  # a window ends with its sentence
        ([[0, U, T, U, 1]], 1, [0, 0, 0], 2),  # unknown words are positions
        ([[0, U, T, U, 1]], 2, [1, 1, 0], 2),
        ([[2, T, 1, T, 0]], 1, [1, 1, 1], 0),  # a word between two terms counts once
        ([[2, T, T, 0]], 1, [1, 0, 1], 0),  # and a term is a position
        ([[0, 1, 2, 0]], 3, [0, 0, 0], 0),  # without a term there is no context
    ],
)
def test_sums_are_those_by_hand(sentences, window, sums, unknown):
    made = summed(sentences, window=window)
    assert made.unknown.tolist() == [unknown]
    assert made.read.tolist() == [sum(sums)]
    expected = sums if sum(sums) else [np.nan] * 3
    assert_array_equal(made.vectors, [expected])
    assert made.taught.shape == (1, 0)
    assert np.isnan(made.moved).all()


def test_words_absent_from_the_run_are_unknown():
    vectors = VECTORS.copy()
    vectors[1] = np.nan
    made = summed([[1, 0, T, 1]], background=THREE._replace(vectors=vectors))
    assert_array_equal(made.vectors, [[1, 0, 0]])
    assert made.unknown.tolist() == [2]


def test_distinct_words_of_whole_sentences_count_once():
    made = summed([[0, 0, 1, T, 0], [1, 2, T]], [[T, 2]], window=1, distinct=True)
    assert_array_equal(made.vectors, [[1, 1, 1], [0, 0, 1]])
    assert made.read.tolist() == [3, 1]


def test_the_chance_to_stay_is_that_of_the_formula():
    # c = 4, T = 1: (2 + 1) / 4; T = c: 2, so 1
    counts = np.array([4, 4, 4, 100, 0])
    chances = keep_chance(counts, np.array([1, 4, 0, 4, 4]))
    assert_allclose(chances, [0.75, 1, 1, (5 + 1) * 4 / 100, 1])


def test_as_many_words_stay_as_expected():
    """Of 4000 words of each kind; T = 1/100 of the 12,000 known words of a draw."""
    background = THREE._replace(counts=np.array([10_000, 1000, 100]))
    group = [[0, 1, 2, T]] * 4000
    made = summed(group, background=background, window=0, sample=0.01)
    chances = keep_chance(background.counts, np.full(3, 120.0))
    assert chances[0] < 0.15
    assert chances[2] == 1
    expected, error = 4000 * chances, np.sqrt(4000 * chances * (1 - chances))
    assert (np.abs(made.vectors[0] - expected) <= 4 * error).all()
    assert made.read[0] == made.vectors[0].sum()
    # the same sentences in two draws of half the size: T halves, so fewer stay
    halves = summed(
        group[:2000], group[2000:], background=background, window=0, sample=0.01
    )
    fewer = keep_chance(background.counts, np.full(3, 60.0))
    assert abs(halves.vectors[:, 0].sum() - 4000 * fewer[0]) < 4 * error[0]
    assert not np.array_equal(halves.vectors[0], halves.vectors[1])


def test_the_centre_is_the_mean_of_running_text_as_it_is_kept():
    background, sentences = random_background(), random_sentences(5)
    for sample in (0.0, 0.05):
        plain, centred = (
            summed(sentences, background=background, sample=sample, centre=centre)
            for centre in (False, True)
        )
        found = around(drawn_of(sentences), np.isfinite(background.vectors[:, 0]), 2)
        weights = background.counts * keep_chance(
            background.counts, np.full(60, sample * found.size[0])
        )
        weights[3] = 0
        vectors = np.nan_to_num(background.vectors.astype(float))
        middle = weights @ vectors / weights.sum()
        assert_allclose(
            centred.vectors[0], plain.vectors[0] - plain.read[0] * middle, rtol=1e-4
        )


def test_a_text_as_large_as_the_backgrounds_has_nothing_beyond_the_centre():
    text = [[0] * 50 + [1] * 20 + [2] * 10 + [T]]
    made = summed(text, window=0, centre=True)
    assert_allclose(np.nan_to_num(made.vectors), 0, atol=1e-5)


def test_a_background_without_counts_is_refused_where_they_are_asked_for():
    uncounted = THREE._replace(counts=np.zeros(3, int))
    for asked in ({"sample": 1.0}, {"centre": True}):
        with pytest.raises(LearningError, match="no counts of its words.*sample: 0"):
            summed([[0, T]], background=uncounted, **asked)
    assert_array_equal(summed([[0, T, 1]], background=uncounted).vectors, [[1, 1, 0]])


def test_known_words_are_counted_before_any_is_dropped():
    background = THREE._replace(counts=np.array([10**9, 20, 10]))
    made = summed([[0, T]], [[U, T]], [[1, 2, T]], background=background, sample=1e-6)
    assert made.known.tolist() == [1, 0, 2]
    assert made.read.tolist()[:2] == [0, 0]  # one was dropped, of one nothing is known
    assert np.isnan(made.vectors[:2]).all()
