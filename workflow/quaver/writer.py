"""The datasets of an HDF5 file being written: their axes, scales, chunks, checksums.

Every dataset names its dimensions; a dataset called like its only dimension is that
dimension's scale, in its own group.
"""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path

import h5py
import numpy as np

SLICE = 1 << 24  # bytes moved together when a long array is written
CHUNK = 1 << 22  # bytes read together at most; HDF5 refuses chunks of 4 GB
LARGE = 1 << 20  # bytes of a dataset with checksums of its own, which no seal is of
TEXT = h5py.string_dtype("utf-8")
CHECKSUM = "crc32"  # of the bytes of an array to be memory-mapped


class Writer:
    """An HDF5 file being written; names may hold groups: 'pip/mine/glove/losses'."""

    def __init__(self, file: h5py.File):
        self.file = file
        self._dims: dict[str, tuple[str, ...]] = {}

    def reserve(self, name: str, dims: tuple[str, ...], shape, dtype) -> h5py.Dataset:
        """Make room for an array that is filled piece by piece, with checksums."""
        if dtype == TEXT or not np.prod(shape):
            return self._room(name, dims, shape, dtype)
        chunks = _chunks(shape, dtype) if len(shape) > 1 else True
        return self._room(name, dims, shape, dtype, chunks=chunks, fletcher32=True)

    def _room(self, name, dims, shape, dtype, **options) -> h5py.Dataset:
        self._dims[name] = dims
        return self.file.create_dataset(
            name, shape, dtype, track_times=False, **options
        )

    def put(self, name: str, dims: tuple[str, ...], values, *, mapped=False) -> None:
        """Write an array or texts with axes dims; mapped: in one piece, to be so."""
        is_text = not isinstance(values, np.ndarray) and (
            len(values) == 0 or isinstance(values[0], str)
        )
        values = values if is_text else np.asarray(values)
        shape = (len(values),) if is_text else values.shape
        if len(shape) != len(dims):
            raise ValueError(f"{name} must have the axes {dims}. Got {shape}.")
        dtype = TEXT if is_text else values.dtype
        room = self._room if mapped else self.reserve
        dataset = room(name, dims, shape, dtype)
        row = 256 if is_text else max(1, values[:1].nbytes)
        step = max(1, SLICE // row)
        for start in range(0, shape[0], step):
            part = values[start : start + step]
            dataset[start : start + step] = np.array(part, object) if is_text else part
        if mapped:
            dataset.attrs[CHECKSUM] = checksum(values)

    def link(self, name: str, path: Path, inner: str) -> None:
        """Stand for a dataset of another file, by a path relative to this file."""
        relative = os.path.relpath(path, Path(self.file.filename).parent)
        self.file[name] = h5py.ExternalLink(relative, inner)

    def describe(self, name: str, attributes: Mapping) -> None:
        """Set attributes of a dataset, a group or (name '/') the file."""
        target = self.file[name] if name in self.file else self.file.create_group(name)
        for key, value in attributes.items():
            target.attrs[key] = value

    def finish(self) -> None:
        """Label every axis and attach the scales that stand in the same group."""
        for name, dims in list(self._dims.items()):
            # axes without a scale are counted where others have one: xarray needs all
            scales, shape = _scale(name, dims), self.file[name].shape
            missing = [k for k, scale in enumerate(scales) if scale not in self.file]
            if len(missing) < len(dims):
                for axis in missing:
                    self.put(scales[axis], (dims[axis],), np.arange(shape[axis]))
        names = self._dims.items()
        scales = {name for name, dims in names if _scale(name, dims[:1]) == [name]}
        for name in sorted(scales):
            self.file[name].make_scale(self._dims[name][0])
        for name, dims in self._dims.items():
            for axis, scale in enumerate(_scale(name, dims)):
                self.file[name].dims[axis].label = dims[axis]
                if name not in scales and scale in scales:
                    self.file[name].dims[axis].attach_scale(self.file[scale])

    def checked(self) -> list[tuple[int, int]]:
        """Parts of the file (first byte, bytes) that bear checksums of their own."""
        self.file.flush()  # gives every chunk its place
        parts: list[tuple[int, int]] = []
        for name in self._dims:
            dataset = self.file[name]
            if dataset.dtype == TEXT or dataset.id.get_storage_size() < LARGE:
                continue
            if dataset.fletcher32:
                dataset.id.chunk_iter(lambda one: parts.append((one[2], one[3])))
            elif CHECKSUM in dataset.attrs:
                parts.append((dataset.id.get_offset(), dataset.id.get_storage_size()))
        return parts


def _chunks(shape, dtype) -> tuple[int, ...]:
    """One row, or where that passes CHUNK bytes a slice of it, a power of two long."""
    room, chunks = max(1, CHUNK // np.dtype(dtype).itemsize), []
    for length in reversed(shape[1:]):
        chunks.insert(0, length if length <= room else 1 << (room.bit_length() - 1))
        room //= chunks[0]
    return (1, *chunks)


def checksum(values: np.ndarray) -> np.uint32:
    """Checksum of the bytes of an array."""
    flat, value = values.reshape(-1), 0
    step = SLICE // max(1, values.itemsize)
    for start in range(0, len(flat), step):
        value = zlib.crc32(flat[start : start + step].tobytes(), value)
    return np.uint32(value)


def _scale(name: str, dims: tuple[str, ...]) -> list[str]:
    """Where the scale of each dimension of a dataset would stand."""
    group = name.rpartition("/")[0]
    return [f"{group}/{dim}" if group else dim for dim in dims]
