"""What a methods text is written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quaver.results.records import CellNumbers, CorpusNumbers


@dataclass(frozen=True)
class Work:
    """What making the stored numbers took.

    training, other: CPU seconds of the jobs whose results stand. hosts: threads of each
    machine by name. versions: of each package, those that were at work. quaver,
    pythons, commits: likewise. started, finished: ISO 8601, empty where not stored.
    """

    training: float = 0.0
    other: float = 0.0
    hosts: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    quaver: Sequence[str] = ()
    pythons: Sequence[str] = ()
    commits: Sequence[str] = ()
    started: str = ""
    finished: str = ""


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
        versions = self.work.versions.get(package, ())
        return " ".join([package, " and ".join(versions)]).strip()
