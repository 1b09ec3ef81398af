"""Packed files as streams of bytes: .gz, .bz2, .xz, .zst, and members of .zip."""

import bz2
import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath

import zstandard

FED = 1 << 13  # bytes given to zstandard at once: bounds what it gives back
EXPANSION = 200  # times its packed size: text packs to a third, or to a twentieth
FREE = 1 << 26
DAMAGE = (
    NotImplementedError,  # a compression zipfile does not know
    RuntimeError,  # a member that is locked
    *(struct.error, OverflowError),  # what a broken archive says
    *(OSError, EOFError, zlib.error),
    *(lzma.LZMAError, zipfile.BadZipFile, zstandard.ZstdError),
)


class Member:
    """A file inside a zip archive that is open; its text is archive.zip/member.txt."""

    def __init__(self, archive: zipfile.ZipFile, path: Path, info: zipfile.ZipInfo):
        self.path, self.info = path, info
        self.suffix = PurePosixPath(info.filename).suffix
        self.open = partial(archive.open, info)  # unpacked from the archive only

    def __str__(self) -> str:
        """The member's place, as errors and patterns name it."""
        return f"{self.path}/{self.info.filename}"


def opened(file: Path | Member) -> io.BufferedIOBase:
    """The bytes of a file as a stream, unpacked by the end of its name."""
    unpack = OPENERS.get(file.suffix.lower())
    if isinstance(file, Member):
        return unpack(file.open(), "rb") if unpack else file.open()
    return (unpack or open)(file, "rb")


def excess_of(file: Path | Member, unpacked: int, times: int) -> str:
    """What is wrong with a packed file that holds more than any text does, or nothing.

    unpacked: bytes so far; of FREE of them any file may consist.
    """
    is_member = isinstance(file, Member)
    if unpacked <= FREE or not (is_member or file.suffix.lower() in OPENERS):
        return ""
    packed = (file.path if is_member else file).stat().st_size
    if is_member:
        packed = max(1, min(packed, file.info.compress_size))
    if unpacked <= times * packed:
        return ""
    return (
        f"{file} holds more than {times} times its {packed} packed bytes, as no text "
        f"does: leave it out, or write expansion: {10 * times}."
    )


class _Zstandard(io.RawIOBase):
    """Frames one after another; zstandard's own reader takes a cut file for whole."""

    def __init__(self, file: Path | io.BufferedIOBase, mode: str):
        super().__init__()
        self._file = file.open(mode) if isinstance(file, Path) else file
        self._frame, self._given, self._ready = None, b"", b""

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: memoryview) -> int:
        while not self._ready:
            self._given = self._given or self._file.read(FED)
            if not self._given:
                if self._frame is not None:
                    raise EOFError("a frame ended before its end")
                return 0
            if self._frame is None:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._ready, self._given = self._frame.decompress(self._given), b""
            if self._frame.eof:
                self._given, self._frame = self._frame.unused_data, None
        taken = min(len(buffer), len(self._ready))
        buffer[:taken] = self._ready[:taken]
        self._ready = self._ready[taken:]
        return taken


OPENERS: dict[str, Callable] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": lambda file, mode: io.BufferedReader(_Zstandard(file, mode), 1 << 17),
}
