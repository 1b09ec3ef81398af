"""What making the stored numbers of a study took, from the provenance they bear."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from quaver.engine.records import read_record

TRAINING = ("train_block", "read_vectors")


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


def work(results) -> Work:
    """Sum up the provenance of all files of a study that stand; models may be gone."""
    sums = Sums()
    for rule, provenance in provenances(results):
        sums.add(provenance, is_training=rule in TRAINING)
    return sums.work()


def provenances(results) -> Iterator[tuple[str, Mapping]]:
    """Each stored result's rule and provenance; of models that in their records."""
    for block in results.grid.blocks.values():
        if results.stands(block.record):
            record = read_record(results.file(block.record))
            yield results.grid.rule_of(block), record["provenance"]
    for rule, paths in results.grid.files().items():
        for path in paths:
            is_read = rule not in TRAINING and Path(path).suffix == ".h5"
            if is_read and results.stands(path):
                with results.read(path) as file:
                    provenance = dict(file["provenance"].attrs)
                yield rule, provenance


class Sums:
    """Provenance summed up; a study of any size takes the same memory."""

    def __init__(self):
        """Start with nothing."""
        self.seconds = {True: 0.0, False: 0.0}
        self.hosts: dict[str, int] = {}
        self.names: dict[str, set[str]] = {}
        self.moments: list[datetime] = []

    def add(self, provenance: Mapping, *, is_training: bool) -> None:
        """Count one result in."""
        self.seconds[is_training] += float(provenance.get("cpu_seconds", 0))
        self.hosts[provenance["host"]] = int(provenance["host_threads"])
        for name in ("quaver", "python", "commit"):
            self.names.setdefault(name, set()).add(provenance.get(name, ""))
        for name, version in json.loads(provenance["versions"]).items():
            self.names.setdefault(f"package {name}", set()).add(version)
        if provenance.get("finished"):
            end = datetime.fromisoformat(provenance["finished"])
            start = end - timedelta(seconds=float(provenance["seconds"]))
            ends = [*self.moments, start, end]
            self.moments = [min(ends), max(ends)]

    def work(self) -> Work:
        """Give the sums."""
        packages = [name for name in self.names if name.startswith("package ")]
        moments = [moment.isoformat(timespec="seconds") for moment in self.moments]
        started, finished = moments or ("", "")
        return Work(
            training=self.seconds[True],
            other=self.seconds[False],
            hosts=dict(sorted(self.hosts.items())),
            versions={n.removeprefix("package "): self._all(n) for n in packages},
            quaver=self._all("quaver"),
            pythons=self._all("python"),
            commits=self._all("commit"),
            started=started,
            finished=finished,
        )

    def _all(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(filter(None, self.names.get(name, ()))))
