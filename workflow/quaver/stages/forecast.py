"""Tell what a study will take: models, jobs, CPU hours, memory, disk.

Each technique is tried on a small and a larger part of each text, in a process of its
own; seconds grow in a straight line with tokens and epochs, peak memory is measured.
"""

import importlib
import resource
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from quaver import store
from quaver.corpora.samples import Sample, View
from quaver.stages.job import Job, run
from quaver.stages.plan import Plan
from quaver.stages.views import read_view
from quaver.trainers import TrainingError

TRIED = (20_000, 80_000)  # tokens of the two parts a technique is tried on
EPOCHS = 2
MATRICES = 6  # copies of words x dims a training holds at most


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
    trained = [cell for cell in cells if not plan.grid.is_external(cell.technique)]
    prices = [(cell, _tried(plan, cell)) for cell in trained]
    seconds = sum(cell.runs * price.seconds for cell, price in prices)
    overhead = sum(jobs.values()) * _start_seconds()
    memory = max([price.bytes for _, price in prices], default=0)
    disk = sum(_bytes(plan, cell) for cell in cells)
    print(
        f"CPU      about {(seconds + overhead) / 3600:.3f} hours on this machine: ",
        end="",
    )
    print(f"{_spoken(seconds)} of training, {_spoken(overhead)} to start jobs")
    print(f"memory   about {memory / 1e6:.0f} MB for the largest training, times cores")
    print(f"disk     about {disk / 1e6:.0f} MB of models, averages and measures")
    for technique in sorted({c.technique for c, price in prices if price.unknown}):
        print(f"note     {technique} could not be tried on a part of its text")


class Price(NamedTuple):
    """What one run of a cell takes; unknown where no part of the text would do."""

    seconds: float
    bytes: int
    unknown: bool


def _start_seconds() -> float:
    """CPU seconds a job takes before it begins its work."""
    command = [sys.executable, "-c", "import quaver.stages.measure_neighbours"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _spoken(seconds: float) -> str:
    for size, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.0f} seconds"


_known: dict = {}


def _tried(plan: Plan, cell) -> Price:
    """Price of one run of a cell, tried once per view x technique."""
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


def _try(path: Path, view, trainer: str, parameters: dict) -> Price:
    whole = read_view(path, view.unit, view.fraction)
    total = int(whole.offsets[-1])
    epochs = parameters.get("epochs", 1)
    if "epochs" in parameters:
        parameters["epochs"] = min(epochs, EPOCHS)
    parts = [_part(whole, tokens) for tokens in TRIED]
    tokens = [int(part.offsets[-1]) for part in parts]
    _seconds(parts[0], trainer, parameters)  # compiles and imports
    times = [_seconds(part, trainer, parameters) for part in parts]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    size = peak if sys.platform == "darwin" else peak * 1024
    untried = len(whole.words) - len(np.unique(parts[1].tokens[: tokens[1]]))
    size += untried * parameters["dimensions"] * 4 * MATRICES
    if None in times:
        return Price(0.0, size, unknown=True)
    more = epochs / min(epochs, EPOCHS)
    if tokens[0] == tokens[1]:
        return Price(times[1] * more * total / tokens[1], size, unknown=False)
    slope = max(times[1] - times[0], 0) / (tokens[1] - tokens[0])
    fixed = max(times[0] - slope * tokens[0], 0)
    return Price(fixed + slope * total * more, size, unknown=False)


def _seconds(part: View, trainer: str, parameters: dict) -> float | None:
    """CPU seconds of a training on a part of a text; None where it refuses."""
    train = importlib.import_module(f"quaver.trainers.{trainer}").train
    started = time.process_time()
    try:
        train(part, Sample(np.arange(part.units)), SimpleNamespace(**parameters), 1)
    except TrainingError:
        return None
    return time.process_time() - started


def _part(whole: View, tokens: int) -> View:
    """The first tokens of a view, its last unit cut short."""
    return View(whole.words, whole.tokens[:tokens], _cut(whole.offsets, tokens))


def _cut(offsets: np.ndarray, tokens: int) -> np.ndarray:
    edges = offsets[offsets < tokens]
    return np.append(edges, min(tokens, offsets[-1]))


def _bytes(plan: Plan, cell) -> int:
    """Bytes of a cell's models, averages and losses of words."""
    if plan.grid.is_external(cell.technique):
        files = map(Path, plan.study.techniques[cell.technique].parameters.files)
        return 2 * sum(file.stat().st_size for file in files if file.is_file())
    words = store.length(plan.file(cell.view.corpus_file), "words")
    dims = plan.study.techniques[cell.technique].parameters.dimensions
    stability = plan.study.analyses.stability
    averages = sum(cell.runs // size for size in plan.grid.sizes(cell))
    lists = cell.runs * min(stability.targets, words) * max(stability.neighbours) * 8
    spaces = cell.runs + averages
    return words * (spaces * (4 * dims + 9 + 8) + 8 * averages) + lists


if __name__ == "__main__":
    run(forecast, store.StoreError)
