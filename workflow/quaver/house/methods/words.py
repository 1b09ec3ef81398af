"""What a methods text is written from; numbers and lists as running text has them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from quaver.results.records import CellNumbers, CorpusNumbers
from quaver.results.work import Work
from quaver.wording import shortened


@dataclass(frozen=True)
class Told:
    """A study and its stored numbers.

    study: as understood (quaver.config). languages: English names by code. measured:
    names of the quantities that were used. methods: of averaging, label and source by
    name. tables: those it quotes, by name, as far as they were made. controls: models
    planned and failed that are of no cell here: parts of texts to compare with.
    """

    study: Any
    corpora: Sequence[CorpusNumbers]
    cells: Sequence[CellNumbers]
    work: Work
    languages: Mapping[str, str]
    measured: frozenset[str]
    methods: Mapping[str, tuple[str, str]]
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    controls: tuple[int, int] = (0, 0)

    @property
    def trained(self) -> list[CellNumbers]:
        """Cells whose spaces were not trained elsewhere."""
        return [cell for cell in self.cells if cell.trainer != "vectors"]

    def version(self, package: str) -> str:
        """A package with the version, or versions, that were at work."""
        versions = self.work.versions.get(package, ())
        return " ".join([package, " and ".join(versions)]).strip()


def named(names: Iterable[str]) -> str:
    """Names a study gives, set as code."""
    return shortened([f"`{name}`" for name in names])


def were(members: Sequence[str], of: Sequence[str], only: str, every: str) -> str:
    """Members with their verb, by name where they are not all: `a` and `b` were."""
    if len(members) == len(of):
        return only if len(of) == 1 else every
    return f"{named(members)} {'was' if len(members) == 1 else 'were'}"


def plain(number: float) -> str:
    """A parameter without exponent or needless zeros: 0.00001, 5, 2,000,000."""
    if float(number).is_integer():
        return f"{int(number):,}"
    return np.format_float_positional(number, trim="-")


def between(numbers: Iterable[float], form: Callable = plain) -> str:
    """The range numbers lie in, or the only one: 8, or 4 to 8."""
    ordered = sorted(numbers)
    low, high = form(ordered[0]), form(ordered[-1])
    return low if low == high else f"{low} to {high}"
