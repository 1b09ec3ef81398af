"""What making the stored numbers of a study took, from the provenance they bear."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from quaver import store
from quaver.results.plan import Plan
from quaver.engine.records import read_record
from quaver.house.methods import Work

TRAINING = ("train_block", "read_vectors")


def work(plan: Plan) -> Work:
    """Sum up the provenance of all files of a study that stand; models may be gone."""
    found = Gathered()
    for rule, provenance in provenances(plan):
        found.add(provenance, is_training=rule in TRAINING)
    return found.work()


def provenances(plan: Plan) -> Iterator[tuple[str, dict]]:
    """Each stored result's rule and provenance; of models that in their records."""
    for block in plan.grid.blocks.values():
        if plan.stands(block.record):
            record = read_record(plan.file(block.record))
            yield plan.grid.rule_of(block), record["provenance"]
    for rule, paths in plan.grid.files().items():
        for path in paths:
            is_read = rule not in TRAINING and Path(path).suffix == ".h5"
            if is_read and plan.stands(path):
                yield rule, store.provenance_of(plan.file(path))


class Gathered:
    """Provenance summed up; a study of any size takes the same memory."""

    def __init__(self):
        """Start with nothing."""
        self.seconds = {True: 0.0, False: 0.0}
        self.hosts: dict[str, int] = {}
        self.names: dict[str, set[str]] = {}
        self.moments: list[datetime] = []

    def add(self, provenance: dict, *, is_training: bool) -> None:
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
        return Work(
            training=self.seconds[True],
            other=self.seconds[False],
            hosts=dict(sorted(self.hosts.items())),
            versions={n.removeprefix("package "): self._known(n) for n in packages},
            quaver=self._known("quaver"),
            pythons=self._known("python"),
            commits=self._known("commit"),
            started=moments[0] if moments else "",
            finished=moments[1] if moments else "",
        )

    def _known(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(filter(None, self.names.get(name, ()))))
