"""A view of an encoded corpus: its words, its tokens, the offsets of its units."""

from pathlib import Path

from quaver import store
from quaver.corpora.samples import View, first_fraction


def read_view(path: Path, unit: str, fraction: float) -> View:
    """Read the view of a corpus file that one unit and one fraction make."""
    with store.read(path, "corpus") as file:
        return view_of(file, unit, fraction)


def view_of(file, unit: str, fraction: float) -> View:
    """The view of an open corpus file that one unit and one fraction make."""
    offsets = first_fraction(file[f"{unit}_offsets"][:], fraction)
    return View(store.texts(file["words"]), store.mapped(file, "tokens"), offsets)
