"""Which units of a text have vectors, what they are called, and whose they are."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora.samples import View, first_fraction
from quaver.corpora.units import distinct, named, units_of

# three documents of 2, 1 and 3 sentences
SENTENCES = [[0, 1], [2, 3, 4], [0], [1, 1], [2], [3, 4]]
EDGES = np.array([0, 5, 6, 11])
IDS = ["help/a.xhp", "help/b.xhp", "a  speech\nof 1912 "]


@pytest.fixture
def view():
    offsets = np.append(0, np.cumsum([len(unit) for unit in SENTENCES]))
    return View(list("abcde"), np.concatenate(SENTENCES).astype(np.uint32), offsets)


def test_sentences_are_called_by_their_document_and_their_number(view):
    units = named(view, IDS, EDGES)
    names = units.names("sentence")
    assert list(names) == [
        *("help/a.xhp#1", "help/a.xhp#2", "help/b.xhp#1"),
        *("a_speech_of_1912#1", "a_speech_of_1912#2", "a_speech_of_1912#3"),
    ]
    assert units.owners("sentence").tolist() == [0, 1, 2, 3, 4, 5]
    assert names[2:5] == list(names)[2:5]
    assert names[-1] == "a_speech_of_1912#3"
    with pytest.raises(IndexError):
        names[6]


def test_documents_have_the_vectors_of_their_sentences(view):
    units = named(view, IDS, EDGES)
    titles = ["help/a.xhp", "help/b.xhp", "a_speech_of_1912"]
    assert list(units.names("document")) == titles
    assert units.owners("document").tolist() == [0, 0, 1, 2, 2, 2]
    for name in ("words", "tokens", "offsets"):
        assert getattr(units, name) is getattr(view, name)


def test_of_a_part_of_a_text_there_are_the_documents_it_begins(view):
    half = View(view.words, view.tokens, first_fraction(view.offsets, 0.5))
    units = named(half, IDS, EDGES)
    assert list(units.names("document")) == ["help/a.xhp", "help/b.xhp"]
    assert_array_equal(units.owners("document"), [0, 0, 1])
    assert len(units.names("sentence")) == 3


@pytest.mark.parametrize("ids", [["a", "b", "a"], ["", "b", "c"], ["a b", "a  b", "c"]])
def test_documents_that_share_a_name_or_have_none_are_numbered(ids):
    names = distinct(ids)
    assert len({*names}) == 3
    assert names[1] == f"2:{'_'.join(ids[1].split())}"


def test_no_two_sentences_are_called_alike(view):
    """A document may be called as another's sentence is."""
    names = list(named(view, ["a", "a#1", "a#1#1"], EDGES).names("sentence"))
    assert len({*names}) == len(names)


def test_of_a_view_that_knows_no_documents_each_unit_is_one(view):
    units = units_of(view)
    titles = [f"unit{number}" for number in range(1, 7)]
    assert list(units.names("document")) == titles
    assert list(units.names("sentence")) == [f"{title}#1" for title in titles]
    for kind in ("document", "sentence"):
        assert_array_equal(units.owners(kind), np.arange(6))
    assert units_of(units) is units
