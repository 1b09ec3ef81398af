"""Units cut into pieces: edges by hand, and the text that is left as it is."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from test_encoding import encoded, unit_words

from quaver.corpora import pieces, spool

# units of 7, 5, 1, 10 and 3 words
OFFSETS = np.array([0, 7, 12, 13, 23, 26])


def test_edges_by_hand():
    expected = [5, 7, 12, 13, 18, 23, 26]
    assert_array_equal(pieces.ends(OFFSETS, 5), expected)
    assert_array_equal(pieces.ends(OFFSETS, 10), OFFSETS[1:])
    assert_array_equal(pieces.ends(OFFSETS, 1), np.arange(1, 27))
    assert_array_equal(pieces.ends(OFFSETS[2:], 5), expected[3:])


@pytest.mark.parametrize("chunk", [1, 2, 100])
def test_no_edge_depends_on_how_many_units_are_read_together(
    tmp_path, monkeypatch, chunk
):
    monkeypatch.setattr(spool, "CHUNK", chunk)
    cut = pieces.cut(OFFSETS, 5, tmp_path / "pieces")
    assert_array_equal(cut, [0, 5, 7, 12, 13, 18, 23, 26])
    assert cut.dtype == np.int64


def test_a_text_is_cut_and_nothing_else_of_it_changes(tmp_path):
    texts = ["One two three four five six seven. Eight nine.\n\nA b c d e"]
    texts.append("F g h i j k")
    whole = encoded(texts, tmp_path / "whole")
    cut = encoded(texts, tmp_path / "cut", pieces={"sentence": 5})
    assert unit_words(cut, "sentence") == [
        ["one", "two", "three", "four", "five"],
        ["six", "seven"],
        ["eight", "nine"],
        *map(list, ["abcde", "fghij", "k"]),
    ]
    assert_array_equal(cut.sentence_documents, [0, 0, 0, 0, 1, 1])
    assert_array_equal(cut.tokens, whole.tokens)
    for unit in ("line", "document"):
        assert unit_words(cut, unit) == unit_words(whole, unit)
    # a sentence that is cut is one that was met
    assert (cut.steps, cut.dropped) == (whole.steps, whole.dropped)
