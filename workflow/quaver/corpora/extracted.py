"""Text taken out of a source once: documents as JSON lines in zstandard frames.

A file is frames one after another, so that parts made apart are simply joined.
"""

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import zstandard

from quaver.corpora.packed import DAMAGE, OPENERS
from quaver.corpora.reading import Document, SourceError

LEVEL = 3


def frame(documents: Iterable[Document]) -> bytes:
    """Documents as one compressed frame; nothing where there are none."""
    rows = [
        json.dumps(
            [document.id, document.date, list(document.paragraphs)], ensure_ascii=False
        )
        for document in documents
    ]
    if not rows:
        return b""
    text = "".join(row + "\n" for row in rows)
    return zstandard.ZstdCompressor(level=LEVEL).compress(text.encode("utf-8"))


def documents(path: str | Path) -> Iterator[Document]:
    """Documents of a file of frames, read one at a time."""
    unpacked = OPENERS[".zst"](Path(path), "rb")
    try:
        with io.TextIOWrapper(unpacked, "utf-8", newline="\n") as rows:
            for row in rows:
                yield Document(*json.loads(row))
    except (*DAMAGE, ValueError) as error:
        raise SourceError(
            f"{path} is not a whole text taken out by Quaver ({error}): remove it "
            "and run snakemake."
        ) from error
