"""Matrices of à la carte embedding as files that others wrote.

In Khodak et al.'s code and in conText the matrix A makes a column of a mean context u,
v = A u. Ours stands behind rows, v = u A (quaver.spaces.contexts): files hold the
transpose. Their `.bin` is raw float32, row after row (alacarte.py: M.tofile).
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from quaver.foreign import PATH, expanded, fault, shortened, visible
from quaver.learners.declare import LearningError

NPY = b"\x93NUMPY"
# what R saves: compressed by gzip, bzip2 or xz, and as it is; binary and ascii
OF_R = b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"RDX", b"RDA", b"X\n", b"A\n"
CURE = (
    "write its numbers in R, write.table(as.matrix(A), 'khodak.txt', "
    "row.names = FALSE, col.names = FALSE)"
)
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")  # no text has these
FIELD = re.compile(r'"[^"]*"|[^\s,"]+')
NUMBER, SLACK = 40, 1 << 16  # bytes of a number in text, of names and a header


def read(path: str, dims: int) -> np.ndarray:
    """A matrix (dims, dims) float64 for rows: of an npy file, of raw float32, or of
    numbers in text, a row a line, apart by spaces, tabs or commas.

    Names of rows and columns, as R's write.csv and pandas put them, are left out.
    """
    name = shortened(visible(path), PATH)
    if reason := fault(path):
        raise LearningError(f"transform {name}: {reason}")
    try:
        matrix = np.asarray(_read(expanded(path), dims), np.float64)
    except (ValueError, OSError, EOFError) as error:
        reason = shortened(visible(str(error)), 240)
        raise LearningError(f"transform {name}: {reason}") from error
    if matrix.shape != (dims, dims):
        raise LearningError(
            f"transform {name}: the background has {dims} dimensions, so the matrix "
            f"must be {dims} x {dims}. Got the shape {matrix.shape} instead"
        )
    if not np.isfinite(matrix).all():
        raise LearningError(f"transform {name}: it holds NaN or infinite numbers")
    return matrix.T


def _read(file: Path, dims: int) -> np.ndarray:
    """The matrix as it stands in a file; ValueError where there is none."""
    size, raw = file.stat().st_size, 4 * dims**2
    if size > NUMBER * dims**2 + SLACK:
        raise ValueError(f"its {size} bytes are too many for {dims} x {dims} numbers")
    data = file.read_bytes()
    if data.startswith(NPY):
        return np.load(file, allow_pickle=False)
    if size == raw and CONTROL.search(data):
        return np.frombuffer(data, "<f4").reshape(dims, dims)
    if data.startswith(OF_R):
        raise ValueError(f"this is compressed, or a file of R's own: {CURE}")
    try:
        return _table(data.decode("utf-8-sig"))
    except ValueError as error:
        raise ValueError(
            "this is no npy file, no numbers in text, and no raw float32 of "
            f"{dims} x {dims}, which has {raw} bytes: {error}"
        ) from error


def _table(text: str) -> np.ndarray:
    """Numbers of a text; ValueError where others stand, or rows differ in length."""
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    rows = [[x.strip('"') for x in FIELD.findall(line)] for line in lines]
    rows = [row for row in rows if row]
    if _has_header(rows):
        rows = rows[1:]
    firsts = [row[0] for row in rows]
    if {len(row) for row in rows} == {len(rows) + 1} and _are_names(firsts):
        rows = [row[1:] for row in rows]
    return np.array([[float(x) for x in row] for row in rows], ndmin=2)


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether names of columns come first, maybe with a corner above those of
    rows; names that are numbers make a table too high, or stand above fewer columns."""
    if len(rows) < 2:
        return False
    columns, width = [x for x in rows[0] if x], len(rows[-1])
    if len(columns) not in (width, width - 1):
        return False
    is_odd = len(rows) == width + 1 or len(columns) == width - 1
    return _are_names(columns) and (is_odd or not any(map(_is_number, columns)))


def _are_names(texts: Sequence[str]) -> bool:
    """Tell whether texts name rows or columns: no number, or numbered from 0 or 1."""
    if not any(map(_is_number, texts)):
        return True
    return list(texts) in [[str(k + n) for k in range(len(texts))] for n in (0, 1)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
