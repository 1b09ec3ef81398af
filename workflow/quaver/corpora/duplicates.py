"""Exact duplicates: which units of a text repeat an earlier one.

Digests are sorted piece by piece, dealt out on disk into buckets by their highest bits,
and the buckets sorted one after another: memory has a bound but for a bit per unit.
"""

from pathlib import Path

import numpy as np

from quaver.corpora import spool

MEMORY = 1 << 28  # bytes that sorting may take where nothing else is said
SORTED = 80  # bytes a digest takes while it is sorted (bench/duplicates.py)
HIGHEST = 12  # bits that choose a bucket at most: each is a file


def stay(
    edges: np.ndarray, kept: np.ndarray | None, first: int, last: int
) -> np.ndarray:
    """Which of the tokens first:last stand in units that are kept: bool.

    edges: (units + 1,) int64. kept: bits of first_occurrences; None keeps all units.
    """
    if kept is None:
        return np.ones(last - first, dtype=bool)
    low = int(np.searchsorted(edges, first, side="right")) - 1
    high = int(np.searchsorted(edges, last, side="left"))
    lengths = np.diff(np.clip(edges[low : high + 1], first, last))
    bits = np.unpackbits(kept[low // 8 : -(-high // 8)])[low % 8 :]
    return np.repeat(bits[: len(lengths)].view(bool), lengths)


def first_occurrences(
    digests: np.ndarray, folder: Path, memory: int = MEMORY
) -> np.ndarray:
    """Which digests stand for the first time: (units, 2) uint64 -> bits by packbits.

    memory: bytes to keep to while sorting; the answer does not depend on it. folder:
    where buckets lie meanwhile, 24 bytes per unit at most.
    """
    first = np.full(-(-len(digests) // 8), 255, np.uint8)
    bits = min(HIGHEST, int(len(digests) * SORTED // max(1, memory)).bit_length())
    step = min(spool.CHUNK, max(1, memory // SORTED))
    for start in range(0, len(digests), step):
        part = digests[start : start + step]
        places = np.arange(start, start + len(part), dtype=np.uint64)
        _deal(_once(np.column_stack([places, part]), first), bits, folder)
    for path in sorted(folder.glob("bucket.*")):
        _once(np.fromfile(path, np.uint64).reshape(-1, 3), first)
        path.unlink()
    return first


def _once(records: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Records (unit, digest) in order of digests; of equal ones the first in place.

    The bits in `first` of those that repeat it are cleared.
    """
    records = records[np.lexsort((records[:, 2], records[:, 1]))]  # stable
    again = np.zeros(len(records), dtype=bool)
    again[1:] = (records[1:, 1:] == records[:-1, 1:]).all(axis=1)
    places = records[again, 0]
    masks = ~(np.uint8(128) >> (places % 8).astype(np.uint8))
    np.bitwise_and.at(first, (places // 8).astype(np.intp), masks)
    return records[~again]


def _deal(records: np.ndarray, bits: int, folder: Path) -> None:
    """Append records (unit, digest), sorted by digest, to their buckets."""
    chosen = records[:, 1] >> np.uint64(64 - bits) if bits else records[:, 1] * 0
    starts = np.flatnonzero(np.diff(chosen, prepend=chosen[:1] + 1))
    for start, part in zip(starts, np.split(records, starts[1:]), strict=True):
        with (folder / f"bucket.{chosen[start]}").open("ab") as file:
            part.tofile(file)
