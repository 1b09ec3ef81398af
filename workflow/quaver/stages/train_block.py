"""Train a block of runs: an encoded corpus in, the runs' spaces out."""

import importlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np

from quaver import store
from quaver.corpora.samples import Sample, View, draw
from quaver.engine.job import Job, run, write_record
from quaver.results.blocks import ITEMS, WORDS, put_runs, put_space
from quaver.results.views import read_view
from quaver.spaces.normalise import directed, lengths
from quaver.spaces.space import Space
from quaver.trainers import TrainingError


def train_block(job: Job) -> None:
    """Train the consecutive runs of one block, then write what is to be kept of them.

    The record is written when the block stands: it says that there are models, and
    goes on saying so when they are thinned or deleted.
    """
    job.journal.tell("started")
    block, record = job.outputs
    runs = _block(job, block)
    write_record(record, job, runs)
    job.journal.tell("finished", seconds=sum(run["seconds"] for run in runs))


def _block(job: Job, path: Path) -> list[dict]:
    """Train each run of a block into its file; facts of each run."""
    spec = job.spec
    (corpus,) = job.inputs
    view = viewed(spec, corpus)
    numbers = np.arange(spec["first"], spec["first"] + len(spec["sample_seeds"]))
    axis, names = named(spec, view)
    with store.create(path, "models", job.provenance) as file:
        put = partial(put_space, file, axis=axis)
        runs = list(_runs(job, view, numbers, put))
        put_runs(file, names, numbers, axis=axis)
        file.put("sample_seeds", ("runs",), np.array(spec["sample_seeds"], np.uint32))
        file.put("trainer_seeds", ("runs",), np.array(spec["trainer_seeds"], np.uint32))
        job.note(run_seconds=json.dumps([run["seconds"] for run in runs]))
        job.note(run_cpu_seconds=json.dumps([run["cpu_seconds"] for run in runs]))
    return runs


def _runs(job: Job, view: View, numbers, put: Callable) -> Iterator[dict]:
    """Train one run after the other, and put(row, runs, space); facts of each."""
    sample_of = sampler(job.spec, job.inputs[0], view)
    seeds = zip(job.spec["sample_seeds"], job.spec["trainer_seeds"], strict=True)
    for row, (number, pair) in enumerate(zip(numbers.tolist(), seeds, strict=True)):
        started, cpu_started = time.perf_counter(), time.process_time()
        space = train_run(job.spec, view, number, pair, sample_of=sample_of)
        checksum = put(row, len(numbers), space)
        del space  # before there is the next: spaces of units are large
        seconds = time.perf_counter() - started
        job.journal.tell("run", run=number, seconds=seconds)
        print(f"Run {number}: {seconds:.1f} s", flush=True)
        yield {
            **{"run": number, "sample_seed": pair[0], "trainer_seed": pair[1]},
            **{"seconds": seconds, "vectors_sha256": checksum},
            "cpu_seconds": time.process_time() - cpu_started,
        }


def viewed(spec: dict, corpus: Path) -> View:
    """The view that runs are trained on; where units have vectors, with their names."""
    where = corpus, spec["unit"], spec["fraction"]
    if "documents" not in spec["parameters"]:
        return read_view(*where)
    # by name: trainings of words do not hang on this code (engine/sources.py)
    return importlib.import_module("quaver.results.units").read_units(*where)


def sampler(spec: dict, corpus: Path, view: View) -> Callable[[int], Sample]:
    """How the sample of a run is drawn: by its seed."""
    if "draw" not in spec:
        return partial(draw, spec["sampling"], view.units)
    # by name: runs that draw units do not hang on this code (engine/sources.py)
    groups = importlib.import_module("quaver.results.groups")
    where = corpus, spec["unit"], spec["fraction"], spec["draw"]
    return groups.read_groups(*where).draw


def named(spec: dict, view: View) -> tuple[str, Sequence[str]]:
    """What the rows of a technique's spaces are, words or items, and their names."""
    parameters, trainer = _technique(spec)
    # None of a trainer some of whose spaces have other rows
    names = trainer.items(view, parameters) if hasattr(trainer, "items") else None
    return (WORDS, view.words) if names is None else (ITEMS, names)


def _technique(spec: dict) -> tuple[SimpleNamespace, ModuleType]:
    """Parameters of a technique, and the module that trains it."""
    parameters = SimpleNamespace(**spec["parameters"])
    return parameters, importlib.import_module(f"quaver.trainers.{parameters.trainer}")


def train_run(
    spec: dict,
    view: View,
    number: int,
    seeds: tuple[int, int],
    *,
    sample_of: Callable[[int], Sample],
) -> Space:
    """One run's space: the view sampled and trained on by a pair of seeds."""
    parameters, trainer = _technique(spec)
    try:
        space = trainer.train(view, sample_of(seeds[0]), parameters, seeds[1])
        # by their lengths, not one by one: vectors may be larger than memory
        if not np.isfinite(lengths(space.vectors)[space.present]).all():
            raise TrainingError("the vectors hold NaN or infinity")
        if not directed(space.vectors).any():
            raise TrainingError("all vectors are zero")
    except (TrainingError, MemoryError) as error:
        raise TrainingError(
            f"corpus {spec['corpus']}, {spec['unit']} units, technique "
            f"{spec['technique']}, sampling {spec['sampling']}, run {number}: "
            f"{error or 'not enough memory'}"
        ) from error
    return space


if __name__ == "__main__":
    run(train_block, TrainingError, store.StoreError)
