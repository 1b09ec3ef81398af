"""What a training takes on this machine: each technique tried on two parts of a text.

Its declared operations (TECHNIQUE) grow with the text; how many it does a second here
is told by the two parts. A text that is not there yet is stood for by random words of a
Zipf law, as many as the study expects.
"""

import importlib
import time
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from quaver.corpora.samples import Sample, View
from quaver.engine.size import Size
from quaver.grid import Cell
from quaver.results.views import read_view
from quaver.trainers import TrainingError
from quaver.trainers.declare import technique_of

TRIED = (20_000, 80_000)  # tokens of the two parts a technique is tried on
BUCKETS = 400_000  # of fastText, tried at most: each more is a row to fill and hold


class Trial(NamedTuple):
    """Seconds at the start and per operation; unknown where no part would do."""

    fixed: float
    rate: float
    unknown: bool = False

    def seconds(self, operations: float) -> float:
        """Seconds of a training of so many operations."""
        return self.fixed + self.rate * operations


class Trials(dict):
    """Trials of techniques: one for all numbers of epochs, and all expected texts."""

    def of(self, cell: Cell, technique, corpus: Path) -> Trial:
        """The trial of a cell's technique on its text, by the file of its corpus."""
        view = cell.view if corpus.is_file() else None
        parameters = asdict(technique.parameters)
        varied = [item for item in sorted(parameters.items()) if item[0] != "epochs"]
        key = (view, technique.trainer, *varied)
        if key not in self:
            text = read_view(corpus, view.unit, view.fraction) if view else imagined()
            self[key] = tried(text, technique.trainer, parameters)
        return self[key]


def tried(text: View, trainer: str, parameters: dict) -> Trial:
    """Try a technique on two parts of a text: what it does a second."""
    limits = {"epochs": 2, "bucket": BUCKETS}
    parameters |= {k: min(parameters[k], limits[k]) for k in limits.keys() & parameters}
    given = SimpleNamespace(**parameters)
    parts = [_part(text, tokens) for tokens in TRIED]
    small, large = (_operations(part, trainer, given) for part in parts)
    _seconds(parts[0], trainer, given)  # compiles and imports
    times = [_seconds(part, trainer, given) for part in parts]
    if times[1] is None:
        return Trial(0.0, 0.0, unknown=True)
    if large <= small or times[0] is None:  # of it subsampling left nothing
        return Trial(0.0, times[1] / large)
    rate = max(times[1] - times[0], 0) / (large - small)
    return Trial(max(times[0] - rate * small, 0), rate)


def _operations(part: View, trainer: str, given: SimpleNamespace) -> float:
    tokens = int(part.offsets[-1])
    words = len(np.unique(part.tokens[:tokens]))
    size = Size(words=words, tokens=tokens, units=part.units, dims=given.dimensions)
    return technique_of(trainer).operations(size, given)


def imagined(words: int = 500_000, tokens: int = TRIED[1]) -> View:
    """A text of random words of a Zipf law over so many, in units of twenty."""
    weights = 1 / (np.arange(words) + 2.7)  # as Mandelbrot flattens the law
    edges = np.cumsum(weights)
    draws = np.random.default_rng(1).random(tokens) * edges[-1]
    ranks = np.minimum(np.searchsorted(edges, draws), words - 1)
    kept, numbers, counts = np.unique(ranks, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    position = np.empty(len(kept), dtype=np.uint32)
    position[order] = np.arange(len(kept))
    offsets = np.append(np.arange(0, tokens, 20), tokens).astype(np.int64)
    return View([f"w{rank}" for rank in kept[order]], position[numbers], offsets)


def _seconds(part: View, trainer: str, given: SimpleNamespace) -> float | None:
    """CPU seconds of a training on a part of a text; None where it refuses."""
    train = importlib.import_module(f"quaver.trainers.{trainer}").train
    started = time.process_time()
    try:
        train(part, Sample(np.arange(part.units)), given, 1)
    except TrainingError:
        return None
    return time.process_time() - started


def _part(whole: View, tokens: int) -> View:
    """The first tokens of a view, its last unit cut short."""
    edges = whole.offsets[whole.offsets < tokens]
    offsets = np.append(edges, min(tokens, whole.offsets[-1]))
    return View(whole.words, whole.tokens[:tokens], offsets)
