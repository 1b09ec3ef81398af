"""What bootstrapped runs drew of a text, for readers: how many groups, how unequal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from quaver.config import UNITS
from quaver.corpora.samples import first_fraction
from quaver.grid import LEAST, Block, View, drawn_instead
from quaver.results.groups import Groups, groups_of
from quaver.results.views import tokens_of
from quaver.statistics.clustering import clustering, effective

UNEQUAL = 0.75  # of a number or size; what is further off is told
MOST = 1 << 22  # tokens whose clustering is told: more say no more


class Drawn(NamedTuple):
    """Groups that runs drew whole; refused: how many documents were too few, else 0.

    kind: document, sentence, line, or the column whose values are groups. effective:
    how many of one length would waver as these do. tokens: of all of them; sizes: the
    least and the most of a run, where these are known.
    """

    kind: str
    number: int
    effective: float
    refused: int = 0
    tokens: int = 0
    sizes: tuple[int, int] | None = None

    @property
    def groups(self) -> str:
        """How many of what: 57 documents, 3 groups by author."""
        name, *by = self.kinds.split(" ", 1)
        name = name.removesuffix("s") if self.number == 1 else name
        return " ".join([f"{self.number:,}", name, *by])

    @property
    def kinds(self) -> str:
        """What was drawn: documents, groups by author."""
        return f"{self.kind}s" if self.kind in UNITS else f"groups by {self.kind}"

    @property
    def remarks(self) -> Iterator[str]:
        """What to say where draws promise too much, or there is little to draw."""
        if self.refused:
            many = f"{self.refused} document{'s are' if self.refused > 1 else ' is'}"
            yield (
                f"{many} too few to draw, so {self.kind}s were drawn: neighbours look "
                "safer than they are"
            )
        if self.number < LEAST:
            are = "is" if self.number == 1 else "are"
            yield f"there {are} only {self.groups} to draw from"
            if self.effective < UNEQUAL * self.number:
                yield (
                    f"{self.groups}, unequal: they scatter as {self.effective:.1f} of "
                    "one size"
                )
        elif self.effective < LEAST:
            yield (
                f"{self.groups} of unequal length waver as {self.effective:.0f} of one "
                "length would: they are few to draw from"
            )
        low, high = self.sizes or (self.tokens, self.tokens)
        if low < UNEQUAL * self.tokens or high > (2 - UNEQUAL) * self.tokens:
            yield (
                f"a run has from {low:,} to {high:,} words, the text {self.tokens:,}: "
                f"more {self.kinds} help, not longer ones"
            )


def drawn_of(groups: Groups, seeds: Sequence[int] = ()) -> Drawn:
    """What is told of groups, and of runs that drew them with these seeds."""
    count, equal = len(groups.tokens), effective(groups.tokens)
    facts = Drawn(groups.kind, count, equal, groups.refused, int(groups.tokens.sum()))
    if not seeds:
        return facts
    # as Groups.draw does it, of groups of one unit each
    alone = groups._replace(units=np.arange(count), edges=np.arange(count + 1))
    sizes = [int(groups.tokens[alone.draw(seed).units].sum()) for seed in seeds]
    return facts._replace(sizes=(min(sizes), max(sizes)))


def drawn(results, view: View) -> Drawn | None:
    """Groups or documents bootstrapped runs of a view drew; None without a text."""
    groups = _of_text(results, view, groups_of)
    if not groups:
        return None
    # techniques get the same samples, the one of most runs gets them all
    cells = (x for x in results.grid.cells.values() if x.view == view)
    own = [x for x in cells if x.sampling == "bootstrapped"]
    most = max(own, key=lambda cell: cell.runs)
    return drawn_of(groups, results.grid.seeds("sample", Block(most, 1, most.runs)))


def clusters(results, view: View) -> dict[str, float]:
    """How words cluster in what runs of a view draw; nothing without a text."""
    return _of_text(results, view, clusters_of) or {}


def _of_text(results, view: View, read: Callable) -> Any:
    """What is read of an encoded text and of what is drawn of it; None without it."""
    if not results.stands(view.corpus_file):
        return None
    draw = drawn_instead(results.study, view) or view.unit
    with results.read(view.corpus_file, "corpus") as file:
        return read(file, view.unit, view.fraction, draw)


def clusters_of(file, unit: str, fraction: float, draw) -> dict[str, float]:
    """How words cluster in what is drawn of an open corpus file, by what is told.

    length: tokens of a unit. clustering: of what is drawn. left_out: that of documents,
    as a multiple of it, 1 or more: what smaller draws take apart.
    """
    tokens = file["tokens"] if "tokens" in file else tokens_of(file)
    fraction = min(fraction, MOST / len(tokens))
    lengths = np.diff(first_fraction(file[f"{unit}_offsets"][:], fraction))
    words = tokens[: lengths.sum()]

    def of(kind) -> float:
        groups, owners = groups_of(file, unit, fraction, kind), np.empty_like(lengths)
        numbers = np.arange(len(groups.tokens))
        owners[groups.units] = np.repeat(numbers, np.diff(groups.edges))
        return clustering(words, np.repeat(owners, lengths))

    own, documents = of(draw), of("document")
    left_out = max(documents / own, 1.0) if own else np.nan
    return {"length": float(lengths.mean()), "clustering": own, "left_out": left_out}
