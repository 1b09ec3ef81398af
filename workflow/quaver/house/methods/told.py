"""What a methods text is written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quaver.results.records import CellNumbers, CorpusNumbers
from quaver.results.work import Work


@dataclass(frozen=True)
class Told:
    """A study and its stored numbers.

    study: as understood (quaver.config). languages: English names by code. tokenisers:
    what cut each corpus into tokens, with its version. measured: names of the measures
    that stand. methods: of averaging, label and source by name.
    """

    study: Any
    corpora: Sequence[CorpusNumbers]
    cells: Sequence[CellNumbers]
    work: Work
    languages: Mapping[str, str] = field(default_factory=dict)
    tokenisers: Mapping[str, str] = field(default_factory=dict)
    measured: frozenset[str] = frozenset()
    methods: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def version(self, package: str) -> str:
        """A package with the version, or versions, that were at work."""
        known = self.work.versions.get(package, ())
        return " ".join([package, " and ".join(known)]).strip()
