"""The only file that opens HDF5: atomic writing, reading, provenance.

One artefact per file. A file is written to a temporary beside its place and moved, so
that a reader meets a whole file or none. Every dataset names its dimensions; a dataset
called like its only dimension is that dimension's scale, in its own group.
"""

import contextlib
import glob
import os
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import h5py
import numpy as np

FORMAT = 1
SLICE = 1 << 24  # bytes moved together when a long array is written
CHUNK = 1 << 22  # bytes read together at most; HDF5 refuses chunks of 4 GB
INLINE = 1 << 26  # bytes of a dataset that summary.h5 still holds itself
TEXT = h5py.string_dtype("utf-8")


class StoreError(Exception):
    """A file that is not what it should be; says which, why and what to do."""


class Writer:
    """An HDF5 file being written; names may hold groups: 'pip/mine/glove/losses'."""

    def __init__(self, file: h5py.File):
        """Wrap an open file."""
        self.file = file
        self._dims: dict[str, tuple[str, ...]] = {}

    def reserve(self, name: str, dims: tuple[str, ...], shape, dtype) -> h5py.Dataset:
        """Make room for an array that is filled piece by piece, with checksums."""
        options = {}
        if dtype != TEXT and np.prod(shape):
            chunks = _chunks(shape, dtype) if len(shape) > 1 else True
            options = {"chunks": chunks, "fletcher32": True}
        return self._room(name, dims, shape=shape, dtype=dtype, **options)

    def _room(self, name: str, dims: tuple[str, ...], **options) -> h5py.Dataset:
        self._dims[name] = dims
        return self.file.create_dataset(name, track_times=False, **options)

    def put(self, name: str, dims: tuple[str, ...], values, *, mapped=False) -> None:
        """Write an array, or a sequence of texts, whose axes are called dims.

        mapped: in one piece, without checksums, so that it can be memory-mapped.
        """
        is_text = not isinstance(values, np.ndarray) and _holds_text(values)
        if not is_text:
            values = np.asarray(values)
        shape = (len(values),) if is_text else values.shape
        if len(shape) != len(dims):
            raise ValueError(f"{name} must have the axes {dims}. Got {shape}.")
        dtype = TEXT if is_text else values.dtype
        if mapped:
            dataset = self._room(name, dims, shape=shape, dtype=dtype)
        else:
            dataset = self.reserve(name, dims, shape, dtype)
        row = 256 if is_text else max(1, values[:1].nbytes)
        step = max(1, SLICE // row)
        for start in range(0, shape[0], step):
            part = values[start : start + step]
            dataset[start : start + step] = np.array(part, object) if is_text else part

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
            self._complete(name, dims)
        scales = {
            name
            for name, dims in self._dims.items()
            if _scale(name, dims[:1]) == [name]
        }
        for name in sorted(scales):
            self.file[name].make_scale(self._dims[name][0])
        for name, dims in self._dims.items():
            for axis, scale in enumerate(_scale(name, dims)):
                self.file[name].dims[axis].label = dims[axis]
                if name not in scales and scale in scales:
                    self.file[name].dims[axis].attach_scale(self.file[scale])

    def _complete(self, name: str, dims: tuple[str, ...]) -> None:
        """Count the axes without a scale where others have one: xarray needs all."""
        scales = _scale(name, dims)
        missing = [axis for axis, scale in enumerate(scales) if scale not in self.file]
        if len(missing) < len(dims):
            for axis in missing:
                length = self.file[name].shape[axis]
                self.put(scales[axis], (dims[axis],), np.arange(length))


def _chunks(shape, dtype) -> tuple[int, ...]:
    """One row, or where that passes CHUNK bytes a slice of it, a power of two long."""
    room, chunks = max(1, CHUNK // np.dtype(dtype).itemsize), []
    for length in reversed(shape[1:]):
        chunks.insert(0, length if length <= room else 1 << (room.bit_length() - 1))
        room //= chunks[0]
    return (1, *chunks)


def _holds_text(values) -> bool:
    return len(values) == 0 or isinstance(values[0], str)


def _scale(name: str, dims: tuple[str, ...]) -> list[str]:
    """Where the scale of each dimension of a dataset would stand."""
    group = name.rpartition("/")[0]
    return [f"{group}/{dim}" if group else dim for dim in dims]


@contextlib.contextmanager
def create(path: str | Path, kind: str, provenance: Callable) -> Iterator[Writer]:
    """Write a file of a kind whole or not at all; provenance() is asked at the end."""
    with replacing(path) as temporary:
        with h5py.File(
            temporary, "w", alignment_threshold=4096, alignment_interval=64
        ) as file:
            writer = Writer(file)
            yield writer
            writer.finish()
            file.attrs["kind"] = kind
            file.attrs["format"] = FORMAT
            group = file.create_group("provenance")
            for key, value in provenance().items():
                group.attrs[key] = value


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary beside path that takes its place when all went well."""
    temporary = _temporary(Path(path))
    try:
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        _refuse_orphan(path)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def scratch(path: str | Path) -> Iterator[Path]:
    """A folder for what is needed while path is written, no longer.

    It stands where QUAVER_SCRATCH says, on a node's own disk, or else beside path.
    """
    place = scratch_place() or Path(path).parent
    folder = _temporary(place / f"{Path(path).name}.scratch")
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def scratch_place() -> Path | None:
    """The folder QUAVER_SCRATCH names, made where it is missing; none without it.

    A variable in it is the node's: '$SLURM_TMPDIR/quaver'. A machine that does not know
    it, as where the workflow was called, has no such folder.
    """
    place = os.path.expandvars(os.environ.get("QUAVER_SCRATCH", ""))
    if not place or "$" in place:
        return None
    Path(place).mkdir(parents=True, exist_ok=True)
    return Path(place)


def _temporary(path: Path) -> Path:
    """Name what is not whole yet; what killed jobs left under such names is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stem = f"{path.name}.tmp.{socket.gethostname()}."
    for left in path.parent.glob(f"{glob.escape(stem)}*"):
        process = left.name.removeprefix(stem)
        if not process.isdigit() or _runs(int(process)):
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)
    return path.with_name(f"{stem}{os.getpid()}")


def _refuse_orphan(path: str | Path) -> None:
    """Keep a job whose workflow was killed from writing over what a new one made.

    QUAVER_PROCESS is the Snakemake that started the job, <number>@<host>; one on
    another machine cannot be asked.
    """
    workflow, _, host = os.environ.get("QUAVER_PROCESS", "").partition("@")
    if not workflow or host != socket.gethostname() or int(workflow) == os.getpid():
        return
    if not _runs(int(workflow)):
        raise SystemExit(f"{path} is not written: the workflow of this job has ended.")


def _runs(process: int) -> bool:
    """Tell whether another process of this host is alive under a number."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    # Linux keeps a killed process as a zombie until its parent has heard of it
    with contextlib.suppress(OSError):
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        return status.rpartition(")")[2].split()[0] != "Z"
    return True


@contextlib.contextmanager
def read(path: str | Path, kind: str) -> Iterator[h5py.File]:
    """Open a file of a kind for reading only, which leaves its time stamp alone."""
    try:
        file = h5py.File(path, "r", locking=False)
    except FileNotFoundError as error:
        raise StoreError(f"{path} does not exist: run snakemake to make it.") from error
    except OSError as error:
        raise StoreError(
            f"{path} is not a whole HDF5 file ({error}): remove it and run snakemake."
        ) from error
    with file:
        found, version = file.attrs.get("kind"), file.attrs.get("format")
        if found != kind:
            raise StoreError(f"{path} must hold '{kind}'. It holds '{found}' instead.")
        if version != FORMAT:
            raise StoreError(
                f"{path} is stored in format {version}, this Quaver reads {FORMAT}: "
                "remove it and run snakemake."
            )
        yield file


def length(path: str | Path, name: str) -> int:
    """Length of a dataset of a file."""
    with h5py.File(path, "r", locking=False) as file:
        return len(file[name])


def texts(dataset: h5py.Dataset) -> list[str]:
    """Texts of a dataset: (n,) -> list."""
    return dataset.asstr()[:].tolist() if dataset.size else []


def mapped(path: str | Path, name: str) -> np.ndarray:
    """A contiguous dataset as a read-only memory map, kept after the file is closed."""
    with h5py.File(path, "r", locking=False) as file:
        dataset = file[name]
        if not dataset.size:
            return np.empty(dataset.shape, dataset.dtype)
        return np.memmap(
            path, dataset.dtype, "r", dataset.id.get_offset(), dataset.shape
        )


def provenance_of(path: str | Path) -> dict:
    """Attributes of a file's provenance group."""
    with h5py.File(path, "r", locking=False) as file:
        return dict(file["provenance"].attrs)
