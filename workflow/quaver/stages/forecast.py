"""Tell what a study will take: models, jobs, CPU hours, memory, disk.

Each technique is tried on a small and a larger part of each text, in a process of its
own; seconds grow in a straight line with tokens and epochs, peak memory is measured.
"""

import importlib
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from quaver import store
from quaver.corpora.samples import Sample, View
from quaver.stages.job import Job, run
from quaver.stages.plan import Plan
from quaver.stages.views import read_view
from quaver.trainers import TrainingError

TRIED = (20_000, 80_000)  # tokens of the two parts a technique is tried on
EPOCHS = 2


def forecast(job: Job) -> None:
    """Print the plan and the price of a study."""
    study, *_ = job.inputs
    plan = Plan(study)
    cells = list(plan.grid.cells.values())
    jobs = {rule: len(files) for rule, files in plan.grid.files().items() if files}
    ends = ("write_study", "make_tables", "draw_figures", "summarise", "all")
    jobs |= dict.fromkeys(ends, 1)
    print(f"study    {plan.study.study}")
    print(f"models   {sum(cell.runs for cell in cells)} in {len(cells)} cells")
    print(f"jobs     {sum(jobs.values())} in all: ", end="")
    print(", ".join(f"{rule} {count}" for rule, count in jobs.items()))
    hours, memory, disk = 0.0, 0, 0
    for cell in cells:
        if plan.grid.is_external(cell.technique):
            continue
        seconds, peak = _tried(plan, cell)
        hours += cell.runs * seconds / 3600
        memory = max(memory, peak)
        disk += _bytes(plan, cell)
    print(f"CPU      about {hours:.2g} hours of training (one core, this machine)")
    print(f"memory   about {memory / 1e6:.0f} MB for the largest job, times cores")
    print(f"disk     about {disk / 1e6:.0f} MB of models and averages")


_known: dict = {}


def _tried(plan: Plan, cell) -> tuple[float, int]:
    """Seconds and peak bytes of one run of a cell, tried once per view x technique."""
    key = cell.view, cell.technique
    if key not in _known:
        technique = plan.study.techniques[cell.technique]
        arguments = (
            plan.file(cell.view.corpus_file),
            cell.view,
            technique.trainer,
            asdict(technique.parameters),
        )
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            _known[key] = pool.submit(_try, *arguments).result()
    return _known[key]


def _try(path: Path, view, trainer: str, parameters: dict) -> tuple[float, int]:
    whole = read_view(path, view.unit, view.fraction)
    epochs = parameters.get("epochs", 1)
    tried = min(epochs, EPOCHS)
    if "epochs" in parameters:
        parameters["epochs"] = tried
    times = [
        _seconds(whole, tokens, trainer, parameters) for tokens in (TRIED[0], *TRIED)
    ]
    total = len(whole.tokens) * view.fraction
    small, large = TRIED
    slope = max(times[2] - times[1], 0) / (large - small)
    fixed = max(times[1] - slope * small, 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = fixed + slope * total * epochs / tried
    return seconds, peak if sys.platform == "darwin" else peak * 1024


def _seconds(whole: View, tokens: int, trainer: str, parameters: dict) -> float:
    """CPU seconds of a training on about so many tokens (units cut to be short)."""
    part = View(whole.words, whole.tokens[:tokens], _cut(whole.offsets, tokens))
    train = importlib.import_module(f"quaver.trainers.{trainer}").train
    started = time.process_time()
    try:
        train(part, Sample(np.arange(part.units)), SimpleNamespace(**parameters), 1)
    except TrainingError as error:
        print(f"note     {trainer} could not be tried on a part: {error}")
    return time.process_time() - started


def _cut(offsets: np.ndarray, tokens: int) -> np.ndarray:
    edges = offsets[offsets < tokens]
    return np.append(edges, min(tokens, offsets[-1]))


def _bytes(plan: Plan, cell) -> int:
    """Bytes of a cell's models and averages: vectors, presence and counts."""
    with store.read(plan.file(cell.view.corpus_file), "corpus") as file:
        words = len(file["words"])
    dims = plan.study.techniques[cell.technique].parameters.dimensions
    spaces = cell.runs + sum(
        cell.runs // size for size in plan.study.analyses.averages.sizes
    )
    return spaces * words * (4 * dims + 9)


if __name__ == "__main__":
    run(forecast, store.StoreError)
