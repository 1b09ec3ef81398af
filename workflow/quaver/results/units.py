"""The units of an encoded text whose vectors are trained, and what they are called.

No training of words computes with this module: it is imported by name for techniques
whose parameters say `documents`.
"""

from pathlib import Path

from quaver import store
from quaver.corpora.units import UnitView, named
from quaver.results.views import view_of


def read_units(path: Path, unit: str, fraction: float) -> UnitView:
    """The view of a corpus file, which knows its documents and what they are called."""
    with store.read(path, "corpus") as file:
        ids, edges = store.texts(file["document_ids"]), file["document_offsets"][:]
        return named(view_of(file, unit, fraction), ids, edges)
