"""Which files a path names: a file, a folder, a pattern, zip archives among them."""

import glob
import hashlib
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from quaver.corpora.packed import DAMAGE, Member
from quaver.corpora.reading import SourceError
from quaver.foreign import FOLDER, PATH, expanded, fault, shortened


def files(source: Mapping) -> list[str]:
    """Paths a source reads, sorted, without hidden ones; none for what a url brings."""
    if source.get("folder"):
        folder = expanded(source["folder"])
        help_of = (f"libreoffice-help-{source.get('locale')}", "libreoffice-help-en-us")
        packages = [source["package"]] if "package" in source else help_of
        names = {f"{package}_*.deb" for package in packages}
        return sorted(str(path) for name in names for path in folder.glob(name))
    if "path" not in source or source.get("url"):
        return []
    path, reason = expanded(source["path"]), fault(source["path"])
    if not reason:
        return _named([str(path)])
    if reason == FOLDER:
        entries = [entry for entry in path.iterdir() if not entry.name.startswith(".")]
    else:
        # Path.glob gives no files for ** before Python 3.13
        entries = map(Path, glob.glob(str(path), recursive=True))  # noqa: PTH207
    names = sorted(str(entry) for entry in entries if not fault(entry))
    if names:
        return _named(names)
    if reason == FOLDER:
        raise SourceError(
            f"the folder {path} holds no file of its own: name one that does, or all "
            f"folders below by the pattern {path / '**'}."
        )
    shown = shortened(str(path), PATH)
    nothing = f"no file matches {shown}" if glob.has_magic(str(path)) else ""
    raise SourceError(f"{nothing or f'{shown} {reason}'}: correct the source's path.")


def _named(names: list[str]) -> list[str]:
    """The same names; refused where they are no text, as ids and records are."""
    bad = [name for name in names if name.encode("utf-8", "replace").decode() != name]
    if bad:
        shown = shortened(PurePosixPath(bad[0]).name, 60)
        raise SourceError(
            f"{len(bad)} of {len(names)} files have names that are not UTF-8 (first: "
            f"{shown}): rename them, for example with convmv -f latin1 -t utf-8."
        )
    return names


def entries(source: Mapping) -> Iterator[Path | Member]:
    """Files of a source in order and members of archives, nothing of them read."""
    for path in map(Path, files(source)):
        yield from _members(path, Counter()) if is_archive(path) else [path]


def texts(source: Mapping, counts: Counter) -> Iterator[Path | Member]:
    """Files of a source in order, the members of an archive in its place, by name.

    counts gets archives, skipped_members (folders, what macOS adds, hidden ones),
    skipped_files and skipped_folders of a folder, and duplicate_files: those with the
    bytes of an earlier one (members: with its length and checksum).
    """
    paths = list(map(Path, files(source)))
    folder, read = expanded(source["path"]), set(paths)
    if fault(folder) == FOLDER:
        others = [entry for entry in folder.iterdir() if entry not in read]
        inner = sum(entry.is_dir() for entry in others)
        counts["skipped_folders"] += inner
        counts["skipped_files"] += len(others) - inner
    counts["duplicate_files"] += _repeated(paths)
    contents: set[tuple[int, int]] = set()
    for path in paths:
        if not is_archive(path):
            yield path
            continue
        counts["archives"] += 1
        for member in _members(path, counts):
            content = member.info.file_size, member.info.CRC
            counts["duplicate_files"] += content in contents and content[0] > 0
            contents.add(content)
            yield member


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive by its name."""
    return path.suffix.lower() == ".zip"


def _members(path: Path, counts: Counter) -> Iterator[Member]:
    try:
        archive = zipfile.ZipFile(path)
    except (*DAMAGE, UnicodeError) as error:
        raise SourceError(
            f"{path} cannot be read as a zip archive ({error}): fetch it again or "
            "correct the source's path."
        ) from error
    with archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            parts = PurePosixPath(info.filename).parts
            hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
            if info.is_dir() or hidden:
                counts["skipped_members"] += 1
                continue
            member = Member(archive, path, info)
            if info.flag_bits & 1 or member.suffix.lower() == ".zip":
                reason = "is locked" if info.flag_bits & 1 else "is an archive itself"
                raise SourceError(
                    f"{member} {reason}: unpack {path} and name the folder."
                )
            yield member


def _repeated(paths: list[Path]) -> int:
    """Files with the bytes of an earlier one; only those of one length are read."""
    lengths = [path.stat().st_size for path in paths]
    shared = Counter(lengths)
    digests = []
    for path, length in zip(paths, lengths, strict=True):
        if length and shared[length] > 1:
            try:
                with path.open("rb") as file:
                    digests.append(hashlib.file_digest(file, "sha256").digest())
            except OSError:  # told with its cure when the file is read
                continue
    return len(digests) - len(set(digests))
