"""A view of an encoded corpus: its words, its tokens, the offsets of its units."""

from pathlib import Path

from quaver import store
from quaver.corpora.samples import View, first_fraction


def read_view(path: Path, unit: str, fraction: float) -> View:
    """Read the view of a corpus file that one unit and one fraction make."""
    with store.read(path, "corpus") as file:
        words = store.texts(file["words"])
        offsets = first_fraction(file[f"{unit}_offsets"][:], fraction)
    return View(words, store.mapped(path, "tokens"), offsets)
