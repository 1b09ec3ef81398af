"""Packages of Debian and Ubuntu: fetched by apt-get, read on any machine."""

import gzip
import io
import lzma
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import zstandard

from quaver.corpora.packed import DAMAGE
from quaver.corpora.reading import SourceError

MAGIC = b"!<arch>\n"
OPENERS = {
    ".tar": lambda stream: stream,
    ".xz": lzma.open,
    ".gz": gzip.open,
    ".zst": lambda stream: zstandard.ZstdDecompressor().stream_reader(stream),
}


def fetched(names: Sequence[str], work: Path) -> list[Path]:
    """Packages of these names as files below work, downloaded if they are not there.

    A download's folder gets its name when all of it stands: no cut file is read again.
    """
    done = work / names[0]
    part = done.with_name(f"{done.name}.part")
    if not all(map(any, (done.glob(f"{name}_*.deb") for name in names))):
        promised(names)
        for folder in (done, part):
            shutil.rmtree(folder, ignore_errors=True)
        part.mkdir(parents=True)
        _download(names, part)
        part.rename(done)
    return placed(names, done)


def placed(names: Sequence[str], folder: Path) -> list[Path]:
    """Packages of these names in a folder, all of one version; else what to place."""
    by_name = {name: sorted(folder.glob(f"{name}_*.deb")) for name in names}
    missing = [name for name in names if not by_name[name]]
    if missing:
        raise SourceError(
            f"the folder {folder} holds no {_wanted(missing)}: place {_wanted(names)} "
            "there."
        )
    versions = sorted(set(map(version, chain(*by_name.values()))))
    if len(versions) > 1:
        raise SourceError(
            f"the folder {folder} holds packages of different versions "
            f"({', '.join(versions)}): keep one version of {_wanted(names)}."
        )
    return [packages[0] for packages in by_name.values()]


def promised(names: Sequence[str]) -> str:
    """What a download would bring, in words; where there is no apt-get, the error."""
    if not shutil.which("apt-get"):
        raise SourceError(
            f"apt-get, which Debian and Ubuntu have, is needed for "
            f"{' and '.join(names)} and is not here: {_cure(names)}"
        )
    return f"to be downloaded by apt-get: {' and '.join(names)}"


def version(package: Path) -> str:
    """The version in a package's file name, which writes a colon as %3a."""
    return package.name.split("_")[1].removesuffix(".deb").replace("%3a", ":")


def _wanted(names: Sequence[str]) -> str:
    return " and ".join(f"{name}_*.deb" for name in names)


def files(package: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents of a package's files, in its own order, one at a time."""
    try:
        with (
            package.open("rb") as file,
            OPENERS[_seek_data(file)](file) as stream,
            tarfile.open(fileobj=stream, mode="r|") as archive,
        ):
            for member in archive:
                if member.isfile():
                    yield member.name, archive.extractfile(member).read()
    except (*DAMAGE, ValueError, tarfile.TarError) as error:
        raise SourceError(
            f"{package} breaks off or is no Debian package ({error}): remove it and "
            "fetch it again."
        ) from error


def _seek_data(file: io.BufferedReader) -> str:
    """Go to where the files of a package begin; the ending that says how they are."""
    if file.read(len(MAGIC)) != MAGIC:
        raise ValueError("it is not an ar archive")
    while header := file.read(60):  # bytes before each member
        name, size = header[:16].decode("ascii").strip().rstrip("/"), header[48:58]
        ending = Path(name).suffix
        if name.startswith("data.tar") and ending in OPENERS:
            return ending
        file.seek(int(size) + int(size) % 2, io.SEEK_CUR)
    raise ValueError("it holds no data.tar of a kind known here")


def _download(names: Sequence[str], folder: Path) -> None:
    """Have apt-get, which needs no root for it, put packages into a folder."""
    ended = subprocess.run(
        ["apt-get", "download", *names],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        errors="replace",
    )
    if ended.returncode:
        lines = ended.stderr.splitlines()
        complaints = (line for line in lines if line.startswith("E:"))
        reason = next(complaints, "E: no reason").removeprefix("E:").strip().rstrip(".")
        raise SourceError(
            f"apt-get could not download {' and '.join(names)} ({reason}): run apt-get "
            f"update as root, or {_cure(names)}"
        )


def _cure(names: Sequence[str]) -> str:
    return f"place {_wanted(names)} in a folder and write it as 'folder:'."
