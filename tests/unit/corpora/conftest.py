import gzip
import io
import lzma
import tarfile

import pytest
import zstandard

COMPRESSIONS = {
    "": lambda data: data,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


@pytest.fixture
def deb():
    """Write a Debian package: a path, texts or bytes of files, how it is packed."""

    def write(path, files, ending=".xz"):
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w") as archive:
            folder = tarfile.TarInfo("./usr")
            folder.type = tarfile.DIRTYPE
            archive.addfile(folder)
            for name, text in files.items():
                member = tarfile.TarInfo(name)
                content = text.encode("utf-8") if isinstance(text, str) else text
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        members = {
            "debian-binary": b"2.0\n",
            "control.tar.xz": b"odd",
            f"data.tar{ending}": COMPRESSIONS[ending](data.getvalue()),
        }
        parts = [b"!<arch>\n"]
        for name, content in members.items():
            header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n"
            parts += [header.encode(), content, b"\n" * (len(content) % 2)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(parts))
        return path

    return write


@pytest.fixture
def apt_get(tmp_path, monkeypatch):
    """Put a shell script of this text in the place of apt-get; none without a text."""

    def place(text=None):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        monkeypatch.setenv("PATH", str(folder))
        script = folder / "apt-get"
        script.unlink(missing_ok=True)
        if text is not None:
            script.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{text}\n")
            script.chmod(0o755)

    return place
