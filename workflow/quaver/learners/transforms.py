"""Matrices of à la carte embedding as files, as Khodak et al. 2018 have them.

There, and in conText, the matrix A makes a column of a mean context u, v = A u. Ours
stands behind rows, v = u A (quaver.spaces.contexts): files hold the transpose.
"""

from pathlib import Path

import numpy as np

from quaver.foreign import PATH, expanded, fault, shortened, visible
from quaver.learners.declare import LearningError


def read(path: str, dims: int) -> np.ndarray:
    """A matrix (dims, dims) float64 for rows, of an npy file or of numbers in text.

    Text has a row a line, numbers apart by spaces, tabs or commas.
    """
    name = shortened(visible(path), PATH)
    if reason := fault(path):
        raise LearningError(f"transform {name}: {reason}")
    file = expanded(path)
    try:
        matrix = np.load(file, allow_pickle=False) if _is_npy(file) else _parsed(file)
        matrix = np.asarray(matrix, np.float64)
    except (ValueError, OSError, EOFError) as error:
        raise LearningError(
            f"transform {name}: this is neither an npy file nor numbers in text: "
            f"{shortened(visible(str(error)), 120)}"
        ) from error
    if matrix.shape != (dims, dims):
        raise LearningError(
            f"transform {name}: the background has {dims} dimensions, so the matrix "
            f"must be {dims} x {dims}. Got the shape {matrix.shape} instead"
        )
    if not np.isfinite(matrix).all():
        raise LearningError(f"transform {name}: it holds NaN or infinite numbers")
    return matrix.T


def text(matrix: np.ndarray) -> str:
    """The same as a text that R and numpy read: (dims, dims), a row a line."""
    lines = (" ".join(map(repr, row)) for row in matrix.T.tolist())
    return "".join(f"{line}\n" for line in lines)


def _is_npy(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(6) == b"\x93NUMPY"


def _parsed(file: Path) -> np.ndarray:
    lines = file.read_text(encoding="utf-8").replace(",", " ").splitlines()
    return np.loadtxt(lines, ndmin=2)
