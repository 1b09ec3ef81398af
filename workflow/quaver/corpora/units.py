"""Units of a text that have vectors of their own: which, and what they are called.

Names are made when asked for: those of tens of millions of sentences are not held.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quaver.corpora.samples import View


@dataclass(frozen=True)
class UnitView(View):
    """A view that knows its documents.

    documents: (units,) int64, ascending from 0: the document each unit begins in.
    titles: (documents,) what they are called, no two alike.
    """

    documents: np.ndarray
    titles: Sequence[str]

    def owners(self, kind: str) -> np.ndarray:
        """The item each unit trains: (units,) int64, its document, or else itself."""
        return self.documents if kind == "document" else np.arange(self.units)

    def names(self, kind: str) -> Sequence[str]:
        """What these items are called: (items,), no two alike."""
        return self.titles if kind == "document" else Numbered(self)


class Numbered(Sequence):
    """Names of the units of a view: what their document is called, and their number."""

    def __init__(self, view: UnitView):
        self._titles, self._documents = view.titles, view.documents
        every = np.arange(len(view.titles))
        self._firsts = np.searchsorted(view.documents, every)

    def __len__(self) -> int:
        """Number of units."""
        return len(self._documents)

    def __getitem__(self, place: int | slice) -> str | list[str]:
        """Name of a unit, or names of a slice of them."""
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        document = self._documents[place]
        number = range(len(self))[place] - self._firsts[document] + 1
        return f"{self._titles[document]}#{number}"


def named(view: View, ids: Sequence[str], edges: np.ndarray) -> UnitView:
    """A view with its documents; ids: of the text's, edges: (documents + 1,) tokens."""
    documents = np.searchsorted(edges, view.offsets[:-1], side="right") - 1
    return UnitView(
        **vars(view), documents=documents, titles=distinct(ids[: documents[-1] + 1])
    )


def distinct(ids: Sequence[str]) -> list[str]:
    """Names no two of which are alike: ids in one word, numbered where some repeat."""
    texts = ["_".join(name.split()) for name in ids]
    if len({*texts}) == len(texts) and all(texts):
        return texts
    return [f"{number}:{text}" for number, text in enumerate(texts, 1)]


def units_of(view: View) -> UnitView:
    """A view with its documents; of one that knows none each unit is a document."""
    if isinstance(view, UnitView):
        return view
    every = np.arange(view.units)
    titles = [f"unit{number}" for number in range(1, view.units + 1)]
    return UnitView(**vars(view), documents=every, titles=titles)
