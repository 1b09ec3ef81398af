"""The word, or the pair of words, that stands as an example for a cell."""

from collections.abc import Sequence

import numpy as np


def example(
    words: np.ndarray, wanted: Sequence[str], first: np.ndarray, name: str
) -> tuple[np.ndarray, str]:
    """Rows of the words wanted, else the first of a name, and how they were chosen."""
    wanted = [word for word in wanted if word]
    lost = [word for word in wanted if word not in words]
    if wanted and not lost:
        return np.array([np.flatnonzero(words == x)[0] for x in wanted]), "given"
    why = f": {' and '.join(lost)} not in every run" if lost else ""
    return first, f"first {name}{why}"
