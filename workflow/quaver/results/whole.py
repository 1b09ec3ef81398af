"""Cells of drawn texts beside the cell of the whole text that they were drawn of."""

from collections.abc import Iterable, Iterator
from dataclasses import replace


class OfText:
    """Numbers of a cell, whose runs may be of texts that were drawn of one."""

    @property
    def is_drawn(self) -> bool:
        """Whether they are."""
        return self.cell.sampling == "bootstrapped"


def beside_whole(records: Iterable) -> Iterator:
    """The same; of drawn texts with the whole one's record, shuffled before fixed."""
    every = [*records]
    stored = [x for x in every if x.stored and not x.is_drawn]
    stored.sort(key=lambda own: own.cell.sampling == "shuffled")
    wholes = {(x.cell.view, x.cell.technique): x for x in stored}
    for own in every:
        whole = wholes.get((own.cell.view, own.cell.technique))
        yield replace(own, whole=whole) if own.is_drawn else own
