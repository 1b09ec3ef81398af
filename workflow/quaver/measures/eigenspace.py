"""Eigenspace overlap: how far two spaces span the same directions among the words.

May et al. 2019 ("On the downstream performance of compressed word embeddings"), here
of unit rows. With U1, U2 the left singular vectors of E1, E2 (words, dims),

    |U1' U2|^2 / max(d1, d2) = tr(G11^-1 G12 G22^-1 G21) / max(d1, d2)

where d1 and d2 are the directions a space really has.
"""

import numpy as np

from quaver.measures.declare import Quantity
from quaver.spaces.grams import Tile

CUTOFF = 1e-12  # of the largest eigenvalue; float32 rounding stays below it


def eigenspace_overlap(tile: Tile) -> dict[tuple[int, int], float]:
    """Overlap in [0, 1] of the pairs of a tile; d / words between unrelated spaces."""
    bases = {run: whitening(gram) for run, gram in tile.own.items()}
    return {
        (i, j): _overlap(bases[i].T @ gram @ bases[j])
        for (i, j), gram in tile.cross.items()
    }


def whitening(gram: np.ndarray) -> np.ndarray:
    """W with E W the left singular vectors of E: G = E' E -> (dims, kept dims).

    Directions whose eigenvalue is less than CUTOFF of the largest are none.
    """
    values, vectors = np.linalg.eigh(gram)
    kept = values > CUTOFF * values[-1]
    return vectors[:, kept] / np.sqrt(values[kept])


def _overlap(product: np.ndarray) -> float:
    return float(min(np.square(product).sum() / max(product.shape), 1))


QUANTITIES = {
    "eigenspace_overlap": Quantity(
        label="eigenspace overlap",
        symbol="E(1, 2)",
        formula="|U1' U2|^2 / max(d1, d2), U the left singular vectors",
        source="May et al. 2019",
    )
}
