"""Exported spaces come back equal, and what the format cannot hold is refused."""

import numpy as np
import pytest
from gensim.models import KeyedVectors
from numpy.testing import assert_array_equal

from quaver.spaces.export import as_word2vec
from quaver.trainers import vectors as readers

WORDS = ["the", "été", "जल", "水", "don't", "#1"]


@pytest.fixture(scope="module")
def vectors():
    """Ordinary numbers and the ends of float32: subnormal, largest, last bits, zero."""
    found = np.random.default_rng(0).standard_normal((6, 5)).astype(np.float32)
    found[2] = [1e-45, 3.4028235e38, -0.0, 0.1, np.nextafter(np.float32(1), 2)]
    return found


@pytest.fixture(params=[False, True], ids=["text", "binary"])
def exported(request, tmp_path, vectors):
    path = tmp_path / "space"
    path.write_bytes(b"".join(as_word2vec(WORDS, vectors, binary=request.param)))
    return str(path), request.param


def test_gensim_reads_the_same_words_and_bits_back(exported, vectors):
    path, binary = exported
    model = KeyedVectors.load_word2vec_format(path, binary=binary)
    assert model.index_to_key == WORDS
    assert_array_equal(model.vectors, vectors)
    assert_array_equal(np.signbit(model.vectors), np.signbit(vectors))


def test_our_reader_reads_the_same_words_and_bits_back(exported, vectors):
    path, binary = exported
    words, found = readers.read(path, "binary" if binary else "text")
    assert words == WORDS
    assert_array_equal(found, vectors)


def test_the_bytes_of_a_small_space():
    text = b"".join(as_word2vec(["a", "b%s"], [[1, -0.5], [0.1, 1e-9]], binary=False))
    assert text == b"2 2\na 1 -0.5\nb%s 0.100000001 9.99999972e-10\n"
    binary = b"".join(as_word2vec(["a"], [[1.0]], binary=True))
    assert binary == b"1 1\na \x00\x00\x80\x3f\n"


def test_words_with_white_space_are_refused_before_any_byte(subtests):
    for binary in [False, True]:
        with subtests.test(binary=binary):
            words = [
                "a",
                "New York",
                "",
                "tab\there",
                "no\xa0break",
                "line\n",
                " ",
                "　",
            ]
            with pytest.raises(
                ValueError, match="7 of 8 are not, first: 'New York', '', "
            ) as e:
                as_word2vec(words, np.zeros((8, 2)), binary)
            assert "'no\\xa0break', 'line\\n'." in str(e.value)


def test_absent_words_are_refused():
    rows = [[1.0], [np.nan], [np.inf]]
    with pytest.raises(ValueError, match="2 of 3 have no finite vector, first: 'b'"):
        as_word2vec(["a", "b", "c"], rows, binary=True)


def test_vectors_that_do_not_fit_the_words_are_refused(subtests):
    for shape in [(2, 3), (1,), (1, 0)]:
        with subtests.test(shape=shape):
            with pytest.raises(
                ValueError, match="Got 1 words and vectors of shape"
            ) as e:
                as_word2vec(["a"], np.zeros(shape), binary=True)
            assert str(shape) in str(e.value)
