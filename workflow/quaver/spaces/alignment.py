"""Orthogonal Procrustes: the rotation that lays one space over another."""

import numpy as np


def rotation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Orthogonal A least in |source A - target|: (words, dims) twice -> (dims, dims).

    Rettenmeier 2020, Eq. 3.1, solved as by Schoenemann (1966) in float64: with
    source' target = U S V', A = U V'. Rows are the joint words of both spaces. With
    fewer joint words than dims A is one of several equally good ones.
    """
    if source.shape != target.shape or source.ndim != 2 or len(source) == 0:
        raise ValueError(
            "source and target must hold the same joint words, at least one, in the "
            f"same dims. Got shapes {source.shape} and {target.shape} instead."
        )
    product = source.astype(np.float64).T @ target.astype(np.float64)
    if not np.isfinite(product).all():
        raise ValueError("source and target must be finite. Got NaN or infinity.")
    left, _, right = np.linalg.svd(product)
    return left @ right
