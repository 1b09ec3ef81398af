"""Rotations of spaces onto a common mean, from the products of all with all."""

import numpy as np
from scipy.linalg import eigh

from quaver.spaces.branches import rotation

RESTING = 1e-8  # change of all rotations, as a share of them, that ends the rounds
MOMENTUM = 0.9  # of a change that the next round goes on with
ROUNDS = 2000  # at most


def common_turns(products: np.ndarray) -> np.ndarray:
    """Rotations onto a common mean, whatever the order of the spaces.

    products: (spaces, dims, spaces, dims) float64, of all dims over rows that all have
    -> (spaces, dims, dims). Generalised Procrustes as `means.common_mean`, whose
    rounds come to rest elsewhere from another first space, and late. So these start
    from the first eigenvectors of all products, and keep MOMENTUM.
    """
    number, dims = products.shape[:2]
    square = products.reshape(number * dims, -1)
    last = len(square) - 1
    vectors = eigh(square, subset_by_index=[last + 1 - dims, last])[1]
    turns = before = _nearest(vectors.reshape(number, dims, dims))
    for _ in range(ROUNDS):
        ahead = turns + MOMENTUM * (turns - before)
        sums = square @ ahead.reshape(-1, dims)
        before, turns = turns, _nearest(sums.reshape(turns.shape))
        if np.linalg.norm(turns - before) < RESTING * np.linalg.norm(turns):
            break
    return turns


def _nearest(matrices: np.ndarray) -> np.ndarray:
    """The rotation nearest to each: (n, dims, dims) -> the same."""
    unmoved = np.eye(matrices.shape[1])
    return np.array([rotation(unmoved, each) for each in matrices])
