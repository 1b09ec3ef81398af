"""Train a block of runs: an encoded corpus in, the runs' spaces out."""

import importlib
import json
import time
from types import SimpleNamespace

import numpy as np

from quaver import store
from quaver.corpora.samples import View, draw
from quaver.spaces.normalise import directed
from quaver.spaces.space import Space
from quaver.stages.blocks import put_runs, put_space
from quaver.stages.job import Job, run
from quaver.stages.views import read_view
from quaver.trainers import TrainingError


def train_block(job: Job) -> None:
    """Train the consecutive runs of one block, one after the other."""
    spec = job.spec
    (corpus,) = job.inputs
    view = read_view(corpus, spec["unit"], spec["fraction"])
    seeds = list(zip(spec["sample_seeds"], spec["trainer_seeds"], strict=True))
    numbers = np.arange(spec["first"], spec["first"] + len(seeds))
    seconds, cpu_seconds = [], []
    with store.create(job.output, "models", job.provenance) as file:
        for place, (sample_seed, trainer_seed) in enumerate(seeds):
            started, cpu_started = time.perf_counter(), time.process_time()
            space = _train(spec, view, numbers[place], (sample_seed, trainer_seed))
            put_space(file, place, len(seeds), space)
            seconds.append(time.perf_counter() - started)
            cpu_seconds.append(time.process_time() - cpu_started)
            print(f"Run {numbers[place]}: {seconds[-1]:.1f} s", flush=True)
        put_runs(file, view.words, numbers)
        file.put("sample_seeds", ("runs",), np.array(spec["sample_seeds"], np.uint32))
        file.put("trainer_seeds", ("runs",), np.array(spec["trainer_seeds"], np.uint32))
        job.note(run_seconds=json.dumps(seconds))
        job.note(run_cpu_seconds=json.dumps(cpu_seconds))


def _train(spec: dict, view: View, number: int, seeds: tuple[int, int]) -> Space:
    parameters = SimpleNamespace(**spec["parameters"])
    trainer = importlib.import_module(f"quaver.trainers.{parameters.trainer}")
    try:
        sample = draw(spec["sampling"], view.units, seeds[0])
        space = trainer.train(view, sample, parameters, seeds[1])
        if not np.isfinite(space.vectors[space.present]).all():
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
