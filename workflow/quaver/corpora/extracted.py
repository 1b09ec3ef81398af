"""Text taken out of a source once: JSON lines in frames, which are simply joined."""

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import zstandard

from quaver.corpora.packed import DAMAGE, OPENERS
from quaver.corpora.reading import Document, SourceError


def frame(documents: Iterable[Document]) -> bytes:
    """Documents as one compressed frame; nothing where there are none."""
    rows = ([text.id, text.date, list(text.paragraphs)] for text in documents)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    packer = zstandard.ZstdCompressor(level=3)
    return packer.compress(text.encode("utf-8")) if text else b""


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
