"""What every source gives: documents, one after another."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Document:
    """One text of a corpus: its paragraphs are read once, as they are asked for.

    id: the named column, or else the file's name or the document's running number.
    date: ISO text as the source has it, "" where there is none.
    paragraphs: texts of one or more lines; a sentence never crosses their ends.
    """

    id: str
    date: str
    paragraphs: Iterable[str]
