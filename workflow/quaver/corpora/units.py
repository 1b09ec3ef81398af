"""Units of a text that have vectors of their own: which these are, what they are called.

Names are made when asked for: those of tens of millions of sentences are not held.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quaver.corpora.samples import View


@dataclass(frozen=True)
class UnitView(View):
    """A view whose units train items: sentences for themselves, or their documents.

    owners: (units,) int64, the item each unit trains; every item has one or more.
    names: (items,) of them, no two alike.
    """

    owners: np.ndarray
    names: Sequence[str]


class Numbered(Sequence):
    """Names of the units of documents: what their document is called, and their number.

    names: of the documents. documents: (units,) ascending, the document of each.
    """

    def __init__(self, names: Sequence[str], documents: np.ndarray):
        self._names, self._documents = names, documents
        self._firsts = np.searchsorted(documents, np.arange(len(names)))

    def __len__(self) -> int:
        """Number of units."""
        return len(self._documents)

    def __getitem__(self, place: int | slice) -> str | list[str]:
        """Name of a unit, or names of a slice of them."""
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        document = self._documents[place]
        number = range(len(self))[place] - self._firsts[document] + 1
        return f"{self._names[document]} {number}"


def named(view: View, ids: Sequence[str], edges: np.ndarray, documents: str) -> UnitView:
    """A view whose units train their documents, or (documents: "sentence") themselves.

    ids: what the text's documents are called. edges: (documents + 1,), their tokens.
    """
    # a unit is of the document it begins in
    owners = np.searchsorted(edges, view.offsets[:-1], side="right") - 1
    names = distinct(ids[: owners[-1] + 1])
    if documents == "document":
        return UnitView(view.words, view.tokens, view.offsets, owners, names)
    every = np.arange(view.units), Numbered(names, owners)
    return UnitView(view.words, view.tokens, view.offsets, *every)


def distinct(ids: Sequence[str]) -> list[str]:
    """Names no two of which are alike: ids in one line, numbered where some repeat."""
    lines = [" ".join(name.split()) for name in ids]
    if len({*lines}) == len(lines) and all(lines):
        return lines
    return [f"{number} {line}".strip() for number, line in enumerate(lines, 1)]


def units_of(view: View) -> UnitView:
    """A view of units; where nothing is known of documents each is its own, numbered."""
    if isinstance(view, UnitView):
        return view
    alone = Numbered(["unit"], np.zeros(view.units, dtype=np.int64))
    return UnitView(**vars(view), owners=np.arange(view.units), names=alone)
