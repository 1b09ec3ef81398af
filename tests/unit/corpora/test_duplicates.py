import tracemalloc

import numpy as np
import pytest

from quaver.corpora import duplicates, spool
from quaver.corpora.duplicates import first_occurrences, stay

SPREAD = np.uint64(0x9E3779B97F4A7C15)  # odd, so different numbers stay different


def unpacked(bits, units):
    return np.unpackbits(bits)[:units].astype(bool).tolist()


def naive(digests):
    seen, first = set(), []
    for digest in map(tuple, digests.tolist()):
        first.append(digest not in seen)
        seen.add(digest)
    return first


@pytest.mark.parametrize("memory", [0, 1, 600, 1 << 28])
@pytest.mark.parametrize("chunk", [3, 1 << 19])
@pytest.mark.parametrize("units", [1, 8, 61])
def test_the_first_of_equal_digests_stays_for_any_memory(
    tmp_path, monkeypatch, memory, chunk, units
):
    monkeypatch.setattr(spool, "CHUNK", chunk)
    generator = np.random.default_rng(units)
    digests = generator.integers(0, 6, size=(units, 2)).astype(np.uint64) * SPREAD
    first = first_occurrences(digests, tmp_path, memory)
    assert unpacked(first, units) == naive(digests)
    assert not list(tmp_path.iterdir()), "buckets are removed"


def test_both_halves_of_a_digest_count(tmp_path):
    digests = np.array([[1, 1], [1, 2], [2, 1], [1, 2]], np.uint64)
    first = first_occurrences(digests, tmp_path)
    assert unpacked(first, 4) == [True, True, True, False]


def test_no_digests_have_no_duplicates(tmp_path):
    assert first_occurrences(np.empty((0, 2), np.uint64), tmp_path).tolist() == []


@pytest.mark.parametrize("different", [1, 2, 400_000])
def test_memory_keeps_to_its_bound_however_often_a_line_repeats(tmp_path, different):
    units, memory = 400_000, 4_000_000
    numbers = np.arange(units, dtype=np.uint64) % np.uint64(different)
    digests = np.column_stack([numbers * SPREAD, numbers])
    tracemalloc.start()
    first = first_occurrences(digests, tmp_path, memory)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(unpacked(first, units)) == different
    assert peak < memory + units / 8 + 500_000


def test_there_are_not_more_buckets_than_files_a_folder_likes(tmp_path, monkeypatch):
    monkeypatch.setattr(duplicates, "HIGHEST", 1)
    met = []
    monkeypatch.setattr(
        duplicates, "_deal", lambda records, bits, folder: met.append(bits)
    )
    digests = np.arange(40, dtype=np.uint64).reshape(20, 2)
    first_occurrences(digests, tmp_path, memory=1)
    assert met == [1] * 20


def test_tokens_go_with_their_units():
    edges = np.array([0, 0, 2, 2, 5, 6, 6, 6, 6, 7, 9])
    kept = np.array([1, 1, 0, 1, 0, 1, 1, 1, 1, 0], bool)
    bits = np.packbits(kept)
    whole = np.repeat(kept, np.diff(edges)).tolist()
    for first in range(len(whole) + 1):
        for last in range(first, len(whole) + 1):
            assert stay(edges, bits, first, last).tolist() == whole[first:last]
    assert stay(edges, None, 1, 6).tolist() == [True] * 5
