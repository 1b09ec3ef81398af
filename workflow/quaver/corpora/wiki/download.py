"""A file from the network: resumed where it broke off, believed by its checksum."""

import fcntl
import hashlib
import http.client
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from quaver.corpora.reading import SourceError
from quaver.foreign import expanded

LOGGER = logging.getLogger(__name__)
BLOCK = 1 << 20
EVERY = 10  # seconds between two lines of progress
PATIENCE = 60  # seconds without an answer
PAUSE = 1  # seconds between two tries
TRIES = 5  # broken connections in a row that brought nothing


def fetched(source: Mapping) -> list[str]:
    """The path of a source, downloaded from its url unless it is there; verified.

    checksum: sha256:, sha1: or md5: and hexadecimal digits. What has come stands in
    <path>.part, and the next call goes on from there.
    """
    path = expanded(source["path"])
    if path.is_dir():
        raise SourceError(
            f"{path} is a folder, but a url brings one file: write the path of a file."
        )
    if path.exists():
        if not _is(path, source["checksum"]):
            raise SourceError(
                f"{path} does not have the checksum {source['checksum']}: remove the "
                "file to have it fetched anew, or correct the checksum."
            )
        return [str(path)]
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_name(f".{path.name}.lock")
    part = path.with_name(f"{path.name}.part")
    try:
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # two jobs may want one file
            if not path.exists():
                _download(source, part)
                part.replace(path)
    finally:
        lock.unlink(missing_ok=True)
    return [str(path)]


def _is(path: Path, checksum: str) -> bool:
    name, _, wanted = checksum.partition(":")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.new(name))
    return digest.hexdigest() == wanted.lower()


def _download(source: Mapping, part: Path) -> None:
    """Try until all has come, as long as each try brings something; verify it."""
    failures = 0
    while True:
        before = part.stat().st_size if part.exists() else 0
        reason: Exception = ConnectionError("the connection broke off")
        try:
            if _went_on(source["url"], part, before):
                break
        except (OSError, http.client.HTTPException) as error:
            reason = error
        grown = part.exists() and part.stat().st_size > before
        failures = 0 if grown else failures + 1
        is_refused = isinstance(reason, urllib.error.HTTPError)
        if failures == TRIES or is_refused or not part.exists():
            raise SourceError(
                f"{source['url']} cannot be fetched ({reason}): run snakemake again, "
                "which goes on where it broke off, or place the file as "
                f"{source['path']} (its checksum is {source['checksum']})."
            ) from reason
        time.sleep(PAUSE)
    if not _is(part, source["checksum"]):
        part.unlink()
        raise SourceError(
            f"{source['url']} does not have the checksum {source['checksum']}, so "
            "what came was removed: correct the checksum, or run snakemake again."
        )


def _went_on(url: str, part: Path, done: int) -> bool:
    """Ask for what is missing and append it; tell whether all has come."""
    asked = urllib.request.Request(url, headers={"User-Agent": "quaver"})
    if done:
        asked.add_header("Range", f"bytes={done}-")
    try:
        answer = urllib.request.urlopen(asked, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        if done and error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            return True  # nothing is missing; the checksum tells whether it is right
        raise
    with answer:
        goes_on = answer.status == http.client.PARTIAL_CONTENT
        start = done if goes_on else 0
        length = answer.headers.get("Content-Length")
        whole = start + int(length) if length else None
        with part.open("ab" if goes_on else "wb") as file:
            reported = time.monotonic()
            while block := answer.read(BLOCK):
                file.write(block)
                start += len(block)
                if time.monotonic() - reported >= EVERY:
                    reported = time.monotonic()
                    end = f" of {whole / 1e6:.0f}" if whole else ""
                    LOGGER.info("%.0f%s MB have come", start / 1e6, end)
    return whole is None or start == whole
