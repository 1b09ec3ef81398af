"""The words and vectors one run produced."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Space:
    """One run: row k of every array is word k of the corpus, in count order.

    vectors: (words, dims) float32, NaN in the rows of absent words.
    present: (words,) bool.
    counts: (words,) int64, occurrences in the run's own sample (absent words too).
    losses: (epochs,) float64, empty where the technique has no loss.
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray
    losses: np.ndarray = field(default_factory=lambda: np.empty(0))
