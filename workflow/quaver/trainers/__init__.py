"""One technique per file: train(view, sample, parameters, seed) -> Space.

`parameters` is any object with the attributes of the technique's dataclass in
quaver.config. A trainer is deterministic: same arguments, same bits.
"""

import numpy as np

from quaver.corpora.samples import Sample, View, count_words


class TrainingError(Exception):
    """A run that cannot give a space; the message says why in one sentence."""


def kept_words(view: View, sample: Sample, min_count: int) -> tuple:
    """Count a sample's words, keep the frequent: (counts, present), each (words,)."""
    counts = count_words(view, sample)
    present = counts >= max(1, min_count)
    if present.sum() < 2:
        raise TrainingError(
            f"only {present.sum()} words occur {max(1, min_count)} times or more in "
            f"the sample of {counts.sum()} tokens: a space needs at least two words"
        )
    return counts, present


def blank(words: int, dimensions: int) -> np.ndarray:
    """Vectors of absent words, to be filled: (words, dims) float32 of NaN."""
    return np.full((words, dimensions), np.nan, dtype=np.float32)
