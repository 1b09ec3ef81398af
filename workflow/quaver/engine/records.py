"""The record of a block: what its training took and gave, kept when its models go."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from quaver import store
from quaver.engine.job import Job
from quaver.engine.journal import now


def write_record(path: Path, job: Job, runs: Sequence[Mapping]) -> None:
    """Write a block's record as JSON, once the file of the block stands.

    runs: of each run its number and what is known of it; a list per fact is written.
    """
    keys = ("run", "sample_seed", "trainer_seed", "seconds", "cpu_seconds")
    facts = {_PLURAL[key]: [run.get(key) for run in runs] for key in keys}
    provenance = job.provenance()
    record = {
        **facts,
        "vectors_sha256": [run["vectors_sha256"] for run in runs],
        "bytes": job.outputs[0].stat().st_size,
        "peak_bytes": provenance["peak_bytes"],
        "host": provenance["host"],
        "slurm_job": provenance["slurm_job"],
        "attempts": job.journal.attempts(),
        "work": job.journal.work,
        "started": job.began,
        "finished": now(),
        "provenance": provenance,
    }
    store.write_text(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")


_PLURAL = {
    "run": "runs",
    "sample_seed": "sample_seeds",
    "trainer_seed": "trainer_seeds",
    "seconds": "seconds",
    "cpu_seconds": "cpu_seconds",
}
