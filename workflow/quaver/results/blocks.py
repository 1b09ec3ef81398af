"""How runs are written: one row of every dataset each."""

import hashlib

import numpy as np

from quaver import store
from quaver.spaces.normalise import directed
from quaver.spaces.space import Space

AXES = {
    "vectors": ("runs", "words", "dims"),
    "present": ("runs", "words"),
    "counts": ("runs", "words"),
    "losses": ("runs", "epochs"),
    "contexts": ("runs", "words", "dims"),
}
WORDS, ITEMS = "words", "items"  # the axis of a space, and what names its rows


def put_space(
    file: store.Writer, row: int, runs: int, space: Space, *, axis: str = WORDS
) -> str:
    """Write one run's space into its place of a block file; give its checksum."""
    vectors, present = settled(space)
    arrays = {"vectors": vectors, "present": present}
    arrays |= {"counts": space.counts, "losses": space.losses}
    if space.contexts is not None:
        # a word without a direction is absent, whatever its output weights are
        arrays["contexts"] = _blanked(space.contexts, present)
    for name, values in arrays.items():
        if row == 0:
            dims = tuple(axis if x == WORDS else x for x in AXES[name])
            file.reserve(name, dims, (runs, *values.shape), values.dtype)
        if values.size:
            file.file[name][row] = values
    return checksum(vectors)


def settled(space: Space) -> tuple[np.ndarray, np.ndarray]:
    """Vectors (words, dims) and present (words,) of a run as they are stored.

    A zero vector has no direction, so no cosine: its word is absent. Where rows of
    absent words are NaN already, the vectors are those of the space, not a copy.
    """
    present = space.present & directed(space.vectors)
    return _blanked(space.vectors, present), present


def _blanked(vectors: np.ndarray, present: np.ndarray) -> np.ndarray:
    """Vectors (words, dims) with NaN in the rows of absent words; not a copy where they
    have it already."""
    if np.isnan(vectors[~present]).all():
        return vectors
    return np.where(present[:, None], vectors, np.float32(np.nan))


def checksum(vectors: np.ndarray) -> str:
    """SHA-256 of one run's vectors (words, dims) as they are stored."""
    return hashlib.sha256(np.ascontiguousarray(vectors)).hexdigest()


def put_runs(
    file: store.Writer, names, numbers: np.ndarray, *, axis: str = WORDS
) -> None:
    """Write the scales of a block: names of its words, and the numbers of its runs."""
    file.put(axis, (axis,), names)
    file.put("runs", ("runs",), numbers)


def axis_of(file) -> str:
    """What the rows of the spaces of an open file are: words, or items."""
    return ITEMS if ITEMS in file else WORDS


def names_of(file) -> list[str]:
    """Names of the rows of the spaces of an open file."""
    return store.texts(file[axis_of(file)])
