"""Groups of units that bootstrapping draws whole: documents, or those of an author.

No run that draws units computes with this module: it is imported by name for those
whose spec says `draw`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quaver import store
from quaver.corpora.samples import Sample, first_fraction


class Groups(NamedTuple):
    """Groups of the units of a view; group g is units[edges[g]:edges[g + 1]].

    kind: what a group is. units: (units,) rows of the view, in order within a group.
    tokens: (groups,) of each. refused: documents that were too few to be drawn, else 0.
    """

    kind: str
    units: np.ndarray
    edges: np.ndarray
    tokens: np.ndarray
    refused: int

    def draw(self, seed: int) -> Sample:
        """Draw as many groups as there are with replacement, units in their order.

        Groups of one unit give the sample that drawing units would.
        """
        count = len(self.tokens)
        drawn = np.random.default_rng(seed).integers(0, count, size=count)
        starts, sizes = self.edges[drawn], np.diff(self.edges)[drawn]
        # places count on within a group, and jump to the next one's start
        jumps = np.repeat(starts - np.append(0, sizes.cumsum()[:-1]), sizes)
        return Sample(self.units[jumps + np.arange(len(jumps))])


class Deal(NamedTuple):
    """Documents of two periods that each run deals anew to two heaps, one the view's.

    heap: 1 or 2. units: (units,) the document of each. first: of the first heap.
    """

    heap: int
    documents: np.ndarray
    first: int

    def draw(self, seed: int) -> Sample:
        """Units of the view's heap, shuffled; both heaps of a seed are one deal."""
        number = int(self.documents[-1]) + 1
        order = np.random.default_rng(seed).permutation(number)
        own = order[self.first :] if self.heap == 2 else order[: self.first]
        units = np.flatnonzero(np.isin(self.documents, own))
        return Sample(np.random.default_rng([seed, self.heap]).permutation(units))


def read_groups(path: Path, unit: str, fraction: float, draw) -> Groups | Deal:
    """Groups of a view of a corpus file; draw: a unit, a column, one to prefer, or the
    heap of a deal."""
    with store.read(path, "corpus") as file:
        if "deal" in draw:
            edges, starts = (file[f"{x}_offsets"][:] for x in ("document", unit))
            documents = np.searchsorted(edges, starts[:-1], side="right") - 1
            return Deal(draw["deal"], documents, int(file.attrs["first_heap"]))
        return groups_of(file, unit, fraction, draw)


def groups_of(file, unit: str, fraction: float, draw: str | Mapping) -> Groups:
    """Groups of a view of an open corpus file.

    A part of a text has the units it has: an edge may cut its last group.
    """
    refused = 0
    if not isinstance(draw, str):
        number = len(file[f"{draw['prefer']}_offsets"]) - 1
        refused = number if number < draw["least"] else 0
        draw = unit if refused else draw["prefer"]
    offsets = first_fraction(file[f"{unit}_offsets"][:], fraction)
    is_column = f"{draw}_offsets" not in file
    edges = file["document_offsets" if is_column else f"{draw}_offsets"][:]
    # a unit is of the group it begins in
    owners = np.searchsorted(edges, offsets[:-1], side="right") - 1
    if is_column:
        owners = np.array(store.texts(file["document_groups"]))[owners]
    _, numbers = np.unique(owners, return_inverse=True)
    sizes = np.bincount(numbers)
    tokens = np.bincount(numbers, np.diff(offsets)).astype(np.int64)
    order = np.argsort(numbers, kind="stable")
    return Groups(draw, order, np.append(0, sizes.cumsum()), tokens, refused)
