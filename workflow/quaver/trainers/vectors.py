"""Spaces somebody else trained: readers of word2vec text and binary, and of npz."""

import mmap
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

from quaver.foreign import MISSING, PATH, expanded, fault, shortened, visible
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, spread
from quaver.trainers.declare import Technique
from quaver.trainers.npz import arrays, beside, read_beside

# What makes tables ragged or is no character: control characters, halves of pairs.
BROKEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def collect(files: Sequence[str], format: str) -> tuple[list[str], Iterator[Space]]:
    """Read one file per run: all words (words,), and a Space (words, dims) for each.

    Words stand in the first file's order, then the new words of each next file in its
    own. Counts are 0 where the files hold none. Files are read twice, one held at a
    time.
    """
    rows, dims, more = {}, [], []
    for path in files:
        words, vectors = read(path, format)
        dims.append(vectors.shape[1])
        more.append(beside(path, format))
        for word in words:
            rows.setdefault(word, len(rows))
    refuse_mixed(files, dims)
    refuse_unlike(files, more)

    def space(path: str) -> Space:
        words, vectors = read(path, format)
        places = np.array([rows[word] for word in words])
        held = read_beside(path, vectors.shape) if more[0] else {}
        counts = np.zeros(len(rows), dtype=np.int64)
        counts[places] = held.get("counts", 0)
        return spread(places, vectors, counts, contexts=held.get("contexts"))

    return list(rows), map(space, files)


def read(path: str, format: str) -> tuple[list[str], np.ndarray]:
    """Words (n,) and vectors (n, dims) float32, all finite, of one file.

    format: text or binary (word2vec's), or npz (arrays `words` and `vectors`).
    """
    if format not in READERS:
        raise TrainingError(
            f"the format of vectors must be one of {list(READERS)}. Got {format!r}."
        )
    if reason := fault(path):
        if reason == MISSING:
            reason = "there is no such file of vectors"
        raise TrainingError(f"{shortened(visible(path), PATH)}: {reason}")
    # a number too large for float32 becomes infinite and is refused below
    with expanded(path).open("rb") as file, np.errstate(over="ignore"):
        words, vectors = READERS[format](file, path)
    seen: set[str] = set()
    for number, word in enumerate(words, start=1):
        if BROKEN.search(word):
            raise TrainingError(
                f"{path}, word {number}: '{shortened(visible(word))}' holds a control "
                "character, which no word does: leave the word out"
            )
        if word in seen:
            raise TrainingError(f"{path}: the word {shortened(word)!r} stands twice")
        seen.add(word)
    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(bad):
        raise TrainingError(
            f"{path}: {len(bad)} of {len(words)} vectors hold NaN or infinite numbers, "
            f"first: that of {shortened(words[bad[0]])!r}"
        )
    return words, vectors


def _read_text(file: BinaryIO, path: str) -> tuple[list[str], np.ndarray]:
    """One line a word: the word, then its numbers, separated by single spaces."""
    count, dims = _header(file, path, smallest=lambda dims: 2 * dims + 1)
    words, vectors = [], np.empty((count, dims), dtype=np.float32)
    for row in range(count):
        line = file.readline()
        if not line:
            raise _truncated(path, row, count)
        word, *numbers = line.rstrip(b"\r\n ").split(b" ")
        where = f"{path}, line {row + 2}"
        words.append(_decoded(word, where))
        if len(numbers) != dims:
            raise TrainingError(
                f"{where}: the header promises {dims} dimensions. Got {len(numbers)} "
                "numbers after the word"
            )
        try:
            vectors[row] = [float(number) for number in numbers]
        except ValueError as error:
            raise TrainingError(
                f"{where}: a vector holds no number: {shortened(visible(str(error)))}"
            ) from error
    _refuse_more(file.read(1 << 16), count, path)
    return words, vectors


def _read_binary(file: BinaryIO, path: str) -> tuple[list[str], np.ndarray]:
    """Per word: the word, a space, little-endian float32s, and perhaps a newline."""
    count, dims = _header(file, path, smallest=lambda dims: 4 * dims + 2)
    words, vectors = [], np.empty((count, dims), dtype=np.float32)
    offset = file.tell()
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for row in range(count):
            space = data.find(b" ", offset)
            if space < 0 or space + 1 + 4 * dims > len(data):
                raise _truncated(path, row, count)
            word = data[offset:space].lstrip(b"\n")
            words.append(_decoded(word, f"{path}, word {row + 1}"))
            offset = space + 1 + 4 * dims
            vectors[row] = np.frombuffer(data[space + 1 : offset], dtype="<f4")
        _refuse_more(data[offset : offset + (1 << 16)], count, path)
    return words, vectors


