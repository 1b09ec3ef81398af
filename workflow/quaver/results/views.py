"""A view of an encoded corpus: its words, its tokens, the offsets of its units."""

import importlib
from pathlib import Path

import numpy as np

from quaver import store
from quaver.corpora.samples import View, first_fraction


def read_view(path: Path, unit: str, fraction: float) -> View:
    """Read the view of a corpus file that one unit and one fraction make."""
    with store.read(path, "corpus") as file:
        return view_of(file, unit, fraction)


def view_of(file, unit: str, fraction: float) -> View:
    """The view of an open corpus file that one unit and one fraction make."""
    offsets = first_fraction(file[f"{unit}_offsets"][:], fraction)
    return View(store.texts(file["words"]), tokens_of(file), offsets)


def tokens_of(file) -> np.ndarray:
    """Tokens of an open corpus file: (tokens,) uint32, memory-mapped.

    Those of a part are read where its text has them. Planted words stand there under
    the numbers of others, and some uses of referenced words under those of names.
    """
    if "part_of" not in file.attrs:
        return store.mapped(file, "tokens")
    text = Path(file.filename).with_name(file.attrs["part_of"])
    with store.read(text, "corpus") as whole:
        tokens, edges = store.mapped(whole, "tokens"), whole["document_offsets"][:]
    own = gathered(tokens, edges, file["documents"][:])
    # by name: who reads plain texts does not hang on this code
    if file.attrs.get("planted_in"):
        planting = importlib.import_module("quaver.statistics.planting")
        names = "targets", "donors", "shares"
        plants = planting.Plants(*(file[f"planted/{name}"][:] for name in names))
        return planting.swapped(own, 0, plants, int(file.attrs["plant_seed"]))
    if "referenced" in file:
        referencing = importlib.import_module("quaver.statistics.referencing")
        words, late = (file[f"referenced/{name}"][:] for name in ("words", "late"))
        place = len(file["words"]) - 2 * len(words), file["document_offsets"][:]
        marks = referencing.Marks(words, *place, late)
        return referencing.marked(own, 0, marks, int(file.attrs["referenced_seed"]))
    return own


def gathered(tokens: np.ndarray, edges: np.ndarray, documents: np.ndarray):
    """Tokens of some documents, ascending: a map where they follow each other, else
    held in memory. edges: (documents of the text + 1,)."""
    breaks = np.flatnonzero(np.diff(documents) != 1) + 1
    runs = np.split(documents, breaks)
    pieces = [tokens[edges[run[0]] : edges[run[-1] + 1]] for run in runs if len(run)]
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
