"""Arrays of npz files that somebody else wrote, looked at before they are read."""

import math
import zipfile
from collections.abc import Container
from typing import BinaryIO

import numpy as np
from numpy.lib import format as npy

from quaver.foreign import expanded, shortened, visible
from quaver.trainers import TrainingError

# what an npz may hold beside words and vectors: kinds of its numbers, in letters, words
BESIDE = {"counts": ("iu", "whole numbers of 0 or more")}
BESIDE["contexts"] = "fiu", "finite numbers"
EXPANSION, FREE = 50, 1 << 26  # an array packs to a fiftieth, or holds less than 64 MB


def arrays(file: BinaryIO, path: str, names: Container[str]) -> tuple[dict, list[str]]:
    """Arrays of an npz file that have one of these names; all names it holds."""
    if not zipfile.is_zipfile(file):
        raise TrainingError(f"{path}: this is not an npz file, or it is truncated")
    file.seek(0)
    try:
        with np.load(file, allow_pickle=False) as archive:
            wanted = [name for name in archive.files if name in names]
            for name in wanted:
                _refuse_lies(archive.zip, f"{name}.npy")
            return {name: archive[name] for name in wanted}, sorted(archive.files)
    except Exception as error:  # numpy and zipfile have no end of them for bad bytes
        reason = shortened(visible(str(error)) or type(error).__name__, 120)
        raise TrainingError(
            f"{path}: this is not an npz file of plain arrays: {reason}"
        ) from error


def _refuse_lies(archive: zipfile.ZipFile, name: str) -> None:
    """Raise ValueError where the header of an array promises more than its member."""
    info = archive.getinfo(name)
    if info.file_size > max(FREE, EXPANSION * info.compress_size):
        raise ValueError(f"{name} holds {info.file_size} bytes in {info.compress_size}")
    with archive.open(info) as file:
        major, _ = npy.read_magic(file)
        read = npy.read_array_header_1_0 if major == 1 else npy.read_array_header_2_0
        shape, _, dtype = read(file)
    promised = math.prod(shape) * dtype.itemsize
    if min(shape, default=0) < 0 or promised > info.file_size:
        raise ValueError(f"{name} promises {promised} bytes and has {info.file_size}")


def beside(path: str, format: str) -> tuple[str, ...]:
    """Names of what a file holds beside its vectors: counts, contexts, both, nothing.

    A space without counts (all 0) cannot stand behind terms as their background.
    """
    if format != "npz":
        return ()
    with expanded(path).open("rb") as file:
        _, held = arrays(file, path, ())
    return tuple(name for name in BESIDE if name in held)


def read_beside(path: str, shape: tuple[int, int]) -> dict[str, np.ndarray]:
    """What an npz holds beside vectors of a shape (n, dims): counts (n,), contexts (n,
    dims) float32; refuse what does not fit them."""
    with expanded(path).open("rb") as file, np.errstate(over="ignore"):
        held, _ = arrays(file, path, BESIDE)
        if (found := held.get("contexts")) is not None and found.dtype.kind in "fiu":
            held["contexts"] = found.astype(np.float32)
    for name, (kinds, what) in BESIDE.items():
        found = held.get(name)
        if found is None:
            continue
        wanted = shape if name == "contexts" else shape[:1]
        if found.shape != wanted or found.dtype.kind not in kinds:
            raise TrainingError(
                f"{path}: {name} must have the shape {wanted}, as the vectors have it, "
                f"and be {what}. Got {found.shape} of {found.dtype} instead"
            )
        if not np.isfinite(found).all() or (kinds == "iu" and found.min() < 0):
            raise TrainingError(
                f"{path}: {name} hold NaN, infinite or negative numbers where {what} "
                "are wanted: leave the array out, or mend it"
            )
    return held
