"""What measures of several texts share: their average spaces, as one."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np

from quaver.measures.declare import TEXTS
from quaver.measures.errors import MeasureError
from quaver.spaces.branches import Branch
from quaver.spaces.pooled import Pooled, pooled


def pool(given) -> Pooled:
    """Pool the averages of all runs of cells: the aligned mean over their texts."""
    return pooled(_averages(given))


def _averages(given) -> Iterator[tuple[list[str], Branch]]:
    """Words and average of each cell, one cell after the other."""
    before: set[str] = set()
    for average in given.others("averages"):
        with average as stored:
            words, names = stored.texts("words"), ("vectors", "present", "counts")
            space = Branch(*(stored[name][0] for name in names))
        both, dims = len(before & {*words}), space.vectors.shape[1]
        if before and both < dims:
            raise MeasureError(
                f"only {both} words are in both texts, and {dims} dimensions need as "
                "many to be aligned: lower min_count, use more text, or fewer "
                "dimensions"
            )
        before |= {*words}
        yield words, space


def groups(given, deal: str) -> np.ndarray:
    """Which documents of all texts are dealt together: (documents,)."""
    names: list[list[str]] = []
    for text in given.others(TEXTS):
        with text as stored:
            names.append(stored.texts("document_groups"))
    texts = Counter(chain.from_iterable({*own} for own in names))
    if several := sorted(name for name in texts if texts[name] > 1):
        raise MeasureError(
            f"'{several[0]}' has documents in several texts, so that the {deal} cannot "
            "be dealt to one of them: write 'deal: document'"
        )
    return np.unique([*chain.from_iterable(names)], return_inverse=True)[1]


def room(size) -> float:
    """Bytes of two spaces as one, and of contexts by document: Size -> bytes."""
    return 2e8 + size.dims * (80.0 * size.words + 1.2 * size.tokens)
