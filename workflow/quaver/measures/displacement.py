"""Mean displacement of words after the best rotation of one space onto another.

With A the orthogonal matrix least in |E1 A - E2| (Schoenemann 1966), the mean cosine of
a word in E1 A with itself in E2 is tr(A' E1' E2) / n: the sum of the singular values of
E1' E2 over the number of words n.
"""

import numpy as np

from quaver.measures.declare import Quantity
from quaver.spaces.grams import Tile


def displacement(tile: Tile, words: int) -> dict[tuple[int, int], float]:
    """Mean 1 - cos in [0, 1] of the pairs of a tile, over so many words."""
    return {pair: _displacement(gram, words) for pair, gram in tile.cross.items()}


def _displacement(gram: np.ndarray, words: int) -> float:
    cosine = np.linalg.svd(gram, compute_uv=False).sum() / words
    return float(np.clip(1 - cosine, 0, 1))


QUANTITIES = {
    "displacement": Quantity(
        label="mean displacement after alignment",
        symbol="1 - cos",
        formula="1 - (sum of the singular values of E1' E2) / n",
        best="low",
        source="Schoenemann 1966 (the alignment); Hamilton et al. 2016",
    )
}
