"""Words that bear names of their period: which, how many, and the same bits always."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.statistics import referencing
from quaver.statistics.referencing import LEAST, Marks, frequent, marked, named

HEADS = np.array([0, 30, 30, 5000, 12_000, 20_000])
LATE = np.array([1, 0, 0, 1, 0], dtype=np.int8)
ROWS = np.array([1, 4, 6])
MARKS = Marks(ROWS, 9, HEADS, LATE)
# which word each row is, names too
PLAIN = np.concatenate([np.arange(9), ROWS, ROWS])


@pytest.fixture(scope="module")
def tokens():
    return np.random.default_rng(3).integers(0, 9, 20_000).astype(np.uint32)


def test_each_use_keeps_its_word_and_half_bear_the_name_of_their_period(tokens):
    made = marked(tokens, 0, MARKS, 11)
    assert made.dtype == tokens.dtype
    assert_array_equal(PLAIN[made], tokens)
    late = np.repeat(LATE, np.diff(HEADS))
    for place, row in enumerate(ROWS):
        for period in (0, 1):
            own = made[(tokens == row) & (late == period)]
            assert {*own} == {row, 9 + place + period * len(ROWS)}
            share = (own != row).mean()
            assert abs(share - 0.5) < 4 * np.sqrt(0.25 / len(own))
    assert_array_equal(marked(tokens[:0], 0, MARKS, 11), tokens[:0])


def test_bits_depend_on_the_place_in_the_text_and_on_the_seed_alone(
    tokens, monkeypatch
):
    whole = marked(tokens, 0, MARKS, 2**40 + 1)
    for cuts in ([1, 2, 3], [19_999], range(0, 20_000, 177)):
        parts = np.split(tokens, cuts)
        pairs = zip(parts, [0, *cuts], strict=True)
        made = [marked(own, first, MARKS, 2**40 + 1) for own, first in pairs]
        assert_array_equal(np.concatenate(made), whole)
    monkeypatch.setattr(referencing, "TOKENS", 333)
    assert_array_equal(marked(tokens, 0, MARKS, 2**40 + 1), whole)
    assert (marked(tokens, 0, MARKS, 1) != whole).mean() > 0.1


def test_names_are_no_words_and_each_its_own():
    words = ["war", "war@early", "peace", "peace@@late"]
    names = named(words, np.array([0, 2]), ["early", "late"])
    sign = "@@@"
    assert names == [f"{x}{sign}{y}" for y in ("early", "late") for x in words[::2]]
    assert named(["a"], np.array([0]), ["x", "y"]) == ["a@x", "a@y"]
    # w@b in a would be w in b@a
    names = named(["w@b", "w"], np.array([0, 1]), ["a", "b@a"])
    assert names == ["w@b@@a", "w@@a", "w@b@@b@a", "w@@b@a"]


def test_words_too_rare_in_one_period_bear_no_name():
    early, late = np.array([LEAST, 900, 0]), np.array([LEAST, LEAST - 1, 900])
    assert_array_equal(frequent(early, late), [0])
