"""Feeding an encoded corpus to gensim: what word2vec and fastText share."""

from collections.abc import Iterator

import numpy as np

from quaver.corpora.samples import Sample, View
from quaver.trainers import TrainingError

# MAX_SENTENCE_LEN of gensim's compiled loops: a batch's words past it are dropped
LIMIT = 10_000
ARCHITECTURES = {"cbow": 0, "skip-gram": 1}


def settings(parameters, seed: int) -> dict:
    """Arguments of gensim's constructors: a dict; one thread, words not sorted again.

    Words that are not kept are gone before gensim sees the vocabulary.
    """
    if parameters.architecture not in ARCHITECTURES:
        raise TrainingError(
            f"architecture must be one of {sorted(ARCHITECTURES)}. "
            f"Got {parameters.architecture!r} instead."
        )
    if parameters.negative == 0 and not parameters.hierarchical_softmax:
        raise TrainingError(
            "nothing would be learnt with negative: 0 and hierarchical_softmax: false; "
            "set negative to 5, say, or hierarchical_softmax to true"
        )
    return {
        "vector_size": parameters.dimensions,
        "window": parameters.window,
        "sg": ARCHITECTURES[parameters.architecture],
        "negative": parameters.negative,
        "hs": int(parameters.hierarchical_softmax),
        "epochs": parameters.epochs,
        "sample": parameters.sample,
        "alpha": parameters.learning_rate,
        "min_alpha": parameters.min_learning_rate,
        "ns_exponent": parameters.noise_exponent,
        "seed": int(seed),
        **{"workers": 1, "min_count": 1, "sorted_vocab": 0},
    }


def contexts(model, parameters) -> np.ndarray | None:
    """Output weights of a trained model, in order of its vectors: (kept, dims), where
    they are asked for."""
    # specs leave contexts out where nobody asks for them
    if not getattr(parameters, "contexts", False):
        return None
    if not parameters.negative:
        raise TrainingError(
            "with negative: 0 no word has output weights: set negative to 5, say, or "
            "contexts to false"
        )
    return model.syn1neg


def vocabulary(counts: np.ndarray, present: np.ndarray) -> np.ndarray:
    """Rows of the present words by falling count, ties by row: (kept,) int64."""
    rows = np.flatnonzero(present)
    return rows[np.argsort(-counts[rows], kind="stable")]


def pieces(view: View, sample: Sample) -> Iterator[list[int]]:
    """Units of the sample in reading order, each as lists of 1 to LIMIT rows.

    A longer unit is cut evenly, so that no piece is a single word without context.
    """
    tokens = np.asarray(view.tokens)  # slices of a memmap cost ten times as much
    for first in range(0, len(sample.units), LIMIT):
        units = sample.units[first : first + LIMIT]
        starts, stops = view.offsets[units].tolist(), view.offsets[units + 1].tolist()
        for start, stop in zip(starts, stops, strict=True):
            length = stop - start
            parts = -(-length // LIMIT)
            for part in range(parts):
                low = start + part * length // parts
                high = start + (part + 1) * length // parts
                yield tokens[low:high].tolist()


def batches(view: View, sample: Sample) -> Iterator[list[list[int]]]:
    """Pieces in reading order, packed until the next would pass LIMIT rows."""
    batch, size = [], 0
    for piece in pieces(view, sample):
        if size + len(piece) > LIMIT:
            yield batch
            batch, size = [], 0
        batch.append(piece)
        size += len(piece)
    if batch:
        yield batch


def learning_rate(parameters, progress: float) -> float:
    """Learning rate after a share of all epochs, 0 to 1: falls linearly."""
    start, least = parameters.learning_rate, parameters.min_learning_rate
    return max(least, start - (start - least) * progress)


def schedule(view: View, sample: Sample, parameters) -> Iterator[tuple]:
    """Batches of all epochs with their learning rates: (rate, batch) pairs.

    Progress counts every token read, also of words that are not kept, as gensim's own
    word-based decay does.
    """
    total = int((view.offsets[sample.units + 1] - view.offsets[sample.units]).sum())
    for epoch in range(parameters.epochs):
        read = 0
        for batch in batches(view, sample):
            progress = (epoch + read / total) / parameters.epochs
            yield learning_rate(parameters, progress), batch
            read += sum(map(len, batch))
