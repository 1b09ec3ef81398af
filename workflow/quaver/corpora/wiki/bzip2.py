"""A bz2 file unpacked by several processes: its blocks are found and unpacked apart.

Blocks (of up to 900 kB) and ends of streams begin with a mark of 48 bits at any bit. A
block between a head and an end of its own is a whole bz2 file, with its checksum.
"""

import bz2
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

LOGGER = logging.getLogger(__name__)
READ = 1 << 20
LARGEST = 4 << 20  # bytes: no block, packed, is as large
HEAD = b"BZh9"
BLOCK, END = 0x314159265359, 0x177245385090
MARK = 48  # bits
SUM = 32  # bits of the checksum behind a mark
BEHIND = 7  # bytes a mark may lie in

# Marks at each of 8 bits: kind, bit, the 7 bytes they lie in, bits that count.
PATTERNS = [
    (
        *(kind, bit, (kind << BEHIND * 8 - MARK - bit).to_bytes(BEHIND, "big")),
        (((1 << MARK) - 1) << BEHIND * 8 - MARK - bit).to_bytes(BEHIND, "big"),
    )
    for kind in (BLOCK, END)
    for bit in range(8)
]
Spread = Callable[[Callable, Iterable], Iterator]


def unpacked(path: str, spread: Spread) -> Iterator[bytes]:
    """Content of a bz2 file in order; spread(function, items) maps in processes.

    Where a block cannot be unpacked (bits may look like a mark by chance), the rest is
    read in one go, which also tells what is wrong with a damaged file.
    """
    done = 0
    try:
        with Path(path).open("rb") as file:
            for content in spread(bz2.decompress, streams(file)):
                done += len(content)
                yield content
        return
    except (OSError, EOFError, ValueError) as error:
        LOGGER.info("%s is read in one go from byte %d on (%s)", path, done, error)
    with bz2.open(path, "rb") as whole:
        whole.seek(done)
        while content := whole.read(READ):
            yield content


def streams(file: BinaryIO) -> Iterator[bytes]:
    """Each block of a bz2 file as a bz2 file of its own."""
    start: int | None = None  # bit of held at which a block has begun
    held, seen, is_end = bytearray(), 0, False
    if file.read(len(HEAD))[:3] != HEAD[:3]:
        raise OSError("Invalid data stream")
    while not is_end:
        block = file.read(READ)
        is_end = not block
        held += block
        limit = len(held) if is_end else max(seen, len(held) - BEHIND)
        for bit, kind in _marks(held, seen, limit):
            if start is not None:
                yield _alone(held, start, bit)
            start = bit if kind == BLOCK else None
        gone = limit if start is None else start // 8
        del held[:gone]
        seen = limit - gone
        start = None if start is None else start - gone * 8
        if start is not None and len(held) > LARGEST:
            raise OSError("Invalid data stream")
    if start is not None:
        raise EOFError("Compressed file ended before the end-of-stream marker")


def _marks(held: bytearray, first: int, last: int) -> list[tuple[int, int]]:
    """Bits at which marks begin within bytes first:last, and their kinds, in order."""
    marks = []
    for kind, bit, value, counts in PATTERNS:
        inner = value[1:6]  # bytes that belong to the mark wholly
        position = held.find(inner, first + 1)
        while 0 < position <= last:
            around = held[position - 1 : position + 6].ljust(BEHIND, b"\0")
            if bytes(a & c for a, c in zip(around, counts, strict=True)) == value:
                marks.append(((position - 1) * 8 + bit, kind))
            position = held.find(inner, position + 1)
    return sorted(marks)


def _alone(held: bytearray, start: int, end: int) -> bytes:
    """The block between two bits, with a head and an end of its own."""
    last, length = -(-end // 8), end - start
    bits = int.from_bytes(held[start // 8 : last], "big") >> (last * 8 - end)
    bits &= (1 << length) - 1
    checksum = bits >> (length - MARK - SUM) & ((1 << SUM) - 1)
    bits = bits << (MARK + SUM) | END << SUM | checksum
    size = -(-(length + MARK + SUM) // 8)
    return HEAD + (bits << size * 8 - length - MARK - SUM).to_bytes(size, "big")
