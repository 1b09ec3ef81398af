"""The only file that opens HDF5: atomic writing, reading, provenance.

One artefact per file. A file is written to a temporary beside its place and moved, so
that a reader meets a whole file or none. What is damaged since is refused.
"""

import contextlib
import glob
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from traceback import walk_tb

import h5py
import numpy as np

from quaver import seal
from quaver.writer import CHECKSUM, Writer, checksum

FORMAT = 1
INLINE = 1 << 26  # bytes of a dataset that summary.h5 still holds itself


class StoreError(Exception):
    """A file that is not what it should be; says which, why and what to do."""


@contextlib.contextmanager
def create(path: str | Path, kind: str, provenance: Callable) -> Iterator[Writer]:
    """Write a file of a kind whole or not at all; provenance() is asked at the end."""
    with replacing(path) as temporary:
        aligned = {"alignment_threshold": 4096, "alignment_interval": 64}
        with h5py.File(temporary, "w", **aligned) as file:
            writer = Writer(file)
            yield writer
            writer.finish()
            writer.describe("/", {"kind": kind, "format": FORMAT})
            writer.describe("provenance", provenance())
            checked = writer.checked()
        seal.put(temporary, checked)


@contextlib.contextmanager
def replacing(path: str | Path, *, is_folder: bool = False) -> Iterator[Path]:
    """A temporary (folder) beside path that takes its place when all went well."""
    temporary, aside = _temporary(Path(path)), _temporary(Path(f"{path}.old"))
    if is_folder:
        temporary.mkdir()
    try:
        yield temporary
        for written in filter(Path.is_file, (temporary, *temporary.rglob("*"))):
            with written.open("rb") as file:
                os.fsync(file.fileno())
        _refuse_orphan(path)
        if is_folder and Path(path).is_dir():  # a reader meets a whole one or none
            Path(path).replace(aside)
        temporary.replace(path)
    finally:
        _discard(temporary)
        _discard(aside)


def _discard(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all, the same bytes on every system."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def remove(*paths: Path) -> None:
    """Remove files, as far as they stand; not those a newer workflow may have made."""
    for path in paths:
        _refuse_orphan(path)
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def scratch(path: str | Path) -> Iterator[Path]:
    """A folder while path is written, where QUAVER_SCRATCH says or else beside path."""
    parent = scratch_place() or Path(path).parent
    folder = _temporary(parent / f"{Path(path).name}.scratch")
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def scratch_place() -> Path | None:
    """The folder QUAVER_SCRATCH names, made where it is missing; none without it."""
    parent = os.path.expandvars(os.environ.get("QUAVER_SCRATCH", ""))
    if not parent or "$" in parent:  # a node's variable ($SLURM_TMPDIR), unknown here
        return None
    Path(parent).mkdir(parents=True, exist_ok=True)
    return Path(parent)


def _temporary(path: Path) -> Path:
    """Name what is not whole yet; what killed jobs left under such names is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stem = f"{path.name}.tmp.{socket.gethostname()}."
    for left in path.parent.glob(f"{glob.escape(stem)}*"):
        process = left.name.removeprefix(stem)
        is_own = process == str(os.getpid())  # of a process before us
        if not process.isdigit() or (not is_own and is_alive(int(process))):
            continue
        _discard(left)
    return path.with_name(f"{stem}{os.getpid()}")


def _refuse_orphan(path: str | Path) -> None:
    """Keep a job whose workflow was killed from writing over what a new one made."""
    # <number>@<host> of the workflow; one on another machine cannot be asked
    workflow, _, host = os.environ.get("QUAVER_PROCESS", "").partition("@")
    if not workflow or host != socket.gethostname() or int(workflow) == os.getpid():
        return
    if not is_alive(int(workflow)):
        raise SystemExit(f"{path} is not written: the workflow of this job has ended.")


def is_alive(process: int) -> bool:
    """Tell whether a process of this host is alive under a number."""
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
    with opened(path) as file, reading(file, kind):
        yield file


@contextlib.contextmanager
def reading(file: h5py.File, kind: str = "") -> Iterator[h5py.File]:
    """Read of an open file, of a kind if one is named; damage becomes a sentence."""
    path = file.filename
    try:
        stored, version = file.attrs.get("kind"), file.attrs.get("format")
        if kind and stored != kind:
            raise StoreError(f"{path} must hold '{kind}'. It holds '{stored}' instead.")
        if kind and version != FORMAT:
            raise StoreError(
                f"{path} is stored in format {version}, this Quaver reads {FORMAT}: "
                "remove it and run snakemake."
            )
        yield file
    except (OSError, RuntimeError, KeyError, ValueError) as error:
        # what HDF5 raises where it cannot read on, and nothing else, is damage
        *_, (frame, _) = walk_tb(error.__traceback__)
        if "h5py" not in frame.f_code.co_filename or "write" in str(error):
            raise
        raise _damaged(path, error) from error


def opened(path: str | Path) -> h5py.File:
    """Open a file for reading that is as it was written; HDF5 may crash on others."""
    try:
        status = Path(path).stat()
        if not _holds(Path(path), status.st_size, status.st_mtime_ns):
            raise _damaged(path, "its checksum differs")
        return h5py.File(path, "r", locking=False)
    except FileNotFoundError as error:
        raise StoreError(f"{path} does not exist: run snakemake to make it.") from error
    except OSError as error:
        raise StoreError(
            f"{path} is not a whole HDF5 file ({error}): remove it and run snakemake."
        ) from error


@cache
def _holds(path: Path, size: int, changed: int) -> bool:
    """Look at a seal once, though a file is opened for every slice of its words."""
    return seal.holds(path)


def _damaged(path: str | Path, why) -> StoreError:
    return StoreError(f"{path} is damaged ({why}): remove it and run snakemake.")


def length(path: str | Path, name: str) -> int:
    """Length of a dataset of a file; 0 where it cannot be read, which jobs tell."""
    try:
        with opened(path) as file:
            return len(file[name])
    except (StoreError, KeyError):
        return 0


def texts(dataset: h5py.Dataset) -> list[str]:
    """Texts of a dataset: (n,) -> list."""
    return dataset.asstr()[:].tolist() if dataset.size else []


def mapped(file: h5py.File, name: str) -> np.ndarray:
    """A contiguous dataset as a read-only memory map, kept after the file is closed."""
    dataset, path = file[name], file.filename
    if not dataset.size:
        return np.empty(dataset.shape, dataset.dtype)
    offset = dataset.id.get_offset()
    values = np.memmap(path, dataset.dtype, "r", offset, dataset.shape)
    if dataset.attrs.get(CHECKSUM, 0) not in (0, checksum(values)):
        raise _damaged(path, f"the checksum of {name} differs")
    return values


def kind(path: str | Path) -> str:
    """What a file holds."""
    with opened(path) as file:
        return str(file.attrs.get("kind", ""))


def provenance_of(path: str | Path) -> dict:
    """Attributes of a file's provenance group."""
    with opened(path) as file:
        return dict(file["provenance"].attrs)
