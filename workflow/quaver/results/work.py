"""What making the stored numbers of a study took, from the provenance they bear."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from quaver.results.trained import read_record

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
    seconds = {True: 0.0, False: 0.0}  # of training or not
    hosts, span = {}, []
    names, versions = defaultdict(set), defaultdict(set)
    for rule, provenance in provenances(results):
        seconds[rule in TRAINING] += float(provenance.get("cpu_seconds", 0))
        hosts[provenance["host"]] = int(provenance["host_threads"])
        for name in ("quaver", "python", "commit"):
            names[name].add(provenance.get(name, ""))
        for package, version in json.loads(provenance["versions"]).items():
            versions[package].add(version)
        if provenance.get("finished"):
            end = datetime.fromisoformat(provenance["finished"])
            span += [end - timedelta(seconds=float(provenance["seconds"])), end]
    ends = [end(span).isoformat(timespec="seconds") for end in (min, max) if span]
    return Work(
        training=seconds[True],
        other=seconds[False],
        hosts=dict(sorted(hosts.items())),
        versions={package: _all(versions[package]) for package in versions},
        quaver=_all(names["quaver"]),
        pythons=_all(names["python"]),
        commits=_all(names["commit"]),
        **dict(zip(("started", "finished"), ends, strict=False)),
    )


def _all(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, names)))


def provenances(results) -> Iterator[tuple[str, Mapping]]:
    """Each stored result's rule and provenance; of models that in their records."""
    for block in results.grid.blocks.values():
        if results.stands(block.record):
            record = read_record(results.file(block.record))
            yield results.grid.rule_of(block), record["provenance"]
    for rule, paths in results.grid.files().items():
        is_read = rule not in TRAINING
        for path in (x for x in paths if is_read and x.endswith(".h5")):
            if results.stands(path):
                with results.read(path) as file:
                    provenance = dict(file["provenance"].attrs)
                yield rule, provenance
