"""Arrays and lists of texts that grow on disk and are read as memory maps."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

CHUNK = 1 << 19  # items of an array looked at together
TEXTS = 1 << 10  # texts held in memory before they are
BUFFER = 1 << 16  # items held in memory before they are appended to the file
TYPES = {"I": np.uint32, "q": np.int64, "B": np.uint8}


def spans(length: int) -> Iterator[tuple[int, int]]:
    """Ranges first:last that cover so many items, CHUNK at a time."""
    for first in range(0, length, CHUNK):
        yield first, min(first + CHUNK, length)


class Column:
    """A one-dimensional array written to a file piece by piece: 'I', 'q' or 'B'."""

    def __init__(self, path: Path, kind: str):
        self.path, self._kind = path, kind
        self._written = 0
        self._buffer = array(kind)
        self._file = path.open("wb")

    @property
    def length(self) -> int:
        """Number of items so far."""
        return self._written + len(self._buffer)

    def extend(self, items: Iterable[int]) -> None:
        """Add several items, held in memory until BUFFER of them are there."""
        self._buffer.extend(items)
        if len(self._buffer) >= BUFFER:
            self._flush()

    def write(self, items: np.ndarray) -> None:
        """Add a whole array at once."""
        self._flush()
        items.astype(TYPES[self._kind], copy=False).tofile(self._file)
        self._written += len(items)

    def finish(self) -> np.ndarray:
        """Close the file and read it: (length,), memory-mapped."""
        self._flush()
        self._file.close()
        if not self.length:
            return np.empty(0, TYPES[self._kind])
        return np.memmap(self.path, TYPES[self._kind], "r")

    def _flush(self) -> None:
        self._buffer.tofile(self._file)
        self._written += len(self._buffer)
        del self._buffer[:]


class Strings(Sequence[str]):
    """A list of texts on disk: added one by one, and read when all are finished.

    Text k stands in UTF-8 in characters[edges[k]:edges[k + 1]].
    """

    def __init__(self, path: Path):
        self._characters = Column(path.with_name(f"{path.name}.characters"), "B")
        self._edges = Column(path.with_name(f"{path.name}.edges"), "q")
        self._edges.extend([0])
        self._texts: list[bytes] = []

    def append(self, text: str) -> None:
        """Add one text, held in memory until TEXTS of them are there."""
        self._texts.append(text.encode("utf-8"))
        if len(self._texts) >= TEXTS:
            self._flush()

    def _flush(self) -> None:
        lengths = np.fromiter(map(len, self._texts), np.int64, len(self._texts))
        self._edges.write(lengths.cumsum() + self._characters.length)
        self._characters.write(np.frombuffer(b"".join(self._texts), np.uint8))
        self._texts.clear()

    def finish(self) -> "Strings":
        """Close the files to read them."""
        self._flush()
        self._characters, self._edges = self._characters.finish(), self._edges.finish()
        return self

    def __len__(self) -> int:
        """Number of texts."""
        return len(self._edges) - 1

    def __getitem__(self, index: int | slice) -> str | list[str]:
        """One text, or a list of them."""
        places = range(len(self))[index]
        if isinstance(places, int):
            return next(self._part(places, places + 1))
        if places.step == 1:
            return list(self._part(places.start, places.stop))
        return [self[row] for row in places]

    def __iter__(self) -> Iterator[str]:
        """All texts in order, read CHUNK at a time."""
        for first, last in spans(len(self)):
            yield from self._part(first, last)

    def _part(self, first: int, last: int) -> Iterator[str]:
        start, end = self._edges[first], self._edges[max(first, last)]
        characters = self._characters[start:end].tobytes()
        for left, right in pairwise((self._edges[first : last + 1] - start).tolist()):
            yield characters[left:right].decode("utf-8")
