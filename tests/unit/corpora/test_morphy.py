"""Which senses a word is given, on a lexicon of a few lemmas."""

import numpy as np
import pytest

from quaver.corpora.morphy import ENDINGS, Lexicon, look_up

LEMMAS = ["ax", "axe", "axis", "box", "church", "fly", "knife", "man", "s"]
ODD = {"axes": ["ax", "axis"], "flies": [], "men": ["nobody"]}


@pytest.fixture
def lexicon():
    """Lemma i has the senses 10 i and 10 i + 1, but axe those of ax, in other order."""
    senses = [[10 * i, 10 * i + 1] for i in range(len(LEMMAS))]
    senses[1] = [1, 0, 99]
    flat = np.array(sum(senses, []), np.int32)
    offsets = np.append(0, np.cumsum(list(map(len, senses))))
    ends = np.append(0, np.cumsum([len(own) for own in ODD.values()]))
    return Lexicon(LEMMAS, offsets, flat, list(ODD), ends, sum(ODD.values(), []))


def found(lexicon, word, part="noun"):
    offsets, senses = look_up(lexicon, [word], part)
    assert offsets.tolist() == [0, len(senses)]
    return senses.tolist()


@pytest.mark.parametrize(
    ("word", "senses"),
    [
        ("box", [30, 31]),
        ("BOX", [30, 31]),
        ("boxes", [30, 31]),
        ("churches", [40, 41]),
        ("knifes", [60, 61]),
        ("knives", []),  # of the endings ves is for f, not fe
        ("axe", [1, 0, 99]),
        ("axes", [0, 1, 20, 21]),  # listed: both lemmas, and no ending is taken off
        ("flies", []),  # listed, with nothing
        ("men", []),  # listed, with a lemma that there is not
        ("firemen", []),
        ("s", [80, 81]),
        ("ss", [80, 81]),
        ("", []),
        ("boxing", []),
    ],
)
def test_a_noun_is_looked_up_as_it_stands_listed_or_by_its_ending(
    lexicon, word, senses
):
    assert found(lexicon, word) == senses


def test_a_verb_has_other_endings(lexicon):
    assert found(lexicon, "boxing", "verb") == [30, 31]
    assert found(lexicon, "boxed", "verb") == [30, 31]
    assert found(lexicon, "knifing", "verb") == [60, 61]
    assert found(lexicon, "churches", "verb") == [40, 41]


def test_a_sense_of_two_forms_counts_once_where_it_is_met_first(lexicon):
    assert found(lexicon, "axed", "verb") == [1, 0, 99]  # axe, then ax


def test_words_keep_their_order_and_the_unknown_have_none(lexicon):
    offsets, senses = look_up(lexicon, ["man", "unheard", "axes"], "noun")
    assert offsets.tolist() == [0, 2, 2, 6]
    assert senses.tolist() == [70, 71, 0, 1, 20, 21]
    assert (offsets.dtype, senses.dtype) == (np.int64, np.int32)
    offsets, senses = look_up(lexicon, [], "noun")
    assert (offsets.tolist(), senses.tolist()) == ([0], [])


def test_endings_are_of_the_parts_of_speech_that_are_read():
    assert {part: len(endings) for part, endings in ENDINGS.items()} == {
        "noun": 9,
        "verb": 8,
    }
