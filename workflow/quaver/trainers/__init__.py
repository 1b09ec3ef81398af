"""One technique per file: train(view, sample, parameters, seed) -> Space.

`parameters` is any object with the attributes of the technique's dataclass in
quaver.config. A trainer is deterministic: same arguments, same bits.
"""

import numpy as np

from quaver.corpora.samples import Sample, View, count_words
from quaver.spaces.space import Space


class TrainingError(Exception):
    """A run that cannot give a space; the message says why in one sentence."""


def kept_words(view: View, sample: Sample, parameters) -> tuple:
    """Count a sample's words, keep the frequent: (counts, present), each (words,).

    min_count and dictionary of the parameters say which; of words equally frequent at
    the dictionary's end those stay that are more frequent in the whole text.
    """
    counts, min_count = count_words(view, sample), parameters.min_count
    present = counts >= max(1, min_count)
    # specs leave a dictionary out where it is 0
    dictionary = getattr(parameters, "dictionary", 0)
    if dictionary:
        present[np.argsort(-counts, kind="stable")[dictionary:]] = False
    if present.sum() < 2:
        raise TrainingError(
            f"only {present.sum()} words occur {max(1, min_count)} times or more in "
            f"the sample of {counts.sum()} tokens: a space needs at least two words"
        )
    return counts, present


def spread(
    rows: np.ndarray, vectors: np.ndarray, counts: np.ndarray, *losses, contexts=None
) -> Space:
    """A Space of the words in these rows: vectors and, where there are, contexts (rows,
    dims), counts (words,)."""
    present = np.zeros(len(counts), dtype=bool)
    present[rows] = True
    if contexts is not None:
        contexts = _whole(rows, contexts, len(counts))
    vectors = _whole(rows, vectors, len(counts))
    return Space(vectors, present, counts, *losses, contexts=contexts)


def _whole(rows: np.ndarray, vectors: np.ndarray, words: int) -> np.ndarray:
    """Vectors in their rows of all words, NaN in others: (words, dims) float32."""
    whole = np.full((words, vectors.shape[1]), np.nan, dtype=np.float32)
    whole[rows] = vectors
    return whole
