"""Do two spaces span the same directions, and do words stay when one is turned?

Both of unit rows E1, E2 of n words, by their Gram matrices. With A the orthogonal
matrix least in |E1 A - E2| (Schoenemann 1966), the mean cosine of a word in E1 A with
itself in E2 is tr(A' E1' E2) / n: the sum of the singular values of E1' E2 over n.

With U1, U2 the left singular vectors (May et al. 2019, "On the downstream performance
of compressed word embeddings") and d1, d2 the directions a space really has,

    |U1' U2|^2 / max(d1, d2) = tr(G11^-1 G12 G22^-1 G21) / max(d1, d2)
"""

import numpy as np

from quaver.spaces.grams import Tile

CUTOFF = 1e-12  # of the largest eigenvalue; float32 rounding stays below it


def displacement(tile: Tile, words: int) -> dict[tuple[int, int], float]:
    """Mean 1 - cos in [0, 1] of the pairs of a tile, over so many words."""
    cosines = {
        pair: np.linalg.svd(gram, compute_uv=False).sum() / words
        for pair, gram in tile.cross.items()
    }
    return {pair: float(np.clip(1 - x, 0, 1)) for pair, x in cosines.items()}


def eigenspace_overlap(tile: Tile) -> dict[tuple[int, int], float]:
    """Overlap in [0, 1] of the pairs of a tile; d / words between unrelated spaces."""
    bases = {run: whitening(gram) for run, gram in tile.own.items()}
    overlaps = {}
    for (i, j), gram in tile.cross.items():
        product = bases[i].T @ gram @ bases[j]
        overlaps[i, j] = float(min(np.square(product).sum() / max(product.shape), 1))
    return overlaps


def whitening(gram: np.ndarray) -> np.ndarray:
    """W with E W the left singular vectors of E: G = E' E -> (dims, kept dims)."""
    values, vectors = np.linalg.eigh(gram)
    kept = values > CUTOFF * values[-1]
    return vectors[:, kept] / np.sqrt(values[kept])