def _read_npz(file: BinaryIO, path: str) -> tuple[list[str], np.ndarray]:
    """Arrays `words` (n,) of text and `vectors` (n, dims) of numbers."""
    found, held = arrays(file, path, ("words", "vectors"))
    if not {"words", "vectors"} <= found.keys():
        raise TrainingError(
            f"{path}: an npz file of vectors holds the arrays words and vectors. "
            f"Got {shortened(visible(str(held)))} instead"
        )
    words, vectors = found["words"], found["vectors"]
    if words.ndim != 1 or vectors.ndim != 2 or len(words) != len(vectors):
        raise TrainingError(
            f"{path}: words must have the shape (n,) and vectors (n, dims). "
            f"Got {words.shape} and {vectors.shape} instead"
        )
    if words.dtype.kind not in "US" or vectors.dtype.kind not in "fiu":
        raise TrainingError(
            f"{path}: words must be an array of text and vectors one of numbers. "
            f"Got {words.dtype} and {vectors.dtype} instead"
        )
    if not vectors.size:
        raise TrainingError(f"{path}: the file holds no vectors")
    encoded = words
    if words.dtype.kind == "U":  # halves of pairs are refused with their word
        encoded = np.strings.encode(words, "utf-8", "surrogatepass")
    texts = [_decoded(word, f"{path}, word {k + 1}") for k, word in enumerate(encoded)]
    return texts, vectors.astype(np.float32)


READERS = {"text": _read_text, "binary": _read_binary, "npz": _read_npz}


def _header(file: BinaryIO, path: str, smallest) -> tuple[int, int]:
    """Words and dimensions of a word2vec file; refuse more than the file can hold."""
    line = file.readline(100)
    parts = line.split()
    if len(parts) != 2 or not all(part.isdigit() and int(part) for part in parts):
        raise TrainingError(
            f"{path}: the first line of a word2vec file is its number of words and of "
            f"dimensions, like b'1000 100'. Got {line[:40]!r} instead"
        )
    count, dims = map(int, parts)
    # a damaged header must not reserve memory
    size = Path(path).stat().st_size - file.tell()
    if count * smallest(dims) > size:
        raise TrainingError(
            f"{path}: the file is truncated: its header promises {count} words of "
            f"{dims} dimensions, more than its {size} further bytes can hold"
        )
    return count, dims


def _decoded(word: bytes, where: str) -> str:
    if not word:
        raise TrainingError(f"{where}: there is no word before the vector")
    try:
        return word.decode()
    except UnicodeDecodeError as error:
        raise TrainingError(f"{where}: {word[:40]!r} is not UTF-8") from error


def _truncated(path: str, row: int, count: int) -> TrainingError:
    return TrainingError(
        f"{path}: the file is truncated: its header promises {count} words, it ends "
        f"within or before word {row + 1}"
    )


def _refuse_more(rest: bytes, count: int, path: str) -> None:
    if rest.strip():
        raise TrainingError(
            f"{path}: the header promises {count} words, and more follows the last"
        )


def refuse_unlike(files: Sequence[str], held: list[tuple[str, ...]]) -> None:
    """Raise TrainingError where files of one cell hold other arrays than the first."""
    for path, names in zip(files, held, strict=True):
        if {*names} != {*held[0]}:
            raise TrainingError(
                f"{path}: all files must hold beside their vectors what the first, "
                f"{files[0]}, does: {[*held[0]]}. Got {[*names]} instead"
            )


def refuse_mixed(files: Sequence[str], dims: list[int]) -> None:
    """Raise TrainingError where files of one cell have vectors of different lengths."""
    for path, size in zip(files, dims, strict=True):
        if size != dims[0]:
            raise TrainingError(
                f"{path}: all files must have the dimensions of the first, {files[0]}: "
                f"{dims[0]}. Got {size} instead"
            )


TECHNIQUE = Technique(
    vectors=0,
    # one file after the other, and its words; parsed number by number
    held=lambda size, given: 3 * max(size.files, default=0),
    operations=lambda size, given: 4_000 * max(size.files, default=0),
)
