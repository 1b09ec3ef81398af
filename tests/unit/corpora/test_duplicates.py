import numpy as np
import pytest

from quaver.corpora import duplicates, spool
from quaver.corpora.duplicates import Unique, first_occurrences


@pytest.mark.parametrize("bucket", [1, 7, 1 << 20])
@pytest.mark.parametrize("chunk", [3, 1 << 19])
def test_the_first_of_equal_digests_stays(monkeypatch, bucket, chunk):
    monkeypatch.setattr(duplicates, "BUCKET", bucket)
    monkeypatch.setattr(spool, "CHUNK", chunk)
    generator = np.random.default_rng(1)
    digests = generator.integers(0, 6, size=(60, 2)).astype(np.uint64)
    seen, expected = set(), []
    for digest in map(tuple, digests.tolist()):
        expected.append(digest not in seen)
        seen.add(digest)
    assert first_occurrences(digests).tolist() == expected


def test_both_halves_of_a_digest_count():
    digests = np.array([[1, 1], [1, 2], [2, 1], [1, 2]], np.uint64)
    assert first_occurrences(digests).tolist() == [True, True, True, False]


def test_no_digests_have_no_duplicates():
    assert first_occurrences(np.empty((0, 2), np.uint64)).tolist() == []


def test_tokens_go_with_their_units():
    edges = np.array([0, 0, 2, 2, 5, 6])
    digests = np.array([[0, 0], [1, 1], [0, 0], [2, 2], [1, 1]], np.uint64)
    unique = Unique(edges, digests)
    whole = [True] * 5 + [False]
    for first in range(7):
        for last in range(first, 7):
            assert unique.mask(first, last).tolist() == whole[first:last]
    assert Unique(edges, None).mask(1, 6).tolist() == [True] * 5
