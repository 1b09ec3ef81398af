"""A seal behind a file: a checksum of all its bytes but those that have their own.

HDF5 hangs or crashes on some flipped bytes of its tables and texts, which bear no
checksum, so these are looked at before HDF5 sees them. It reads past no seal, nor do
other readers of HDF5: what stands behind its end of file is passed over.
"""

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

MAGIC = b"quaver 1"
END = struct.Struct("<QLL8s")  # number of parts, checksums of parts and of the rest
PART = struct.Struct("<QQ")  # first byte, bytes
BLOCK = 1 << 20


def put(path: Path, others: Sequence[tuple[int, int]]) -> None:
    """Seal a file; others are the parts (first byte, bytes) that have checksums."""
    parts = b"".join(PART.pack(*part) for part in sorted(others))
    with path.open("r+b") as file:
        length = file.seek(0, 2)
        rest = _rest(file, parts, length)
        file.seek(length)
        file.write(parts + END.pack(len(others), zlib.crc32(parts), rest, MAGIC))


def holds(path: Path) -> bool:
    """Tell whether a file is as it was sealed; one without a seal cannot tell."""
    with path.open("rb") as file:
        length = file.seek(0, 2)
        if length < END.size:
            return True
        file.seek(length - END.size)
        number, seal, rest, magic = END.unpack(file.read())
        start = length - END.size - number * PART.size
        if magic != MAGIC:
            return True
        if start < 0:
            return False
        file.seek(start)
        parts = file.read(number * PART.size)
        return zlib.crc32(parts) == seal and _rest(file, parts, start) == rest


def _rest(file, parts: bytes, length: int) -> int:
    """Checksum of the first bytes of a file without its parts."""
    edges = [0]
    for first, size in PART.iter_unpack(parts):
        edges += [first, first + size]
    checksum = 0
    for first, last in zip(edges[::2], [*edges[1::2], length], strict=True):
        file.seek(first)
        for start in range(first, last, BLOCK):
            checksum = zlib.crc32(file.read(min(BLOCK, last - start)), checksum)
    return checksum
