"""The items and vectors one run produced: words, unless its trainer says otherwise."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Space:
    """One run: row k of every array is item k: word k of the corpus, in count order.

    vectors: (items, dims) float32, NaN in the rows of absent items.
    present: (items,) bool.
    counts: (items,) int64, occurrences in the run's own sample (absent words too).
    losses: (epochs,) float64, empty where the technique has no loss.
    contexts: (items, dims) float32 output weights, NaN in the rows of absent items;
        None where they were not asked for.

    Where rows are no words, three places say so, and nobody else has to:
    - `Parameters.item` of the technique (config/techniques.py) says what one is called,
      "n-gram" or "document"; measures are of words unless their `items` say otherwise;
    - items(view, parameters) -> names or None, in the module of its trainer, names the
      rows: texts without white space, no two alike. None: the rows are words;
    - train(view, sample, parameters, seed) gives a Space of these rows, in this order.
    The names follow from view and parameters alone: all runs of a cell have the same
    rows, whatever they drew, and what a run lacks is absent. Blocks then store `items`
    (items,) and vectors (runs, items, dims), in place of `words` (results/blocks.py).
    """

    vectors: np.ndarray
    present: np.ndarray
    counts: np.ndarray
    losses: np.ndarray = field(default_factory=lambda: np.empty(0))
    contexts: np.ndarray | None = None
