"""Parts of an encoded text: documents by period or by chance, and their units."""

import numpy as np
from numpy.testing import assert_array_equal

from quaver.corpora import parts

LENGTHS = np.random.default_rng(1).integers(5, 400, size=300)


def test_batches_hold_all_documents_once_and_equal_numbers_of_them():
    own = np.arange(100, 201)
    heaps = parts.batches(own, 4, 7)
    assert sorted(map(len, heaps)) == [25, 25, 25, 26]
    assert_array_equal(np.sort(np.concatenate(heaps)), own)
    assert all((np.diff(heap) > 0).all() for heap in heaps)
    assert [*heaps[0]] != [*parts.batches(own, 4, 8)[0]]


def test_heaps_like_periods_have_about_their_tokens_and_all_documents_once():
    own, sizes = np.arange(300), [1_000, 20_000, 5_000, 34_000]
    heaps = parts.like(own, LENGTHS, sizes, 3)
    assert_array_equal(np.sort(np.concatenate(heaps)), own)
    tokens = np.array([LENGTHS[heap].sum() for heap in heaps])
    wanted = np.array(sizes) * LENGTHS.sum() / sum(sizes)
    # a heap ends with a whole document, at each of its two ends
    assert np.abs(tokens - wanted).max() <= LENGTHS.max()


def test_units_of_some_documents_close_up_in_their_order():
    edges, offsets = np.array([0, 4, 9, 12]), np.array([0, 2, 4, 5, 9, 10, 12])
    kept, closed = parts.within(offsets, edges, np.array([0, 2]))
    assert_array_equal(kept, [0, 1, 4, 5])
    assert_array_equal(closed, [0, 2, 4, 5, 7])
