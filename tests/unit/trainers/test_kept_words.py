"""Which words of a sample a space has: frequent ones, or so many."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora.samples import Sample, View
from quaver.trainers import TrainingError, kept_words

WORDS = ["the", "of", "sun", "moon", "star", "dust"]
# In the whole text 6, 4, 3, 3, 2 and 1 times; the first unit has none of "of".
UNITS = [[0, 0, 2, 2, 3, 4], [0, 0, 1, 1, 3, 4], [0, 0, 1, 1, 2, 3, 5]]


@pytest.fixture
def view():
    edges = np.append(0, np.cumsum([len(unit) for unit in UNITS]))
    return View(WORDS, np.concatenate(UNITS).astype(np.uint32), edges)


def kept(view, units=(0, 1, 2), **given):
    asked = SimpleNamespace(**{"min_count": 0, **given})
    counts, present = kept_words(view, Sample(np.array(units)), asked)
    return counts.tolist(), [WORDS[row] for row in np.flatnonzero(present)]


def test_a_dictionary_keeps_the_most_frequent_words(view):
    counts, words = kept(view, dictionary=3)
    assert counts == [6, 4, 3, 3, 2, 1]  # what is removed is counted
    assert words == ["the", "of", "sun"]


def test_of_words_equally_frequent_those_of_lower_rows_stay(view):
    # sun, moon and star once each in this sample, of twice
    assert kept(view, [0, 2], dictionary=2)[1] == ["the", "sun"]
    assert kept(view, [1], dictionary=3)[1] == ["the", "of", "moon"]
    assert kept(view, [1, 1], dictionary=3)[1] == ["the", "of", "moon"]


def test_it_is_the_sample_that_is_counted(view):
    assert kept(view, [0, 0], dictionary=2)[1] == ["the", "sun"]


def test_rare_words_are_absent_beside_a_dictionary(view):
    assert kept(view, dictionary=5, min_count=3)[1] == ["the", "of", "sun", "moon"]
    assert kept(view, dictionary=2, min_count=3)[1] == ["the", "of"]


@pytest.mark.parametrize("dictionary", [0, 6, 7, 10**9])
def test_none_and_a_larger_one_than_the_text_keep_all(view, dictionary):
    assert kept(view, dictionary=dictionary) == kept(view)
    assert kept(view, [0], dictionary=dictionary) == kept(view, [0])


def test_words_too_few_are_refused(view):
    with pytest.raises(TrainingError, match="only 1 words occur 5 times or more"):
        kept(view, dictionary=4, min_count=5)
    assert_array_equal(kept(view, dictionary=2)[1], ["the", "of"])
