"""What one training takes: each technique tried on a small and a larger part of a text.

Seconds grow in a straight line with tokens and epochs; peak memory is measured, in a
process of its own. A text that is not there yet is stood for by random words of a Zipf
law, as many as the study expects.
"""

import importlib
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from quaver.corpora.samples import Sample, View
from quaver.results.reader import Results
from quaver.results.views import read_view
from quaver.trainers import TrainingError

TRIED = (20_000, 80_000)  # tokens of the two parts a technique is tried on
EPOCHS = 2
MATRICES = 6  # copies of words x dims a training holds at most
PAIR, PAIRS = 48, 3e9  # bytes of a co-occurrence in GloVe, and of all it holds at most
BUCKETS = 400_000  # of fastText, tried at most: each more is a row to fill and hold
IMAGINED = (500_000, TRIED[1])  # words and tokens of the text that stands for others
FLATTENING = 2.7  # Mandelbrot's, of the law that stands for a text


class Text(NamedTuple):
    """Size of a view: tokens, words kept; is_expected: as the study says, not read."""

    tokens: int
    words: int
    is_expected: bool = False


class Price(NamedTuple):
    """What one run of a cell takes; unknown where no part of the text would do."""

    seconds: float
    bytes: int
    unknown: bool


class Trial(NamedTuple):
    """What was measured: seconds at the start and per token and epoch, peak bytes."""

    fixed: float
    per_token: float
    bytes: int
    words: int
    unknown: bool


def text_of(plan: Results, cell) -> Text | None:
    """Size of the text of a cell; None where it is neither encoded nor expected."""
    view = cell.view
    if plan.file(view.corpus_file).is_file():
        with plan.read(view.corpus_file, "corpus") as file:
            return Text(plan.tokens(view), len(file["words"]))
    expected = plan.study.corpora[view.corpus].expected
    if not expected:
        return None
    return Text(int(expected["tokens"] * view.fraction), expected["words"], True)


_known: dict = {}


def tried(plan: Results, cell, text: Text) -> Price:
    """Price of one run of a cell.

    One trial does for all numbers of epochs, and for all texts that are expected only:
    they differ by their size, which is all that is asked.
    """
    technique = plan.study.techniques[cell.technique]
    parameters = asdict(technique.parameters)
    epochs = parameters.pop("epochs", 1)
    view = None if text.is_expected else cell.view
    key = (view, technique.trainer, *sorted(parameters.items()))
    if key not in _known:
        path = plan.file(cell.view.corpus_file)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            given = asdict(technique.parameters)
            trial = pool.submit(_try, path, view, technique.trainer, given)
            _known[key] = trial.result()
    found = _known[key]
    seconds = found.fixed + found.per_token * text.tokens * epochs
    size = found.bytes
    size += max(0, text.words - found.words) * parameters["dimensions"] * 4 * MATRICES
    size += pair_bytes(technique, text.tokens)
    size -= pair_bytes(technique, min(text.tokens, TRIED[1]))  # was there in the trial
    return Price(0.0 if found.unknown else seconds, size, found.unknown)


def pair_bytes(technique, tokens: int) -> float:
    """Bytes of co-occurrences that GloVe holds of so many tokens before it spills."""
    if technique.trainer != "glove":
        return 0.0
    return min(PAIRS, float(PAIR) * tokens * technique.parameters.window)


def _try(path, view, trainer: str, parameters: dict) -> Trial:
    """Try a technique on two parts of a text, or of an imagined one."""
    whole = read_view(path, view.unit, view.fraction) if view else imagined(*IMAGINED)
    epochs = min(parameters.get("epochs", 1), EPOCHS)
    if "epochs" in parameters:
        parameters["epochs"] = epochs
    left_out = max(0, parameters.get("bucket", 0) - BUCKETS)
    if left_out:
        parameters["bucket"] = BUCKETS
    parts = [_part(whole, tokens) for tokens in TRIED]
    tokens = [int(part.offsets[-1]) for part in parts]
    _seconds(parts[0], trainer, parameters)  # compiles and imports
    times = [_seconds(part, trainer, parameters) for part in parts]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    size = peak if sys.platform == "darwin" else peak * 1024
    size += left_out * parameters["dimensions"] * 4
    words = len(np.unique(parts[1].tokens[: tokens[1]]))
    if times[1] is None:
        return Trial(0.0, 0.0, size, words, unknown=True)
    more = left_out * _bucket_seconds(parts[0], trainer, parameters) if left_out else 0
    if tokens[0] == tokens[1] or times[0] is None:  # of it subsampling left nothing
        return Trial(more, times[1] / tokens[1] / epochs, size, words, unknown=False)
    slope = max(times[1] - times[0], 0) / (tokens[1] - tokens[0])
    fixed = max(times[0] - slope * tokens[0], 0) + more
    return Trial(fixed, slope / epochs, size, words, unknown=False)


def _bucket_seconds(part: View, trainer: str, parameters: dict) -> float:
    """CPU seconds of one bucket more, from trainings with many and with few."""
    few = BUCKETS // 10
    times = [
        _seconds(part, trainer, {**parameters, "bucket": n}) for n in (few, BUCKETS)
    ]
    return max(times[1] - times[0], 0) / (BUCKETS - few)


def imagined(words: int, tokens: int) -> View:
    """A text of random words of a Zipf law over so many, in units of twenty."""
    weights = 1 / (np.arange(words) + FLATTENING)
    edges = np.cumsum(weights)
    draws = np.random.default_rng(1).random(tokens) * edges[-1]
    ranks = np.minimum(np.searchsorted(edges, draws), words - 1)
    kept, numbers, counts = np.unique(ranks, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    place = np.empty(len(kept), dtype=np.uint32)
    place[order] = np.arange(len(kept))
    offsets = np.append(np.arange(0, tokens, 20), tokens).astype(np.int64)
    return View([f"w{rank}" for rank in kept[order]], place[numbers], offsets)


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
