"""What measures of two texts share: the average spaces of both, as one."""

from quaver.measures.errors import MeasureError
from quaver.spaces.branches import Branch
from quaver.spaces.pooled import Pooled, pooled


def pool(given) -> Pooled:
    """Pool the averages of all runs of two cells: the aligned mean over both texts."""
    words, spaces = [], []
    for average in given.others("averages"):
        with average as stored:
            words.append(stored.texts("words"))
            names = "vectors", "present", "counts"
            spaces.append(Branch(*(stored[name][0] for name in names)))
    both = len({*words[0]} & {*words[1]})
    dims = spaces[0].vectors.shape[1]
    if both < dims:
        raise MeasureError(
            f"only {both} words are in both texts, and {dims} dimensions need as many "
            "to be aligned: lower min_count, use more text, or fewer dimensions"
        )
    return pooled(words, spaces)


def room(size) -> float:
    """Bytes of two spaces as one, and of contexts by document: Size -> bytes."""
    return 2e8 + size.dims * (80.0 * size.words + 1.2 * size.tokens)
